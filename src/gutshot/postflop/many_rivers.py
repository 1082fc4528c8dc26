"""Many rivers of one betting shape in one call: boards and ranges differ, pot, stack and sizes do not.

All of them take the same steps at the same time, as boards of one street with a root each. Hands are in order of
strength on every board, and showdowns are settled by sums: a matrix of 1,081 by 1,081 hands per board, as the solver
of single spots has it, would be read from memory in every pass and be most of the time.

A chunk of rivers is iterated until nearly all of them have reached the target; those that have not are collected and
iterated together in the end, so that few slow ones do not hold up the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from os import PathLike
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from gutshot.arguments import checked
from gutshot.cards.card import Card, mask_of, read_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS, combo_of
from gutshot.cfr.updates import parse_rule
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Ints, Ints32
from gutshot.postflop import gpu_passes, river_kernel
from gutshot.postflop.boards import CARDS, strengths_of
from gutshot.postflop.gpu_passes import EVALUATE, RESPOND, CardArrays, GpuSpot, RiverSums
from gutshot.postflop.gpu_plan import MOST_AT_ONCE, plan_betting
from gutshot.postflop.solve import MOST_ITERATIONS, read_target
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import build_tree

HANDS = 1081
ROOM = 1088
"""Hands of a board, and padded."""
_LAST = 2**31 - 1
_HELD = 48
"""Hands of a card on a board, 46 of them, padded."""
CHECK_EVERY = 10
NEARLY_ALL = 0.98
MOST_RIVERS = 1_000_000


@dataclass(frozen=True)
class RiverValues:
    """What many rivers came to, one row each."""

    values: Floats  # [R, 2, 1326] chips that each hand takes out of the pot, against the hands it can meet
    strategy: Floats  # [R, actions, 1326] at the root
    exploitability: Floats  # [R] in chips
    iterations: Ints  # [R]


class ManyRivers:
    """The program for so many rivers at once; `put` loads some, `iterate` and `exploitability` are for all."""

    def __init__(self, spot: Spot, size: int, rule: str = "dcfr", options: dict[str, Any] | None = None) -> None:
        if spot.first_street != 2:
            raise BadConfig("many spots at once: expected rivers, so a spot with a board of five cards")
        self.spot, self.size, self.rule = spot, size, parse_rule(rule)
        if self.rule.predict:
            raise BadConfig(f"update rule {rule!r} is solved on the CPU only")
        plan = plan_betting(spot, build_tree(spot.tree_config()))
        self.game = GpuSpot(tuple(plan), (size,), (ROOM, ROOM), split=0)
        self.iteration, self._options = 0, options

    @cached_property
    def _program(self) -> gpu_passes.GpuProgram:
        return gpu_passes.make_program(self.game, (RESPOND,), self._options)

    @cached_property
    def _respond(self) -> Any:
        return self._program.root_values

    @cached_property
    def _evaluate(self) -> Any:
        return gpu_passes.make_program(self.game, (EVALUATE,), self._options).root_values

    def put(self, strengths: Array, oop: Array, ip: Array) -> None:
        """Rivers as [R, 1326]: strengths, 0 where a board blocks a hand, and both ranges."""
        self.order, self.cards, self.pairs = _prepared(strengths, oop, ip)
        self.tables: Any = self._empty()
        self.locks = gpu_passes.no_locks(self.game)
        self.iteration = 0

    def _empty(self) -> Any:
        return gpu_passes.empty_tables(self.game)

    def _grouped(self, tables: Any) -> gpu_passes.GpuTables:
        """As the passes have them."""
        found: gpu_passes.GpuTables = tables
        return found

    def iterate(self, count: int) -> None:
        """So many iterations of all."""
        floor = np.float32(0.0 if self.rule.clip else -np.inf)
        self.tables = self._program.iterate(
            self.cards, self.locks, floor, self.tables, self._steps(count), np.int32(count)
        )
        self.iteration += count

    def _steps(self, count: int) -> Floats:
        """The discounts of the next iterations."""
        factors = np.zeros((MOST_AT_ONCE, 4), dtype=np.float32)
        factors[:count] = [self._factors(self.iteration + k + 1) for k in range(count)]
        return factors

    def _factors(self, iteration: int) -> tuple[float, float, float, float]:
        now, later = self.rule.discounts(iteration), self.rule.discounts(iteration + 1)
        return now.positive, now.negative, now.average, later.average

    def exploitability(self) -> Floats:
        """[R] in chips; with rake what is raked counts too little to stop early."""
        gain = self._gain(self._values(RESPOND))
        if self.spot.rake.rate > 0 and self.spot.rake.cap > 0:
            gain -= self._gain(self._values(EVALUATE))
        return np.asarray(gain / 2, dtype=np.float32)

    def _values(self, mode: int) -> tuple[Array, Array]:
        """Of both players' hands at the root."""
        look = self._respond if mode == RESPOND else self._evaluate
        found: tuple[Array, Array] = look(self.cards, self.locks, self._grouped(self.tables))[0]
        return found

    def _gain(self, values: tuple[Array, Array]) -> Floats:
        return np.asarray(_mean(self.cards.reach, values, self.pairs))

    def results(self) -> tuple[Array, Array]:
        """Values [R, 2, 1326] and root strategies [R, actions, 1326]."""
        half, averages = np.float32(self.spot.pot / 2), self._grouped(self.tables).averages[0][0]
        found: tuple[Array, Array] = _by_combo(self.order, self.cards, self._values(EVALUATE), averages, half)
        return found


