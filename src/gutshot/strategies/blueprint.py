"""Blueprints of two to six seats as a source: what the bundle plays at a table of its own size and depth.

Bets that are not in its tree are translated as the agent does at a table; a line that lies outside is refused.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from gutshot.agents.blueprint import BlueprintAgent, TreeSpot, load_blueprint
from gutshot.cards.combos import combo_of
from gutshot.errors import IllegalAction
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.strategy import About, Combos, Move, Reals
from gutshot.strategies.table_strategy import TableSource
from gutshot.strategies.table_walk import BIG_BLIND, TableSize, move_at


class BlueprintSource(TableSource):
    """A bundle in every seat."""

    def __init__(self, folder: Path, title: str) -> None:
        self._agent: BlueprintAgent = load_blueprint(str(folder), 0)
        self._agent.new_hand(0)
        self._title = title
        self._spot = lru_cache(maxsize=256)(self._fresh_spot)
        game = self._agent.blueprint.config.game
        super().__init__(TableSize(game.num_players, max(1, round(min(game.stacks) / game.blinds[1]))))

    def describe(self) -> About:
        config = {"seats": self.size.seats, "stack": self.size.stack}
        summary = self._agent.blueprint.summary
        quality = {key: value for key, value in summary.items() if isinstance(value, int | float | str)}
        return About(self._title, "blueprint", config, quality, big_blind=BIG_BLIND)

    def _fresh_spot(self, hand: Hand) -> TreeSpot:
        actor = hand.actor
        assert actor is not None
        found = self._agent.spot(hand.observation(actor))
        if found is None:
            raise IllegalAction("this betting lies outside the blueprint's tree: choose one of the actions it knows")
        return found

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        return tuple(dict.fromkeys(_move(hand, choice) for choice in self._spot(hand).choices))

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        actor = hand.actor
        assert actor is not None
        shares = self._agent.shares(hand.observation(actor))
        assert shares is not None
        combos = [combo_of(int(low), int(high)) for low, high in cards]
        mix = np.zeros((len(moves), len(combos)))
        for place, choice in enumerate(self._spot(hand).choices):
            mix[moves.index(_move(hand, choice))] += np.nan_to_num(shares[combos, place])
        return np.asarray(mix / np.maximum(mix.sum(axis=0), 1e-12))


def _move(hand: Hand, choice: Choice) -> Move:
    return move_at(hand, hand.verify(choice))
