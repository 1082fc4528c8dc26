"""The value of tournament stacks in prize money: the independent chip model of Malmuth and Harville.

The chance to finish first is the share of the chips, and the same again for the next place among those left. Summed
over sets of finishers it takes 2^n steps, not n!. For more players than a table has, `icm_field` integrates instead.
"""

import math
from collections.abc import Sequence

from gutshot.arguments import checked
from gutshot.errors import BadConfig
from gutshot.preflop.icm_field import icm_of_field

MOST_PLAYERS = 1000
_MOST_ENUMERATED = 10


def require_payouts(payouts: Sequence[float], players: int) -> None:
    """BadConfig unless there are prizes, no more than players, none below the next."""
    if not 1 <= len(payouts) <= players:
        raise BadConfig(f"{len(payouts)} prizes for {players} players: expected 1 to {players}")
    fits = all(prize >= 0 and math.isfinite(prize) for prize in payouts)
    if not fits or list(payouts) != sorted(payouts, reverse=True):
        raise BadConfig(f"prizes {list(payouts)}: expected none below 0 and none above the one before")


@checked
def icm(stacks: Sequence[float], payouts: Sequence[float]) -> tuple[float, ...]:
    """What each stack is worth; a stack of 0 takes none of the prizes that are left."""
    stacks, payouts = list(stacks), list(payouts)
    if not len(stacks) or not all(0 <= stack < math.inf for stack in stacks) or not any(stacks):
        raise BadConfig(f"stacks {list(stacks)}: expected chips, 0 or more each and some in all")
    require_payouts(payouts, len(stacks))
    players = [player for player, stack in enumerate(stacks) if stack > 0]
    if len(players) > MOST_PLAYERS:
        raise BadConfig(f"{len(players)} stacks: the prize model takes up to {MOST_PLAYERS}")
    worth = [0.0] * len(stacks)
    if len(players) > _MOST_ENUMERATED:
        for player, value in zip(players, icm_of_field([stacks[player] for player in players], payouts), strict=True):
            worth[player] = value
        return tuple(worth)
    chance = {0: 1.0}
    for prize in payouts[: len(players)]:
        following: dict[int, float] = {}
        for taken, reach in chance.items():
            rest = [player for player in players if not taken >> player & 1]
            left = math.fsum(stacks[player] for player in rest)
            for player in rest:
                next_in = reach * stacks[player] / left
                worth[player] += next_in * prize
                following[taken | 1 << player] = following.get(taken | 1 << player, 0.0) + next_in
        chance = following
    return tuple(worth)


def worth_after(before: Sequence[float], after: Sequence[float], payouts: Sequence[float]) -> tuple[float, ...]:
    """Prize money after a hand: the model for those who have chips, places for those who went broke in it.

    Of several who went broke the one who had more chips comes first; equals share what their places pay.
    """
    worth = list(icm(after, payouts))
    place = sum(chips > 0 for chips in after)
    broke = [player for player, chips in enumerate(after) if not chips > 0]
    for chips in sorted({before[player] for player in broke}, reverse=True):
        equals = [player for player in broke if before[player] == chips]
        share = math.fsum(payouts[place : place + len(equals)]) / len(equals)
        for player in equals:
            worth[player] = share
        place += len(equals)
    return tuple(worth)
