"""What checking down is worth beyond the cards that a sampled spot of three players deals (`sampled_cards`).

With two players the value of checking down is a number for each pair of hands, and a sample is corrected exactly. With
three it is one for each triple, too many to keep. So the share of a hand h that meets a and b is corrected to first
order: by what it lacks against a while b is any hand of his range, and against b while a is any, less what it lacks
while both are any. That is exact on average over the ranges with which the spot begins, and where one of the other two
has folded it is exact pair by pair. Ranges that later play has narrowed keep what depends on two of the three hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from gutshot.abstraction.rivers import fill_strengths
from gutshot.cards.card import DECK
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations, permute_card
from gutshot.numeric.arrays import Floats, Ints, Ints32, Reals, Shorts
from gutshot.postflop.three_betting import ThreeStreet
from gutshot.postflop.three_boards import ThreeBoards
from gutshot.postflop.three_checked import add_shares, beaten_apart, count_checked
from gutshot.postflop.three_equity import checked_shares, pairs_met
from gutshot.postflop.three_spot import SEATS
from gutshot.postflop.three_sweeps import LineReach
from gutshot.postflop.three_tree import EVERYBODY, ThreeTree, pots_at

_LEAST = 1e-12
ALONE, FIRST_OF_THREE, SECOND_OF_THREE, LIVE = range(4)
"""Sums by pair of hands: what the first wins of the second, what each wins of both others, and where both live."""


class _ThreeRunout(NamedTuple):
    """A full board, what it counts, and the hands' factors."""

    cards: tuple[int, ...]
    weight: float  # as a share of the deals of three hands
    factor: Floats  # [1326]


@dataclass(frozen=True)
class _Lack:
    """[own hands, his hands] by how much a sampled share is too small: of two alone, and of three by pair.

    The matrices say how that depends on his hand, the row what it is on average over his range as it begins.
    """

    alone: Floats
    of_three: Floats
    apart: Floats  # 1 where the two share no card
    mean_alone: Reals  # [own hands]


@dataclass(frozen=True)
class ThreeCheckedDown:
    """For each player and opponent what a sample lacks, and the pots that the lines of the next street check down for.

    `pots[line]` are (amount, mask of contenders).
    """

    lacks: dict[tuple[int, int], _Lack]
    mean_of_three: tuple[Reals, ...]  # [H] of each player
    pots: tuple[tuple[tuple[float, int], ...], ...]

    @property
    def nbytes(self) -> int:
        """Of all its arrays."""
        return sum(array.nbytes for lack in self.lacks.values() for array in (lack.alone, lack.of_three, lack.apart))

    def add(self, player: int, above: LineReach, out: Floats) -> None:
        """Fill `out` [lines, hands] with what a player's hands lack where the lines leave the street."""
        out[:] = 0
        first, second = (player + 1) % SEATS, (player + 2) % SEATS
        one = _rows(above.first, above.first_row, above.stride, self.lacks[player, first])
        two = _rows(above.second, above.second_row, above.stride, self.lacks[player, second])
        lacks = self.lacks[player, first], self.lacks[player, second]
        met = one @ lacks[0].apart.T, two @ lacks[1].apart.T
        known = list(zip((one, two), lacks, met, strict=True))
        shares = [(own @ lack.of_three.T) / np.maximum(there, _LEAST) for own, lack, there in known]
        alone = [(own @ lack.alone.T) / np.maximum(there, _LEAST) for own, lack, there in known]
        pairs = met[0] * met[1] * self._apart_share(player, one, two)[:, None]
        for line, pots in enumerate(self.pots):
            for amount, contenders in pots:
                if not contenders >> player & 1:
                    continue
                against = [place for place, seat in enumerate((first, second)) if contenders >> seat & 1]
                if len(against) == 2:
                    share = shares[0][line] + shares[1][line] + self.mean_of_three[player]
                elif against:
                    share = alone[against[0]][line] + lacks[against[0]].mean_alone
                else:
                    continue
                out[line, : len(share)] += (amount * pairs[line] * share).astype(np.float32)

    def _apart_share(self, player: int, one: Reals, two: Reals) -> Reals:
        """[lines] of the pairs of the opponents' hands those that share no card."""
        first, second = (player + 1) % SEATS, (player + 2) % SEATS
        fits = np.einsum("lk,lk->l", one @ self.lacks[first, second].apart, two)
        every = np.maximum(one.sum(axis=1) * two.sum(axis=1), _LEAST)
        return np.asarray(fits / every, np.float64)


