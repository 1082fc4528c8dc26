"""The solver on a GPU: a `Solver` whose tables live on the card, and come back when somebody looks at them.

Layout, rule, files and results are those of the CPU. On the card the tables have their own order (`gpu_plan`), so they
are rearranged on the way there and back; everything else of a solve stays there.
"""

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.numeric.folders import cache_folder
from gutshot.numeric.memory import byte_size, free_memory
from gutshot.postflop.gpu_plan import (
    MOST_AT_ONCE,
    HandPlan,
    StreetPlan,
    hand_room,
    place_of,
    plan_betting,
    plan_hands,
)
from gutshot.postflop.solver import Solver, TableLayout
from gutshot.postflop.spot import Spot
from gutshot.postflop.storage import SolveStore, make_store
from gutshot.postflop.sweeps import EVALUATE, RESPOND

if TYPE_CHECKING:
    from gutshot.postflop import gpu_passes

DEVICES = ("cpu", "gpu", "auto")
COMPILING_SECONDS = 8.0
"""Turn rich took 7.6 s on sixteen cores, flop std 4.3."""
CHUNK_BYTES = 12 << 30
"""Reach and values on the last street; where they are more, its boards are passed in chunks."""
CPU_SECONDS = 6e-7
"""Of one thread for one number of the tables, to 0.3 % of the pot: what flop std takes."""


def require_device(given: Any) -> str:
    """The device, if there is one of this name."""
    if given not in DEVICES:
        raise BadConfig(f"unknown device {given!r}: expected one of {', '.join(DEVICES)}")
    return str(given)


def on_device(solver: Solver, device: str, solves: int = 1) -> Solver:
    """The same solve on the device asked for; `auto` takes the GPU where it is there and compiling for it pays.

    `solves` are how many like it there are.
    """
    if require_device(device) == "cpu" or isinstance(solver, GpuSolver):
        return solver
    if device == "auto" and (not _pays(solver, solves) or _refusal(solver) is not None):
        return solver
    refused = _refusal(solver)
    if refused is not None:
        raise refused
    return GpuSolver(solver)


def new_solver(
    device: str,
    spot: Spot,
    rule: str = "dcfr",
    threads: int | None = None,
    precision: str = "f32",
    merge_suits: bool = True,
    memory_limit: int | None = None,
    announce: Callable[[Solver], None] | None = None,
) -> Solver:
    """A solver on the device asked for."""
    if require_device(device) == "cpu":
        return Solver(spot, rule, threads, precision, merge_suits, memory_limit, announce=announce)
    layout = TableLayout(spot, merge_suits)
    moved = on_device(Solver(spot, rule, threads, precision, layout=layout, empty=True), device)
    if not isinstance(moved, GpuSolver):
        return Solver(spot, rule, threads, precision, merge_suits, memory_limit, layout, announce=announce)
    if announce is not None:
        announce(moved)
    moved.take_memory(memory_limit)
    return moved


def _pays(solver: Solver, solves: int) -> bool:
    numbers = solves * solver.layout.table_bytes("f32") / 8
    return numbers * CPU_SECONDS / solver.threads > COMPILING_SECONDS


def _refusal(solver: Solver) -> BadConfig | None:
    """Why this solve cannot run on a GPU here."""
    try:
        import jax
    except ModuleNotFoundError as error:
        return BadConfig(f"solving on a GPU needs {error.name}: install it with `pip install 'gutshot[gpu]'`")
    try:
        backend = jax.default_backend()
    except RuntimeError as error:
        return BadConfig(f"device 'gpu': JAX cannot reach it: {_first_line(error)}")
    if backend != "gpu":
        return BadConfig(
            "device 'gpu': JAX finds no GPU here; install `pip install 'gutshot[gpu]'` on a machine with one, "
            "or solve with device 'cpu'"
        )
    if solver.rule.predict:
        return BadConfig(f"update rule {str(solver.rule)!r} is solved on the CPU only: use device 'cpu'")
    if solver.layout.sample is not None:
        return BadConfig("a sample of the cards to come is solved on the CPU only: use device 'cpu'")
    wanted, free = card_bytes(solver.layout, solver.precision), free_on_card(jax)
    if free is not None and wanted > free:
        return BadConfig(
            f"this spot needs about {byte_size(wanted)} on the GPU and {byte_size(free)} are free there: "
            f"use fewer bet sizes, narrower ranges, precision i16 or device 'cpu'"
        )
    return None


