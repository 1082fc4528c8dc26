"""Rule agents as a strategy: every seat of a table is taken by one of them, asked under many dice.

They bet amounts of their own; each counts for the nearest of the usual sizes.
"""

from collections.abc import Sequence

import numpy as np

from gutshot.agents.agent import HOLDEM, Builtin
from gutshot.agents.rule_mix import DICE, agent_answers
from gutshot.errors import BadConfig
from gutshot.games.actions import ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import About, Combos, Move
from gutshot.strategies.table_strategy import TableStrategy, nearest_move, require_asked
from gutshot.strategies.table_walk import BIG_BLIND, TableSize, seen_by_actor, table_setup


class RuleStrategy(TableStrategy):
    """A rule agent in every seat; frequencies are counted over dice."""

    def __init__(self, builtin: Builtin, size: TableSize) -> None:
        if HOLDEM not in builtin.variants:
            raise BadConfig(f"agent {builtin.name!r} does not play hold'em: only hold'em players can be shown")
        super().__init__(table_setup(size))
        self._builtin, self._size = builtin, size

    def describe(self) -> About:
        size, config = self._size, {"agent": self._builtin.name, "about": self._builtin.about}
        table = {"seats": size.seats, "stack": size.stack, "dice": DICE}
        title = f"{self._builtin.name}, {size.seats} seats"
        return About(title, "agent", config | table, big_blind=BIG_BLIND, seats=size.seats, depth=size.stack)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] what the agent would do with every hand, by asking it."""
        require_asked(hand, moves, cards)
        answers = agent_answers(self._builtin, seen_by_actor(hand), cards)
        place = {int(number): _place(int(number), moves) for number in np.unique(answers)}
        counts = np.zeros((len(moves), len(cards)))
        for number, move in place.items():
            counts[move] += (answers == number).sum(axis=1)
        return np.asarray(counts / answers.shape[1])


def _place(number: int, moves: Sequence[Move]) -> int:
    """Which of the moves a kernel's action number is."""
    kinds = [move.kind for move in moves]
    if number == FOLD and ActionKind.FOLD in kinds:
        return kinds.index(ActionKind.FOLD)
    if number in (FOLD, CALL):
        return nearest_move(moves, 0)
    return nearest_move(moves, number)
