"""A trained blueprint as an agent: `blueprint:PATH` of a bundle, or of an installed one, as `blueprint:hu`.

The real hand is looked for in the bundle's betting tree (`blueprint_paths`), the hole cards become a bucket, and the
dice pick an action, whose size is carried over as a share of the pot. Where the bundle has nothing to say, a
tight-aggressive player of the built-in styles decides, and the spot is counted: `spots` tells how often each way was
taken, `notice` says it in words, and the first of its kind is logged as a warning.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.agent import HOLDEM
from gutshot.agents.blueprint_moves import betting_of
from gutshot.agents.blueprint_paths import Paths, Place, Way
from gutshot.agents.kernel_agent import KernelAgent
from gutshot.agents.seeds import dice_seed
from gutshot.agents.style_play import STYLE_AGENTS
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL, FOLD
from gutshot.games.observation import Observation
from gutshot.solvers.blueprint.bundle import Blueprint

STAND_IN = "style:tag"
_LOG = logging.getLogger(__name__)
_SAID: set[tuple[str, str]] = set()
_MOST_MOVES = 256
_TABLES_FROM = 32
_ALL_IN_DEPTH = 1.25
"""Up to so many times the tree's own depth an all-in stays one; deeper stacks bet the same share of the pot."""
_LEFT_OVER = 0.15
"""A raise that would leave less than this share of the pot behind is all-in."""


@dataclass(frozen=True)
class Spot:
    """What a blueprint plays at a decision: a choice of the real table for each action of the tree."""

    place: Place
    choices: tuple[Choice, ...]
    strategy: NDArray[np.float32]  # [buckets, actions]

    def shares(self, buckets: NDArray[np.int32]) -> NDArray[np.float32]:
        """[hands, actions] of hands given by their buckets; NaN where a bucket is -1."""
        found = self.strategy[np.maximum(buckets, 0)]
        found[buckets < 0] = np.nan
        return np.asarray(found)


