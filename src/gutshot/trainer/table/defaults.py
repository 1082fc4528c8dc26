"""From a person's choices to a complete table setup: default stakes, levels, payouts and random opponents."""

import random
import secrets

from gutshot.errors import BadConfig
from gutshot.games.variants import Game
from gutshot.trainer.table.opponents import draw_cast, draw_names, is_bundle
from gutshot.trainer.table.setup import Choices, Mode, TableSetup
from gutshot.trainer.table.table import derived_seed
from gutshot.trainer.table.tournament import (
    BADUGI_LEVELS,
    HANDS_PER_LEVEL,
    HOLDEM_LEVELS,
    LATE_LEVELS,
    BlindSchedule,
    Level,
    prizes_for,
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
    others = max(1, (choices.players or len(stacks)) - 1)
    return TableSetup(
        game=choices.game,
        mode=choices.mode,
        stacks=stacks,
        schedule=_schedule(choices),
        agents=_cast(choices, others, derived_seed(seed, "cast")),
        names=draw_names(others, derived_seed(seed, "names")),
        seed=seed,
        title=choices.title,
        rebuys=choices.rebuys,
        hidden_styles=choices.hidden_styles,
        payouts=_payouts(choices, len(stacks)) if choices.mode.pays_places else (),
        players=choices.players,
    )


def _cast(choices: Choices, others: int, seed: int) -> tuple[str, ...]:
    """Who plays. Of a pool the named ones are its kinds of players, each drawn as often as any other."""
    if not choices.players or choices.opponents is None:
        return draw_cast(choices.game, others, seed, choices.opponents)
    if not choices.opponents:
        raise BadConfig(f"no opponents for a pool of {choices.players} players: expected the name of at least one")
    kinds = draw_cast(choices.game, len(choices.opponents), seed, choices.opponents)
    if choices.mode is Mode.TOURNAMENT and (loaded := next(filter(is_bundle, kinds), None)) is not None:
        raise BadConfig(
            f"opponent {loaded!r} has to be loaded: the many tables of a tournament take built-in players only"
        )
    dice = random.Random(seed)
    return tuple(dice.choice(kinds) for _ in range(others))


def _payouts(choices: Choices, seats: int) -> tuple[float, ...]:
    if choices.payouts:
        return choices.payouts
    if choices.mode is Mode.TOURNAMENT:
        return prizes_for(choices.players, choices.prize_shape)
    return usual_payouts(seats)


def _schedule(choices: Choices) -> BlindSchedule:
    """Cash: one level. Tournaments: the given levels, or the usual ones from the chosen blinds on."""
    big = choices.big_blind or BIG_BLIND
    small = choices.small_blind if choices.small_blind is not None else (big // 2 or SMALL_BLIND)
    first = Level(small, big, choices.ante)
    if choices.mode is Mode.CASH:
        return BlindSchedule((first,))
    usual = HOLDEM_LEVELS if choices.game is Game.HOLDEM else BADUGI_LEVELS
    if choices.mode is Mode.TOURNAMENT and choices.game is Game.HOLDEM:
        usual = (*HOLDEM_LEVELS, *LATE_LEVELS)
    levels = choices.levels or (first, *(level for level in usual if level.big_blind > big))
    by_minutes = choices.minutes_per_level is not None
    hands = choices.hands_per_level or (None if by_minutes else HANDS_PER_LEVEL)
    return BlindSchedule(levels, hands, choices.minutes_per_level)
