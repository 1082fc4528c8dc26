"""Passes over a spot as one XLA program: the twin of `sweeps` for a GPU, and the only module here that imports JAX.

A pass serves one player, as there: the opponent's reach goes down and his average takes it in, leaves settle, values go
up and the player's regrets change. Arrays are [boards, nodes, hands], one per group of nodes and action, so that every
table is an operand by itself, is changed in place, and regret matching is arithmetic on whole arrays. All iterations of
a call run in one loop on the device.

Showdowns and folds are matrix products. The matrices hold -1, 0 and 1, which bfloat16 has exactly; reach is split into
two bfloat16 numbers (16 of its 24 bits), so the tensor units do the work and sums are kept in float32. The error is at
most 2**-17 of a hand's reach, no more than prefix sums in float32 lose. Where there are no such units (on a CPU, in
the tests) one float32 product does the same.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from gutshot.clock import count_xla
from gutshot.postflop.boards import CARDS
from gutshot.postflop.gpu_plan import (
    FOLD,
    LINE,
    RUNOUT,
    SHOWDOWN,
    VALUE,
    ActionOrigin,
    HandPlan,
    NodeGroup,
    StreetPlan,
    runs_of,
)
from gutshot.postflop.gpu_sixteen_bit import Row, ShortRows, in_full, like

SOLVE, RESPOND, EVALUATE = 0, 1, 2
BLOCK = 64
CHUNK_DICE = 1 << 20
"""Chunks roll dice as if so many passes lay between them."""
FEW_RUNS = 6
"""More runs than these are gathered by index."""

Rows: TypeAlias = tuple[Array, ...]
"""One array [boards, nodes, hands] per action."""
KeptRows: TypeAlias = tuple[Row, ...]
"""The same as it is kept, in 32 bits or 16."""
StreetTables: TypeAlias = tuple[KeptRows, ...]
"""One per group."""


class GpuTables(NamedTuple):
    """Regrets and averages of all streets; the actor of a group says whose they are."""

    regrets: tuple[StreetTables, ...]
    averages: tuple[StreetTables, ...]


class LockedGroup(NamedTuple):
    """What is fixed in a group: where, and the share of each action."""

    held: Array  # [boards, nodes, hands]
    shares: Rows


Locks: TypeAlias = tuple[tuple[LockedGroup | None, ...], ...]


class CardArrival(NamedTuple):
    """A card between two streets; arrays of the host or of the device."""

    parent: Any  # [B]
    live: tuple[Any, Any]  # [B, hands]
    weights: Any  # [S, P, B] how much of a board's value comes back, for each renaming
    renaming: tuple[Any, Any]  # [S, hands]


class RiverSums(NamedTuple):
    """What showdowns on many river boards need where hands are in order of strength, the same for both players."""

    held: Array  # [R, 52, 48] the hands of each card, and then hands that nobody has
    cards: Array  # [R, 2, hands]
    borders: Array  # [R, 2, hands] where hands as strong begin and end
    card_borders: Array  # [R, 4, hands] the same among those of either card, counted over all of `held`


class CardArrays(NamedTuple):
    """All that does not depend on betting. One of the two ways to settle is there: matrices or sums."""

    reach: tuple[Array, Array]  # [boards of the first street, hands]
    dealings: tuple[CardArrival, ...]
    together: Array  # [hands, hands]
    beats: Array  # [river boards, hands, hands] 1 where the first player's hand wins, -1 where it loses
    equities: tuple[Array, ...]  # [P, hands, hands] for each street before the last, the mean of those below
    sums: RiverSums | None = None


class PassStep(NamedTuple):
    """The numbers of one pass, as in `sweeps`."""

    positive: Array | float
    negative: Array | float
    average: Array | float
    floor: Array | float
    seed: Array | int = 0


class GpuSpot(NamedTuple):
    """What a program is built from; nothing of it is on the device."""

    streets: tuple[StreetPlan, ...]
    boards: tuple[int, ...]
    rooms: tuple[int, int]
    split: int  # into how many bfloat16 numbers, 1 or 2; 0 for float32 products
    short: bool = False  # tables in 16 bits
    chunks: int = 1  # in which the boards of the last street are passed, so that large trees have room


def make_game(
    streets: Sequence[StreetPlan], hands: HandPlan, split: int | None = None, short: bool = False, chunks: int = 1
) -> GpuSpot:
    """The static part of a spot; by default reach is split in two where a GPU works."""
    parts = 2 if jax.default_backend() == "gpu" else 0
    return GpuSpot(tuple(streets), hands.boards, hands.rooms, parts if split is None else split, short, chunks)


# --- what is on the device ------------------------------------------------------------------------------------------


def put_cards(game: GpuSpot, hands: HandPlan) -> CardArrays:
    """The arrays of a spot, with the matrices of its showdowns."""
    return made_cards(game, host_cards(hands))


class HostCards(NamedTuple):
    """What is copied to the card for a spot; `made_cards` makes the rest there."""

    reach: tuple[Any, Any]
    dealings: tuple[CardArrival, ...]
    together: Any
    strengths: tuple[Any, Any]


def host_cards(hands: HandPlan) -> HostCards:
    """The index arrays of a spot, still on the host."""
    dealings = tuple(
        CardArrival(street.parent, street.live, street.counts / np.float32(street.deals), street.renaming)
        for street in hands.streets
    )
    return HostCards((hands.reach[0][None], hands.reach[1][None]), dealings, hands.together, hands.strengths)


def made_cards(game: GpuSpot, host: HostCards) -> CardArrays:
    """With the matrices of showdowns and of all-ins."""
    on_device: HostCards = jax.tree.map(jnp.asarray, host)
    together = on_device.together.astype(jnp.bfloat16 if game.split else jnp.float32)
    beats = _beats(*on_device.strengths, together)
    equities = _equities(game, on_device.dealings, beats)
    return CardArrays(on_device.reach, on_device.dealings, together, beats, equities)


@jax.jit
def _beats(first: Array, second: Array, together: Array) -> Array:
    possible = (first > 0)[:, :, None] & (second > 0)[:, None, :]
    sign = jnp.sign(first[:, :, None] - second[:, None, :])
    return jnp.where(possible, sign, 0).astype(together.dtype) * together


def _equities(game: GpuSpot, dealings: Sequence[CardArrival], beats: Array) -> tuple[Array, ...]:
    """From the river up; only streets from which lines run out need one, the others get none."""
    below: Array | None = beats
    found: list[Array] = []
    wanted = [bool(street.origins[RUNOUT]) for street in game.streets]
    for k in range(len(dealings) - 1, -1, -1):
        if not any(wanted[: k + 1]):
            below = None
        else:
            below = _mean_over_cards(dealings[k], below)
        found.insert(0, below if wanted[k] and below is not None else jnp.zeros((0, 0, 0), jnp.float32))
    return tuple(found)


@jax.jit
def _mean_over_cards(dealing: CardArrival, below: Array) -> Array:
    weights = dealing.weights  # [S, P, B]
    total = jnp.zeros((), jnp.float32)
    for k in range(weights.shape[0]):
        mean = jnp.einsum("pb,bho->pho", weights[k], below.astype(jnp.float32), precision=lax.Precision.HIGHEST)
        total = total + mean[:, dealing.renaming[0][k]][:, :, dealing.renaming[1][k]]
    return total


def empty_tables(game: GpuSpot) -> GpuTables:
    """Zeros."""

    def row(boards: int, group: NodeGroup) -> Row:
        shape = (boards, len(group.nodes), game.rooms[group.actor])
        if game.short:
            return ShortRows(jnp.zeros(shape, jnp.int16), jnp.zeros(shape[:2], jnp.float32))
        return jnp.zeros(shape, jnp.float32)

    def zeros() -> tuple[StreetTables, ...]:
        return tuple(
            tuple(tuple(row(boards, group) for _ in range(group.actions)) for group in street.groups)
            for street, boards in zip(game.streets, game.boards, strict=True)
        )

    return GpuTables(zeros(), zeros())


def no_locks(game: GpuSpot) -> Locks:
    """Every strategy is free."""
    return tuple(tuple(None for _ in street.groups) for street in game.streets)


# --- one street -----------------------------------------------------------------------------------------------------


def _match(rows: Rows) -> Rows:
    """Regret matching: in proportion to what is positive, evenly where nothing is."""
    positive = [jnp.maximum(row, 0) for row in rows]
    total = sum(positive[1:], positive[0])
    factor = 1 / jnp.where(total > 0, total, 1)
    even = np.float32(1 / len(rows))
    return tuple(jnp.where(total > 0, row * factor, even) for row in positive)


def _held(lock: LockedGroup | None, rows: Rows) -> Rows:
    """What is locked stays what it was fixed to."""
    if lock is None:
        return rows
    return tuple(jnp.where(lock.held, share, row) for share, row in zip(lock.shares, rows, strict=True))


def _assembled(places: Sequence[tuple[tuple[int, int], int]], source: Callable[[tuple[int, int]], Array]) -> Array:
    """Nodes from several arrays side by side: [boards, places, hands]."""
    runs = runs_of(places)
    if len(runs) <= FEW_RUNS:
        parts = [_part(source(name), first, last) for name, first, last in runs]
        return parts[0] if len(parts) == 1 else jnp.concatenate(parts, axis=1)
    names = list(dict.fromkeys(name for name, _ in places))
    arrays = [source(name) for name in names]
    sizes = [array.shape[1] for array in arrays]
    starts = dict(zip(names, np.cumsum([0, *sizes[:-1]]).tolist(), strict=True))
    whole = arrays[0] if len(arrays) == 1 else jnp.concatenate(arrays, axis=1)
    order = np.array([starts[name] + index for name, index in places], dtype=np.int32)
    return jnp.take(whole, order, axis=1, mode="clip", unique_indices=True)


def _part(array: Array, first: int, last: int) -> Array:
    return array if (first, last) == (0, array.shape[1]) else lax.slice_in_dim(array, first, last, axis=1)


class _ReachTrail(NamedTuple):
    """What the way down leaves for the way up: the opponent's reach at every group and after his actions."""

    came: list[Array]
    left: dict[int, Rows]

    def at(self, origins: Sequence[ActionOrigin]) -> Array:
        """His reach where these actions lead."""
        return _assembled([((o.group, o.action if o.group in self.left else -1), o.node) for o in origins], self._of)

    def _of(self, name: tuple[int, int]) -> Array:
        group, action = name
        return self.came[group] if action < 0 else self.left[group][action]


