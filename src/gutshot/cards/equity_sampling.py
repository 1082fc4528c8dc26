"""Sampled equity: blocks of deals, spread over threads, until there are enough or the standard error is small.

Block number b of seed s always plays the same deals, all sums are integers, and the decision to stop falls between
rounds of equally many blocks. So a result depends on the seed and not on the number of threads.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import DECK
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.equity_columns import SHARE_UNIT, SHARES
from gutshot.cards.equity_plan import EquityQuestion
from gutshot.cards.sampling_kernels import MAX_REDEALS, DealTable, sample_known, sample_ranges
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.dice import stream_of
from gutshot.numeric.threads import Progress, ordered_map

BLOCK = 1 << 15
"""Samples in a block."""

BLOCKS_PER_ROUND = 16


@dataclass(frozen=True)
class Sampled:
    """[players, 4, 1326] deals, wins, ties and shares; [players] standard errors of equity; the number of deals."""

    tallies: Reals
    standard_errors: Reals
    samples: int


def sample(
    situation: EquityQuestion, samples: int, target_error: float, seed: int, threads: int, progress: Progress | None
) -> Sampled:
    """Draw deals until there are `samples`, or until no standard error is above the target."""
    table = deal_table(situation)
    tallies = np.zeros((len(table.keys), 4), dtype=np.int64)
    squares = np.zeros(len(situation.hands), dtype=np.int64)
    done = 0
    while True:
        for part, part_squares in ordered_map(
            lambda block: _play(table, *block), _next_round(done, samples, seed), threads
        ):
            tallies += part
            squares += part_squares
        done = min(samples, done + BLOCK * BLOCKS_PER_ROUND)
        errors = _standard_errors(tallies, squares, table.starts, done)
        if progress is not None:
            progress("sampling deals", done, _expected_samples(done, samples, errors.max(), target_error))
        if done == samples or errors.max() <= target_error:
            return Sampled(_by_combo(tallies, table.starts, situation.hands), errors, done)


def _next_round(done: int, samples: int, seed: int) -> list[tuple[np.uint64, int]]:
    """Streams and sizes of the blocks after `done` samples."""
    starts = range(done, samples, BLOCK)[:BLOCKS_PER_ROUND]
    return [(stream_of(seed, start // BLOCK), min(BLOCK, samples - start)) for start in starts]


def _play(table: DealTable, stream: np.uint64, size: int) -> tuple[Ints, Ints]:
    players = len(table.starts) - 1
    tallies, squares = np.zeros((len(table.keys), 4), dtype=np.int64), np.zeros(players, dtype=np.int64)
    play = sample_known if len(table.keys) == players else sample_ranges
    if play(stream, size, table, tallies, squares) < size:
        raise BadConfig(
            f"no deal found in {MAX_REDEALS} attempts: the ranges of the {players} players exclude each other"
        )
    return tallies, squares


def _standard_errors(tallies: Ints, squares: Ints, starts: Ints, samples: int) -> Reals:
    """[players] of the mean share of the pot over independent deals."""
    means = np.add.reduceat(tallies[:, SHARES], starts[:-1]) / samples / SHARE_UNIT
    variances = np.maximum(squares / SHARE_UNIT**2 / samples - means**2, 0.0)
    return np.asarray(np.sqrt(variances / samples))


def _expected_samples(done: int, samples: int, error: float, target: float) -> int:
    """The expected number of samples at the end: the error falls with their square root."""
    return min(samples, max(done, round(done * (error / target) ** 2))) if target > 0 else samples


def _by_combo(tallies: Ints, starts: Ints, hands: list[Ints]) -> Reals:
    spread = np.zeros((len(hands), 4, COMBO_COUNT))
    for player, own in enumerate(hands):
        spread[player][:, own] = tallies[starts[player] : starts[player + 1]].T
    spread[:, SHARES] /= SHARE_UNIT
    return spread


def deal_table(situation: EquityQuestion) -> DealTable:
    """What the kernels need to know of a situation."""
    hands = situation.hands
    weights = [row[own] for row, own in zip(situation.weights, hands, strict=True)]
    starts = np.concatenate([[0], np.cumsum([len(own) for own in hands])]).astype(np.int64)
    cards = COMBO_CARDS[np.concatenate(hands)]
    tables = [_alias_table(own) for own in weights]
    every = comb(52 - len(situation.gone), 2)
    free = np.array([len(own) == every and own.min() == own.max() for own in weights])
    place = np.zeros(COMBO_COUNT, dtype=np.int64)
    if free.any():
        own = hands[int(free.argmax())]
        place[own] = np.arange(len(own))
    board = list(situation.board)
    return DealTable(
        starts=starts,
        keys=CARD_KEYS[cards].sum(axis=1),
        masks=CARD_MASKS[cards].sum(axis=1),
        stay=np.concatenate([stay for stay, _ in tables]),
        alias=np.concatenate([alias + start for (_, alias), start in zip(tables, starts[:-1], strict=True)]),
        free=free,
        place=place,
        deck=np.array([card for card in DECK if card not in situation.gone], dtype=np.int64),
        cards_to_come=situation.cards_to_come,
        board_key=int(CARD_KEYS[board].sum()),
        board_mask=int(CARD_MASKS[board].sum()),
    )


def _alias_table(weights: Reals) -> tuple[NDArray[np.uint64], Ints]:
    """The chance to stay at each entry, in parts of 2**32, and where to go otherwise."""
    scaled = weights * (len(weights) / weights.sum())
    stay, alias = np.ones(len(weights)), np.arange(len(weights))
    small = [entry for entry, part in enumerate(scaled) if part < 1]
    large = [entry for entry, part in enumerate(scaled) if part >= 1]
    while small and large:
        entry, donor = small.pop(), large[-1]
        stay[entry], alias[entry] = scaled[entry], donor
        scaled[donor] -= 1 - scaled[entry]
        if scaled[donor] < 1:
            small.append(large.pop())
    return (stay * 2.0**32).astype(np.uint64), alias
