"""All iterations of a river in one kernel: the twin of `gpu_passes` for `many_rivers`, by Pallas.

Every river is one program of the grid and runs its iterations by itself. Hands lie in order of strength and are taken
64 at a time. A pass goes over them five times: the opponent's reach goes down the tree into columns, one for each way
in which he can have acted; columns are summed along the hands; then along the hands of each card; every hand looks
up what it beats and what it meets; and values go up the tree.

The kernel needs no more from the card than loads, stores and sums, and the same runs in Pallas's interpreter.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

from gutshot.postflop.boards import CARDS
from gutshot.postflop.gpu_passes import GpuTables, RiverSums, StreetTables
from gutshot.postflop.gpu_plan import FOLD, SHOWDOWN, VALUE, NodeGroup, StreetPlan

CHUNK = 64
HELD = 48
SLOTS_OF_CARD = 64
"""Hands of a card, padded to what a kernel can hold."""

Way: TypeAlias = tuple[int, int, int] | None
"""The opponent's last action: group, action and node."""


class RiverTree(NamedTuple):
    """What the kernel knows of the betting."""

    plan: StreetPlan
    first: tuple[int, ...]  # of each group, its first row in its actor's table
    slots: tuple[int, int]
    columns: tuple[dict[Way, int], dict[Way, int]]  # of the opponent's reach, for each player's pass
    width: int


def river_tree(plan: StreetPlan) -> RiverTree:
    """Number the rows of tables and the columns of reach."""
    first, slots = [], [0, 0]
    for group in plan.groups:
        first.append(slots[group.actor])
        slots[group.actor] += group.actions * len(group.nodes)
    columns = tuple(_columns(plan, player) for player in range(2))
    width = 1 << (max(map(len, columns)) - 1).bit_length()
    return RiverTree(plan, tuple(first), (slots[0], slots[1]), (columns[0], columns[1]), max(width, 4))


def _columns(plan: StreetPlan, player: int) -> dict[Way, int]:
    found: dict[Way, int] = {}

    def walk(number: int, node: int, way: Way) -> None:
        group = plan.groups[number]
        for action in range(group.actions):
            taken = way if group.actor == player else (number, action, node)
            place = group.children[action][node]
            if place.kind == VALUE:
                walk(place.group, place.node, taken)
            else:
                found.setdefault(taken, len(found))

    walk(0, 0, None)
    return found


# --- the kernel -----------------------------------------------------------------------------------------------------


class _Refs(NamedTuple):
    """A river's arrays, each flat."""

    factors: Any  # [n, 4]
    reach: tuple[Any, Any]
    held: Any
    cards: Any
    borders: Any
    card_borders: Any
    regrets: tuple[Any, Any]
    averages: tuple[Any, Any]
    rows: Any  # [hands, width] reach, a row per hand
    along: Any  # the same summed over the hands before
    by_card: Any  # [52 * 64, width] summed over the hands of a card before
    net: Any  # [width, hands] reach, then what each hand beats
    met: Any


def _kernel(tree: RiverTree, hands: int, count: int, floor: float, wait: Callable[[], None], *refs: Any) -> None:
    factors, first, second, *index = refs[:7]
    tables, scratch = refs[11:15], refs[15:]
    given = _Refs(factors, (first, second), *index, (tables[0], tables[1]), (tables[2], tables[3]), *scratch)  # type: ignore[call-arg]
    work = _River(tree, hands, given, floor, wait)

    def body(t: Array, nothing: Array) -> Array:
        for player in range(2):
            work.play(player, t)
        return nothing

    lax.fori_loop(0, count, body, jnp.int32(0))


