"""A few turn and river cards that stand for all of them, so that a flop or a turn takes a fraction of its boards.

Cards to come are alike if they leave every hand about as strong within the ranges. They are put into as many groups as
cards are wanted; the middle card of each group is dealt and counts for the whole group (k-medoids: Kaufman and
Rousseeuw, "Finding Groups in Data", 1990). All hands stay. The result solves a game with fewer cards that is close to
the whole one: the value of checking down is corrected exactly for every pair of hands (a control variate), so the
sample only affects what later betting changes.

A hand that holds one of the dealt cards meets fewer cards than others. A factor for each of the two hands makes up for
it, exactly except for pairs in which both hold such a card; it is one factor per pair, so the game stays zero-sum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from gutshot.abstraction.rivers import fill_strengths
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations, permute_card
from gutshot.errors import BadConfig
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Floats, Ints, Ints32, Reals
from gutshot.postflop.boards import BoardSet, Choose, Classes
from gutshot.postflop.sweeps import Dealt

_CARDS = 52
_HELD = 4  # cards of the two hands
_ROUNDS = 10
_NO_FLOATS = np.zeros(0, dtype=np.float32)
_EVERY = Dealt(_NO_FLOATS, _NO_FLOATS, _NO_FLOATS, _NO_FLOATS, _NO_FLOATS)

Sampled: TypeAlias = list[tuple[Dealt, Dealt]]
"""How the boards of each street come, for either player."""


@dataclass(frozen=True)
class CardSample:
    """How many cards are dealt on a street; None for all of them."""

    turns: int | None = None
    rivers: int | None = None

    def __post_init__(self) -> None:
        for name, count in (("turns", self.turns), ("rivers", self.rivers)):
            if count is not None and not 3 <= count <= _CARDS:
                raise BadConfig(f"{count} {name}: expected 3 or more cards to stand for all, or none for every card")

    def chooser(self, weights: Sequence[Reals]) -> Choose:
        """What picks the cards that come to a board."""

        def choose(board: tuple[Card, ...], classes: Classes) -> tuple[Classes, list[float]]:
            count = self.turns if len(board) == 3 else self.rivers
            if count is None or count >= len(classes):
                return classes, [1.0] * len(classes)
            marks = card_marks(board, weights)[[card for card, _ in classes]]
            sizes = np.array([len(mates) for _, mates in classes], dtype=np.float64)
            chosen, counted = middles(marks, sizes, count)
            return [classes[place] for place in chosen], [counted[place] / sizes[place] for place in chosen]

        return choose


# --- which cards ------------------------------------------------------------------------------------------------------


def card_marks(board: Sequence[Card], weights: Sequence[Reals]) -> Reals:
    """[52, marks] where each card to come leaves the players' hands: what they beat of the others' ranges.

    Before a turn it is the mean over the rivers, and the mean square.
    """
    places = len(board) == 3
    found = np.zeros((2 if places else 1, _CARDS, len(weights) * COMBO_COUNT))
    seen = np.zeros((_CARDS, len(weights) * COMBO_COUNT))
    for runout in combinations([card for card in range(_CARDS) if card not in board], 5 - len(board)):
        share, live = _standing(np.array([*board, *runout], dtype=np.int64), weights)
        for card in runout:
            found[0, card] += share
            found[-1, card] += share if not places else share**2
            seen[card] += live
    if not places:
        found /= 2
    return _weighted(found, seen, weights)


def _weighted(sums: Reals, seen: Reals, weights: Sequence[Reals]) -> Reals:
    """Means by card, side by side, less those of all cards, as far as each hand counts in its range."""
    means = sums / np.maximum(seen, 1)
    known = seen > 0
    level = (means * known).sum(axis=1) / np.maximum(known.sum(axis=0), 1)
    apart = np.where(known, means - level[:, None], 0.0)
    counts = np.sqrt(np.concatenate([own / own.sum() for own in weights]))
    return np.concatenate(list(apart * counts), axis=1)


def _standing(runout: Ints, weights: Sequence[Reals]) -> tuple[Reals, Reals]:
    """[players * 1326] the share of the others' ranges that each hand beats, ties half, blockers aside; which live."""
    strengths = np.empty(COMBO_COUNT, np.int32)
    fill_strengths(runout, strengths)
    out = np.empty(len(weights) * COMBO_COUNT)
    order = np.argsort(strengths, kind="stable").astype(np.int64)
    for player in range(len(weights)):
        others = np.sum([own for other, own in enumerate(weights) if other != player], axis=0)
        beaten(strengths, order, others, out[player * COMBO_COUNT : (player + 1) * COMBO_COUNT])
    return out, np.tile(strengths > 0, len(weights))


