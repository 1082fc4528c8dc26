"""How often a built-in agent takes each action with every hand: the same decision asked under many dice.

Every hand has its own dice: with common ones the luck of two dozen rolls would affect the whole range.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.agent import Builtin, Params
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.decide import decide
from gutshot.agents.kernel_agent import scratch_space, tables_for
from gutshot.agents.range_reading import READING
from gutshot.cards.card import DECK
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.observation import Observation
from gutshot.games.playout import DICE_SIZE
from gutshot.games.row import ACTOR, HOLE, MAX_HOLE, Row
from gutshot.kernel import kernel
from gutshot.numeric.dice import dice_seeds

DICE = 24
"""Dice a hand is asked under: a frequency is told to about a tenth."""


class AskRoom(NamedTuple):
    """What an agent needs to decide beside what it sees: tables, and space to work in."""

    dice: Row
    reading: Row
    tables: Odds
    scratch: Scratch


@kernel
def ask_hands(
    kind: int,
    rules: Row,
    view: Row,
    record: Row,
    params: Params,
    seeds: NDArray[np.int64],
    room: AskRoom,
    cards: NDArray[np.int64],
    answers: NDArray[np.int64],
) -> None:
    """Fill `answers` [hands, dice] with the actor's action numbers; `cards` [hands, 2] take his place in `view`.

    `seeds` [hands, dice] are the dice.
    """
    hole = HOLE + MAX_HOLE * view[ACTOR]
    for h in range(len(cards)):
        view[hole], view[hole + 1] = cards[h, 0], cards[h, 1]
        for s in range(seeds.shape[1]):
            answers[h, s] = decide(
                kind, rules, view, record, params, seeds[h, s], room.dice, room.reading, room.tables, room.scratch
            )


def _dice_of(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """[hands, dice] seeds, which a hand has wherever it stands in a list."""
    hands = len(DECK) * cards.max(axis=1) + cards.min(axis=1)
    return dice_seeds(0, (DICE * hands[:, None] + np.arange(DICE)).reshape(-1)).reshape(len(cards), DICE)


def agent_answers(builtin: Builtin, seen: Observation, cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """[hands, dice] what the agent does at an observation of its turn with each pair of cards."""
    view, record = view_of(seen)
    kind = int(builtin.kind)
    answers = np.zeros((len(cards), DICE), np.int64)
    ask_hands(
        kind,
        usual_rules(seen.variant, seen.big_blind).packed,
        view,
        record,
        builtin.packed,
        _dice_of(cards),
        AskRoom(np.zeros(DICE_SIZE, np.int64), np.zeros(READING, np.int64), tables_for(kind), scratch_space()),
        np.ascontiguousarray(cards, np.int64),
        answers,
    )
    return answers
