"""A built-in player at a table: one decision from an `Observation`, by the kernel that also plays whole matches."""

from functools import cache

import numpy as np

from gutshot.agents.agent import BADUGI, AgentKind, Builtin
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.ranges import KNOTS, Odds, odds
from gutshot.agents.decide import decide
from gutshot.agents.range_reading import READING
from gutshot.arguments import CheckedMethods
from gutshot.blueprint.badugi.crowd_bundle import CrowdCodes
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.hidden_view import legal_choice, usual_rules, view_of
from gutshot.games.observation import Observation
from gutshot.games.playout import DICE_SIZE
from gutshot.numeric.dice import dice_seed

_TABLE_KINDS = (AgentKind.BADUGI_CPU, AgentKind.BADUGI_SOLVED)


@cache
def _no_tables() -> Odds:
    """The same types without content, for fields that are never read."""
    return Odds(
        np.zeros((0, 0), np.float32),
        np.zeros((0, 0), np.float32),
        np.zeros((0, 0, 0, 0), np.float32),
        np.zeros(0, np.uint8),
        CrowdCodes.nothing(),
    )


def tables_for(*kinds: int) -> Odds:
    """What the decision kernels of these kinds look up; built on first use where there is something to build."""
    return odds() if any(kind in _TABLE_KINDS for kind in kinds) else _no_tables()


def scratch_space() -> Scratch:
    """Room for one call of a kernel."""
    return np.zeros(KNOTS, np.float32)


class KernelAgent(CheckedMethods):
    """Plays a `Builtin`. Equal seeds and hand numbers give equal decisions."""

    def __init__(self, builtin: Builtin, seed: int = 0) -> None:
        self.builtin = builtin
        self._params = builtin.packed
        self._seed = seed
        self._dice_seed = dice_seed(seed, 0)
        self._dice = np.zeros(DICE_SIZE, np.int64)
        self._reading = np.zeros(READING, np.int64)
        self._scratch = scratch_space()

    @property
    def name(self) -> str:
        return self.builtin.name

    @property
    def variants(self) -> tuple[str, ...]:
        """The games it plays."""
        return self.builtin.variants

    def new_hand(self, number: int) -> None:
        self._dice_seed = dice_seed(self._seed, number)

    def act(self, observation: Observation) -> Choice:
        kind = self.builtin.kind
        variant = BADUGI if observation.variant == BADUGI else "holdem"
        if variant not in self.builtin.variants:
            raise BadConfig(f"agent {self.name!r} does not play {observation.variant}")
        view, record = view_of(observation)
        rules = usual_rules(observation.variant, observation.big_blind).packed
        action = decide(
            int(kind),
            rules,
            view,
            record,
            self._params,
            self._dice_seed,
            self._dice,
            self._reading,
            tables_for(kind),
            self._scratch,
        )
        return legal_choice(observation, int(action))

    def __repr__(self) -> str:
        return f"make({self.name!r}, seed={self._seed})"
