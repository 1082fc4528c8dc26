"""What wins most in badugi against those who are seated: their CPUs' own deals, and their own play from here on.

Where it is not known who sits there, every few deals have other CPUs in the seats, as often as each is likely.
"""

import random
from collections.abc import Sequence

import numpy as np

from gutshot.agents.badugi.possible_deals import GROUP, play_out, possible_deals
from gutshot.agents.rollout import Rollout
from gutshot.coach.against import Chairs, TableAnswer, options_of, verdict
from gutshot.coach.badugi import choices_of
from gutshot.coach.values import in_rounds
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Reals

DEALS = 24_000
_CASTS, _EACH = 6, 2 * GROUP
"""Ways of seating them in a round, and deals of each: with fewer groups of deals an error would not be known."""


def against_table(seen: Observation, chairs: Chairs, deals: int = DEALS) -> TableAnswer:
    """The choices of a badugi decision, valued against these players; oneself plays on as `badugi:solved`."""
    choices = choices_of(seen)

    def again(number: int) -> Rollout:
        parts = [_part(seen, choices, chairs, number * _CASTS + cast) for cast in range(_CASTS)]
        return Rollout(tuple(choices), np.concatenate(parts, axis=1), np.zeros(len(choices)))

    values = in_rounds(again, max(1, deals // (_CASTS * _EACH)), seen.big_blind)
    options = options_of(seen, values)
    return TableAnswer(options, *verdict(seen, options))


def _part(seen: Observation, choices: Sequence[Choice], chairs: Chairs, number: int) -> Reals:
    """[choices, groups] against one way of seating them."""
    dice = random.Random(number)
    seated = {
        seat: dice.choices([name for name, _ in styles], [share for _, share in styles])[0].partition(":")[2]
        for seat, styles in chairs.items()
        if seat != seen.seat
    }
    deals = possible_deals(seen, _EACH, 1 + number * _EACH, seated=seated)
    return play_out(seen, choices, deals, 1 + number, seated).values