def free_on_card(jax: Any) -> int | None:
    """Bytes; None where the driver does not tell."""
    known = jax.devices()[0].memory_stats() or {}
    return int(known["bytes_limit"] - known["bytes_in_use"]) if "bytes_limit" in known else None


def card_bytes(layout: TableLayout, precision: str = "f32") -> int:
    """About what a solve takes on the card: tables, matrices, and the reach and values of one pass."""
    hands = [hand_room(len(combos)) for combos in layout.combos]
    tables = 0
    for forest, boards in zip(layout.forests, layout.boards, strict=True):
        for q in range(2):
            tables += (8 if precision == "f32" else 4) * len(boards) * hands[q] * forest.slots[q]
    passing = max(_passing_bytes(layout, street) for street in range(layout.streets))
    return tables + passing // chunks_of(layout) + 2 * len(layout.boards[-1]) * hands[0] * hands[1]


def _passing_bytes(layout: TableLayout, street: int) -> int:
    """Reach and values of all boards of a street."""
    forest, hands = layout.forests[street], max(hand_room(len(combos)) for combos in layout.combos)
    leaves = len(forest.leaves) + len(forest.nodes)
    return 4 * len(layout.boards[street]) * hands * (max(forest.slots) + 2 * leaves)


def chunks_of(layout: TableLayout) -> int:
    """In how many parts the boards of the last street are passed."""
    if layout.streets == 1:
        return 1
    return min(len(layout.boards[-1]), max(1, -(-_passing_bytes(layout, layout.streets - 1) // CHUNK_BYTES)))


def keep_programs() -> None:
    """What is compiled for a card is kept on disk, unless JAX was told where."""
    import jax

    name = "jax_compilation_cache_dir"
    if jax.default_backend() == "gpu" and getattr(jax.config, name) is None:
        jax.config.update(name, str(cache_folder() / "xla"))  # type: ignore[no-untyped-call]


@contextmanager
def card_failures() -> Iterator[None]:
    """What goes wrong on the card, in one sentence."""
    try:
        yield
    except RuntimeError as error:
        raise BadConfig(f"the GPU failed, and what was saved before is still there: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    words = str(error).strip()
    return words.splitlines()[0] if words else type(error).__name__


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the tables, which a call uses up, have been replaced by those it gives back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, Any]] = []
    usual = signal.signal(signal.SIGINT, lambda *given: waiting.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if waiting and callable(usual):
        usual(*waiting[0])


class GpuSolver(Solver):
    """A solver that has been moved to the card; `stores` fetches the tables from there."""

    def __init__(self, solver: Solver, options: dict[str, Any] | None = None) -> None:
        """`options` are for the compiler."""
        self._stores, self._options = solver.stores, options
        self.__dict__ |= {name: value for name, value in solver.__dict__.items() if name != "stores_unread"}
        self._tables: gpu_passes.GpuTables | None = None  # none: those in `_stores` are the newest
        self._fetched = True
        if self.locked:
            self.prepare_locks()

    # --- to the card and back ------------------------------------------------------------------------------------

    @property
    def stores(self) -> list[list[SolveStore]]:
        """The tables on the host, up to date."""
        if not self._fetched and self._tables is not None:
            self._fetch(self._tables)
        return self._stores

    @stores.setter
    def stores(self, stores: list[list[SolveStore]]) -> None:
        """Replaced, as when a saved solve is opened."""
        self._stores, self._tables, self._fetched = stores, None, True

    def take_memory(self, limit: int | None = None) -> None:
        """Tables on the host for what will come back."""
        room, wanted = limit if limit is not None else free_memory(), super().estimate_bytes()
        if wanted > room:
            raise BadConfig(
                f"the tables come back as {wanted / 1e6:,.1f} MB and {room / 1e6:,.1f} MB of memory are free"
            )
        pairs = zip(self.layout.forests, self.layout.boards, strict=True)
        self._stores = [[make_store(*pair, player, self.precision) for player in range(2)] for pair in pairs]

    def reading(self, *streets: int) -> Solver:
        """With the tables fetched, so that they are not fetched for every reader."""
        _ = self.stores
        return super().reading(*streets)

    def prepare_locks(self) -> None:
        """On the card shares are locked in float32."""
        self.widen()

    def estimate_bytes(self) -> int:
        """What the solve takes on the card."""
        return card_bytes(self.layout, self.precision)

    @property
    def memory_bytes(self) -> int:
        """On the card; asking the tables would fetch them."""
        return card_bytes(self.layout, self.precision)

    @cached_property
    def _betting(self) -> list[StreetPlan]:
        return plan_betting(self.layout.spot, self.layout.tree)

    @cached_property
    def _hands(self) -> HandPlan:
        return plan_hands(self.layout, chunks=self._chunks)

    @cached_property
    def _chunks(self) -> int:
        return chunks_of(self.layout)

    @cached_property
    def _game(self) -> "gpu_passes.GpuSpot":
        from gutshot.postflop import gpu_passes

        return gpu_passes.make_game(self._betting, self._hands, None, self.precision == "i16", self._chunks)

    @cached_property
    def _cards(self) -> "gpu_passes.CardArrays":
        from gutshot.postflop import gpu_passes

        return gpu_passes.put_cards(self._game, self._hands)

    @cached_property
    def _program(self) -> "gpu_passes.GpuProgram":
        from gutshot.postflop import gpu_passes

        keep_programs()
        return gpu_passes.make_program(self._game, self._modes, self._options)

    @property
    def _modes(self) -> tuple[int, ...]:
        raked = self.spot.rake.rate > 0 and self.spot.rake.cap > 0
        return (RESPOND, EVALUATE) if raked or self.locked else (RESPOND,)

    @cached_property
    def _locks(self) -> "gpu_passes.Locks":
        from gutshot.postflop import gpu_passes

        return (
            tuple(
                tuple(self._lock(street, number) for number in range(len(plan.groups)))
                for street, plan in enumerate(self._betting)
            )
            if self.locked
            else gpu_passes.no_locks(self._game)
        )

    def _lock(self, street: int, number: int) -> "gpu_passes.LockedGroup | None":
        import jax.numpy as jnp

        from gutshot.postflop import gpu_passes

        player = self._betting[street].groups[number].actor
        store = self._stores[street][player]
        if not len(store.locked):
            return None
        held = self._group(store.locked.astype(np.float32), street, number)[0] > 0
        if not held.any():
            return None
        shares = self._group(store.average, street, number)
        shares /= np.maximum(shares.sum(axis=0), np.finfo(np.float32).tiny)  # tables of 16 bits held multiples of them
        return gpu_passes.LockedGroup(jnp.asarray(held), tuple(jnp.asarray(share) for share in shares))

    def _slots(self, street: int, number: int) -> Ints:
        """[actions, nodes] where a group's actions are in the tables on the host."""
        forest, group = self.layout.forests[street], self._betting[street].groups[number]
        first = dict(zip(forest.nodes.tolist(), forest.slot.tolist(), strict=True))
        return np.array([[first[node] + action for node in group.nodes] for action in range(group.actions)])

    def _by_board(self, street: int, player: int) -> list[tuple[Ints, Ints]]:
        """For every board the hands it has, by their number at the root, and their rows in the tables."""
        side, place = self.layout.boards[street].sides[player], place_of(self._hands.combos[player])
        return [
            (place[side.combos_of(board)], side.rows_of(board).astype(np.int64))
            for board in range(len(self.layout.boards[street]))
        ]

    def _group(self, table: Floats, street: int, number: int) -> Floats:
        """[actions, boards, nodes, hands] of a group out of a table on the host."""
        group, slots = self._betting[street].groups[number], self._slots(street, number)
        store = self._stores[street][group.actor]
        boards = self._by_board(street, group.actor)
        shape = (self._hands.boards[street], len(group.nodes), self._hands.rooms[group.actor])
        out = np.zeros((group.actions, *shape), np.float32)
        for board, (hands, rows) in enumerate(boards):
            begin, count = int(store.start[board]), int(store.counts[board])
            block = table[begin : begin + store.slots * count].reshape(store.slots, count)
            out[:, board, :, hands] = np.moveaxis(block[slots][:, :, rows], -1, 0)
        return out

    def _send(self) -> "gpu_passes.GpuTables":
        """The tables of the host on the card."""
        import jax.numpy as jnp

        from gutshot.postflop import gpu_passes
        from gutshot.postflop.gpu_sixteen_bit import in_short

        if self.iteration == 0 and not self.locked:
            return gpu_passes.empty_tables(self._game)

        def table(name: str) -> Any:
            return tuple(
                tuple(
                    tuple(
                        in_short(jnp.asarray(rows)) if self._game.short else jnp.asarray(rows)
                        for rows in self._group(self._stores[street][group.actor].in_floats(name), street, number)
                    )
                    for number, group in enumerate(plan.groups)
                )
                for street, plan in enumerate(self._betting)
            )

        return gpu_passes.GpuTables(table("regrets"), table("average"))

    def _fetch(self, tables: "gpu_passes.GpuTables") -> None:
        from gutshot.postflop import gpu_passes
        from gutshot.postflop.gpu_sixteen_bit import ShortRows

        for street, plan in enumerate(self._betting):
            for player in range(2):
                numbers = [n for n, group in enumerate(plan.groups) if group.actor == player]
                if not numbers:
                    continue
                slots = np.concatenate([self._slots(street, number).reshape(-1) for number in numbers])
                store = self._stores[street][player]
                for name, rows in (("regrets", tables.regrets[street]), ("average", tables.averages[street])):
                    whole, order = gpu_passes.stacked(rows, plan.groups, player), np.argsort(slots)
                    if isinstance(whole, ShortRows):
                        scales = np.asarray(whole.scales)[: len(store.start), order]
                        store.scales_of(name)[:] = scales.reshape(-1)
                        whole = whole.numbers
                    self._fill(getattr(store, name), store, np.asarray(whole)[:, order], street, player)
        self._fetched = True

    def _fill(self, table: NDArray[Any], store: SolveStore, whole: NDArray[Any], street: int, player: int) -> None:
        """[boards, slots, hands] into a table of the host; hands of one row are alike."""
        for board, (hands, rows) in enumerate(self._by_board(street, player)):
            begin, count = int(store.start[board]), int(store.counts[board])
            leader = np.zeros(count, dtype=np.int64)
            leader[rows] = hands
            table[begin : begin + store.slots * count] = whole[board][:, leader].reshape(-1)

    # --- iterations ----------------------------------------------------------------------------------------------

    def compile(self) -> None:
        """Everything that is done before the first iteration, so that it can be timed."""
        self.iterate(0)
        self._gains()

    def _on_card(self) -> "gpu_passes.GpuTables":
        if self._tables is None:
            with card_failures():
                self._tables = self._send()
        return self._tables

    def iterate(self, count: int = 1) -> None:
        """Run so many iterations on the card."""
        import jax

        if not self.resumable:
            raise BadConfig("this solution was saved without regrets, so it cannot be resumed")
        floor = np.float32(0.0 if self.rule.clip else -math.inf)
        done = 0
        while done < count or count == 0:
            part = min(MOST_AT_ONCE, count - done)
            factors = np.zeros((MOST_AT_ONCE, 4), dtype=np.float32)
            for k in range(part):
                factors[k] = self._factors(self.iteration + k + 1)
            tables = self._on_card()
            if self._fetched and part:
                self._fetched = False
            with _undisturbed(), card_failures():
                self._tables = self._program.iterate(
                    self._cards, self._locks, floor, tables, factors, np.int32(part), np.int32(self.iteration)
                )
                self.iteration += part
                done += part
                jax.block_until_ready(self._tables)  # type: ignore[no-untyped-call]
            if count == 0:
                return

    def _gains(self) -> list[tuple[Reals, Reals]]:
        """The values of both players' hands at the root, for each mode."""
        with card_failures():
            found = self._program.root_values(self._cards, self._locks, self._on_card())
        hands = [len(combos) for combos in self.layout.combos]

        def of(values: Any, player: int) -> Reals:
            return np.asarray(values, dtype=np.float64)[0, : hands[player]]

        return [(of(first, 0), of(second, 1)) for first, second in found]

    def exploitability(self) -> float:
        """Half of what both players would gain by best responses, in chips; found on the card."""
        gains = [
            sum(float(self.layout.reach[q].astype(np.float64) @ pair[q]) for q in range(2)) / self.layout.pairs
            for pair in self._gains()
        ]
        return (gains[0] - sum(gains[1:])) / 2
