"""A set of blueprints by depth as an agent: `blueprint:hu`. Each decision goes to the bundle of its effective stack.

Up to 12 big blinds before the flop jam or fold decides. `spots` counts every decision: followed where jam or fold is
exact or a bundle of this very depth has the betting, matched where something is only near.
"""

from collections import Counter
from functools import cached_property

import numpy as np

from gutshot.agents.agent import OwnMix
from gutshot.agents.blueprint import BlueprintAgent, notice_of
from gutshot.agents.row_player import Logs, RowPlayer
from gutshot.blueprint.bundle import open_bundle
from gutshot.blueprint.placing import Way, own_dice
from gutshot.blueprint.real_betting import log_of
from gutshot.cards.combo_index import combo_index
from gutshot.cards.combos import COMBO_CLASS
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.hidden_view import view_of
from gutshot.games.observation import Observation
from gutshot.games.row import ACTOR, HOLE, MAX_HOLE, Row
from gutshot.games.row_checks import require_rows
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints, Reals
from gutshot.numeric.dice import dice_seeds
from gutshot.preflop.short_stacks import ShortSpot, answer_of
from gutshot.strategies.depth_set import members_for, spots_of
from gutshot.strategies.entries import Entry


@kernel
def _play_short(rules: Row, views: Ints, seeds: Ints, lengths: Ints, plays: Reals, calls: bool, actions: Ints) -> None:
    """Jam or fold by the dice of every hand; `plays` [169]."""
    for i in range(len(views)):
        view = views[i]
        hole = HOLE + MAX_HOLE * view[ACTOR]
        share = plays[COMBO_CLASS[combo_index(view[hole], view[hole + 1])]]
        owed, most = to_call(view), raise_bounds(rules, view)[1]
        if own_dice(seeds[i], lengths[i]) >= share:
            actions[i] = FOLD if owed > 0 else CALL
        else:
            actions[i] = CALL if most == 0 or (calls and owed > 0) else most


class _SeatedMember:
    """A bundle that is loaded when it is first asked."""

    def __init__(self, entry: Entry, seed: int, spots: "Counter[str]", translates_by_dice: bool) -> None:
        self.depth = entry.depth or 0.0
        self._path, self._name, self._seed, self._spots = str(entry.path), entry.agent, seed, spots
        self._by_dice = translates_by_dice

    @cached_property
    def agent(self) -> BlueprintAgent:
        agent = BlueprintAgent(open_bundle(self._path), self._name, self._seed, self._by_dice)
        agent.spots = self._spots
        return agent


class DepthSetAgent(RowPlayer):
    """Plays a set; for `translates_by_dice` see `BlueprintAgent`."""

    def __init__(self, entry: Entry, seed: int = 0, translates_by_dice: bool = True) -> None:
        super().__init__(entry.agent, seed)
        self._members = [_SeatedMember(member, seed, self.spots, translates_by_dice) for member in entry.members]
        self._depths = [member.depth for member in self._members]

    @property
    def notice(self) -> str:
        """How much of what was played came from outside the bundles, in words; empty if nothing did."""
        return notice_of(self.name, self.spots)

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """See `agents.agent.OpenAgent`: what the bundle of this depth knows; None where jam or fold decides."""
        log = log_of(observation)
        spots = spots_of(view_of(observation)[0][None], log[None], np.array([len(log)]), observation.big_blind)
        nearest, short = members_for(spots, observation.big_blind, self._depths)
        if short[0] and answer_of(ShortSpot.of(spots[0], observation.big_blind)) is not None:
            return None
        return self._members[int(nearest[0])].agent.mix(observation, number)

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Ints:
        require_rows(rules, views, logs, lengths, numbers, records)
        big_blind = int(rules[BET_SIZE])
        spots = spots_of(views, logs, lengths, big_blind)
        nearest, short = members_for(spots, big_blind, self._depths)
        actions = np.zeros(len(views), np.int64)
        left = ~self._play_short(rules, big_blind, spots, short, (views, lengths, numbers), actions)
        for place, member in enumerate(self._members):
            rows = np.flatnonzero(left & (nearest == place))
            if len(rows):
                asked = (views[rows], records[rows], logs[rows], lengths[rows], numbers[rows])
                actions[rows] = member.agent.act_rows(rules, *asked)
        return actions

    def answered(self, rules: Row, views: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Bools:
        """Which decisions jam or fold or a bundle knows: see `BlueprintAgent.answered`."""
        require_rows(rules, views, logs, lengths, numbers)
        big_blind = int(rules[BET_SIZE])
        spots = spots_of(views, logs, lengths, big_blind)
        nearest, short = members_for(spots, big_blind, self._depths)
        known = np.array([kept and answer_of(ShortSpot.of(spot, big_blind)) is not None
                          for spot, kept in zip(spots, short, strict=True)], np.bool_)  # fmt: skip
        for place, member in enumerate(self._members):
            rows = np.flatnonzero(~known & (nearest == place))
            if len(rows):
                known[rows] = member.agent.answered(rules, views[rows], logs[rows], lengths[rows], numbers[rows])
        return known

    def _play_short(
        self, rules: Row, big_blind: int, spots: Ints, short: Bools, asked: tuple[Ints, Ints, Ints], actions: Ints
    ) -> Bools:
        """Decide what jam or fold decides, equal spots together; which those were."""
        done = np.zeros(len(spots), np.bool_)
        rows = np.flatnonzero(short)
        if not len(rows):
            return done
        views, lengths, numbers = asked
        kinds, which = np.unique(spots[rows], axis=0, return_inverse=True)
        for place, spot in enumerate(kinds):
            found = answer_of(ShortSpot.of(spot, big_blind))
            if found is None:
                continue
            own = rows[which.reshape(-1) == place]
            chosen = np.empty(len(own), np.int64)
            with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
                seeds = dice_seeds(self._seed, numbers[own])
                _play_short(rules, views[own], seeds, lengths[own], found.frequency, found.calls, chosen)
            actions[own], done[own] = chosen, True
            self.spots[Way.MATCHED if found.notes else Way.FOLLOWED] += len(own)
        return done