def _rows(reach: Floats, rows: Ints, stride: int, lack: _Lack) -> Reals:
    """[lines, hands] an opponent's reach."""
    hands = lack.apart.shape[1]
    found: Reals = reach[(rows * stride)[:, None] + np.arange(hands)].astype(np.float64)
    return found


def checked_down(
    tree: ThreeTree, streets: Sequence[ThreeStreet], boards: Sequence[ThreeBoards], reach: Sequence[Floats]
) -> ThreeCheckedDown | None:
    """What the cards that are dealt lack; None where all of them are."""
    if all((street.counted <= 1).all() for street in boards):
        return None
    combos = [boards[0].combos_of(player, 0) for player in range(SEATS)]
    every, dealt = (_PairSums(list(found), combos, reach) for found in (_all_runouts(boards), _dealt_runouts(boards)))
    known = dict[tuple[int, int], tuple[_Shares, _Shares]]()
    for one, other in combinations(range(SEATS), 2):
        whole, few = every.of_pair(one, other), dealt.of_pair(one, other)
        known[one, other] = _shares(whole, ALONE, FIRST_OF_THREE), _shares(few, ALONE, FIRST_OF_THREE)
        known[other, one] = _turned(whole), _turned(few)
    means = [_means(boards, combos, reach, player, every.strengths) for player in range(SEATS)]
    lacks = {
        (one, other): _lack(combos, reach, (one, other), shares, means[one][1 + (other - one - 1) % SEATS])
        for (one, other), shares in known.items()
    }
    pots = tuple(tuple((pot.amount, pot.contenders) for pot in pots_at(tree, int(node))) for node in streets[1].lines)
    return ThreeCheckedDown(lacks, tuple(own[0] for own in means), pots)


class _Shares(NamedTuple):
    """[own hands, his hands] of those runouts on which both live."""

    alone: Floats
    of_three: Floats


def _shares(sums: Floats, alone: int, of_three: int) -> _Shares:
    live = np.maximum(sums[LIVE], _LEAST)
    return _Shares(sums[alone] / live, sums[of_three] / live)


def _turned(sums: Floats) -> _Shares:
    """The same for the second of the pair."""
    live = np.maximum(sums[LIVE], _LEAST)
    return _Shares((1 - sums[ALONE] / live).T, (sums[SECOND_OF_THREE] / live).T)


def _lack(
    combos: Sequence[Shorts],
    reach: Sequence[Floats],
    pair: tuple[int, int],
    known: tuple[_Shares, _Shares],
    level: Reals,
) -> _Lack:
    """How a player's lack depends on one opponent's hand, about its mean."""
    whole, few = known
    player, other = pair
    apart = ((COMBO_MASKS[combos[player]][:, None] & COMBO_MASKS[combos[other]][None]) == 0).astype(np.float32)
    alone, of_three = whole.alone - few.alone, whole.of_three - few.of_three
    return _Lack(
        _plain((alone - _mean(apart, alone, reach[other])[:, None]) * apart),
        _plain((of_three - _mean(apart, of_three, reach[other])[:, None]) * apart),
        apart,
        level,
    )


def _mean(apart: Floats, found: Floats, reach: Floats) -> Reals:
    """[H] over the hands of a range that share no card."""
    own = reach.astype(np.float64)
    return np.asarray(((found * apart) @ own) / np.maximum(apart @ own, _LEAST))


