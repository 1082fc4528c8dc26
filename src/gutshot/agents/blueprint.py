"""A trained blueprint as an agent, that is a strategy and dice: `blueprint:PATH`, or an installed one, `blueprint:hu`.

The real hand is looked for in the bundle's betting tree (`blueprint.placing`), the hole cards become a bucket, and the
dice pick an action, whose size is carried over as a share of the pot (`blueprint.real_choice`). Where the bundle has
nothing to say, a tight-aggressive player of the built-in styles decides, and the spot is counted: `spots` tells how
often each way was taken, `notice` says it in words, and the first of its kind is logged as a warning. A hand that
nothing can beat is never folded.
"""

import logging
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from gutshot.agents.agent import STAND_IN, OwnMix, Params
from gutshot.agents.range_reading import READING
from gutshot.agents.row_player import Logs, RowPlayer
from gutshot.agents.style_play import STYLE_AGENTS, decide_style
from gutshot.blueprint.at_table import SeatedBlueprint, TreePlace
from gutshot.blueprint.bundle import Blueprint, open_bundle
from gutshot.blueprint.place_tables import TreePlaces
from gutshot.blueprint.placing import FOLLOWED, MATCHED, NO_DICE, OUTSIDE, WAYS, Way, find, own_dice
from gutshot.blueprint.real_choice import at_table, buckets_of, holds_the_nuts, nuts_of, pick
from gutshot.blueprint.real_depth import fits_depth
from gutshot.games.betting import CALL, FOLD, to_call
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.observation import Observation
from gutshot.games.playout import DICE_SIZE
from gutshot.games.public_record import DECISIONS
from gutshot.games.row import ACTOR, BOARD, BOARD_COUNT, HOLE, MAX_BOARD, MAX_HOLE, SEATS, Row
from gutshot.games.row_checks import require_rows
from gutshot.games.rules import BET_SIZE
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints
from gutshot.numeric.dice import dice_seed, dice_seeds
from gutshot.trees.table import NODE_CHILD, NODE_WIDTH

_LOG = logging.getLogger(__name__)
_SAID: set[tuple[str, str]] = set()
_TABLES_FROM = 8
SEARCHED = "searched"
"""Of an agent's `spots`: solved where the hand stands."""


@kernel
def _find_all(
    places: TreePlaces, unit: int, views: Ints, logs: Logs, lengths: Ints, seeds: Ints, nodes: Ints, ways: Ints
) -> None:
    for i in range(len(views)):
        nodes[i], ways[i] = find(places, unit, views[i], logs[i], lengths[i], seeds[i])
        if ways[i] == FOLLOWED and not fits_depth(places, unit, views[i], logs[i], lengths[i]):
            ways[i] = MATCHED


class Asked(NamedTuple):
    """Many decisions at once, [n] each: what the table shows, and where they are in the bundle's tree."""

    views: Ints
    records: Ints
    lengths: Ints
    seeds: Ints
    nodes: Ints  # -1 outside the tree
    buckets: Ints


class StandIn(NamedTuple):
    """The style that plays outside the bundle, with its workspace."""

    style: Params
    dice: Row
    reading: Row


@kernel
def _choose_all(places: TreePlaces, rules: Row, asked: Asked, stand_in: StandIn, actions: Ints) -> None:
    """The action number of every decision; where `nodes` is negative the stand-in's."""
    for i in range(len(asked.views)):
        view, node, seed = asked.views[i], asked.nodes[i], asked.seeds[i]
        if node >= 0:
            chosen = pick(places, node, asked.buckets[i], own_dice(seed, asked.lengths[i]))
            actions[i] = at_table(places, rules, view, node, chosen)
        else:
            record = asked.records[i]
            seed_random(stand_in.dice, 0, seed, record[DECISIONS + view[ACTOR]])
            actions[i] = decide_style(rules, view, record, stand_in.style, stand_in.dice, stand_in.reading)
        if actions[i] == FOLD and holds_the_nuts(view):
            actions[i] = CALL


@kernel
def _mark_answered(places: TreePlaces, rules: Row, views: Ints, nodes: Ints, answered: Bools) -> None:
    for i in range(len(views)):
        answered[i] = nodes[i] >= 0 and to_call(views[i]) == 0
        if nodes[i] >= 0 and not answered[i]:
            first = places.nodes[nodes[i], NODE_CHILD]
            for k in range(places.nodes[nodes[i], NODE_WIDTH]):
                if at_table(places, rules, views[i], nodes[i], places.action[first + k]) == CALL:
                    answered[i] = True


def notice_of(name: str, spots: Mapping[str, int]) -> str:
    """How much of what was played came from outside the bundle, in words; empty if nothing did."""
    total, searched = sum(spots.values()), spots.get(SEARCHED, 0)
    if spots.get(Way.FOLLOWED, 0) + searched == total:
        return (
            f"{name}: of {total:,} decisions {100 * searched / total:.1f} % were solved on the spot" if searched else ""
        )
    matched, outside = (100 * spots.get(way, 0) / total for way in (Way.MATCHED, Way.OUTSIDE))
    return (
        f"{name}: of {total:,} decisions {matched:.1f} % were taken from similar betting and {outside:.1f} % "
        f"were outside the bundle and played by {STAND_IN}"
    )