@kernel
def beaten(strengths: Ints32, order: Ints, weights: Reals, out: Reals) -> None:
    """For each hand the share of the weights that is weaker, equals half; 0 for hands that the board blocks."""
    total, below, first = 0.0, 0.0, 0
    for combo in range(len(strengths)):
        if strengths[combo] > 0:
            total += weights[combo]
    out[:] = 0.0
    while first < len(order):
        last, same = first, 0.0
        while last < len(order) and strengths[order[last]] == strengths[order[first]]:
            same += weights[order[last]]
            last += 1
        if strengths[order[first]] > 0 and total > 0:
            out[order[first:last]] = (below + same / 2) / total
            below += same
        first = last


def middles(marks: Reals, sizes: Reals, count: int) -> tuple[list[int], dict[int, float]]:
    """The middle rows of a number of groups, and how much is in each group; the same for the same marks.

    Rows are taken one by one where they shorten the way to the nearest most, then moved within their groups.
    """
    product = np.einsum("ik,jk->ij", marks, marks)  # threads of a matrix product would wait for each other
    apart = np.sqrt(np.maximum(np.diag(product)[:, None] + np.diag(product) - 2 * product, 0.0))
    chosen: list[int] = []
    nearest = np.full(len(marks), apart.max() + 1)
    for _ in range(count):
        gains = sizes @ np.maximum(nearest[:, None] - apart, 0.0)
        gains[chosen] = -1
        chosen.append(int(gains.argmax()))
        nearest = np.minimum(nearest, apart[:, chosen[-1]])
    for _ in range(_ROUNDS):
        groups = _groups(apart, chosen)
        moved = [int(own[(sizes[own] @ apart[np.ix_(own, own)]).argmin()]) for own in groups]
        if moved == chosen:
            break
        chosen = moved
    groups = _groups(apart, sorted(chosen))
    return sorted(chosen), {row: float(sizes[own].sum()) for row, own in zip(sorted(chosen), groups, strict=True)}


def _groups(apart: Reals, chosen: Sequence[int]) -> list[Ints]:
    """The rows that are nearest to each of the chosen; these to themselves."""
    belongs = apart[:, chosen].argmin(axis=1)
    belongs[list(chosen)] = np.arange(len(chosen))
    return [np.flatnonzero(belongs == place) for place in range(len(chosen))]


# --- what they count --------------------------------------------------------------------------------------------------


def every_board(streets: int) -> Sampled:
    """All cards come, each for itself."""
    return [(_EVERY, _EVERY)] * streets


def sampled(boards: Sequence[BoardSet], halves: Floats) -> Sampled:
    """What chosen boards count, and the hands before them; the spot's own lines are about `halves` of their pots."""
    found: Sampled = [(_EVERY, _EVERY)]
    factors = [_hand_factors(before, now) for before, now in pairwise(boards)]
    for street, (now, each) in enumerate(zip(boards[1:], factors, strict=True)):
        own, other = (
            np.concatenate([row[boards[street].sides[q].combos_of(board)] for board, row in enumerate(each)])
            for q in range(2)
        )
        first, second = (_correction(boards, factors), halves) if street == 0 else (None, _NO_FLOATS)
        for_oop = _NO_FLOATS if first is None else np.ascontiguousarray((first / other).T, dtype=np.float32).ravel()
        for_ip = _NO_FLOATS if first is None else np.ascontiguousarray(-first / own[:, None], dtype=np.float32).ravel()
        found.append((Dealt(now.weight, own, other, for_oop, second), Dealt(now.weight, other, own, for_ip, second)))
    return found


def for_lines(dealt: Sampled, halves: Floats) -> Sampled:
    """The same cards for the lines of other bets."""
    first, (oop, ip), *later = dealt
    return [first, (oop._replace(half=halves), ip._replace(half=halves)), *later]


