"""Blueprints of two to six seats as a strategy: what the bundle plays in every seat.

Lines are about a table of the bundle's own game. Bets that are not in its tree are translated, as at real tables, and
the answer says so; if the tree has nothing like the betting, the answer is that the point is not known.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.at_table import SeatedBlueprint, TreeDecision
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.config import GameConfig
from gutshot.blueprint.placing import Way
from gutshot.cards.combos import COMBO_COUNT, combos_of_cards
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import About, Combos, Knowledge, Move
from gutshot.strategies.table_strategy import TableStrategy, place_of, require_asked
from gutshot.strategies.table_walk import move_at, moves_of, seen_by_actor


class BlueprintStrategy(TableStrategy):
    """A bundle in every seat."""

    def __init__(self, blueprint: Blueprint, title: str) -> None:
        super().__init__(_setup(blueprint.config.game))
        self.blueprint = blueprint
        self._seated = SeatedBlueprint(blueprint, title)
        self._title = title
        self._decision = lru_cache(maxsize=256)(self._fresh_decision)

    @property
    def depth(self) -> float:
        """Big blinds; of the shortest stack where they differ."""
        game = self.blueprint.config.game
        return min(game.stacks) / game.blinds[1]

    def describe(self) -> About:
        game = self.blueprint.config.game
        depth = self.depth
        config = {"seats": game.num_players, "stack": max(1, round(depth))}
        quality = {k: value for k, value in self.blueprint.summary.items() if isinstance(value, int | float | str)}
        return About(
            self._title,
            "blueprint",
            config,
            quality,
            big_blind=game.blinds[1],
            seats=game.num_players,
            depth=depth if len(set(game.stacks)) == 1 else None,
        )

    def _fresh_decision(self, hand: Hand) -> TreeDecision | None:
        return self._seated.decision(seen_by_actor(hand))

    def knowledge_at(self, hand: Hand) -> tuple[Knowledge, tuple[str, ...]]:
        """Whether the tree has this point, and what differs."""
        decision = self._decision(hand)
        if decision is None:
            return Knowledge.NONE, (self._seated.missing(seen_by_actor(hand)),)
        notes = self._seated.differences(seen_by_actor(hand), decision.place)
        return (Knowledge.NEAR if notes else Knowledge.EXACT), notes

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """The tree's actions in the table's chips."""
        decision = self._decision(hand)
        if decision is None:
            return moves_of(hand)
        return tuple(dict.fromkeys(_move(hand, choice) for choice in decision.choices))

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] by bucket."""
        require_asked(hand, moves, cards)
        decision = self._decision(hand)
        if decision is None:
            raise BadConfig(f"{self._title} does not know this point: see `knowledge_at`")
        shares = decision.shares(self._seated.buckets(hand.board))
        combos = combos_of_cards(cards[:, 0], cards[:, 1])
        mix = np.zeros((len(moves), len(cards)))
        for place, choice in enumerate(decision.choices):
            mix[place_of(_move(hand, choice), moves)] += np.nan_to_num(shares[combos, place])
        return np.asarray(mix / np.maximum(mix.sum(axis=0), 1e-12))

    def comes_here(self, hand: Hand, reach: Reals) -> Reals:
        """[1326] how often hands like each come to the actor's decision, as a share of the commonest.

        What a blueprint does with hands that it never comes with is noise: nobody played them there in training. Where
        similar betting stands for the line, all hands are taken to come.
        """
        if reach.shape != (COMBO_COUNT,):
            raise MalformedInput(f"a reach of shape {list(reach.shape)}: expected [{COMBO_COUNT}]")
        decision = self._decision(hand)
        if decision is None or decision.place.way is not Way.FOLLOWED:
            return np.ones(len(reach))
        buckets = self._seated.buckets(hand.board)
        live = buckets >= 0
        counts = np.bincount(buckets[live])
        means = np.bincount(buckets[live], weights=reach[live]) / np.maximum(counts, 1)
        found = np.zeros(len(reach))
        found[live] = means[buckets[live]] / max(means.max(), 1e-12)
        return found

    def fold_shares(self, seen: Hand, amounts: Sequence[int]) -> Sequence[Reals | None]:
        """Read from the table of each answer, without what else `at` tells."""
        buckets = self._seated.buckets(seen.board)
        return [_folds(self._fresh_decision(seen.act(amount)), buckets) for amount in amounts]


def _folds(decision: TreeDecision | None, buckets: NDArray[np.int32]) -> Reals | None:
    if decision is None or "fold" not in decision.choices:
        return None if decision is None else np.zeros(len(buckets))
    return np.nan_to_num(decision.shares(buckets)[:, decision.choices.index("fold")]).astype(np.float64)


def _setup(game: GameConfig) -> Setup:
    """The table of the bundle's game; seat 0 has the button."""
    return Hand.holdem(game.stacks, game.blinds, 0, antes=game.ante, seed=0).setup


def _move(hand: Hand, choice: Choice) -> Move:
    return move_at(hand, hand.verify(choice))
