"""The coach as a player who follows his own advice, mixing as it says: `coach`, and `coach:fast`, who never solves."""

import numpy as np
from numpy.typing import ArrayLike

from gutshot.agents.agent import ANY_VARIANT, BADUGI, HOLDEM, STAND_IN, OwnMix
from gutshot.agents.kernel_agent import KernelAgent
from gutshot.agents.registry import builtins
from gutshot.arguments import CheckedMethods
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.coach import badugi
from gutshot.coach.effort import AT_ONCE, SOLVING, Effort
from gutshot.coach.judge import advise, mix_of
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.sources import advising_player
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation, require_holdem
from gutshot.games.public_hand import observation_of, public_hands
from gutshot.games.row import SEATS, Row
from gutshot.games.row_checks import require_rows
from gutshot.games.rules import BET_SIZE
from gutshot.numeric.arrays import Ints, Ints32
from gutshot.numeric.dice import dice_seed

_MOST_EVENTS = 4096
_GLANCE = Effort(200)


class CoachAgent(CheckedMethods):
    """Equal seeds and hand numbers give equal dice.

    Where the strategies tell no mix, two hundred deals are played out; where they know nothing, a stand-in decides.
    `prizes` are those of a sit-and-go that he plays in. In badugi of three and more he plays as `badugi:solved`.
    """

    name = "coach"
    variants: tuple[str, ...] = ANY_VARIANT

    def __init__(self, seed: int = 0, effort: Effort = SOLVING, prizes: Prizes = NO_PRIZES) -> None:
        self.prizes = prizes
        self._effort, self._seed, self._number = effort, seed, 0
        self._stand_in = KernelAgent(builtins()[STAND_IN], seed)
        self._among_many = KernelAgent(builtins()["badugi:solved"], seed)

    def new_hand(self, number: int) -> None:
        self._number = number
        self._stand_in.new_hand(number)
        self._among_many.new_hand(number)

    def act(self, observation: Observation) -> Choice:
        if observation.variant == BADUGI and BADUGI in self.variants:
            return self._act_in_badugi(observation)
        require_holdem(self.name, observation)
        cards = np.array([sorted(observation.cards)], np.int64)
        moves, mix = mix_of(observation, cards, self._effort, self.prizes)
        if not len(moves):
            best = advise(observation, None, _GLANCE, True, self.prizes).best
            return self._stand_in.act(observation) if best is None else best.choice
        return moves[self._thrown(observation, mix[:, 0])].choice

    def _act_in_badugi(self, seen: Observation) -> Choice:
        mix = badugi.mix_of(seen)
        return list(mix)[self._thrown(seen, list(mix.values()))] if mix else self._among_many.act(seen)

    def _thrown(self, seen: Observation, shares: ArrayLike) -> int:
        """The place on which the dice of this decision fall."""
        upto = np.cumsum(shares)
        roll = dice_seed(self._seed, self._number * _MOST_EVENTS + len(seen.history)) / 2.0**63
        return min(int(np.searchsorted(upto, roll * upto[-1], side="right")), len(upto) - 1)

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """See `agents.agent.OpenAgent`."""
        free = ~np.isin(COMBO_CARDS, observation.board).any(axis=1)
        moves, mix = mix_of(observation, COMBO_CARDS[free].astype(np.int64), self._effort, self.prizes)
        if not len(moves):
            return None
        shares = np.full((COMBO_COUNT, len(moves)), np.nan)
        shares[free] = (mix / mix.sum(axis=0)).T
        return OwnMix(tuple(move.action.number for move in moves), shares)


class FastCoach(CoachAgent):
    """Follows what the coach says at once: the strategies alone, nothing solved where it stands.

    What the strategy of the table plays is decided for many hands at a time, the rest hand by hand.
    """

    name = "coach:fast"
    variants = (HOLDEM,)

    def __init__(self, seed: int = 0, prizes: Prizes = NO_PRIZES) -> None:
        super().__init__(seed, AT_ONCE, prizes)

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Ints32, lengths: Ints, numbers: Ints) -> Ints:
        """See `agents.agent.RowAgent`; chips are played for."""
        require_rows(rules, views, logs, lengths, numbers, records)
        if not len(views):
            return np.zeros(0, np.int64)
        player = advising_player(int(views[0, SEATS]), self._seed)
        actions = player.act_rows(rules, views, records, logs, lengths, numbers)
        answered = player.answered(rules, views, logs, lengths, numbers)
        for place in np.flatnonzero(~answered).tolist():
            seen = observation_of(views[place], logs[place, : lengths[place], 2], int(rules[BET_SIZE]))
            self.new_hand(int(numbers[place]))
            actions[place] = public_hands(seen)[-1].verify(self.act(seen))
        return actions

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """That of the strategy where it plays by rows; else see `CoachAgent`."""
        found = None if self.prizes else advising_player(observation.seats, self._seed).mix(observation, number)
        return super().mix(observation, number) if found is None else found