class _River:
    """One program's work."""

    def __init__(self, tree: RiverTree, hands: int, refs: _Refs, floor: float, wait: Callable[[], None]) -> None:
        self._tree, self._hands, self._refs, self._floor, self._wait = tree, hands, refs, floor, wait
        self._lines = lax.broadcasted_iota(jnp.int32, (CHUNK, tree.width), 1)

    def play(self, player: int, t: Array) -> None:
        """A pass: the player's regrets and the opponent's average change."""
        self._over_hands(partial(self._down, player, self._refs.factors[0, t, 2 + player]))
        self._sum_along()
        self._sum_by_card()
        self._over_hands(self._look_up)
        steps = (self._refs.factors[0, t, 0], self._refs.factors[0, t, 1])
        self._over_hands(partial(self._up, player, steps))

    def _over_hands(self, work: Callable[[Array], None]) -> None:
        def body(chunk: Array, nothing: Array) -> Array:
            work(chunk * CHUNK)
            return nothing

        lax.fori_loop(0, self._hands // CHUNK, body, jnp.int32(0))
        self._wait()

    def _vector(self, ref: Any, row: int, at: Array) -> Array:
        found: Array = ref[0, pl.ds(row * self._hands + at, CHUNK)]
        return found

    def _set(self, ref: Any, row: int, at: Array, value: Array) -> None:
        ref[0, pl.ds(row * self._hands + at, CHUNK)] = value

    def _matched(self, rows: Sequence[Array]) -> list[Array]:
        positive = [jnp.maximum(row, 0.0) for row in rows]
        total = sum(positive[1:], positive[0])
        factor = 1.0 / jnp.where(total > 0, total, 1.0)
        return [jnp.where(total > 0, row * factor, np.float32(1 / len(rows))) for row in positive]

    def _slots(self, number: int, node: int) -> list[int]:
        group = self._tree.plan.groups[number]
        return [self._tree.first[number] + action * len(group.nodes) + node for action in range(group.actions)]

    def _down(self, player: int, average: Array, at: Array) -> None:
        """The opponent's reach, his averages, and the columns."""
        refs, other, columns = self._refs, 1 - player, self._tree.columns[player]

        def walk(number: int, node: int, way: Way, came: Array) -> None:
            group: NodeGroup = self._tree.plan.groups[number]
            shares = None
            if group.actor == other:
                slots = self._slots(number, node)
                shares = self._matched([self._vector(refs.regrets[other], slot, at) for slot in slots])
            for action in range(group.actions):
                taken, left = way, came
                if shares is not None:
                    taken, left = (number, action, node), came * shares[action]
                    old = self._vector(refs.averages[other], slots[action], at)
                    self._set(refs.averages[other], slots[action], at, old * average + left)
                place = group.children[action][node]
                if place.kind == VALUE:
                    walk(place.group, place.node, taken, left)
                elif taken not in written:
                    written.add(taken)
                    self._set(refs.net, columns[taken], at, left)

        written: set[Way] = set()
        walk(0, 0, None, refs.reach[other][0, pl.ds(at, CHUNK)])

    def _sum_along(self) -> None:
        """Columns to rows, and their sums over the hands before."""
        width, refs = self._tree.width, self._refs
        places = lax.broadcasted_iota(jnp.int32, (CHUNK, width), 0)

        def body(chunk: Array, before: Array) -> Array:
            hand = places + chunk * CHUNK
            reach = plgpu.load(refs.net.at[0, self._lines * self._hands + hand])
            sums = jnp.cumsum(reach, axis=0)
            row = hand * width + self._lines
            plgpu.store(refs.rows.at[0, row], reach)
            plgpu.store(refs.along.at[0, row], sums - reach + before[None, :])
            return before + jnp.sum(reach, axis=0)

        lax.fori_loop(0, self._hands // CHUNK, body, jnp.zeros((width,), jnp.float32))
        self._wait()

    def _sum_by_card(self) -> None:
        width, refs = self._tree.width, self._refs
        places = lax.broadcasted_iota(jnp.int32, (SLOTS_OF_CARD, width), 0)
        lines = lax.broadcasted_iota(jnp.int32, (SLOTS_OF_CARD, width), 1)
        known = places < HELD

        def body(card: Array, nothing: Array) -> Array:
            place = card * HELD + jnp.minimum(places, HELD - 1)
            hand = plgpu.load(refs.held.at[0, place])
            reach = jnp.where(known, plgpu.load(refs.rows.at[0, hand * width + lines]), 0.0)
            sums = jnp.cumsum(reach, axis=0)
            row = card * SLOTS_OF_CARD + places
            plgpu.store(refs.by_card.at[0, row * width + lines], sums - reach, mask=known)
            return nothing

        lax.fori_loop(0, CARDS, body, jnp.int32(0))
        self._wait()

    def _look_up(self, at: Array) -> None:
        """What each hand beats less what it loses to, and what it meets, in columns."""
        width, refs, lines = self._tree.width, self._refs, self._lines

        def rows(table: Any, index: Array) -> Array:
            return plgpu.load(table.at[0, index[:, None] * width + lines])

        last = jnp.full((CHUNK,), self._hands - 1, jnp.int32)
        total = rows(refs.along, last)
        net = rows(refs.along, self._vector(refs.borders, 0, at)) + rows(refs.along, self._vector(refs.borders, 1, at))
        net, met = net - total, total
        for k in range(2):
            card = self._vector(refs.cards, k, at)
            held = rows(refs.by_card, card * SLOTS_OF_CARD + (HELD - 1))
            met, net = met - held, net + held
            for border in (2 * k, 2 * k + 1):  # these count 48 hands a card
                place = self._vector(refs.card_borders, border, at) + card * (SLOTS_OF_CARD - HELD)
                net = net - rows(refs.by_card, place)
        hand = lax.broadcasted_iota(jnp.int32, (CHUNK, width), 0) + at
        met = met + plgpu.load(refs.rows.at[0, hand * width + lines])
        place = lines * self._hands + hand
        plgpu.store(refs.net.at[0, place], net)
        plgpu.store(refs.met.at[0, place], met)

    def _up(self, player: int, steps: tuple[Array, Array], at: Array) -> None:
        """Values, and the player's regrets."""
        plan, refs, columns = self._tree.plan, self._refs, self._tree.columns[player]

        def leaf(kind: int, number: int, way: Way) -> Array:
            column = columns[way]
            if kind == FOLD:
                return self._vector(refs.met, column, at) * float(plan.fold[player][number])
            value = self._vector(refs.net, column, at) * float(plan.edge[SHOWDOWN][number])
            if plan.met[SHOWDOWN][number] != 0:
                value = value + self._vector(refs.met, column, at) * float(plan.met[SHOWDOWN][number])
            return value

        def walk(number: int, node: int, way: Way) -> Array:
            group, values = plan.groups[number], []
            for action in range(group.actions):
                taken = way if group.actor == player else (number, action, node)
                place = group.children[action][node]
                if place.kind == VALUE:
                    values.append(walk(place.group, place.node, taken))
                else:
                    values.append(leaf(place.kind, place.node, taken))
            if group.actor != player:
                return sum(values[1:], values[0])
            slots = self._slots(number, node)
            old = [self._vector(refs.regrets[player], slot, at) for slot in slots]
            shares = self._matched(old)
            mean = sum((s * v for s, v in zip(shares[1:], values[1:], strict=True)), shares[0] * values[0])
            for slot, row, value in zip(slots, old, values, strict=True):
                new = row * jnp.where(row > 0, steps[0], steps[1]) + (value - mean)
                if self._floor == 0:
                    new = jnp.maximum(new, 0.0)
                self._set(refs.regrets[player], slot, at, new)
            return mean

        walk(0, 0, None)


# --- from outside ---------------------------------------------------------------------------------------------------


class RiverTables(NamedTuple):
    """[rivers, slots * hands] of each player."""

    regrets: tuple[Array, Array]
    averages: tuple[Array, Array]


def empty_tables(tree: RiverTree, rivers: int, hands: int) -> RiverTables:
    """Zeros."""

    def pair() -> tuple[Array, Array]:
        return tuple(jnp.zeros((rivers, slots * hands), jnp.float32) for slots in tree.slots)  # type: ignore[return-value]

    return RiverTables(pair(), pair())


def by_group(tree: RiverTree, tables: RiverTables, hands: int) -> GpuTables:
    """As `gpu_passes` has them."""

    def street(pair: tuple[Array, Array]) -> StreetTables:
        whole = [table.reshape(len(table), -1, hands) for table in pair]
        return tuple(
            tuple(
                whole[group.actor][:, first + action * len(group.nodes) : first + (action + 1) * len(group.nodes)]
                for action in range(group.actions)
            )
            for group, first in zip(tree.plan.groups, tree.first, strict=True)
        )

    return GpuTables((street(tables.regrets),), (street(tables.averages),))


def _shaped(shape: tuple[int, ...]) -> Any:
    return jax.ShapeDtypeStruct(shape, jnp.float32)  # type: ignore[no-untyped-call]


def _nothing() -> None:
    """The interpreter runs a program's parts in their order."""


def iterations(
    tree: RiverTree,
    floor: float,
    warps: int,
    interpret: bool,
    factors: Array,
    reach: tuple[Array, Array],
    sums: RiverSums,
    tables: RiverTables,
    count: int,
) -> RiverTables:
    """So many iterations of every river, with the discounts `factors` [n, 4]."""
    rivers, hands = reach[0].shape
    flat: list[Any] = [*reach, *(array.reshape(rivers, -1) for array in sums), *tables.regrets, *tables.averages]
    sizes = [
        hands * tree.width,
        hands * tree.width,
        CARDS * SLOTS_OF_CARD * tree.width,
        hands * tree.width,
        hands * tree.width,
    ]
    shapes = [_shaped(table.shape) for table in flat[6:]]
    shapes += [_shaped((rivers, size)) for size in sizes]
    own = [pl.BlockSpec((1, array.shape[1]), lambda river: (river, 0)) for array in (*flat, *shapes)]
    kernel = partial(_kernel, tree, hands, count, floor, _nothing if interpret else plgpu.debug_barrier)
    found = pl.pallas_call(
        kernel,
        out_shape=shapes,
        grid=(rivers,),
        in_specs=[pl.BlockSpec((1, *factors.shape), lambda river: (0, 0, 0)), *own[: len(flat)]],
        out_specs=own[len(flat) :],
        input_output_aliases={7 + k: k for k in range(4)},
        interpret=interpret,
        compiler_params=None if interpret else plgpu.CompilerParams(num_warps=warps, num_stages=1),
        name="rivers",
    )(factors[None], *flat)
    return RiverTables((found[0], found[1]), (found[2], found[3]))
