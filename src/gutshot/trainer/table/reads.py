"""How an opponent plays, by what he has done: how likely each style is, given what a tracker has counted of him.

Counts are held against the figures that every style shows at a table of this size, with all styles in turn in the other
seats; those are measured by a match, once for a size. Before anything is counted all styles are equally likely.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from gutshot.agents.badugi.profiles import CPU_PROFILES
from gutshot.agents.style_profiles import STYLE_NAMES
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.games.variants import Game
from gutshot.numeric.arrays import Reals
from gutshot.trainer.records.counts import Counts

STYLES = tuple(f"style:{name}" for name in STYLE_NAMES)
BADUGI_CPUS = tuple(f"badugi:cpu{number}" for number in range(1, len(CPU_PROFILES) + 1))
_HANDS = 12_000
_LEAST, _MOST = 0.005, 0.995


def styles_of(game: Game) -> tuple[str, ...]:
    """The players who can be told by what they do."""
    return BADUGI_CPUS if game is Game.BADUGI else STYLES


@lru_cache(maxsize=18)
def figures(seats: int, game: Game = Game.HOLDEM) -> Reals:
    """[styles, (raised, only called, aggressive)] shares of hands on the first street, and of bets and calls later."""
    found = run_match(MatchConfig(styles_of(game), _HANDS, variant=game.value, seats=seats, seed=1, luck=Luck.NONE))
    rows = []
    for style in styles_of(game):
        report = found.of(style)
        raised, entered, factor = report.pfr or 0.0, report.vpip or 0.0, report.af or 0.0
        rows.append((raised / 100, (entered - raised) / 100, factor / (1 + factor)))
    return np.asarray(np.clip(np.array(rows), _LEAST, _MOST))


def likely_styles(counts: Counts, seats: int, game: Game = Game.HOLDEM) -> tuple[tuple[str, float], ...]:
    """Every style with its likelihood, the likeliest first."""
    raised, called, aggressive = figures(seats, game).T
    passed = counts.hands - counts.vpip
    log = counts.pfr * np.log(raised) + (counts.vpip - counts.pfr) * np.log(called)
    log += passed * np.log(np.clip(1 - raised - called, _LEAST, 1))
    log += counts.aggressive * np.log(aggressive) + counts.calls * np.log(1 - aggressive)
    shares = np.exp(log - log.max())
    order = np.argsort(-shares, kind="stable")
    return tuple((styles_of(game)[place], float(shares[place] / shares.sum())) for place in order.tolist())


def seated_styles(
    agents: Mapping[int, str], counts: Sequence[Counts | None], game: Game = Game.HOLDEM
) -> dict[int, tuple[tuple[str, float], ...]]:
    """For the seats of `agents` the styles that may sit there, by counts of every seat, or known where there are none.

    Known players that are no styles are left out: they are taken to play the strategy.
    """
    found = {}
    for seat, agent in agents.items():
        told = counts[seat]
        if told is not None:
            found[seat] = likely_styles(told, len(counts), game)
        elif agent in styles_of(game):
            found[seat] = ((agent, 1.0),)
    return found