class _StreetPart(NamedTuple):
    """A street's part in a pass."""

    plan: StreetPlan
    regrets: StreetTables
    averages: StreetTables
    locks: tuple[LockedGroup | None, ...]
    live: Array | None  # [boards, the player's hands] on streets after a card
    salt: int

    def kept(self, old: KeptRows, new: Rows, step: PassStep, number: int) -> KeptRows:
        """New rows of a group as the old ones were kept; every array has dice of its own."""
        salts = range(self.salt + 16 * number, self.salt + 16 * number + len(new))
        return tuple(like(was, row, step.seed, salt) for was, row, salt in zip(old, new, salts, strict=True))


def _full(rows: KeptRows) -> Rows:
    return tuple(in_full(row) for row in rows)


def _down(
    street: _StreetPart, lines: Array, player: int, mode: int, step: PassStep
) -> tuple[_ReachTrail, StreetTables]:
    """The opponent's reach everywhere, and his averages."""
    trail, averages = _ReachTrail([], {}), list(street.averages)
    for number, group in enumerate(street.plan.groups):
        if group.level == 0:
            came = _part(lines, group.first, group.first + len(group.nodes))
        else:
            came = trail.at(group.origins)
        trail.came.append(came)
        if group.actor == player:
            continue
        before = _full(averages[number])
        shares = _match(_full(street.regrets[number]) if mode == SOLVE else before)
        left = tuple(came * share for share in shares)
        trail.left[number] = left
        if mode == SOLVE:
            gathered = tuple(old * step.average + new for old, new in zip(before, left, strict=True))
            held = _held(street.locks[number], gathered)
            averages[number] = street.kept(averages[number], held, step, number)
    return trail, tuple(averages)


