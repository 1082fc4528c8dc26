"""Any strategy as an agent, with dice: `strategy:NAME` of the catalogue, or of a folder. A solved game can be seated.

Where the strategy does not know the decision, a tight-aggressive player of the built-in styles decides, as for
blueprints; `known` counts how often each came up.
"""

from collections import Counter
from functools import lru_cache

import numpy as np

from gutshot.agents.agent import Builtin, OwnMix, Worth
from gutshot.agents.kernel_agent import KernelAgent
from gutshot.arguments import CheckedMethods
from gutshot.cards.combos import COMBO_COUNT, combo_of
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation, require_holdem
from gutshot.numeric.arrays import Reals
from gutshot.numeric.dice import dice_seed
from gutshot.strategies.catalogue import open_strategy
from gutshot.strategies.strategy import Ability, Answer, Strategy

_MOST_ACTIONS = 4096
_MOST_KEPT = 256


class SeenHand:
    """An observation that is equal to another of the same seat if all that is public is."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        public = tuple(event.seen_by(None) for event in seen.history)
        self._key = (seen.seat, seen.button, seen.starting_stacks, seen.board, public)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenHand) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class StrategyAgent(CheckedMethods):
    """Plays a strategy. Equal seeds and hand numbers give equal dice."""

    def __init__(self, strategy: Strategy, name: str, stand_in: Builtin, seed: int = 0) -> None:
        self.strategy, self.name = strategy, name
        self.known: Counter[str] = Counter()
        self._stand_in = KernelAgent(stand_in, seed)
        self._seed, self._number = seed, 0
        self._answer = lru_cache(maxsize=_MOST_KEPT)(self._asked)

    def _asked(self, seen: SeenHand) -> Answer:
        return self.strategy.at(seen.seen)

    def new_hand(self, number: int) -> None:
        self._number = number
        self._stand_in.new_hand(number)

    def act(self, observation: Observation) -> Choice:
        require_holdem(self.name, observation)
        answer = self._answer(SeenHand(observation))
        choice = self._pick(answer, observation)
        self.known[answer.knowledge] += 1
        return self._stand_in.act(observation) if choice is None else choice

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """See `OpenAgent`; answers given lately are not asked for again."""
        answer = self._answer(SeenHand(observation))
        if answer.hands.mix is None:
            return None
        shares = np.full((COMBO_COUNT, len(answer.moves)), np.nan)
        shares[answer.hands.combos] = (answer.hands.mix / answer.hands.mix.sum(axis=0)).T
        return OwnMix(tuple(move.action.number for move in answer.moves), shares)

    def worth(self, observation: Observation, number: int) -> Worth | None:
        """See `JudgingAgent`; a strategy without values is not asked."""
        if Ability.VALUES not in self.strategy.describe().abilities:
            return None
        answer = self._answer(SeenHand(observation))
        if answer.hands.action_ev is None:
            return None
        chips = np.full((COMBO_COUNT, len(answer.moves)), np.nan)
        paid = observation.starting_stacks[observation.seat] - observation.stacks[observation.seat]
        chips[answer.hands.combos] = answer.hands.action_ev.T - paid
        return Worth(tuple(move.action.number for move in answer.moves), chips)

    def _pick(self, answer: Answer, seen: Observation) -> Choice | None:
        """A choice by the dice; None where the strategy has nothing to say about this hand."""
        low, high = sorted(int(card) for card in seen.cards)
        place = np.flatnonzero(answer.hands.combos == combo_of(low, high))
        if answer.hands.mix is None or not len(place):
            return None
        return self._fallen_on(answer, answer.hands.mix[:, place[0]], seen)

    def _fallen_on(self, answer: Answer, shares: Reals, seen: Observation) -> Choice:
        """The choice that the dice fall on."""
        upto = np.cumsum(shares)
        roll = dice_seed(self._seed, self._number * _MOST_ACTIONS + len(seen.history)) / 2.0**63
        chosen = min(int(np.searchsorted(upto, roll * upto[-1], side="right")), len(upto) - 1)
        return answer.moves[chosen].choice


def load_strategy(name: str, stand_in: Builtin, seed: int) -> StrategyAgent:
    """The agent of a strategy; one sentence says so when there is none of that name."""
    return StrategyAgent(open_strategy(name), f"strategy:{name}", stand_in, seed)