def _means(
    boards: Sequence[ThreeBoards], combos: Sequence[Shorts], reach: Sequence[Floats], player: int, strengths: Ints32
) -> list[Reals]:
    """[H] what a player's hands lack over the ranges as they begin: of three, alone with the next one, and the third.

    Whole shares are counted over all cards and all pairs of hands, those of the cards that are dealt by the passes' own
    settlement.
    """
    others = [(player + 1) % SEATS, (player + 2) % SEATS]
    held = np.zeros((2, COMBO_COUNT))
    for row, other in zip(held, others, strict=True):
        row[combos[other]] = reach[other]
    sums = np.zeros((3, len(combos[player])))
    count_checked(strengths, held[0], held[1], COMBO_CARDS, combos[player].astype(np.int64), sums)
    met = np.maximum(pairs_met(boards[0], 0, player, reach), _LEAST)
    deals = comb(len(DECK) - 2 * SEATS - len(boards[0].boards[0]), 5 - len(boards[0].boards[0]))
    masks = (EVERYBODY, 1 << player | 1 << others[0], 1 << player | 1 << others[1])
    return [
        (whole / deals - checked_shares(boards, 0, 0, player, reach, live)) / met
        for whole, live in zip(sums, masks, strict=True)
    ]


def _plain(found: Floats) -> Floats:
    return np.ascontiguousarray(found, np.float32)


def _all_runouts(boards: Sequence[ThreeBoards]) -> Iterator[_ThreeRunout]:
    root = boards[0].boards[0]
    ones, share = np.ones(COMBO_COUNT, np.float32), 1 / comb(len(DECK) - 2 * SEATS - len(root), 5 - len(root))
    for cards in combinations([card for card in DECK if card not in root], 5 - len(root)):
        yield _ThreeRunout((*root, *cards), share, ones)


def _dealt_runouts(boards: Sequence[ThreeBoards]) -> Iterator[_ThreeRunout]:
    """All that are dealt, as the real cards that they are."""
    root = boards[0].boards[0]
    for first, mates in enumerate(boards[1].mates):
        weight, factor = _share_of(boards[1], first), _factor_on(boards[1], first)
        for card, swap in mates:
            own = factor[combo_permutations()[swap]]
            if len(boards) == 2:
                yield _ThreeRunout((*root, card), weight, own)
                continue
            rivers = boards[2]
            for river in range(rivers.child_first[first], rivers.child_first[first + 1]):
                both = factor * _factor_on(rivers, river)
                for last, inner in rivers.mates[river]:
                    renamed = both[combo_permutations()[inner]][combo_permutations()[swap]]
                    cards = (*root, card, permute_card(last, SUIT_PERMUTATIONS[swap]))
                    yield _ThreeRunout(cards, weight * _share_of(rivers, river), renamed)


def _share_of(boards: ThreeBoards, board: int) -> float:
    return float(boards.hands[0].share[board])


def _factor_on(boards: ThreeBoards, board: int) -> Floats:
    """[1326] the hands' factors on a board; those that nobody holds count plainly."""
    found = np.ones(COMBO_COUNT, np.float32)
    for hands in boards.hands:
        own = slice(hands.start[board], hands.start[board + 1])
        found[hands.combo[own]] = hands.factor[own]
    return found


class _PairSums:
    """Sums over runouts for any pair of players."""

    def __init__(self, runouts: list[_ThreeRunout], combos: Sequence[Shorts], reach: Sequence[Floats]) -> None:
        self.combos = combos
        strengths = np.zeros((len(runouts), COMBO_COUNT), np.int32)
        for row, runout in zip(strengths, runouts, strict=True):
            fill_strengths(np.array(runout.cards, np.int64), row)
        self.strengths = strengths
        self.weights = np.array([runout.weight for runout in runouts], np.float32)
        self.factors = np.stack([runout.factor for runout in runouts])
        self.beaten = np.zeros((SEATS, len(runouts), COMBO_COUNT), np.float32)
        for player in range(SEATS):
            full = np.zeros(COMBO_COUNT)
            full[combos[player]] = reach[player]
            beaten_apart(strengths, full, self.factors, COMBO_CARDS, self.beaten[player])

    def of_pair(self, one: int, other: int) -> Floats:
        """[4, hands, hands] (see ALONE)."""
        third, (first, second) = SEATS - one - other, (self.combos[one], self.combos[other])
        sums = np.zeros((4, len(first), len(second)), np.float32)
        add_shares(
            np.ascontiguousarray(self.strengths[:, first]),
            np.ascontiguousarray(self.strengths[:, second]),
            np.ascontiguousarray(self.weights[:, None] * self.factors[:, first]),
            np.ascontiguousarray(self.factors[:, second]),
            np.ascontiguousarray(self.beaten[third][:, first]),
            np.ascontiguousarray(self.beaten[third][:, second]),
            sums,
        )
        return sums