def _up(
    street: _StreetPart,
    leaves: dict[int, Array],
    player: int,
    mode: int,
    step: PassStep,
    seen: dict[int, Rows] | None = None,
) -> tuple[Array, StreetTables]:
    """Values of all lines [boards, lines, hands], and the player's regrets; `seen` takes the values of his actions."""
    values: dict[int, Array] = {}
    regrets = list(street.regrets)

    def source(name: tuple[int, int]) -> Array:
        return values[name[1]] if name[0] == VALUE else leaves[name[0]]

    for number in range(len(street.plan.groups) - 1, -1, -1):
        group = street.plan.groups[number]
        children = [_assembled([((p.kind, p.group), p.node) for p in row], source) for row in group.children]
        if seen is not None and group.actor == player:
            seen[number] = tuple(children)
        if group.actor != player:
            values[number] = sum(children[1:], children[0])
        elif mode == SOLVE:
            values[number], regrets[number] = _learn(street, number, children, step)
        else:
            values[number] = _answer(street, number, children, mode)
    firsts = [values[number] for number, group in enumerate(street.plan.groups) if group.level == 0]
    return (firsts[0] if len(firsts) == 1 else jnp.concatenate(firsts, axis=1)), tuple(regrets)


def _mean(shares: Rows, children: Sequence[Array]) -> Array:
    terms = [share * child for share, child in zip(shares, children, strict=True)]
    return sum(terms[1:], terms[0])