class BlueprintAgent:
    """Plays a bundle. Equal seeds and hand numbers give equal dice."""

    def __init__(self, blueprint: Blueprint, name: str, seed: int = 0) -> None:
        self.blueprint, self.name = blueprint, name
        self.paths = Paths(blueprint)
        self.spots: Counter[str] = Counter()
        self._seed, self._number = seed, 0
        self._stand_in = KernelAgent(next(style for style in STYLE_AGENTS if style.name == STAND_IN), seed)
        self._strategy = lru_cache(4096)(blueprint.node_strategy)

    @property
    def notice(self) -> str:
        """How much of what was played came from outside the bundle, in words; empty if nothing did."""
        total = sum(self.spots.values())
        if self.spots[Way.FOLLOWED] == total:
            return ""
        matched, outside = (100 * self.spots[way] / total for way in (Way.MATCHED, Way.OUTSIDE))
        return (
            f"{self.name}: of {total:,} decisions {matched:.1f} % were taken from similar betting and {outside:.1f} % "
            f"lay outside the bundle and were left to {STAND_IN}"
        )

    def new_hand(self, number: int) -> None:
        self._number = number

    def act(self, observation: Observation) -> Choice:
        return self._decide(observation, self._number)

    def act_batch(self, observations: Sequence[Observation], numbers: Sequence[int]) -> Sequence[Choice]:
        """A match has come to flops: from here on tables pay, and are built if they are not in the cache."""
        if sum(3 <= len(seen.board) < 5 for seen in observations) >= _TABLES_FROM:
            self.blueprint.abstraction.open_tables()
        return [self._decide(seen, number) for seen, number in zip(observations, numbers, strict=True)]

    def spot(self, observation: Observation) -> Spot | None:
        """The strategy at a decision for every bucket; None where it is outside the bundle."""
        place = self.paths.find(observation, self._dice(self._number))
        return None if place.way is Way.OUTSIDE else self._spot(observation, place)

    def shares(self, observation: Observation) -> NDArray[np.float32] | None:
        """[1326, actions of `spot`] for every combo, NaN where the board blocks it; None outside the bundle."""
        spot = self.spot(observation)
        if spot is None:
            return None
        board = observation.board
        return spot.shares(self.blueprint.abstraction.buckets(board) if board else COMBO_CLASS.astype(np.int32))

    def _decide(self, seen: Observation, number: int) -> Choice:
        if seen.variant != HOLDEM:
            raise BadConfig(f"agent {self.name!r} does not play {seen.variant}")
        dice = self._dice(number)
        told = betting_of(seen)
        place = self.paths.find(seen, dice, told)
        self.spots[place.way] += 1
        if place.way is Way.OUTSIDE:
            self._say_once(place)
            self._stand_in.new_hand(number)
            return self._stand_in.act(seen)
        shares = self._strategy(place.node)[self._bucket(seen)]
        ladder = np.cumsum(shares)
        picked = min(
            int(np.searchsorted(ladder, dice[-1 - len(told.moves)] * ladder[-1], side="right")), len(ladder) - 1
        )
        return self._choice(seen, place.node, self.blueprint.tree.actions(place.node)[picked])

    def _say_once(self, place: Place) -> None:
        if (self.name, place.reason) not in _SAID:
            _SAID.add((self.name, place.reason))
            _LOG.warning("%s: %s lies outside the bundle; %s decides there", self.name, place.reason, STAND_IN)

    def _bucket(self, seen: Observation) -> int:
        first, second = seen.cards
        if not seen.board:
            return int(COMBO_CLASS[combo_of(first, second)])
        return self.blueprint.abstraction.bucket_unchecked(first, second, seen.board)

    def _dice(self, number: int) -> NDArray[np.float64]:
        """Uniform numbers of a hand: from the front for bets of others by move, from the back for our decisions."""
        return _uniforms(self._seed, number)

    def _spot(self, seen: Observation, place: Place) -> Spot:
        actions = self.blueprint.tree.actions(place.node)
        choices = tuple(self._choice(seen, place.node, action) for action in actions)
        return Spot(place, choices, self._strategy(place.node))

    def _choice(self, seen: Observation, node: int, action: int) -> Choice:
        """An action of the tree as one of the table."""
        legal = seen.legal
        if action == FOLD and legal.call:
            return "fold"
        if action <= CALL or legal.min_raise_to is None or legal.max_raise_to is None:
            return "call" if legal.call else "check"
        return self._raise_to(seen, node, action, legal.min_raise_to, legal.max_raise_to)

    def _raise_to(self, seen: Observation, node: int, action: int, least: int, most: int) -> int:
        levels = self.paths.levels
        faced, owed = max(seen.bets), seen.legal.call or 0
        pot, whole = seen.pot + owed, int(levels.pot[node] + levels.owed[node])
        share = (action - int(levels.faced[node])) / whole
        amount = faced + round(share * pot)
        room = share * _ALL_IN_DEPTH if self._is_all_in(node, action) else share
        if most <= faced + room * pot or most - amount < _LEFT_OVER * (pot + 2 * (amount - faced)):
            return most
        return min(max(amount, least), most)

    def _is_all_in(self, node: int, action: int) -> bool:
        """Whether a raise of the tree puts the shortest stack in."""
        levels = self.paths.levels
        return action - int(levels.faced[node]) >= int(levels.behind[node]) - int(levels.owed[node])


@lru_cache(4096)
def _uniforms(seed: int, number: int) -> NDArray[np.float64]:
    generator = np.random.Generator(np.random.Philox(dice_seed(seed, number)))
    return generator.random(2 * _MOST_MOVES)


def load_blueprint(path: str, seed: int) -> BlueprintAgent:
    """The agent of a bundle; one sentence says so when it is not one."""
    return BlueprintAgent(Blueprint.load(path), f"blueprint:{path}", seed)
