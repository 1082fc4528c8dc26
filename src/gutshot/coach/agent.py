"""The coach as a player who follows his own advice, mixing as it says; for matches that show what it is worth."""

from gutshot.agents.agent import HOLDEM, STAND_IN
from gutshot.agents.kernel_agent import KernelAgent
from gutshot.agents.registry import builtins
from gutshot.coach.effort import AT_ONCE, Effort
from gutshot.coach.judge import is_searched, told
from gutshot.coach.sources import search_for
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.numeric.dice import dice_seed

_MOST_EVENTS = 4096


class CoachAgent:
    """Equal seeds and hand numbers give equal dice. Where no strategy knows the spot, a stand-in decides."""

    name = "coach"

    def __init__(self, seed: int = 0, effort: Effort = AT_ONCE) -> None:
        self._effort, self._seed, self._number = effort, seed, 0
        self._stand_in = KernelAgent(builtins()[STAND_IN], seed)

    def new_hand(self, number: int) -> None:
        self._number = number
        self._stand_in.new_hand(number)

    def act(self, observation: Observation) -> Choice:
        if observation.variant != HOLDEM:
            raise BadConfig(f"agent {self.name!r} does not play {observation.variant}")
        searched = is_searched(observation, self._effort)
        answer, mix = told(observation, search_for(observation.seats) if searched else None)
        if mix is None:
            return self._stand_in.act(observation)
        left = mix.sum() * dice_seed(self._seed, self._number * _MOST_EVENTS + len(observation.history)) / 2.0**63
        for move, share in zip(answer.moves, mix.tolist(), strict=True):
            left -= share
            if left < 0:
                return move.choice
        return answer.moves[int(mix.argmax())].choice
