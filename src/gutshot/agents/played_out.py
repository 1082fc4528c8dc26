"""Values for strategies that state none: every hand of a range is played out, with the strategy in every seat.

Before the flop hands of a class are alike and share their deals. Errors are standard errors of means.
"""

from dataclasses import dataclass, replace

import numpy as np

from gutshot.agents.agent import DecidesRows, RowAgent
from gutshot.agents.registry import make
from gutshot.agents.rollout import roll_out_hands
from gutshot.arguments import checked
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Hands, Knowledge, StopKind
from gutshot.strategies.table_strategy import TableStrategy

MOST_DEALS = 2000


@dataclass(frozen=True)
class PlayedOut:
    """A seat's hands with values, and [actions, H] their standard errors; `deals` were played of each hand or class."""

    hands: Hands
    errors: Reals
    deals: int


@checked
def player_of(agent: str) -> RowAgent:
    """The agent of a strategy, if it can play thousands of hands at once; BadConfig for others."""
    found = make(agent)
    if not isinstance(found, RowAgent):
        raise BadConfig(f"{agent!r} decides hand by hand, so its values cannot be played out: expected a blueprint")
    return found


@checked
def played_out(
    strategy: TableStrategy,
    player: DecidesRows,
    line: str,
    deals: int = 100,
    seed: int = 1,
    most_seconds: float | None = None,
) -> PlayedOut:
    """What the actor's hands at a line win with each action when everybody plays on by the strategy.

    Fewer deals than wanted are played where they would take more than `most_seconds` of processor time.
    """
    if not 2 <= deals <= MOST_DEALS:
        raise BadConfig(f"{deals} deals of each hand: expected 2 to {MOST_DEALS}")
    moment = strategy.moments(line)[-1]
    stop, hands = moment.stop, strategy.hands(line)
    if stop.kind is not StopKind.DECISION or stop.actor is None or hands.mix is None:
        raise BadConfig(f"line {line!r}: the strategy knows no decision there, so there is nothing to play out")
    if hands.knowledge is Knowledge.NONE or not len(hands.combos):
        raise BadConfig(f"line {line!r}: the strategy never gets there, so there are no hands to play out")
    ranges = np.zeros((len(stop.chairs), COMBO_COUNT))
    for seat in range(len(stop.chairs)):
        held = strategy.hands(stop.line, seat)
        ranges[seat, held.combos] = held.reach
    alike = COMBO_CLASS[hands.combos] if not stop.board else np.arange(len(hands.combos))
    _, first, place = np.unique(alike, return_index=True, return_inverse=True)
    choices = [move.choice for move in stop.moves[: len(hands.mix)]]
    seen = moment.hand.observation(stop.actor)
    kinds = hands.combos[first]
    means, errors, deals = roll_out_hands(seen, choices, kinds, ranges, player, deals, seed, most_seconds)
    worth = means[:, place]
    ev = (hands.mix * worth).sum(axis=0)
    error = float(np.average(errors[:, place].max(axis=0), weights=hands.weight))
    return PlayedOut(replace(hands, ev=ev, action_ev=worth, ev_error=error), errors[:, place], deals)
