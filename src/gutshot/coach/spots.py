"""What sort of decision it was, so that many of one sort can be looked at together: what the player faced."""

from gutshot.games.observation import Observation

FIRST_IN, LIMP, RAISE, RERAISE, MORE = "first in", "a limp", "a raise", "a re-raise", "a further raise"
NO_BET, BET = "no bet", "a bet"


def faced_by(seen: Observation) -> str:
    """ "a raise": what the others had done on the street; in badugi also "a draw"."""
    if seen.legal.draw is not None:
        return "a draw"
    moves = [event for event in seen.history if event.is_betting and event.street == seen.street]
    raises = sum(event.is_raise for event in moves)
    if seen.street == 0:
        if raises == 0:
            return LIMP if any(event.is_payment for event in moves) else FIRST_IN
        return (RAISE, RERAISE, MORE)[min(raises, 3) - 1]
    return (NO_BET, BET, RAISE, RERAISE)[min(raises, 3)]