class KernelRivers(ManyRivers):
    """The same with all of a river's iterations in one kernel, which is for a GPU; `interpret` runs it anywhere."""

    def __init__(
        self, spot: Spot, size: int, rule: str = "dcfr", options: dict[str, Any] | None = None, warps: int = 4
    ) -> None:
        super().__init__(spot, size, rule, options)
        self._tree, self._warps = river_kernel.river_tree(self.game.streets[0]), warps
        self._interpret = jax.default_backend() != "gpu"

    def _empty(self) -> Any:
        return self._start()

    @cached_property
    def _start(self) -> Any:
        return jax.jit(partial(river_kernel.empty_tables, self._tree, self.size, ROOM))

    @cached_property
    def _regroup(self) -> Any:
        return jax.jit(partial(river_kernel.by_group, self._tree, hands=ROOM))

    def _grouped(self, tables: Any) -> gpu_passes.GpuTables:
        found: gpu_passes.GpuTables = self._regroup(tables)
        return found

    @cached_property
    def _kernel(self) -> Any:
        floor = 0.0 if self.rule.clip else -np.inf
        whole = partial(river_kernel.iterations, self._tree, floor, self._warps, self._interpret)
        return jax.jit(whole, donate_argnums=3, static_argnums=4)

    def iterate(self, count: int) -> None:
        """So many iterations of all; for every count a kernel is compiled."""
        assert self.cards.sums is not None
        self.tables = self._kernel(self._steps(count), self.cards.reach, self.cards.sums, self.tables, count)
        self.iteration += count


@jax.jit
def _mean(reach: tuple[Array, Array], values: tuple[Array, Array], pairs: Array) -> Array:
    first, second = ((own * value).sum(axis=1) for own, value in zip(reach, values, strict=True))
    return (first + second) / pairs


