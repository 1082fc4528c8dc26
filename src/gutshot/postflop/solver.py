"""The solver: a spot's tree, boards and tables, and iterations over them on any number of threads.

Threads take groups of boards: single turn boards of a flop spot, sixteenths of a turn spot's river boards. The boards
of a group are added up by themselves and the groups always in one order, those of a turn in two halves; groups are the
same for any number of threads, so results are too.
"""

import math
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.cfr.updates import UpdateRule, parse_rule
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Ints, Reals, Shorts
from gutshot.numeric.compiler_memory import give_back_compiler
from gutshot.numeric.memory import free_memory
from gutshot.numeric.threads import thread_count
from gutshot.postflop.barrier import new_meeting, on_threads, rounds_done, work_together
from gutshot.postflop.boards import BoardSet, build_boards, every_card, make_places
from gutshot.postflop.sampled_cards import CardSample, Sampled, every_board, for_lines, sampled
from gutshot.postflop.spot import Spot
from gutshot.postflop.storage import (
    SolveStore,
    UnreadTables,
    aligned_zeros,
    in_floats,
    make_room,
    make_store,
    make_tables,
    require_precision,
    room_bytes,
    table_bytes,
    widened,
)
from gutshot.postflop.street_betting import StreetForest, build_forests
from gutshot.postflop.sweeps import (
    EVALUATE,
    RESPOND,
    SOLVE,
    Groups,
    StreetPass,
    SweepStep,
    SweepWork,
    TurnSide,
    close_root,
    iterate_river,
    open_street,
    play_turn,
    play_turns,
    scale_hands,
    solve_board,
)
from gutshot.trees.betting_tree import RIVER, BettingTree, NodeKind, build_tree

WORTH_A_REHEARSAL = 64_000_000  # bytes
RIVER_GROUPS = 16  # of a turn spot: as many threads can share a pass
_REHEARSED: set[tuple[int, str, bool]] = set()


@dataclass(frozen=True)
class NodeCounts:
    """Nodes of the full public tree, isomorphic runouts merged, before all-ins are collapsed."""

    decision: int
    chance: int
    terminal: int
    actions: int

    def to_dict(self) -> dict[str, int]:
        """As plain values."""
        return {
            "decision": self.decision,
            "chance": self.chance,
            "terminal": self.terminal,
            "actions": self.actions,
        }


class TableLayout:
    """Everything about a spot that does not change while it is solved: tree, forests, boards, hands."""

    def __init__(
        self, spot: Spot, merge_suits: bool = True, merge_hands: bool = True, sample: CardSample | None = None
    ) -> None:
        choose = every_card if sample is None else sample.chooser(spot.weights)
        self.merge_suits, self.merge_hands, self.sample = merge_suits, merge_hands, sample
        self.boards: list[BoardSet] = build_boards(spot.board, spot.weights, merge_suits, merge_hands, choose)
        self._grow(spot)
        self.combos = tuple(side.combos_of(0) for side in self.boards[0].sides)
        self.reach = tuple(
            weights[combos].astype(np.float32) for weights, combos in zip(spot.weights, self.combos, strict=True)
        )
        self.pairs = _pairs(self.combos, self.reach)
        self.dealt: Sampled = every_board(len(self.boards)) if sample is None else sampled(self.boards, self._halves())

    def with_bets(self, spot: Spot) -> "TableLayout":
        """The layout of a spot that differs from this one's in its bets alone: boards and hands are taken over."""
        found = copy(self)
        found._grow(spot)
        if self.sample is not None:
            found.dealt = for_lines(self.dealt, found._halves())
        return found

    def _grow(self, spot: Spot) -> None:
        """The betting of a spot."""
        self.spot = spot
        self.tree: BettingTree = build_tree(spot.tree_config())
        self.forests: list[StreetForest] = build_forests(self.tree, spot.pot, spot.rake.rate, spot.rake.cap)

    def _halves(self) -> Floats:
        """[lines] what a showdown after each line of the first street is about: half the pot, less half the rake."""
        lines = [leaf for leaf in self.forests[0].leaves if self.tree.kind[leaf] == NodeKind.CHANCE]
        pots = self.spot.pot + 2.0 * self.tree.matched[lines]
        raked = np.minimum(pots * self.spot.rake.rate, self.spot.rake.cap)
        return np.asarray((pots - raked) / 2, dtype=np.float32)

    @property
    def streets(self) -> int:
        """How many are played."""
        return len(self.forests)

    def counts(self) -> NodeCounts:
        """Nodes of the whole game, boards included."""
        tree, first = self.tree, self.spot.first_street
        boards = {first + k: len(item) for k, item in enumerate(self.boards)}
        total = {kind: sum(tree.count(kind, s) * n for s, n in boards.items()) for kind in NodeKind}
        decisions = tree.kind == NodeKind.DECISION
        actions = sum(int(tree.child_count[decisions & (tree.street == s)].sum()) * n for s, n in boards.items())
        ends = total[NodeKind.FOLD] + total[NodeKind.SHOWDOWN]
        return NodeCounts(total[NodeKind.DECISION], total[NodeKind.CHANCE], ends, actions)

    def table_bytes(self, precision: str, predicts: bool = False) -> int:
        """What the tables of a solve will take."""
        return sum(table_bytes(*pair, precision, predicts) for pair in zip(self.forests, self.boards, strict=True))

    def index_bytes(self) -> int:
        """What the index arrays of boards and betting take, and what is known of the cards that are dealt."""
        sides = [side for boards in self.boards for side in boards.sides]
        dealt = [each for pair in self.dealt for each in pair]
        index = sum({id(item): item.nbytes for each in (*sides, *dealt) for item in each}.values())
        return index + sum(forest.nbytes for forest in self.forests)