def _learn(street: _StreetPart, number: int, children: Sequence[Array], step: PassStep) -> tuple[Array, KeptRows]:
    """The value of the current strategy, and one more iteration's regrets: `cfr.updates.next_floored_regret`."""
    kept = street.regrets[number]
    old = _full(kept)
    value = _mean(_match(old), children)
    new = tuple(
        jnp.maximum(row * jnp.where(row > 0, step.positive, step.negative) + (child - value), step.floor)
        for row, child in zip(old, children, strict=True)
    )
    if street.live is not None and isinstance(kept[0], ShortRows):
        alive = street.live[:, None, :]  # what a blocked hand would win must not set the scale of the others
        new = tuple(row * alive for row in new)
    return value, street.kept(kept, _held(street.locks[number], new), step, number)


def _answer(street: _StreetPart, number: int, children: Sequence[Array], mode: int) -> Array:
    """The value of the best action, or of the average strategy; locked hands have no choice."""
    lock = street.locks[number]
    if mode == EVALUATE or lock is not None:
        mean = _mean(_match(_full(street.averages[number])), children)
        if mode == EVALUATE:
            return mean
    best = children[0]
    for child in children[1:]:
        best = jnp.maximum(best, child)
    return best if lock is None else jnp.where(lock.held, mean, best)


# --- leaves ---------------------------------------------------------------------------------------------------------


def _split(reach: Array) -> Array:
    """[boards, 2 n, hands] in bfloat16: what it can hold of each number, and of what is left."""
    high = lax.reduce_precision(reach, exponent_bits=8, mantissa_bits=7)
    return jnp.concatenate([high, reach - high], axis=1).astype(jnp.bfloat16)


def _product(game: GpuSpot, reach: Array, matrix: Array, equation: str) -> Array:
    """The reach of lines [boards, n, hands] times matrices of -1, 0 and 1."""
    if game.split == 0:
        return jnp.einsum(equation, reach, matrix, precision=lax.Precision.HIGHEST)
    if game.split == 1:
        return jnp.einsum(equation, reach.astype(jnp.bfloat16), matrix, preferred_element_type=jnp.float32)
    both = jnp.einsum(equation, _split(reach), matrix, preferred_element_type=jnp.float32)
    count = reach.shape[1]
    return both[:, :count] + both[:, count:]


def _beaten(game: GpuSpot, cards: CardArrays, reach: Array, player: int) -> Array:
    """How much more of the opponent's reach each hand beats than loses to."""
    if cards.sums is not None:
        return _beaten_by_sums(cards.sums, reach)
    if player == 0:
        return _product(game, reach, cards.beats, "bco,bho->bch")
    return -_product(game, reach, cards.beats, "bch,bho->bco")