@jax.jit
def _by_combo(
    order: Array, cards: CardArrays, values: tuple[Array, Array], averages: tuple[Array, ...], half: Array
) -> tuple[Array, Array]:
    """Back from hands in order of strength: chips out of the pot for each hand that can meet one, and strategies."""
    assert cards.sums is not None
    chips = []
    for q in range(2):
        met = gpu_passes.met_by_sums(cards.sums, cards.reach[1 - q][:, None])[:, 0]
        possible = met > 1e-6 * met.max(axis=1, keepdims=True)
        chips.append(jnp.where(possible, values[q] / jnp.where(possible, met, 1) + half, 0))
    total = sum(row[:, 0] for row in averages)
    shares = [jnp.where(total > 0, row[:, 0] / jnp.where(total > 0, total, 1), 1 / len(averages)) for row in averages]
    at = jnp.arange(len(order))[:, None]

    def home(rows: list[Array]) -> Array:
        return jnp.stack([jnp.zeros((len(order), COMBO_COUNT)).at[at, order].set(row) for row in rows], axis=1)

    return home(chips), home(shares)


_MATES = np.array(
    [[combo_of(min(c, d), max(c, d)) for d in range(CARDS) if d != c] for c in range(CARDS)], dtype=np.int32
)


@jax.jit
def _prepared(strengths: Array, oop: Array, ip: Array) -> tuple[Array, CardArrays, Array]:
    """Hands in order of strength on each board, what showdowns need of them, and the weight of all pairs."""
    order, sums = jax.lax.map(_order, strengths, batch_size=512)
    reach = tuple(
        jnp.take_along_axis(jnp.where(strengths > 0, own, 0), order, axis=1).astype(jnp.float32) for own in (oop, ip)
    )
    nothing = jnp.zeros((0, 0, 0), jnp.float32)
    cards = CardArrays((reach[0], reach[1]), (), nothing, nothing, (), sums)
    met = gpu_passes.met_by_sums(sums, reach[1][:, None])[:, 0]
    return order, cards, (reach[0] * met).sum(axis=1)


def _order(strength: Array) -> tuple[Array, RiverSums]:
    """One board."""
    order = jnp.argsort(jnp.where(strength > 0, strength, _LAST), stable=True)
    place = jnp.zeros(COMBO_COUNT, jnp.int32).at[order].set(jnp.arange(COMBO_COUNT, dtype=jnp.int32))
    order, last = order[:ROOM].astype(jnp.int32), ROOM - 1
    held = jnp.sort(jnp.minimum(place[_MATES], last), axis=1)[:, :_HELD]
    ranked = jnp.where(strength[order] > 0, strength[order], _LAST)
    borders = jnp.stack([jnp.searchsorted(ranked, ranked, side=side) for side in ("left", "right")]).astype(jnp.int32)
    borders = jnp.minimum(borders, last)
    cards = jnp.asarray(COMBO_CARDS.astype(np.int32))[order].T
    within = [
        cards[q] * _HELD + jnp.minimum((held[cards[q]] < border[:, None]).sum(axis=1), _HELD - 1)
        for q in range(2)
        for border in borders
    ]
    return order, RiverSums(held, cards, borders, jnp.stack(within).astype(jnp.int32))


def river_strengths(boards: Sequence[Sequence[Card]]) -> Ints32:
    """[R, 1326] how strong each combo is on each board, from 1; 0 where the board has one of its cards."""
    blocked = np.array([mask_of(tuple(board)) for board in boards], dtype=np.uint64)
    live = (COMBO_MASKS[None, :] & blocked[:, None]) == 0
    combos = [np.flatnonzero(row).astype(np.int16) for row in live]
    found = np.zeros((len(boards), COMBO_COUNT), dtype=np.int32)
    found[live] = np.concatenate(strengths_of([tuple(board) for board in boards], combos)).astype(np.int32) + 1
    return found


