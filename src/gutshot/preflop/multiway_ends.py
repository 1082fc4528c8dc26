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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.numeric.memory import free_memory
from gutshot.numeric.threads import Progress, thread_count
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.class_triples import DEALS, ORDERS, Meetings, combo_lists, meetings, three_way_orders
from gutshot.preflop.end_values import LOST, TIED, WON, outcomes_of
from gutshot.preflop.multiway_kernels import (
    add_three_way,
    multiply_hints,
    sample_pots,
    share_out,
    spread_hints,
    three_way_worth,
)
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.tree import End, EndKind, PreflopTree

_ROOM = 2_000_000_000
"""Bytes that must be free for what would take less time with 16 tables of 19 MB."""
_FEW = 8
"""Pots of three at a table of three that each have a table of their own; more share one, which rounds a little."""
OFTEN = 5e-4
"""Pots of three that are reached as often follow the ranges in every iteration, others at every refresh."""
_TOGETHER = 32
"""Pots of three that are valued at once: their tables fill some four megabytes."""
DEALS_PER_HAND = 100
"""Sampled for each hand of each seat in a pot of four or more, at every refresh."""
_MANY = 200
"""Where there are more pots that are valued one by one, the rare ones are valued at the first refresh alone."""
_RARE = 1e-5


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
        self._worths: dict[tuple[int, int], Floats] = {}
        self._kept: KeptHints | None = None
        self._sure, self._shown = _sort_ends(tree, self.pays)
        self.often: list[int] = []
        self.even = [number for number, end in enumerate(tree.ends) if _is_even(end, utility)]
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

    @cached_property
    def even_worth(self) -> Floats:
        """[169, 169, 169] thrice a hand's share of a pot against two hands, less 1, times the chance to meet them."""
        end, found = End(0, EndKind.ALL_IN, (0, 1, 2), (1.0, 1.0, 1.0)), np.zeros((CLASS_COUNT,) * 3, np.float32)
        pays = sorted_pays(rank_pays(end, Utility((1.0, 1.0, 1.0))), 0)
        three_way_worth(0, self.meetings.meet, self.orders, DEALS, pays, found)
        return found

    # --- what the solver asks -------------------------------------------------------------------------------------

    def moved(self, seat: int, reach: Reals) -> None:
        """Take up what a seat's play now tells the others; the rest is kept as long as it is the same array."""
        if self._kept is None or self._kept.reach is not reach:
            self._kept = KeptHints(reach, self._all_hints(reach))
        else:
            self._tell(seat, reach, self._kept.hints)

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
        self._fill_even_pots(player, self.often, reach, hints, given)
        sure, shown = self._sure[player], self._shown[player]
        given[sure.ends] = sure.pays[:, None]
        if len(shown.ends):
            other = reach[shown.nodes, shown.rivals] * _told(hints, shown.nodes, shown.live | 1 << player)
            met = other @ self.pairs.meet.T
            total = shown.won[:, None] * (other @ self.wins.T) + shown.tied[:, None] * (other @ self.ties.T)
            given[shown.ends] = shown.lost[:, None] + np.divide(total, met, out=np.zeros_like(total), where=met > 0)
        for number in sure.watched:
            end, pays = self.tree.ends[number], self.pays[number][:, player]
            told = self._told_by(hints[end.node], {player, *end.live})
            first, second = end.live
            given[number] = self._watching(pays, reach[end.node, first] * told, reach[end.node, second] * told)
        return self._masses(player, reach, hints)[self.tree.end_nodes], given

    def standard_error(self, player: int, reach: Reals) -> float:
        """Of a seat's expected value, by the hands sampled at the last refresh."""
        weight = self.pairs.chance * self.mass(player, reach) * reach[self.tree.end_nodes, player]
        return float(np.sqrt((weight**2 * self.variance[player]).sum()))

    # --- chances --------------------------------------------------------------------------------------------------

    def _hints(self, reach: Reals) -> Reals:
        """[nodes, seats, 169] how much likelier a seat's play so far is when another seat holds a hand."""
        return self._kept.hints if self._kept is not None and self._kept.reach is reach else self._all_hints(reach)

    def _all_hints(self, reach: Reals) -> Reals:
        hints = np.ones_like(reach)
        for seat in range(self.tree.seats):
            self._tell(seat, reach, hints)
        return hints

    def _tell(self, seat: int, reach: Reals, hints: Reals) -> None:
        """Fill in what one seat's play tells: anew after its actions, the same after others'."""
        acted = np.flatnonzero(self.tree.actor[np.maximum(self.tree.parent, 0)] == seat)
        acted = acted[acted > 0]
        told, usual = reach[acted, seat] @ self.pairs.meet.T, reach[acted, seat] @ self.pairs.chance
        found = np.divide(told, usual[:, None], out=np.ones_like(told), where=usual[:, None] > 0)
        spread_hints(seat, self.tree.actor, self.tree.parent, found, hints)

    def _masses(self, player: int, reach: Reals, hints: Reals) -> Reals:
        """[nodes, 169] the chance, given my hand, that the others' choices lead to a node."""
        actor, parent = self.tree.actor, self.tree.parent
        chosen = np.flatnonzero(actor[np.maximum(parent, 0)] != player)
        chosen = chosen[chosen > 0]
        above = parent[chosen]
        weight = reach[chosen, actor[above]] * _told(hints, above, 1 << player | 1 << actor[above])
        mass = np.zeros((len(self.tree), CLASS_COUNT))
        mass[chosen] = weight @ self.pairs.meet.T
        share_out(player, actor, parent, mass)
        return mass

    def _told_by(self, hints: Reals, besides: set[int]) -> Reals:
        """[169] how much likelier what all other seats did makes each hand."""
        others = [seat for seat in range(self.tree.seats) if seat not in besides]
        return np.asarray(hints[others].prod(axis=0))

    # --- what an end pays, given that it is reached ----------------------------------------------------------------

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
        self._value_even_pots(reach, hints)
        for number in self._valued_alone(reach, hints):
            self._value_pot(number, self.tree.ends[number], reach, hints)

    def _valued_alone(self, reach: Reals, hints: Reals) -> list[int]:
        """Pots of four and more, and uneven ones of three, as far as they are to be valued again."""
        even = set(self.even)
        found = [number for number, end in enumerate(self.tree.ends) if len(end.live) >= 3 and number not in even]
        if len(found) <= _MANY or self.refreshes == 1:
            return found
        return [number for number in found if self._chance(number, reach, hints) >= _RARE]

    def _value_even_pots(self, reach: Reals, hints: Reals) -> None:
        """Pots of three in which all have put in the same; those that are often reached will be valued again."""
        for seat in range(self.tree.seats):
            self._fill_even_pots(seat, self.even, reach, hints, self.fixed[seat])
        self.often = [number for number in self.even if self._chance(number, reach, hints) >= OFTEN]

    def _chance(self, number: int, reach: Reals, hints: Reals) -> float:
        """About how often an end is reached: a product over the actions that lead to it."""
        node, chance = self.tree.ends[number].node, 1.0
        while node > 0:
            above = int(self.tree.parent[node])
            actor = int(self.tree.actor[above])
            held = self.pairs.chance * reach[above, actor] * self._told_by(hints[above], {actor})
            passed = reach[node, actor] @ (self.pairs.chance * self._told_by(hints[above], {actor}))
            chance *= float(passed / held.sum()) if held.sum() > 0 else 0.0
            node = above
        return chance

    def _fill_even_pots(self, seat: int, numbers: Sequence[int], reach: Reals, hints: Reals, out: Reals) -> None:
        """Rows of `out` [ends, 169]: what a seat gets from such pots, many at once by one table."""
        inside = [number for number in numbers if seat in self.tree.ends[number].live]
        for start in range(0, len(inside), _TOGETHER):
            chosen = inside[start : start + _TOGETHER]
            ends = [self.tree.ends[number] for number in chosen]
            nodes, live = np.array([end.node for end in ends]), np.array([end.live for end in ends])
            others = live[live != seat].reshape(-1, 2)
            told = _told(hints, nodes, (1 << live).sum(axis=1))
            one, two = ((reach[nodes, others[:, place]] * told).astype(np.float32) for place in range(2))
            worth, met = (_over_many(table, one, two) for table in (self.even_worth, self.meetings.meet))
            shares = (1 + np.divide(worth, met, out=np.zeros_like(worth), where=met > 0)) / 3
            pots, paid = np.array([end.pot for end in ends]), np.array([end.paid[seat] for end in ends])
            out[chosen] = pots[:, None] * shares - paid[:, None]
        for number in set(numbers) - set(inside):
            out[number] = -self.tree.ends[number].paid[seat]

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
        if number in self.even and len(self.even) > _FEW:
            end, meet = self.tree.ends[number], self.meetings.meet
            third = np.float32(end.pot / 3)
            sure = np.float32(third - end.paid[player])
            by_one = third * _inner(self.even_worth, two) + sure * _inner(meet, two)
            first = one.astype(np.float32)
            by_two = third * np.matmul(first, self.even_worth) + sure * np.matmul(first, meet)
        else:
            worth = self._worth(number, player, player)
            by_one = _inner(worth, two)
            by_two = np.matmul(one.astype(np.float32), worth)
        slopes = np.stack([by_one, by_two]).astype(np.float64)
        return PotSlope(number, node, others, reach[node, others].copy(), slopes)

    @cached_property
    def _keeps_worths(self) -> bool:
        """With four seats it takes a third of a gigabyte, and saves three quarters of the time."""
        return self.tree.seats == 3 or (self.tree.seats == 4 and free_memory() > _ROOM)

    def _worth(self, number: int, seat: int, place: int) -> Floats:
        """[169, 169, 169] what a pot of three pays a seat when its player at this place holds a hand."""
        if (number, seat) not in self._worths:
            found = np.zeros((CLASS_COUNT,) * 3, np.float32)
            pays = sorted_pays(self.pays[number], seat)
            three_way_worth(place, self.meetings.meet, self.orders, DEALS, pays, found)
            self._worths[number, seat] = found
        return self._worths[number, seat]

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
        one, two = (ranges[other] for other in range(3) if other != place)
        if self._keeps_worths:
            worth = self._worth(number, seat, place)
            return np.stack([_over(worth, one, two), _over(self.meetings.meet, one, two)], axis=1)
        found, pays = np.zeros((CLASS_COUNT, 2)), sorted_pays(self.pays[number], seat)
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


