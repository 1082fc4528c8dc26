"""Ends of lines with three to six seats.

Hands are dealt from one deck, so what a seat does tells the others about its cards. The chance of each action of seat
k, given that I hold a and others acted as they did, is taken over k's hands weighted by how often those others would
have acted so had k held this card: exact for each pair of seats, a product over the others. So chances of all actions
add up to one at every decision, and folded hands make aces behind them more likely, as they do.

With three seats the product is replaced by exact counts of three hands (`refresh` measures the difference and keeps it
until the next one, so a strategy that has just been refreshed is valued exactly). Pots of three are valued by the kept
table of `triples`, larger ones by sampling hands from the ranges, both refreshed the same way. With three seats pots of
three also follow either range to first order: where one seat is all-in by its blind every pot of the other two is one.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES
from gutshot.numeric.arrays import Floats, Reals
from gutshot.numeric.threads import Progress, thread_count
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.class_triples import DEALS, ORDERS, Meetings, combo_lists, meetings, three_way_orders
from gutshot.preflop.end_values import LOST, TIED, WON, outcomes_of
from gutshot.preflop.multiway_kernels import add_three_way, sample_pots, three_way_slopes
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.tree import End, PreflopTree

DEALS_PER_HAND = 100
"""Sampled for each hand of each seat in a pot of four or more, at every refresh."""


@dataclass(frozen=True, eq=False)
class PotSlope:
    """What a seat of three gets in a pot of three, near the ranges it was valued at: by how much hands matter."""

    end: int
    node: int
    others: list[int]
    ranges: Reals  # [2, 169]
    slopes: Reals  # [2, 169 own, 169 of the other]

    @property
    def value(self) -> Reals:
        """[169] at these ranges."""
        return np.asarray(self.slopes[0] @ self.ranges[0])

    def change(self, reach: Reals) -> Reals:
        """[169] to first order, for other ranges."""
        moved = reach[self.node, self.others] - self.ranges
        return np.asarray(self.slopes[0] @ moved[0] + self.slopes[1] @ moved[1])


class ManyEnds:
    """Three to six seats. `refresh` first, then `values` for any strategy near the one refreshed at.

    `bonus[player, end, class]` is added to what an end pays: what play after a flop changes.
    """

    def __init__(self, tree: PreflopTree, utility: Utility, pairs: Pairs, progress: Progress | None = None) -> None:
        self.tree, self.utility, self.pairs = tree, utility, pairs
        self.wins, self.ties = pairs.meet * pairs.win, pairs.meet * pairs.tie
        self.progress = progress
        self.pays = [outcomes_of(end, utility) if len(end.live) < 3 else rank_pays(end, utility) for end in tree.ends]
        self.fixed = np.zeros((tree.seats, len(tree.ends), CLASS_COUNT))
        self.shift = np.zeros_like(self.fixed)
        self.variance = np.zeros_like(self.fixed)
        self.bonus: Reals | None = None
        self.slopes: list[list[PotSlope]] = [[] for _ in range(tree.seats)]
        self.refreshes = 0

    @cached_property
    def orders(self) -> NDArray[np.uint16]:
        """The sampled ranks of three hands; only pots of three need them."""
        return three_way_orders(self.progress, thread_count(None))

    @cached_property
    def meetings(self) -> Meetings:
        """How often hands of three players meet."""
        return meetings()

    # --- what the solver asks -------------------------------------------------------------------------------------

    def mass(self, player: int, reach: Reals) -> Reals:
        """[ends, 169] the chance that the others play this way, given my hand."""
        return self._masses(player, reach, self._hints(reach))[self.tree.end_nodes]

    def values(self, player: int, reach: Reals) -> Reals:
        mass, given = self._parts(player, reach)
        if self.bonus is not None:
            given += self.bonus[player]
        found = np.asarray(mass * given + self.shift[player])
        for slope in self.slopes[player]:
            found[slope.end] += slope.change(reach)
        return found

    def _parts(self, player: int, reach: Reals) -> tuple[Reals, Reals]:
        """[ends, 169] the chance of an end, and what it pays if it is reached, without what play after a flop adds."""
        hints = self._hints(reach)
        given = self.fixed[player].copy()
        for number, end in enumerate(self.tree.ends):
            if len(end.live) < 3:
                given[number] = self._given(number, end, player, reach, hints)
        return self._masses(player, reach, hints)[self.tree.end_nodes], given

    def standard_error(self, player: int, reach: Reals) -> float:
        """Of a seat's expected value, by the hands sampled at the last refresh."""
        weight = self.pairs.chance * self.mass(player, reach) * reach[self.tree.end_nodes, player]
        return float(np.sqrt((weight**2 * self.variance[player]).sum()))

    # --- chances --------------------------------------------------------------------------------------------------

    def _hints(self, reach: Reals) -> Reals:
        """[nodes, seats, 169] how much likelier a seat's play so far is when another seat holds a hand."""
        told = reach @ self.pairs.meet.T
        usual = reach @ self.pairs.chance
        return np.asarray(np.divide(told, usual[..., None], out=np.ones_like(told), where=usual[..., None] > 0))

    def _masses(self, player: int, reach: Reals, hints: Reals) -> Reals:
        """[nodes, 169] the chance, given my hand, that the others' choices lead to a node."""
        mass = np.ones((len(self.tree), CLASS_COUNT))
        for number in self.tree.decisions():
            actor, children = int(self.tree.actor[number]), self.tree.children(number)
            if actor == player:
                mass[children] = mass[number]
                continue
            weight = self._told_by(hints[number], {player, actor})
            chances = (reach[children, actor] * weight) @ self.pairs.meet.T
            total = chances.sum(axis=0)
            mass[children] = mass[number] * np.divide(chances, total, out=np.zeros_like(chances), where=total > 0)
        return mass

    def _told_by(self, hints: Reals, besides: set[int]) -> Reals:
        """[169] how much likelier what all other seats did makes each hand."""
        others = [seat for seat in range(self.tree.seats) if seat not in besides]
        return np.asarray(hints[others].prod(axis=0))

    # --- what an end pays, given that it is reached ----------------------------------------------------------------

    def _given(self, number: int, end: End, player: int, reach: Reals, hints: Reals) -> Reals | float:
        """What a player gets at an end with one or two live seats, by hand."""
        pays = self.pays[number][:, player]
        if pays[WON] == pays[TIED] == pays[LOST]:
            return float(pays[LOST])
        first, second = end.live
        told = self._told_by(hints[end.node], {player, *end.live})
        if player not in end.live:
            return self._watching(pays, reach[end.node, first] * told, reach[end.node, second] * told)
        if player == first:
            won, lost, other = pays[WON], pays[LOST], reach[end.node, second] * told
        else:
            won, lost, other = pays[LOST], pays[WON], reach[end.node, first] * told
        met = other @ self.pairs.meet.T
        total = (won - lost) * (other @ self.wins.T) + (pays[TIED] - lost) * (other @ self.ties.T)
        return np.asarray(lost + np.divide(total, met, out=np.zeros_like(total), where=met > 0))

    def _watching(self, pays: Reals, first: Reals, second: Reals) -> float:
        """What a seat that folded gets on average from how two others end."""
        weight = self.pairs.chance * first
        met = weight @ self.pairs.meet @ second
        if not met > 0:
            return float(pays[LOST])
        won, tied = weight @ self.wins @ second / met, weight @ self.ties @ second / met
        return float(pays[LOST] + (pays[WON] - pays[LOST]) * won + (pays[TIED] - pays[LOST]) * tied)

    # --- what is kept until the next refresh -------------------------------------------------------------------------

    def refresh(self, reach: Reals) -> None:
        """Value what is slow or exact for this strategy: pots of three and more and, with three seats, everything."""
        self.refreshes += 1
        if self.tree.seats == 3:
            self._refresh_three_seats(reach)
            return
        hints = self._hints(reach)
        for number, end in enumerate(self.tree.ends):
            if len(end.live) >= 3:
                self._value_pot(number, end, reach, hints)

    def _refresh_three_seats(self, reach: Reals) -> None:
        pots = [number for number, end in enumerate(self.tree.ends) if len(end.live) == 3]
        for player in range(3):
            self.slopes[player] = [self._slope(number, player, reach) for number in pots]
            mass, given = self._parts(player, reach)
            self.shift[player] = self._exact(player, reach) - mass * given
            for slope in self.slopes[player]:
                self.shift[player, slope.end] = slope.value

    def _slope(self, number: int, player: int, reach: Reals) -> "PotSlope":
        node = self.tree.ends[number].node
        others = [seat for seat in range(3) if seat != player]
        one, two = reach[node, others]
        slopes = np.zeros((2, CLASS_COUNT, CLASS_COUNT))
        pays = sorted_pays(self.pays[number], player)
        three_way_slopes(player, one, two, self.meetings.meet, self.orders, DEALS, pays, slopes[0], slopes[1])
        return PotSlope(number, node, others, reach[node, others].copy(), slopes)

    def _value_pot(self, number: int, end: End, reach: Reals, hints: Reals) -> None:
        told = self._told_by(hints[end.node], set(end.live))
        ranges = reach[end.node, list(end.live)] * told
        watchers = [seat for seat in range(self.tree.seats) if seat not in end.live]
        for place, seat in enumerate(end.live):
            found = self._three(number, seat, place, ranges) if len(end.live) == 3 else None
            self.fixed[seat, number] = (
                self._ratio(found) if found is not None else self._sampled(number, seat, place, ranges)
            )
        for seat in watchers:
            self.fixed[seat, number] = self._watching_pot(number, seat, ranges)

    def _three(self, number: int, seat: int, place: int, ranges: Reals) -> Reals:
        """[169, 2] (value, mass) of a seat in a pot of three."""
        found = np.zeros((CLASS_COUNT, 2))
        one, two = (ranges[other] for other in range(3) if other != place)
        pays = sorted_pays(self.pays[number], seat)
        add_three_way(place, one, two, self.meetings.meet, self.orders, DEALS, pays, found)
        return found

    def _ratio(self, found: Reals) -> Reals:
        return np.divide(found[:, 0], found[:, 1], out=np.zeros(CLASS_COUNT), where=found[:, 1] > 0)

    def _sampled(self, number: int, seat: int, place: int, ranges: Reals) -> Reals:
        """[169] what a seat gets in a pot of four or more, and how uncertain that is."""
        weights = np.cumsum(ranges * CLASS_SIZES, axis=1)
        found = np.zeros((CLASS_COUNT, 2))
        if (weights[:, -1] > 0).all():
            seed = (self.refreshes * len(self.tree.ends) + number) * self.tree.seats + seat
            pays = np.ascontiguousarray(self.pays[number][:, seat])
            sample_pots(seed, place, weights / weights[:, -1:], combo_lists(), CLASS_SIZES, pays, DEALS_PER_HAND, found)
        self.variance[seat, number] = found[:, 1]
        return np.asarray(found[:, 0])

    def _watching_pot(self, number: int, seat: int, ranges: Reals) -> float:
        """What a seat that folded gets on average from how three or more others end."""
        pays = self.pays[number][:, seat]
        if np.nanmin(pays) == np.nanmax(pays):
            return float(pays[0])
        if len(ranges) == 3:
            weight = CLASS_SIZES * ranges[0]
            value, mass = weight @ self._three(number, seat, 0, ranges)
            return float(value / mass) if mass > 0 else 0.0
        weight = CLASS_SIZES * ranges[0]
        return float(weight @ self._sampled(number, seat, 0, ranges) / weight.sum()) if weight.any() else 0.0

    # --- three seats, exactly ---------------------------------------------------------------------------------------

    def _exact(self, player: int, reach: Reals) -> Reals:
        """[ends, 169] by counting three hands; pots of three are valued elsewhere."""
        rows = np.zeros((len(self.tree.ends), CLASS_COUNT))
        for number, end in enumerate(self.tree.ends):
            if len(end.live) < 3:
                rows[number] = self._exact_end(number, end, player, reach[end.node])
        return rows

    def _exact_end(self, number: int, end: End, player: int, reach: Reals) -> Reals:
        others = [seat for seat in range(3) if seat != player]
        pays = self.pays[number][:, player]
        if pays[WON] == pays[TIED] == pays[LOST]:
            return float(pays[LOST]) * _over(self.meetings.meet, reach[others[0]], reach[others[1]])
        first, second = end.live
        if player not in end.live:
            return self._exact_watching(pays, reach[first], reach[second])
        rival, folded = (second if player == first else first), next(seat for seat in others if seat not in end.live)
        won, lost = (pays[WON], pays[LOST]) if player == first else (pays[LOST], pays[WON])
        total: Reals = lost * _over(self.meetings.meet, reach[rival], reach[folded])
        total += (won - lost) * _over(self.meetings.win, reach[rival], reach[folded])
        total += (pays[TIED] - lost) * _over(self.meetings.tie, reach[rival], reach[folded])
        return total

    def _exact_watching(self, pays: Reals, first: Reals, second: Reals) -> Reals:
        """A folded hand while two others are all-in: the tables are read from their side."""
        weight = (self.pairs.chance * first).astype(np.float32)
        total = np.zeros(CLASS_COUNT)
        shares = (pays[LOST], pays[WON] - pays[LOST], pays[TIED] - pays[LOST])
        for pay, table in zip(shares, (self.meetings.meet, self.meetings.win, self.meetings.tie), strict=True):
            total += pay * (second @ (weight @ table.reshape(CLASS_COUNT, -1)).reshape(CLASS_COUNT, CLASS_COUNT))
        return total / self.pairs.chance


