"""A table as it is seated: each chair has a player of its own, or one of several, by how likely each of them is."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from gutshot.agents.agent import Builtin, DecidesRows, Params
from gutshot.agents.decide import decide
from gutshot.agents.kernel_agent import scratch_space, tables_for
from gutshot.agents.range_reading import READING
from gutshot.agents.rule_mix import AskRoom
from gutshot.arguments import CheckedMethods
from gutshot.games.playout import DICE_SIZE
from gutshot.games.row import ACTOR, Row
from gutshot.games.row_checks import require_rows
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.dice import dice_seeds

Likely = Sequence[tuple[Builtin, float]]
"""Who may sit in a chair, with how likely each is."""


@kernel
def _decide_all(
    kind: int, rules: Row, views: Ints, records: Ints, params: Params, seeds: Ints, room: AskRoom, actions: Ints
) -> None:
    for i in range(len(views)):
        actions[i] = decide(
            kind, rules, views[i], records[i], params, seeds[i], room.dice, room.reading, room.tables, room.scratch
        )


class Cast(CheckedMethods):
    """A player for whole tables: built-in players in the seats of `chairs`, `rest` in all others.

    Which of those who may sit in a chair is there, the hand's number decides.
    """

    def __init__(self, chairs: Mapping[int, Likely], rest: DecidesRows, seed: int = 0) -> None:
        self._chairs, self._rest, self._seed = chairs, rest, seed

    @property
    def spots(self) -> "Counter[str]":
        """How the rest knew its decisions."""
        return Counter(getattr(self._rest, "spots", {}))

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Ints32, lengths: Ints, numbers: Ints) -> Ints:
        """See `agents.agent.DecidesRows`."""
        require_rows(rules, views, logs, lengths, numbers, records)
        actions, seats = np.zeros(len(views), np.int64), views[:, ACTOR]
        for seat in np.unique(seats).tolist():
            rows = np.flatnonzero(seats == seat)
            if seat not in self._chairs:
                asked = (views[rows], records[rows], logs[rows], lengths[rows], numbers[rows])
                actions[rows] = self._rest.act_rows(rules, *asked)
                continue
            who, seeds = self._drawn(seat, numbers[rows]), dice_seeds(self._seed + seat, numbers[rows])
            for place, (builtin, _) in enumerate(self._chairs[seat]):
                own = rows[who == place]
                actions[own] = _answers(builtin, rules, views[own], records[own], seeds[who == place])
        return actions

    def _drawn(self, seat: int, numbers: Ints) -> Ints:
        """[n] who sits in the chair in each of the hands."""
        upto: Reals = np.cumsum([likely for _, likely in self._chairs[seat]])
        dice = dice_seeds(~(self._seed + seat), numbers) / 2.0**63
        return np.asarray(np.minimum(np.searchsorted(upto, dice * upto[-1], side="right"), len(upto) - 1))


def _answers(builtin: Builtin, rules: Row, views: Ints, records: Ints, seeds: Ints) -> Ints:
    found = np.zeros(len(views), np.int64)
    kind = int(builtin.kind)
    room = AskRoom(np.zeros(DICE_SIZE, np.int64), np.zeros(READING, np.int64), tables_for(kind), scratch_space())
    _decide_all(kind, rules, views, records, builtin.packed, seeds, room, found)
    return found