@dataclass(frozen=True, eq=False)
class KeptHints:
    """What the play that a reach stands for tells the others."""

    reach: Reals
    hints: Reals


@dataclass(frozen=True, eq=False)
class SureEnds:
    """Ends of one or two that pay a player the same whoever wins; and those that he watches and that do not."""

    ends: Ints
    pays: Reals
    watched: list[int]


@dataclass(frozen=True, eq=False)
class ShownEnds:
    """Ends at which a player and one rival show their hands: what winning and tying pay beyond losing."""

    ends: Ints
    nodes: Ints
    rivals: Ints
    live: Ints  # masks
    won: Reals
    tied: Reals
    lost: Reals


def _sort_ends(tree: PreflopTree, pays: list[Reals]) -> tuple[list[SureEnds], list[ShownEnds]]:
    """The ends of one or two live seats, for every player."""
    sure, shown = [], []
    for player in range(tree.seats):
        certain, watched, rows = list[tuple[int, float]](), list[int](), list[tuple[float, ...]]()
        for number, end in enumerate(tree.ends):
            if len(end.live) > 2:
                continue
            own = pays[number][:, player]
            if own[WON] == own[TIED] == own[LOST]:
                certain.append((number, float(own[LOST])))
            elif player not in end.live:
                watched.append(number)
            else:
                won, lost = (own[WON], own[LOST]) if player == end.live[0] else (own[LOST], own[WON])
                rival = end.live[1] if player == end.live[0] else end.live[0]
                mask = 1 << player | 1 << rival
                rows.append((number, end.node, rival, mask, won - lost, own[TIED] - lost, lost))
        table = np.array(rows).reshape(-1, 7).T
        whole = [column.astype(np.int64) for column in table[:4]]
        sure.append(SureEnds(np.array([k for k, _ in certain], np.int64), np.array([p for _, p in certain]), watched))
        shown.append(ShownEnds(whole[0], whole[1], whole[2], whole[3], *table[4:]))
    return sure, shown


