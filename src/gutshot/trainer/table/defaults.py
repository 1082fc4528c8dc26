"""From a person's choices to a complete table setup: default stakes, levels, payouts and random opponents."""

import secrets

from gutshot.errors import BadConfig
from gutshot.games.variants import Game
from gutshot.trainer.table.opponents import draw_cast, draw_names
from gutshot.trainer.table.setup import Choices, Mode, TableSetup
from gutshot.trainer.table.table import derived_seed
from gutshot.trainer.table.tournament import (
    BADUGI_LEVELS,
    HANDS_PER_LEVEL,
    HOLDEM_LEVELS,
    BlindSchedule,
    Level,
    usual_payouts,
)

STACK = 2500
SMALL_BLIND, BIG_BLIND = 25, 50
_SEED_BITS = 63


def make_setup(choices: Choices) -> TableSetup:
    """A checked setup; BadConfig says what does not fit."""
    seed = secrets.randbits(_SEED_BITS) if choices.seed is None else choices.seed
    stacks = choices.stacks or (choices.stack or STACK,) * choices.seats
    if len(stacks) != choices.seats:
        raise BadConfig(f"{len(stacks)} stacks for {choices.seats} seats: expected one each")
    others = max(1, len(stacks) - 1)
    tournament = choices.mode is Mode.SIT_AND_GO
    return TableSetup(
        game=choices.game,
        mode=choices.mode,
        stacks=stacks,
        schedule=_schedule(choices),
        agents=draw_cast(choices.game, others, derived_seed(seed, "cast"), choices.opponents),
        names=draw_names(others, derived_seed(seed, "names")),
        seed=seed,
        title=choices.title,
        rebuys=choices.rebuys,
        hidden_styles=choices.hidden_styles,
        payouts=(choices.payouts or usual_payouts(len(stacks))) if tournament else (),
    )


def _schedule(choices: Choices) -> BlindSchedule:
    """Cash: one level. Sit-and-go: the given levels, or the usual ones from the chosen blinds on."""
    big = choices.big_blind or BIG_BLIND
    small = choices.small_blind if choices.small_blind is not None else (big // 2 or SMALL_BLIND)
    first = Level(small, big, choices.ante)
    if choices.mode is Mode.CASH:
        return BlindSchedule((first,))
    usual = HOLDEM_LEVELS if choices.game is Game.HOLDEM else BADUGI_LEVELS
    levels = choices.levels or (first, *(level for level in usual if level.big_blind > big))
    by_minutes = choices.minutes_per_level is not None
    hands = choices.hands_per_level or (None if by_minutes else HANDS_PER_LEVEL)
    return BlindSchedule(levels, hands, choices.minutes_per_level)
