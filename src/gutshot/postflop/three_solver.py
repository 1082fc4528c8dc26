"""The three-player solver: a spot's tree, boards and tables, and iterations over them on any number of threads.

What it promises is less than with two players: regrets of all three fall, and what is reported is each player's gain,
what he would win more by the best answer to the other two's strategies. Where all gains are near nothing the three
strategies are near an equilibrium; that they come there is known for two players only.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from gutshot.cfr.updates import UpdateRule, parse_rule
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Bytes, Floats, Ints, Reals
from gutshot.numeric.memory import free_memory
from gutshot.numeric.threads import thread_count
from gutshot.postflop.barrier import new_meeting, work_together
from gutshot.postflop.simd import LANES
from gutshot.postflop.storage import aligned_zeros
from gutshot.postflop.sweeps import EVALUATE, RESPOND, SOLVE, SweepStep
from gutshot.postflop.three_betting import ThreeStreet, build_streets
from gutshot.postflop.three_boards import ThreeBoards, build_three_boards
from gutshot.postflop.three_equity import pairs_met
from gutshot.postflop.three_sampled import ThreeCheckedDown, checked_down
from gutshot.postflop.three_showdown import ShowdownRoom
from gutshot.postflop.three_spot import SEATS, ThreeSpot
from gutshot.postflop.three_sweeps import (
    LineReach,
    PartRoom,
    SeatTables,
    ThreePass,
    close_street,
    open_street,
    play_group,
    play_river,
    play_turns,
)
from gutshot.postflop.three_tree import ThreeTree, build_three_tree

MOST_GROUPS = 16


@dataclass(frozen=True)
class ThreeCounts:
    """Nodes of the full public tree, isomorphic rivers merged."""

    decision: int
    terminal: int
    actions: int

    def to_dict(self) -> dict[str, int]:
        """As plain values."""
        return {"decision": self.decision, "terminal": self.terminal, "actions": self.actions}


class ThreeLayout:
    """Everything about a spot that does not change while it is worked on: tree, streets, boards, hands."""

    def __init__(self, spot: ThreeSpot, merge_suits: bool = True) -> None:
        self.spot, self.merge_suits = spot, merge_suits
        self.tree: ThreeTree = build_three_tree(spot)
        self.streets: list[ThreeStreet] = build_streets(self.tree)
        self.boards: list[ThreeBoards] = build_three_boards(spot, merge_suits)
        self.reach = tuple(
            spot.weights[player][self.boards[0].combos_of(player, 0)].astype(np.float32) for player in range(SEATS)
        )
        self.checked_down: ThreeCheckedDown | None = checked_down(self.tree, self.streets, self.boards, self.reach)

    def counts(self) -> ThreeCounts:
        """Nodes of the whole game, boards included."""
        boards = {street.street: len(row) for street, row in zip(self.streets, self.boards, strict=True)}
        decision = terminal = actions = 0
        for node in range(len(self.tree)):
            count = boards[self.tree.street(node)]
            if self.tree.is_decision(node):
                decision += count
                actions += count * len(self.tree.children(node))
            else:
                terminal += count
        return ThreeCounts(decision, terminal, actions)

    def table_sizes(self, street: int, player: int) -> Ints:
        """[B] how many numbers a table of a player has on each board."""
        return np.diff(self.boards[street].hands[player].start) * self.streets[street].slots[player]

    def table_bytes(self) -> int:
        """What regrets and averages take."""
        each = [self.table_sizes(street, q).sum() for street in range(len(self.streets)) for q in range(SEATS)]
        return 8 * int(sum(each))

    def index_bytes(self) -> int:
        """Of what is not learnt."""
        kept = 0 if self.checked_down is None else self.checked_down.nbytes
        return kept + sum(street.nbytes for street in self.streets) + sum(boards.nbytes for boards in self.boards)


@dataclass
class ThreeStore:
    """One player's tables on one street: [boards, actions, hands], each board with its own hands."""

    start: Ints
    slots: int
    regrets: Floats
    average: Floats
    locked: Bytes = field(default_factory=lambda: np.zeros(0, np.uint8))  # as `regrets`, or empty

    @property
    def nbytes(self) -> int:
        """Of all its tables."""
        return self.regrets.nbytes + self.average.nbytes + self.locked.nbytes

    def block(self, name: str, board: int, slot: int, actions: int, hands: int) -> Floats:
        """[actions, hands] of a node's `regrets` or `average`."""
        begin = int(self.start[board]) + slot * hands
        table: Floats = getattr(self, name)
        return np.asarray(table[begin : begin + actions * hands].reshape(actions, hands))