def _from_middle(rows: Array) -> Array:
    """Sums before each place less those from it on, halved: the last axis times a matrix of halves."""
    width = rows.shape[-1]
    halves = np.where(np.arange(width)[:, None] < np.arange(width)[None, :], 0.5, -0.5).astype(np.float32)
    return jnp.einsum("...j,jk->...k", rows, jnp.asarray(halves), precision=lax.Precision.HIGHEST)


def _along(rows: Array) -> Array:
    """`_from_middle` for long rows: within blocks, and over blocks."""
    blocks = rows.reshape(*rows.shape[:-1], -1, BLOCK)
    whole = blocks.sum(axis=-1)
    before = _from_middle(whole) + whole / 2  # of the blocks before, less those after
    return (_from_middle(blocks) + before[..., None]).reshape(rows.shape)


def _looked_up(rows: Array, places: Array) -> Array:
    """[R, C, n] of [R, C, N] at [R, n]."""
    return jax.vmap(lambda row, place: jnp.take(row, place, axis=1, mode="clip"))(rows, places)


def _beaten_by_sums(sums: RiverSums, reach: Array) -> Array:
    """By sums over hands in order of strength, less those over the hands that share a card."""
    boards, lines, _ = reach.shape
    along = _along(reach)
    by_card = _looked_up(reach, sums.held.reshape(boards, -1)).reshape(boards, lines, CARDS, -1)
    by_card = _from_middle(by_card).reshape(boards, lines, -1)
    net = _looked_up(along, sums.borders[:, 0]) + _looked_up(along, sums.borders[:, 1])
    for k in range(4):
        net = net - _looked_up(by_card, sums.card_borders[:, k])
    return net


def met_by_sums(sums: RiverSums, reach: Array) -> Array:
    """The reach that shares no card with each hand: all, less that of both cards, which have counted it twice."""
    boards, lines, _ = reach.shape
    held = _looked_up(reach, sums.held.reshape(boards, -1)).reshape(boards, lines, CARDS, -1).sum(axis=-1)
    both = _looked_up(held, sums.cards[:, 0]) + _looked_up(held, sums.cards[:, 1])
    return held.sum(axis=-1, keepdims=True) / 2 - both + reach


def _run_out(equity: Array, reach: Array, player: int) -> Array:
    """The same as a mean over the cards to come."""
    equation = "bco,bho->bch" if player == 0 else "bch,bho->bco"
    found = jnp.einsum(equation, reach, equity, precision=lax.Precision.HIGHEST)
    return found if player == 0 else -found


def _settle(game: GpuSpot, cards: CardArrays, number: int, trail: _ReachTrail, player: int) -> dict[int, Array]:
    """The values of a street's leaves, by kind."""
    plan = game.streets[number]
    came = {kind: trail.at(plan.origins[kind]) for kind in (SHOWDOWN, FOLD, RUNOUT) if plan.origins[kind]}
    found: dict[int, Array] = {}
    pays = {FOLD: plan.fold[player]}
    for kind in (SHOWDOWN, RUNOUT):
        if kind in came:
            net = (
                _beaten(game, cards, came[kind], player)
                if kind == SHOWDOWN
                else _run_out(cards.equities[number], came[kind], player)
            )
            found[kind] = net * plan.edge[kind][:, None]
            if plan.met[kind].any():
                pays[kind] = plan.met[kind]
    meeting = [kind for kind in (FOLD, SHOWDOWN, RUNOUT) if kind in came and kind in pays]
    if not meeting:
        return found
    reach = [came[kind] for kind in meeting]
    whole = reach[0] if len(reach) == 1 else jnp.concatenate(reach, axis=1)
    if cards.sums is not None:
        met = met_by_sums(cards.sums, whole)
    else:
        met = _product(game, whole, cards.together, "bco,ho->bch" if player == 0 else "bch,ho->bco")
    first = 0
    for kind, part in zip(meeting, reach, strict=True):
        paid = _part(met, first, first + part.shape[1]) * pays[kind][:, None]
        found[kind] = found[kind] + paid if kind in found else paid
        first += part.shape[1]
    return found