def _hand_factors(before: BoardSet, now: BoardSet) -> list[Floats]:
    """[1326] by board: how much more each of the cards that come counts for a hand that holds some of them."""
    count = _CARDS - len(before.boards[0])
    found = []
    for board in range(len(before)):
        held = np.zeros(_CARDS)
        for child in range(now.links.child_first[board], now.links.child_first[board + 1]):
            for mate in range(now.links.mate_first[child], now.links.mate_first[child + 1]):
                held[now.mate_card[mate]] = now.weight[child]
        met = np.maximum(count - held[COMBO_CARDS].sum(axis=1), 1.0)
        every = np.ones(COMBO_COUNT) if (held <= 1).all() else np.sqrt((count - _HELD) / count) * count / met
        found.append(every.astype(np.float32))
    return found


class _Runout(NamedTuple):
    """Cards to come, what they count, and the hands' factors."""

    cards: tuple[Card, ...]
    weight: float
    factor: Floats


def _runouts(boards: Sequence[BoardSet], factors: Sequence[list[Floats]]) -> Iterator[_Runout]:
    """All that are dealt, as the real cards that they are."""
    turns = boards[1]
    for turn in range(len(turns)):
        for mate in range(turns.links.mate_first[turn], turns.links.mate_first[turn + 1]):
            card, swap = turns.mate_card[mate], turns.mate_swap[mate]
            plain = _Runout((card,), float(turns.weight[turn]), factors[0][0])
            if len(boards) == 2:
                yield plain
                continue
            factor = plain.factor * factors[1][turn][combo_permutations()[swap]]
            rivers = boards[2]
            for river in range(rivers.links.child_first[turn], rivers.links.child_first[turn + 1]):
                for other in range(rivers.links.mate_first[river], rivers.links.mate_first[river + 1]):
                    last = permute_card(rivers.mate_card[other], SUIT_PERMUTATIONS[swap])
                    yield _Runout((card, last), plain.weight * float(rivers.weight[river]), factor)


def _correction(boards: Sequence[BoardSet], factors: Sequence[list[Floats]]) -> Floats:
    """[hands, hands] what checking down wins over all cards, as a share of half the pot, less over those dealt."""
    root = boards[0].boards[0]
    deck = [Card(card) for card in range(_CARDS) if card not in root]
    ones = np.ones(COMBO_COUNT, dtype=np.float32)
    every = [_Runout(cards, 1.0, ones) for cards in combinations(deck, 5 - len(root))]
    total = (_showdowns(boards, every), _showdowns(boards, list(_runouts(boards, factors))))
    turns, rivers = 49 - _HELD, 48 - _HELD
    deals = (rivers, rivers) if len(root) == 4 else (turns * rivers / 2, turns * rivers)
    combos = [COMBO_MASKS[side.combos_of(0)] for side in boards[0].sides]
    apart = (combos[0][:, None] & combos[1][None]) == 0
    return np.where(apart, total[0] / deals[0] - total[1] / deals[1], 0.0).astype(np.float32)


def _showdowns(boards: Sequence[BoardSet], runouts: Sequence[_Runout]) -> Floats:
    """[hands, hands] of the two players: what wins less what loses, over these runouts."""
    strengths = np.zeros((len(runouts), COMBO_COUNT), dtype=np.int32)
    for row, runout in zip(strengths, runouts, strict=True):
        fill_strengths(np.array([*boards[0].boards[0], *runout.cards], dtype=np.int64), row)
    weights = np.stack([runout.weight * runout.factor for runout in runouts])
    factors = np.stack([runout.factor for runout in runouts])
    first, second = (side.combos_of(0) for side in boards[0].sides)
    out = np.zeros((len(first), len(second)), dtype=np.float32)
    own, other = (np.ascontiguousarray(strengths[:, combos]) for combos in (first, second))
    add_showdowns(
        own,
        other,
        np.ascontiguousarray(weights[:, first], dtype=np.float32),
        np.where(other > 0, factors[:, second], 0).astype(np.float32),
        out,
    )
    return out


@kernel
def add_showdowns(own: Ints32, other: Ints32, weights: Floats, factors: Floats, out: Floats) -> None:
    """For each pair of hands, runout by runout, plus its weight where the first wins and minus where it loses."""
    nothing = np.float32(0)
    for h in range(out.shape[0]):
        row = out[h]
        for runout in range(len(own)):
            mine, weight, theirs, live = own[runout, h], weights[runout, h], other[runout], factors[runout]
            if mine > 0:
                for k in range(len(row)):
                    won = weight if mine > theirs[k] else nothing
                    lost = weight if mine < theirs[k] else nothing
                    row[k] += (won - lost) * live[k]