def _pairs(combos: Iterable[Shorts], reach: Iterable[Floats]) -> float:
    """The weight of all pairs of hands that do not share a card."""
    sums = np.zeros((2, 52))
    full = np.zeros((2, COMBO_COUNT))
    for q, (own, weights) in enumerate(zip(combos, reach, strict=True)):
        full[q, own] = weights
        np.add.at(sums[q], COMBO_CARDS[own], np.asarray(weights, dtype=np.float64)[:, None])
    return float(full[0].sum() * full[1].sum() - (sums[0] * sums[1]).sum() + (full[0] * full[1]).sum())


class Solver:
    """Solves a spot by counterfactual regret minimisation.

    `iterate(n)` runs n iterations, `exploitability()` is in chips, `values(player)` are the chips each hand wins.
    """

    def __init__(
        self,
        spot: Spot,
        rule: str = "dcfr",
        threads: int | None = None,
        precision: str = "f32",
        merge_suits: bool = True,
        memory_limit: int | None = None,
        layout: TableLayout | None = None,
        empty: bool = False,
        announce: Callable[["Solver"], None] | None = None,
    ) -> None:
        require_precision(precision)
        self.layout = layout or TableLayout(spot, merge_suits)
        self.spot, self.precision = spot, precision
        self.rule: UpdateRule = parse_rule(rule)
        if self.rule.predict and precision != "f32" and not empty:
            raise BadConfig(f"update rule {rule!r} needs precision f32, got {precision!r}")
        self.threads = thread_count(threads)
        self.groups = _make_groups(self.layout, self.threads)
        self.views = [forest.views for forest in self.layout.forests]
        self.works = self._make_rooms()  # zeros that nobody has touched take no memory yet
        self.results = aligned_zeros(self._result_size())
        if announce is not None:
            announce(self)
        if not empty:
            self.require_memory(memory_limit)
            self._rehearse(rule)
        pairs = list(zip(self.layout.forests, self.layout.boards, strict=True))
        self.unread: UnreadTables | None = None
        self.stores = [
            [make_store(*pair, player, precision, empty, self.rule.predict) for player in range(2)] for pair in pairs
        ]
        self.iteration = 0
        self.resumable = True
        self.restore_locks: Callable[[], None] | None = None

    @property
    def stores(self) -> list[list[SolveStore]]:
        """All tables by street and player; those of a file are held against their digests before they are given."""
        if self.unread is not None:
            self.unread.require_all()
            self.unread = None
        return self.stores_unread

    @stores.setter
    def stores(self, stores: list[list[SolveStore]]) -> None:
        """Replaced, as when strategies are changed."""
        self.stores_unread, self.unread = stores, None

    def store_at(self, street: int, player: int, board: int) -> SolveStore:
        """The tables of a player on a street, for who reads the averages of one board alone."""
        self.require_sound(street, board, board + 1)
        return self.stores[street][player] if self.unread is None else self.stores_unread[street][player]

    def require_sound(self, street: int, begin: int, end: int) -> None:
        """MalformedInput unless the averages of boards begin..end are as they were saved."""
        if self.unread is not None:
            self.unread.require(street, begin, end)

    def _workers(self) -> int:
        return len(self.groups.shares) - 1

    def _make_rooms(self) -> list[list[SweepWork]]:
        """A room for each worker; the spot's own street is seen to by the first."""
        rooms = [make_room(self.views, self.layout.boards)]
        later = self.views[1:], self.layout.boards[1:]
        return rooms + [[rooms[0][0], *make_room(*later)] for _ in range(1, self._workers())]

    def _result_size(self) -> int:
        """What the groups of boards leave behind in a pass: [slots, hands, lines]."""
        lines = len(self.views[0][0].line_row)
        return (int(self.groups.slot.max(initial=-1)) + 1) * max(map(len, self.layout.combos)) * lines

    def reading(self, *streets: int) -> "Solver":
        """This solve with a place for every number of these streets, so that all can be read after a pass.

        They are those of the first worker's boards; the other workers cannot play on a street after the first that is
        read. All else is this solver's own, so only one of the two may pass at a time.
        """
        reader = copy(self)
        reader.views, reader.works = list(self.views), [list(room) for room in self.works]
        for street in streets:
            reader.views[street] = self.layout.forests[street].wide_views
            reader.works[0][street] = widened(self.works[0][street], reader.views[street], self.layout.boards[street])
        return reader

    # --- memory ---------------------------------------------------------------------------------------------------

    def estimate_bytes(self) -> int:
        """What the solve takes."""
        return self.layout.table_bytes(self.precision, self.rule.predict) + self._bytes_beside_tables()

    def _bytes_beside_tables(self) -> int:
        return room_bytes(self.works) + self.results.nbytes + self.layout.index_bytes()

    def require_memory(self, limit: int | None) -> None:
        """Refuse before taking memory that is not there."""
        room = limit if limit is not None else free_memory()
        wanted = self.estimate_bytes()
        if wanted > room:
            raise BadConfig(
                f"this spot needs {wanted / 1e6:,.1f} MB and {room / 1e6:,.1f} MB are free: use fewer bet sizes, "
                f"narrower ranges or precision i16"
            )

    def _rehearse(self, rule: str) -> None:
        """Before the first large tables, load the kernels on a small twin and let the compiler's memory go."""
        kernels = (self.layout.streets, self.precision, self.rule.predict)
        if self.estimate_bytes() < WORTH_A_REHEARSAL or kernels in _REHEARSED:
            return
        _REHEARSED.add(kernels)
        low, high, *other = (Card(c) for c in range(52) if c not in self.spot.board)
        hands = Range.of_combos({(low, high): 1.0}), Range.of_combos({(other[0], other[1]): 1.0})
        twin = Solver(Spot(self.spot.board, *hands, pot=1, stack=1), rule, 1, self.precision)
        twin.iterate()
        twin.exploitability()
        give_back_compiler()

    def widen(self) -> None:
        """Go on in float32 with what was in 16 bits."""
        if self.precision != "f32":
            self.stores = [[in_floats(store) for store in row] for row in self.stores]
            self.precision = "f32"

    def prepare_locks(self) -> None:
        """Have tables in which strategies can be locked: those of the CPU can as they are."""

    @property
    def memory_bytes(self) -> int:
        """What is in use now."""
        tables = sum(store.nbytes for row in self.stores_unread for store in row)
        return tables + self._bytes_beside_tables()

    # --- iterations -----------------------------------------------------------------------------------------------

    def iterate(self, count: int = 1) -> None:
        """Run a number of iterations."""
        if not self.resumable:
            raise BadConfig("this solution was saved without regrets, so it cannot be resumed")
        if self.layout.streets == 3 or self.restore_locks is not None:
            for _ in range(count):
                self._iterate_step_by_step()
            return
        meeting = new_meeting()
        numbers = range(self.iteration, self.iteration + count)
        try:
            if self.layout.streets == 1:
                self._iterate_river(np.array([self._factors(k + 1) for k in numbers]).reshape(-1, 4), meeting)
            elif count:
                self._play_turn([(player, *self._step(k, player)) for k in numbers for player in range(2)], meeting)
        finally:
            self.iteration += rounds_done(meeting)  # an interrupt comes when some are done

    def _iterate_step_by_step(self) -> None:
        """One iteration, with Python between the streets and after each pass."""
        for player in range(2):
            self.run_step(player)
        self.iteration += 1

    def run_step(self, player: int) -> Floats:
        """A player's part of the next iteration; returns the values of his hands at the root."""
        values = self.run_pass(player, self._step(self.iteration, player))
        if self.restore_locks is not None:
            self.restore_locks()
        return values

    def _step(self, iteration: int, player: int) -> SweepStep:
        """A player's pass after a number of iterations."""
        factors = self._factors(iteration + 1)
        return SweepStep(SOLVE, factors[0], factors[1], factors[2 + player], self._floor, 2 * iteration + player)

    @property
    def _floor(self) -> float:
        """No regret falls below it."""
        return 0.0 if self.rule.clip else -math.inf

    def _factors(self, iteration: int) -> tuple[float, float, float, float]:
        """Discounts of regrets, and of the average gathered in each player's pass: that of the other player.

        The second pass meets the first player's next strategy, so it takes the next iteration's discount.
        """
        now, later = self.rule.discounts(iteration), self.rule.discounts(iteration + 1)
        return now.positive, now.negative, now.average, later.average

    def _iterate_river(self, factors: Reals, meeting: Ints) -> None:
        first, second = (self.street_pass(0, player, 0) for player in range(2))
        own_places = second.work._replace(places=make_places(self.layout.boards))
        second = second._replace(work=own_places)
        iterate_river(
            first, second, self.layout.reach[0], self.layout.reach[1], meeting, factors, self._floor, 2 * self.iteration
        )

    def _play_turn(self, passes: list[tuple[float, ...]], meeting: Ints) -> None:
        """All workers go through all passes, each a player and a step, without Python in between."""
        workers, rows = self._workers(), np.array(passes, dtype=np.float64)
        sides = [[self._turn_side(player, worker) for player in range(2)] for worker in range(workers)]

        def part(worker: int) -> None:
            first, second = sides[worker]
            play_turn(worker, meeting, self.groups, first, second, rows, self.results)

        work_together(workers, meeting, part)

    def _turn_side(self, player: int, worker: int) -> TurnSide:
        turn, river = self.street_pass(0, player, 0), self.street_pass(1, player, worker)
        return TurnSide(turn, river, self.layout.reach[player])

    def street_pass(self, street: int, player: int, worker: int) -> StreetPass:
        """What a player's pass meets on a street, in a worker's room."""
        own, other = self.sides(street, player)
        links, room = self.layout.boards[street].links, self.works[worker][street]
        dealt = self.layout.dealt[street][player]
        return StreetPass(self.views[street][player], own, other, links, self.tables(street, player), room, dealt)

    def run_pass(self, player: int, step: SweepStep) -> Floats:
        """One pass over the whole tree for a player; returns the values of his hands at the root."""
        layout, work = self.layout, self.works[0][0]
        view, (own, other) = self.views[0][player], self.sides(0, player)
        if layout.streets == 1:
            self._enter(player)
            solve_board(view, 0, own, other, self.tables(0, player), step, work)
        elif layout.streets == 2:
            self._play_turn([(player, *step)], new_meeting())
        else:
            self.open_root(player, step)
            self._share_out(player, step)
            self.close_root(player, step)
        first = int(view.root_row[0]) * work.stride
        return work.values[first : first + len(layout.combos[player])]

    def open_root(self, player: int, step: SweepStep) -> None:
        """The spot's own street on the way down, with cards to come."""
        self._enter(player)
        view = self.views[0][player]
        (own, other), work = self.sides(0, player), self.works[0][0]
        open_street(view, 0, own, other, self.tables(0, player), step, work)
        scale_hands(work.lines_in, len(view.line_row), 0, other.rows[0], self.layout.dealt[1][player].other)

    def close_root(self, player: int, step: SweepStep) -> None:
        """The same street on the way up, once the boards below have left their results."""
        root, dealt = self.street_pass(0, player, 0), self.layout.dealt[1][player]
        close_root(root, len(self.groups.slot), step, dealt, self.results)

    def _enter(self, player: int) -> None:
        reach = self.layout.reach[1 - player]
        self.works[0][0].reach[: len(reach)] = reach

    def sides(self, street: int, player: int) -> tuple[Any, Any]:
        """A player's hands and his opponent's."""
        sides = self.layout.boards[street].sides
        return sides[player], sides[1 - player]

    def tables(self, street: int, player: int) -> Any:
        """The tables of a street as a player's pass sees them."""
        return make_tables(self.stores[street][player], self.stores[street][1 - player])

    def _share_out(self, player: int, step: SweepStep) -> None:
        """The groups of a flop's turn boards, divided among threads."""
        count, workers = len(self.groups.slot), self._workers()
        if workers == 1:
            self.play_groups(0, count, player, step, 0)
            return
        todo = iter(range(count))

        def work_through(worker: int) -> None:
            for group in todo:
                self.play_groups(group, group + 1, player, step, worker)

        on_threads(workers, work_through)

    def play_groups(self, begin: int, end: int, player: int, step: SweepStep, worker: int) -> None:
        """Groups begin..end of a flop's turn boards; their lines' reach comes from the first thread's room above."""
        turn, river = (self.street_pass(street, player, worker) for street in (1, 2))
        play_turns(begin, end, self.groups.cuts, turn, river, step, self.works[0][0], self.results)

    # --- results --------------------------------------------------------------------------------------------------

    def values(self, player: int, mode: int = EVALUATE) -> Reals:
        """Chips each hand of a player wins above half the pot, times the weight of hands it meets."""
        return self.run_pass(player, SweepStep(mode, 0.0, 0.0, 0.0, 0.0, 0)).astype(np.float64)

    def mean_value(self, player: int, mode: int = EVALUATE) -> float:
        """The same, averaged over the player's range."""
        return float(self.layout.reach[player].astype(np.float64) @ self.values(player, mode)) / self.layout.pairs

    def expected_values(self) -> tuple[float, float]:
        """What each player takes out of the pot when both play their average strategies; rake is what is missing."""
        half = self.spot.pot / 2
        return self.mean_value(0) + half, self.mean_value(1) + half

    def exploitability(self) -> float:
        """Half of what both players would gain by best responses, in chips."""
        gain = self.mean_value(0, RESPOND) + self.mean_value(1, RESPOND)
        raked = self.spot.rake.rate > 0 and self.spot.rake.cap > 0
        if raked or self.locked:
            gain -= self.mean_value(0) + self.mean_value(1)
        return gain / 2

    @property
    def locked(self) -> bool:
        """Whether some strategies are fixed."""
        return self.restore_locks is not None

    def exploitability_percent(self) -> float:
        """The same, in per cent of the pot."""
        return 100 * self.exploitability() / self.spot.pot


def _make_groups(layout: TableLayout, threads: int) -> Groups:
    """The second street's boards in groups, and where each group is added up.

    On a flop threads take groups as they come, and each has a slot of its own. On a turn a worker whose groups begin a
    half adds them to its sum one by one, so that one slot does for all; the others' wait in slots of their own.
    """
    count = len(layout.boards[1]) if layout.streets > 1 else 0
    groups = min(count, RIVER_GROUPS) if layout.streets == 2 else count
    workers, half = max(min(threads, groups), 1), groups // 2
    cuts, shares = (
        np.arange(parts + 1) * whole // max(parts, 1) for parts, whole in ((groups, count), (workers, groups))
    )
    slot, waits = np.arange(groups), np.ones(groups, dtype=np.bool_)
    if layout.streets == 2:
        used = 1  # slot 0 is the sum of the second half
        for first, end in pairwise(shares):
            for group in range(first, end):
                waits[group] = first > (half if group >= half else 0)
                begins = waits[group] or group == first or waits[group - 1]
                used += begins
                slot[group] = used - 1
    return Groups(cuts, shares, half, slot, waits)


__all__ = ["EVALUATE", "RESPOND", "RIVER", "SOLVE", "NodeCounts", "Solver", "SweepWork", "TableLayout"]