# --- the whole tree -------------------------------------------------------------------------------------------------


def _deal_in(dealing: CardArrival, lines: Array, player: int) -> Array:
    """The opponent's reach on every board below."""
    above: Array = jnp.take(lines, dealing.parent, axis=0, mode="clip")
    below: Array = above * dealing.live[1 - player][:, None, :]
    return below


def _deal_out(dealing: CardArrival, values: Array, player: int) -> Array:
    """The values of boards added up above, each once for every real card."""
    alive = values * dealing.live[player][:, None, :]
    sums = jnp.einsum("spb,bkh->spkh", dealing.weights, alive, precision=lax.Precision.HIGHEST)
    renaming = dealing.renaming[player]
    parts = [sums[0], *(sums[k][:, :, renaming[k]] for k in range(1, sums.shape[0]))]  # the first renames nothing
    return sum(parts[1:], parts[0])


def _pass(
    game: GpuSpot,
    cards: CardArrays,
    locks: Locks,
    tables: GpuTables,
    player: int,
    mode: int,
    step: PassStep,
    seen: dict[int, Rows] | None = None,
) -> tuple[GpuTables, Array]:
    """One pass for a player; also the values of his hands at the root, [boards, hands].

    `seen` takes the values of his actions on the first street, by group.
    """
    lines = cards.reach[1 - player][:, None, :]
    streets: list[_StreetPart] = []
    trails: list[_ReachTrail] = []
    regrets, averages = list(tables.regrets), list(tables.averages)
    below: Array | None = None  # values of the lines that go on
    for number, plan in enumerate(game.streets):
        live = cards.dealings[number - 1].live[player] if number > 0 else None
        street = _StreetPart(plan, regrets[number], averages[number], locks[number], live, 4096 * number)
        if number > 0:
            above = trails[-1].at(game.streets[number - 1].origins[LINE])
            if game.chunks > 1 and not plan.origins[LINE]:
                street, below = _in_chunks(game, cards, street, above, player, mode, step)
                regrets[number], averages[number] = street.regrets, street.averages
                break
            lines = _deal_in(cards.dealings[number - 1], above, player)
        trail, averages[number] = _down(street, lines, player, mode, step)
        streets.append(street)
        trails.append(trail)
        if not plan.origins[LINE]:
            break  # everybody is all-in, or has folded
    values: Array | None = None
    for number in range(len(streets) - 1, -1, -1):
        leaves = _settle(game, cards, number, trails[number], player)
        if below is not None:
            leaves[LINE] = below
        noted = seen if number == 0 else None
        values, regrets[number] = _up(streets[number], leaves, player, mode, step, noted)
        below = _deal_out(cards.dealings[number - 1], values, player) if number > 0 else None
    assert values is not None
    return GpuTables(tuple(regrets), tuple(averages)), values[:, 0]


def _in_chunks(
    game: GpuSpot, cards: CardArrays, street: _StreetPart, above: Array, player: int, mode: int, step: PassStep
) -> tuple[_StreetPart, Array]:
    """The last street, some boards at a time; also the values of its lines on the boards above."""
    number, dealing = game.streets.index(street.plan), cards.dealings[-1]
    size = len(dealing.parent) // game.chunks

    def body(chunk: Array, carried: tuple[StreetTables, StreetTables, Array]) -> tuple[Any, Any, Array]:
        def cut(array: Array, axis: int = 0) -> Array:
            return lax.dynamic_slice_in_dim(array, chunk * size, size, axis)

        def put(whole: StreetTables, new: StreetTables, actor: int) -> StreetTables:
            """Only those of one player have changed."""
            return tuple(
                jax.tree.map(lambda a, b: lax.dynamic_update_slice_in_dim(a, b, chunk * size, 0), old, rows)
                if mode == SOLVE and group.actor == actor
                else old
                for group, old, rows in zip(street.plan.groups, whole, new, strict=True)
            )

        regrets, averages, total = carried
        piece = CardArrival(
            cut(dealing.parent), (cut(dealing.live[0]), cut(dealing.live[1])), cut(dealing.weights, 2), dealing.renaming
        )
        some = cards._replace(dealings=(*cards.dealings[:-1], piece), beats=cut(cards.beats))
        tables = jax.tree.map(cut, (regrets, averages, street.locks))
        part = _StreetPart(street.plan, tables[0], tables[1], tables[2], piece.live[player], street.salt)
        own = step._replace(seed=step.seed + chunk * CHUNK_DICE)
        trail, new = _down(part, _deal_in(piece, above, player), player, mode, own)
        values, learnt = _up(part, _settle(game, some, number, trail, player), player, mode, own)
        total = total + _deal_out(piece, values, player)
        return put(regrets, learnt, player), put(averages, new, 1 - player), total

    nothing = jnp.zeros((*above.shape[:2], game.rooms[player]), jnp.float32)
    regrets, averages, total = lax.fori_loop(0, game.chunks, body, (street.regrets, street.averages, nothing))
    return street._replace(regrets=regrets, averages=averages), total