def _over(table: Floats, second: Reals, third: Reals) -> Reals:
    """[169] a table of three classes summed over the ranges of two."""
    inner = table.reshape(-1, CLASS_COUNT) @ third.astype(np.float32)
    return np.asarray(inner.reshape(CLASS_COUNT, CLASS_COUNT).astype(np.float64) @ second)


def rank_pays(end: End, utility: Utility) -> Reals:
    """[m**m, seats] what each seat gets for the dense ranks of m live hands, read as digits; NaN if not dense."""
    count = len(end.live)
    pays = np.full((count**count, len(utility.stacks)), np.nan)
    for code, ranks in enumerate(product(range(count), repeat=count)):
        if set(ranks) == set(range(len(set(ranks)))):
            pays[code] = utility.showdown(end.paid, end.live, [rank + 1 for rank in ranks])
    return pays


def sorted_pays(pays: Reals, seat: int) -> Reals:
    """[8, 13] what a seat gets by how the three classes are sorted (`three_way._locate`) and rank in that order."""
    table = np.zeros((8, len(ORDERS)))
    for way in range(8):
        before, ahead, after = way >> 2 & 1, way >> 1 & 1, way & 1
        places = (2 - before - ahead, before + 1 - after, ahead + after)
        if sorted(places) == [0, 1, 2]:
            for order, ranks in enumerate(ORDERS):
                one, two, three = (ranks[place] for place in places)
                table[way, order] = pays[9 * one + 3 * two + three, seat]
    return table