class BlueprintAgent(RowPlayer):
    """Plays a bundle.

    `translates_by_dice` says whether a bet between two of the tree's is taken for either by dice, or for the more
    probable one as in what a strategy tells.
    """

    def __init__(self, blueprint: Blueprint, name: str, seed: int = 0, translates_by_dice: bool = True) -> None:
        super().__init__(name, seed)
        self.seated, self._by_dice = SeatedBlueprint(blueprint, name), translates_by_dice
        style = next(style for style in STYLE_AGENTS if style.name == STAND_IN).packed
        self._stand_in = StandIn(style, np.zeros(DICE_SIZE, np.int64), np.zeros(READING, np.int64))

    @property
    def notice(self) -> str:
        """How much of what was played came from outside the bundle, in words; empty if nothing did."""
        return notice_of(self.name, self.spots)

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Ints:
        require_rows(rules, views, logs, lengths, numbers, records)
        seeds = dice_seeds(self._seed, numbers)
        nodes, ways, actions = (np.empty(len(views), np.int64) for _ in range(3))
        places = self.seated.places
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            _find_all(places, int(rules[BET_SIZE]), views, logs, lengths, self._translating(seeds), nodes, ways)
            asked = Asked(views, records, lengths, seeds, nodes, self._buckets(views))
            _choose_all(places, rules, asked, self._stand_in, actions)
        self._count(views, ways)
        return actions

    def answered(self, rules: Row, views: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Bools:
        """Which decisions the bundle knows, with a call among its actions wherever the table owes one."""
        require_rows(rules, views, logs, lengths, numbers)
        nodes, ways, answered = (
            np.empty(len(views), np.int64),
            np.empty(len(views), np.int64),
            np.empty(len(views), bool),
        )
        places, seeds = self.seated.places, self._translating(dice_seeds(self._seed, numbers))
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            _find_all(places, int(rules[BET_SIZE]), views, logs, lengths, seeds, nodes, ways)
            _mark_answered(places, rules, views, nodes, answered)
        return answered

    def _translating(self, seeds: Ints) -> Ints:
        """The dice by which bets of others are translated."""
        return seeds if self._by_dice else np.full(len(seeds), NO_DICE, np.int64)

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """See `agents.agent.OpenAgent`; the dice by which bets of others are translated are those of the hand."""
        place = self.find(observation, number)
        if place.node < 0:
            return None
        view, _ = view_of(observation)
        rules = usual_rules(observation.variant, observation.big_blind).packed
        tree, places = self.seated.blueprint.tree, self.seated.places
        numbers = [int(at_table(places, rules, view, place.node, action)) for action in tree.actions(place.node)]
        buckets = self.seated.buckets(observation.board)
        found = self.seated.node_shares(place.node, buckets)
        actions = tuple(dict.fromkeys((*numbers, CALL) if FOLD in numbers else numbers))
        shares = np.zeros((len(found), len(actions)))
        for column, made in enumerate(numbers):
            shares[:, actions.index(made)] += found[:, column]
        if FOLD in actions and len(observation.board) == MAX_BOARD:
            nuts = nuts_of(np.array(observation.board, np.int64))
            shares[nuts, actions.index(CALL)] += shares[nuts, actions.index(FOLD)]
            shares[nuts, actions.index(FOLD)] = 0.0
        return OwnMix(actions, shares / shares.sum(axis=1, keepdims=True))

    def find(self, seen: Observation, number: int | None = None) -> TreePlace:
        """The place of a decision in the tree, with the dice of a hand, by default the present one."""
        seed = dice_seed(self._seed, self._number if number is None else number)
        return self.seated.find(seen, seed if self._by_dice else NO_DICE)

    def _buckets(self, views: Ints) -> Ints:
        """The actors' buckets. A match that comes to many flops pays for tables, if they are not in the cache."""
        found, abstraction = np.empty(len(views), np.int64), self.seated.blueprint.abstraction
        early = (views[:, BOARD_COUNT] == 3) | (views[:, BOARD_COUNT] == 4)
        if early.sum() >= _TABLES_FROM:
            abstraction.open_tables()
        if not early.any() or abstraction.has_tables:
            buckets_of(abstraction.at_hand, views, found)
            return found
        for i, view in enumerate(views):
            hole = HOLE + MAX_HOLE * int(view[ACTOR])
            board = view[BOARD : BOARD + int(view[BOARD_COUNT])].tolist()
            found[i] = abstraction.bucket_unchecked(int(view[hole]), int(view[hole + 1]), board)
        return found

    def _count(self, views: Ints, ways: Ints) -> None:
        counts = np.bincount(ways, minlength=len(WAYS))
        self.spots.update({way: int(count) for way, count in zip(WAYS, counts, strict=True) if count})
        if counts[OUTSIDE]:
            self._say_once(int(views[0, SEATS]))

    def _say_once(self, seats: int) -> None:
        reason = self.seated.difference(seats)
        if (self.name, reason) not in _SAID:
            _SAID.add((self.name, reason))
            _LOG.warning("%s: %s is outside the bundle; %s decides there", self.name, reason, STAND_IN)


def load_blueprint(path: str, seed: int) -> BlueprintAgent:
    """The agent of a bundle; one sentence says so when it is not one."""
    return BlueprintAgent(open_bundle(path), f"blueprint:{path}", seed)