def _is_even(end: End, utility: Utility) -> bool:
    """Whether three show their hands for one pot of chips."""
    return len(end.live) == 3 and not utility.prizes and len({round(end.paid[seat], 9) for seat in end.live}) == 1


def _told(hints: Reals, nodes: Ints, besides: Ints) -> Reals:
    """[rows, 169] how much likelier what seats did makes each hand, at nodes and without the seats of a mask."""
    found = np.ones((len(nodes), hints.shape[2]))
    multiply_hints(hints, nodes, np.broadcast_to(besides, len(nodes)).astype(np.int64), found)
    return found


def _over_many(table: Floats, second: Floats, third: Floats) -> Reals:
    """[rows, 169] a table of three classes summed over ranges of two, many pairs of them at once."""
    inner = table.reshape(-1, CLASS_COUNT) @ third.T
    inner = inner.reshape(CLASS_COUNT, CLASS_COUNT, len(second))
    return np.asarray(np.einsum("oak,ka->ko", inner, second), np.float64)


def _over(table: Floats, second: Reals, third: Reals) -> Reals:
    """[169] a table of three classes summed over the ranges of two."""
    return np.asarray(_inner(table, third).astype(np.float64) @ second)


def _inner(table: Floats, third: Reals) -> Floats:
    """[169, 169] the same over the last range alone."""
    inner = table.reshape(-1, CLASS_COUNT) @ third.astype(np.float32)
    return np.asarray(inner.reshape(CLASS_COUNT, CLASS_COUNT))


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