def checked_down(game: GpuSpot, cards: CardArrays, player: int) -> Array:
    """[hands] how much more of the opponent's reach each hand of the first board beats, were there no more bets."""
    lines = cards.reach[1 - player][:, None, :]
    for dealing in cards.dealings:
        lines = _deal_in(dealing, lines, player)
    values = _beaten(game, cards, lines, player)
    for dealing in reversed(cards.dealings):
        values = _deal_out(dealing, values, player)
    return values[0, 0]


def _iterations(
    game: GpuSpot,
    cards: CardArrays,
    locks: Locks,
    floor: Array,
    tables: GpuTables,
    factors: Array,
    count: Array,
    done: Array | int = 0,
) -> GpuTables:
    """So many iterations after those `done`; `factors` [n, 4] are their discounts."""

    def body(t: Array, tables: GpuTables) -> GpuTables:
        positive, negative, first, second = (factors[t, k] for k in range(4))
        for player, average in enumerate((first, second)):
            step = PassStep(positive, negative, average, floor, 2 * (done + t) + player)
            tables, _ = _pass(game, cards, locks, tables, player, SOLVE, step)
        return tables

    found: GpuTables = lax.fori_loop(0, count, body, tables)
    return found


def root_values(
    game: GpuSpot, modes: tuple[int, ...], cards: CardArrays, locks: Locks, tables: GpuTables
) -> tuple[tuple[Array, Array], ...]:
    """For each mode what every hand of either player wins at the root."""
    step = PassStep(0.0, 0.0, 0.0, 0.0)
    return tuple(
        (
            _pass(game, cards, locks, tables, 0, mode, step)[1],
            _pass(game, cards, locks, tables, 1, mode, step)[1],
        )
        for mode in modes
    )


def action_values(
    game: GpuSpot, modes: tuple[int, ...], cards: CardArrays, locks: Locks, tables: GpuTables
) -> tuple[dict[int, Rows], ...]:
    """For each mode what every action on the first street is worth to its actor's hands, by group."""
    found: list[dict[int, Rows]] = []
    for mode in modes:
        found.append({})
        for player in range(2):
            _pass(game, cards, locks, tables, player, mode, PassStep(0.0, 0.0, 0.0, 0.0), found[-1])
    return tuple(found)


class GpuProgram(NamedTuple):
    """The two functions of a spot, as `jax.jit` gives them: tables after iterations, and values at the root."""

    iterate: Any
    root_values: Any


count_xla(jax.monitoring)


def make_program(game: GpuSpot, modes: tuple[int, ...], options: dict[str, Any] | None = None) -> GpuProgram:
    """Functions that are compiled on their first call; the tables given to `iterate` are used up."""
    iterate = jax.jit(partial(_iterations, game), donate_argnums=3, compiler_options=options)
    return GpuProgram(iterate, jax.jit(partial(root_values, game, modes), compiler_options=options))


def stacked(rows: Sequence[KeptRows], groups: Sequence[NodeGroup], player: int) -> Row:
    """A player's groups as one array [boards, slots, hands], action after action."""
    own = [row for kept, group in zip(rows, groups, strict=True) if group.actor == player for row in kept]
    whole: Row = jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=1), *own)
    return whole
