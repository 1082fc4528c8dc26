"""A tournament of many tables: every other table plays a hand for each of the person's, and tables are kept level.

The other tables are played by the compiled hands of the arena, with the players' own dice. Who goes broke in the same
round takes places by the chips he had. There are never more tables than are needed, and none has two players more than
another: who is next to pay the big blind moves, to the first empty chair behind the blinds. All are dealt in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gutshot.agents.agent import Builtin
from gutshot.agents.kernel_agent import tables_for
from gutshot.agents.registry import builtins
from gutshot.arena.compiled_play import (
    LOG_COLUMNS,
    NO_LUCK,
    ChunkResults,
    Field,
    MatchDeals,
    MatchTable,
    make_work,
    play_chunk,
)
from gutshot.arena.counts import COUNTS
from gutshot.games.hand import Hand
from gutshot.games.row import ANTE, NOBODY, SEATS, blank
from gutshot.games.seats import Blinds, dead_button, first_blinds
from gutshot.numeric.dice import dice_seed
from gutshot.trainer.table.pool import Pool, TableElsewhere
from gutshot.trainer.table.tournament import places_of


def play_out(hand: Hand, agents: Sequence[Builtin], seeds: Sequence[int], number: int) -> tuple[int, ...]:
    """Chips by seat after a hand that built-in players play to its end, each with the dice of his seed."""
    setup, seats = hand.setup, hand.seats
    row = blank()
    row[SEATS] = seats
    row[ANTE : ANTE + seats] = setup.antes
    order = [(setup.button + step) % seats for step in range(seats)]
    blinds, stacks = np.array([setup.blinds[seat] for seat in order]), np.array(setup.stacks)
    dice = np.array([[dice_seed(seeds[seat], number) for seat in order]])
    deals = MatchDeals(np.arange(seats)[None], np.array([setup.button]), np.array([setup.seed]), dice)
    kinds = np.array([int(agent.kind) for agent in agents])
    field = Field(kinds, np.array([agent.packed for agent in agents]), tables_for(*kinds.tolist()))
    table = MatchTable(setup.rules.packed, row, blinds, stacks, 0, False, NO_LUCK)
    payoffs, counts = np.zeros((1, seats), np.int64), np.zeros((seats, COUNTS), np.int64)
    results = ChunkResults(payoffs, np.zeros((1, seats)), counts, np.zeros((0, LOG_COLUMNS), np.int32))
    play_chunk(table, field, deals, make_work(), results)
    return tuple((stacks + payoffs[0]).tolist())


def found_agents(names: Iterable[str]) -> list[Builtin]:
    """Built-in agents by name."""
    return [builtins()[name] for name in names]


def after_round(pool: Pool, chips: Sequence[int]) -> Pool:
    """With the chips by player after everybody's hand, and places for those who went broke in it."""
    still_in = sum(stack > 0 for stack in chips)
    broke = [(player, had) for player, had in enumerate(pool.chips) if had > 0 and chips[player] == 0]
    places = list(pool.places)
    for player, place in places_of(broke, still_in).items():
        places[player] = place
    if still_in == 1:
        places[next(player for player, stack in enumerate(chips) if stack > 0)] = 1
    return replace(pool, chips=tuple(chips), places=tuple(places))


@dataclass
class _Seating:
    """A table while players are moved."""

    chairs: list[int]
    where: Blinds

    @property
    def count(self) -> int:
        return sum(player != NOBODY for player in self.chairs)

    def leave(self, player: int) -> None:
        self.chairs[self.chairs.index(player)] = NOBODY

    def sit(self, player: int) -> None:
        """The first empty chair behind the big blind."""
        seats = len(self.chairs)
        free = (chair % seats for chair in range(self.where.big + 1, self.where.big + 1 + seats))
        self.chairs[next(chair for chair in free if self.chairs[chair] == NOBODY)] = player

    @property
    def next_big_blind(self) -> int:
        """The player who would pay it next."""
        return self.chairs[dead_button([player != NOBODY for player in self.chairs], self.where).big]


def level_tables(pool: Pool, where: Blinds) -> tuple[Pool, Blinds]:
    """Everybody with chips seated again on as few tables as hold them, as evenly as can be; the person is at chair 0.

    `where` is where the blinds of the person's table were, and comes back for the table at which he then sits.
    """
    seats = len(pool.cast)
    tables = [_Seating(list(pool.cast), where)]
    tables += [_Seating(list(other.players), other.where) for other in pool.others]
    for table in tables:
        table.chairs = [NOBODY if player == NOBODY or not pool.chips[player] else player for player in table.chairs]
    left = sum(table.count for table in tables)
    while len(tables) > max(1, -(-left // seats)):
        broken = min(tables, key=lambda table: table.count)
        tables.remove(broken)
        for player in filter(lambda player: player != NOBODY, broken.chairs):
            min(tables, key=lambda table: table.count).sit(player)
    while True:
        least, most = (pick(tables, key=lambda table: table.count) for pick in (min, max))
        if most.count - least.count < 2:
            break
        moved = most.next_big_blind
        most.leave(moved)
        least.sit(moved)
    return _as_pool(pool, tables)


def _as_pool(pool: Pool, tables: list[_Seating]) -> tuple[Pool, Blinds]:
    """The person's table apart, turned so that he has chair 0; it stays where it was if he is out."""
    mine = next((table for table in tables if 0 in table.chairs), tables[0])
    shift, seats = mine.chairs.index(0) if 0 in mine.chairs else 0, len(mine.chairs)
    cast = tuple(mine.chairs[(chair + shift) % seats] for chair in range(seats))
    where = Blinds(*((place - shift) % seats for place in (mine.where.button, mine.where.small, mine.where.big)))
    others = tuple(TableElsewhere(tuple(table.chairs), table.where) for table in tables if table is not mine)
    return replace(pool, cast=cast, others=others), where


def first_seating(players: int, seats: int, stack: int, button: int) -> Pool:
    """As many on each table as can be, in the order of their numbers; buttons begin at one chair everywhere."""
    count = -(-players // seats)
    rows = [tuple(range(table, players, count)) for table in range(count)]
    chairs = [(*row, *(NOBODY,) * (seats - len(row))) for row in rows]
    others = []
    for row in chairs[1:]:
        taken = [player != NOBODY for player in row]
        others.append(TableElsewhere(row, first_blinds(taken, button % sum(taken))))
    return Pool((stack,) * players, chairs[0], (0,) * players, tuple(others))