class ThreeSolver:
    """Counterfactual regret minimisation for three players.

    `iterate(n)` runs n iterations, `gains()` are in chips, `values()` what each hand of each player takes out.
    """

    def __init__(
        self,
        spot: ThreeSpot,
        rule: str = "dcfr",
        threads: int | None = None,
        merge_suits: bool = True,
        memory_limit: int | None = None,
        layout: ThreeLayout | None = None,
        empty: bool = False,
        announce: Callable[["ThreeSolver"], None] | None = None,
    ) -> None:
        self.layout = layout or ThreeLayout(spot, merge_suits)
        self.spot = spot
        self.rule: UpdateRule = parse_rule(rule)
        if self.rule.predict:
            raise BadConfig(f"update rule {rule!r} is for two players: expected dcfr, dcfr+, cfr, cfr+ or linear")
        self.threads = thread_count(threads)
        self.groups = _make_groups(1 if self.is_river else len(self.layout.boards[1]))
        self._fresh = True
        if announce is not None:
            announce(self)
        if not empty:
            self.require_memory(memory_limit)
        self.stores = [
            [_make_store(self.layout, street, player, empty) for player in range(SEATS)]
            for street in range(len(self.layout.streets))
        ]
        self.iteration = 0
        self.resumable = True
        self.deals = 0.0
        self.restore_locks: Callable[[], None] | None = None
        self._rooms = [self._make_rooms(street) for street in range(len(self.layout.streets))]
        self._results = aligned_zeros(self._result_size())
        self._inner = [aligned_zeros(self._inner_size()) for _ in range(self.workers)]

    # --- memory ---------------------------------------------------------------------------------------------------

    @property
    def is_river(self) -> bool:
        """Whether no card is to come."""
        return len(self.layout.streets) == 1

    @property
    def locked(self) -> bool:
        """Whether some strategies are fixed."""
        return self.restore_locks is not None

    @property
    def workers(self) -> int:
        """Threads that have something to do."""
        return self.threads if self.is_river else min(self.threads, len(self.groups) - 1)

    def _make_rooms(self, street: int) -> "list[list[PartRoom]]":
        """By worker and by player. Workers on a river spot share reach and values; a first street is one worker's."""
        workers = self.workers if self.is_river or street > 0 else 1
        rooms = [_new_rooms(self.layout, street)]
        for _ in range(1, workers):
            rooms.append(_own_scratch(rooms[0]) if self.is_river else _new_rooms(self.layout, street))
        return rooms

    def _result_size(self) -> int:
        if self.is_river:
            return 0
        groups = len(self.groups) - 1 + (self.layout.checked_down is not None)
        return groups * len(self.layout.streets[1].lines) * self._at_home(0)

    def _inner_size(self) -> int:
        """What the rivers of a flop's turn bring to it."""
        return len(self.layout.streets[2].lines) * self._at_home(1) if len(self.layout.streets) > 2 else 0

    def _at_home(self, street: int) -> int:
        """The most hands that a player has on a board of a street."""
        return max(int(np.diff(hands.start).max()) for hands in self.layout.boards[street].hands)

    def _bytes_beside_tables(self) -> int:
        rows = 0
        for street, boards in zip(self.layout.streets, self.layout.boards, strict=True):
            stride = boards.stride
            workers = 1 if self.is_river or street is self.layout.streets[0] else self.workers
            count = sum(plan.rows for plan in street.reach) + max(view.rows for view in street.views)
            rows += 4 * workers * stride * count
        rows += 4 * (self._result_size() + self.workers * self._inner_size())
        return rows + self.layout.index_bytes()

    def estimate_bytes(self) -> int:
        """What the solve takes."""
        return self.layout.table_bytes() + self._bytes_beside_tables()

    def require_memory(self, limit: int | None) -> None:
        """Refuse before taking memory that is not there."""
        room = limit if limit is not None else free_memory()
        wanted = self.estimate_bytes()
        if wanted > room:
            raise BadConfig(
                f"this spot with three ranges needs {wanted / 1e6:,.1f} MB and {room / 1e6:,.1f} MB are free: "
                f"use fewer bet sizes or narrower ranges{self._or_fewer_cards()}"
            )

    def _or_fewer_cards(self) -> str:
        return "" if self.is_river else ", or fewer turns and rivers that stand for all"

    @property
    def memory_bytes(self) -> int:
        """What is in use now."""
        return sum(store.nbytes for row in self.stores for store in row) + self._bytes_beside_tables()

    # --- iterations -----------------------------------------------------------------------------------------------

    def iterate(self, count: int = 1) -> None:
        """Run a number of iterations."""
        if not self.resumable:
            raise BadConfig("this solution was saved without regrets, so it cannot be resumed")
        self._fresh = True
        for _ in range(count):
            for player in range(SEATS):
                self._play(player, self._step(self.iteration + 1, player))
                if self.restore_locks is not None:
                    self.restore_locks()
            self.iteration += 1

    def _step(self, iteration: int, player: int) -> SweepStep:
        """A player's pass in an iteration; the average of the player before him meets its own discount."""
        now = self.rule.discounts(iteration)
        gathered = now if player == 0 else self.rule.discounts(iteration + 1)
        floor = 0.0 if self.rule.clip else -math.inf
        return SweepStep(SOLVE, now.positive, now.negative, gathered.average, floor, 0)

    def _play(self, player: int, step: SweepStep) -> None:
        """One pass; on a river the next keeps half of the reach."""
        if self.is_river:
            self._play_river(player, step)
        else:
            self._play_cards(player, step)
        self._fresh = step.mode != SOLVE

    def _opponents(self, player: int) -> tuple[Floats, Floats]:
        return self.layout.reach[(player + 1) % SEATS], self.layout.reach[(player + 2) % SEATS]

    def _play_river(self, player: int, step: SweepStep) -> None:
        meeting, fresh = new_meeting(), self._fresh or step.mode != SOLVE

        def part(worker: int) -> None:
            met = self.street_pass(0, player, worker)
            play_river(worker, self.workers, meeting, met, *self._opponents(player), step, fresh)

        work_together(self.workers, meeting, part)

    def _play_cards(self, player: int, step: SweepStep) -> None:
        """A pass over a turn or a flop: workers share the groups of boards that come next."""
        root, groups = self.street_pass(0, player, 0), len(self.groups) - 1
        open_street(root, *self._opponents(player), step)
        above = self.line_reach(1, player, root.room)
        size = len(above.first_row) * above.hands
        play = self._play_rivers if len(self.layout.streets) == 2 else self._play_turns

        def part(worker: int) -> None:
            for group in range(worker, groups, self.workers):
                total = self._results[group * size : (group + 1) * size]
                play(player, worker, above, group, step, total)

        work_together(self.workers, new_meeting(), part)
        if self.layout.checked_down is not None:
            self.layout.checked_down.add(player, above, self._results[groups * size :].reshape(-1, above.hands))
            groups += 1
        close_street(root, groups, self._results[: groups * size], step)

    def _play_rivers(
        self, player: int, worker: int, above: LineReach, group: int, step: SweepStep, total: Floats
    ) -> None:
        river = self.street_pass(1, player, worker)
        play_group(river, above, int(self.groups[group]), int(self.groups[group + 1]), step, total)

    def _play_turns(
        self, player: int, worker: int, above: LineReach, group: int, step: SweepStep, total: Floats
    ) -> None:
        turn, river = (self.street_pass(street, player, worker) for street in (1, 2))
        children, bounds = self.layout.boards[2].child_first, self.groups[group : group + 2]
        between = self.line_reach(2, player, turn.room)
        play_turns(turn, river, above, between, children, bounds, step, self._inner[worker], total)

    def inner_room(self) -> Floats:
        """Where the first worker puts what rivers bring to a turn of a flop."""
        return self._inner[0]

    def line_reach(self, street: int, player: int, room: PartRoom) -> LineReach:
        """The opponents' reach where lines come to a street, from the room of the street before."""
        entry = self.layout.streets[street].entry
        first, second = (np.ascontiguousarray(entry[:, (player + k) % SEATS]) for k in (1, 2))
        parts, hands = self.layout.streets[street].parts, self._at_home(street - 1)
        return LineReach(room.first_reach, room.second_reach, first, second, parts, room.stride, hands)

    def street_pass(self, street: int, player: int, worker: int) -> ThreePass:
        """What a player's pass meets on a street, in a worker's room."""
        seats = [self._seat(street, (player + k) % SEATS) for k in range(SEATS)]
        boards, layout = self.layout.boards[street], self.layout.streets[street]
        room = self._rooms[street][worker][player]
        return ThreePass(seats[0], seats[1], seats[2], layout.views[player], boards.meetings[player], room)

    def room(self, street: int, player: int) -> PartRoom:
        """Where the first worker's last pass for a player has left its numbers."""
        return self._rooms[street][0][player]

    def _seat(self, street: int, player: int) -> SeatTables:
        store, layout = self.stores[street][player], self.layout
        hands, plan = layout.boards[street].hands[player], layout.streets[street].reach[player]
        return SeatTables(hands, plan, store.start, store.regrets, store.average, store.locked)

    # --- results --------------------------------------------------------------------------------------------------

    def look(self, player: int, mode: int) -> Floats:
        """What each of a player's hands takes out of the pot, times the weight of the pairs of hands it meets.

        All play their averages (EVALUATE), or the player as well as he can against the other two (RESPOND).
        """
        self._play(player, SweepStep(mode, 0.0, 0.0, 0.0, 0.0, 0))
        return np.array(self.value_row(player, int(self.layout.streets[0].views[player].root[0])))

    def value_row(self, player: int, row: int) -> Floats:
        """A row of values of the first street, as the last pass of the first worker left it."""
        room, count = self.room(0, player), len(self.layout.reach[player])
        return room.values[row * room.stride : row * room.stride + count]

    def pairs(self, player: int) -> Reals:
        """[H] the weight of all pairs of the other two's hands that each hand of a player may meet."""
        return pairs_met(self.layout.boards[0], 0, player, self.layout.reach)

    def deal_weight(self) -> float:
        """The weight of all deals of three hands."""
        if not self.deals:
            self.deals = float(self.layout.reach[0].astype(np.float64) @ self.pairs(0))
        return self.deals

    def mean_value(self, player: int, mode: int = EVALUATE) -> float:
        """What a player takes out of the pot, as `look` has it."""
        return float(self.layout.reach[player].astype(np.float64) @ self.look(player, mode)) / self.deal_weight()

    def values(self) -> tuple[float, ...]:
        """What each player takes out of the pot; together the pot less rake."""
        return tuple(self.mean_value(player) for player in range(SEATS))

    def gains(self) -> tuple[float, ...]:
        """What each player would win more by the best answer to the other two, in chips."""
        return tuple(max(0.0, self.mean_value(player, RESPOND) - self.mean_value(player)) for player in range(SEATS))

    def gains_percent(self) -> tuple[float, ...]:
        """The same in per cent of the pot."""
        return tuple(100 * gain / self.spot.pot for gain in self.gains())