class _RiverQueue:
    """Chunk after chunk until every river is solved."""

    def __init__(self, rivers: ManyRivers, strengths: Ints32, ranges: Sequence[Floats], goal: float, most: int) -> None:
        self._rivers, self._strengths, self._ranges = rivers, strengths, ranges
        self._goal, self._most = goal, most
        count, actions = len(strengths), rivers.game.streets[0].groups[0].actions
        self.found = RiverValues(
            np.zeros((count, 2, COMBO_COUNT), dtype=np.float32),
            np.zeros((count, actions, COMBO_COUNT), dtype=np.float32),
            np.full(count, np.inf, dtype=np.float32),
            np.zeros(count, dtype=np.int64),
        )

    def run(self) -> RiverValues:
        """Those that are slow go to the end of the queue."""
        waiting = np.arange(len(self._strengths))
        while len(waiting):
            chunk, waiting = waiting[: self._rivers.size], waiting[self._rivers.size :]
            waiting = np.concatenate([waiting, self._solve(chunk)])
        return self.found

    def _solve(self, chunk: Ints) -> Ints:
        """Until nearly all of a chunk are solved; returns the others."""
        rivers, count = self._rivers, len(chunk)
        filled = np.resize(chunk, rivers.size)
        rivers.put(*(jnp.asarray(rows[filled]) for rows in (self._strengths, *self._ranges)))
        if not (np.asarray(rivers.pairs) > 0).all():
            empty = chunk[int(np.argmin(np.asarray(rivers.pairs)[:count]))]
            raise BadConfig(f"river {empty}: on its board no hand of one range can meet a hand of the other")
        while True:
            rivers.iterate(min(CHECK_EVERY, self._most - rivers.iteration))
            exploitability = rivers.exploitability()[:count]
            done = exploitability <= self._goal
            if rivers.iteration >= self._most:
                done[:] = True
            if done.mean() >= NEARLY_ALL:
                break
        values, strategy = rivers.results()
        solved = np.flatnonzero(done)
        self.found.values[chunk[solved]] = np.asarray(values)[solved]
        self.found.strategy[chunk[solved]] = np.asarray(strategy)[solved]
        self.found.exploitability[chunk[solved]] = exploitability[solved]
        self.found.iterations[chunk[solved]] = rivers.iteration
        return chunk[~done]


@checked
def solve_many(
    spot: Spot | str | PathLike[str],
    boards: Sequence[str | Sequence[Card]],
    oop: NDArray[np.generic],
    ip: NDArray[np.generic],
    target: float | str = 0.003,
    most_iterations: int = 1000,
    rule: str = "dcfr",
    chunk: int = 2048,
) -> RiverValues:
    """Solve rivers with the betting of `spot` to `target`, on whatever device JAX has.

    `boards` are R boards of five cards, `oop` and `ip` ranges as weights [R, 1326].
    """
    spot = spot if isinstance(spot, Spot) else Spot.read(spot)
    goal, parsed = read_target(target) * spot.pot, [_river(board) for board in boards]
    if not parsed:
        raise BadConfig("no boards: expected at least one river")
    ranges = [_weights(name, given, len(parsed)) for name, given in (("oop", oop), ("ip", ip))]
    for number, most, what in (
        (most_iterations, MOST_ITERATIONS, "iterations"),
        (chunk, MOST_RIVERS, "rivers at once"),
    ):
        if not 1 <= number <= most:
            raise BadConfig(f"{number} {what}: expected 1 to {most:,}")
    rivers = ManyRivers(spot, min(chunk, len(parsed)), rule)
    return _RiverQueue(rivers, river_strengths(parsed), ranges, goal, most_iterations).run()


def _river(board: str | Sequence[Card]) -> tuple[Card, ...]:
    cards = read_cards(board)
    if len(cards) != 5:
        raise BadConfig(f"board {board!r}: expected five different cards")
    return cards


def _weights(name: str, given: NDArray[np.generic], count: int) -> Floats:
    weights = np.asarray(given, dtype=np.float32)
    if weights.shape != (count, COMBO_COUNT):
        raise BadConfig(f"{name}: expected weights [{count}, {COMBO_COUNT}], one row per board, got {weights.shape}")
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise BadConfig(f"{name}: expected weights of at least 0")
    return weights