def _new_rooms(layout: ThreeLayout, street: int) -> list[PartRoom]:
    """A room for each player's pass; a player's reach lies in one place for both others."""
    stride, plans = layout.boards[street].stride, layout.streets[street].reach
    reach = [aligned_zeros(plan.rows * stride) for plan in plans]
    values = aligned_zeros(max(view.rows for view in layout.streets[street].views) * stride)
    pairs = [(reach[(player + 1) % SEATS], reach[(player + 2) % SEATS]) for player in range(SEATS)]
    return _with_scratch([(first, second, values) for first, second in pairs], stride)


def _own_scratch(shared: list[PartRoom]) -> list[PartRoom]:
    """Rooms of another worker on the same line: reach and values are shared."""
    return _with_scratch([(room.first_reach, room.second_reach, room.values) for room in shared], shared[0].stride)


def _with_scratch(shared: list[tuple[Floats, Floats, Floats]], stride: int) -> list[PartRoom]:
    factor, showdown, lanes = aligned_zeros(stride), ShowdownRoom.new(stride), np.zeros(2 * LANES, np.int64)
    return [PartRoom(*arrays, factor, showdown, lanes, stride) for arrays in shared]


def _make_store(layout: ThreeLayout, street: int, player: int, empty: bool) -> ThreeStore:
    """Zeros; `empty` takes no memory and leaves the tables to be set."""
    sizes = layout.table_sizes(street, player)
    total = 0 if empty else int(sizes.sum())
    start = np.cumsum(sizes) - sizes
    return ThreeStore(start, layout.streets[street].slots[player], aligned_zeros(total), aligned_zeros(total))


def _make_groups(boards: int) -> Ints:
    """[groups + 1] cuts of the boards; the same for any number of threads, so that results are too."""
    groups = min(MOST_GROUPS, boards)
    return np.array([boards * k // groups for k in range(groups + 1)], np.int64)
