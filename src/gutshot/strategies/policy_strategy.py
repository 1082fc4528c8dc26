"""A trained network in every seat of a table, as a strategy: one batch answers all 1326 hands."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.blueprint.real_betting import log_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_of
from gutshot.games import betting as games_betting
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.row import HOLE, MAX_HOLE
from gutshot.numeric.arrays import Reals
from gutshot.rl.cpu_policy import CpuPolicy, load
from gutshot.rl.menu import FOLD, PASSIVE
from gutshot.strategies.strategy import About, Combos, Move
from gutshot.strategies.table_strategy import TableStrategy, require_asked
from gutshot.strategies.table_walk import BIG_BLIND, TableSize, move_at, seen_by_actor, table_setup


class PolicyStrategy(TableStrategy):
    """A bundle at a table of a given size."""

    def __init__(self, folder: Path, title: str, size: TableSize) -> None:
        self._policy = load(folder)
        self._title = title
        self._asked = lru_cache(maxsize=64)(self._ask)
        self._size = size
        super().__init__(table_setup(size))

    @property
    def policy(self) -> CpuPolicy:
        """The network."""
        return self._policy

    def describe(self) -> About:
        size = self._size
        config: dict[str, Any] = {"seats": size.seats, "stack": size.stack, "sizes": str(self._policy.menu)}
        quality = {key: value for key, value in self._policy.summary.items() if isinstance(value, int | float)}
        title = f"{self._title}, {size.seats} seats"
        return About(title, "policy", config, quality, big_blind=BIG_BLIND, seats=size.seats, depth=size.stack)

    def _ask(self, hand: Hand) -> tuple[Reals, tuple[int, ...], tuple[int, ...]]:
        """Shares [menu, 1326], which entries are offered, and their amounts."""
        seen = seen_by_actor(hand)
        log, rules = log_of(seen), usual_rules(seen.variant, seen.big_blind).packed
        views = np.repeat(view_of(seen)[0][None], COMBO_COUNT, axis=0)
        hole = HOLE + MAX_HOLE * seen.seat
        views[:, hole : hole + 2] = COMBO_CARDS
        logs = np.broadcast_to(log, (COMBO_COUNT, *log.shape))
        found = self._policy.answers(rules, views, logs, np.full(COMBO_COUNT, len(log)))
        offered = tuple(int(entry) for entry in np.flatnonzero(found.mask[0]))
        return found.shares.astype(np.float64).T, offered, tuple(map(int, found.amounts[0]))

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """The menu's actions in chips."""
        _, offered, amounts = self._asked(hand)
        return tuple(_move(hand, entry, amounts[entry]) for entry in offered)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] by asking the network about every hand."""
        require_asked(hand, moves, cards)
        shares, offered, _ = self._asked(hand)
        combos = [combo_of(int(low), int(high)) for low, high in cards]
        found = shares[list(offered)][:, combos]
        return np.asarray(found / found.sum(axis=0))


def _move(hand: Hand, entry: int, amount: int) -> Move:
    if entry in (FOLD, PASSIVE):
        return move_at(hand, games_betting.FOLD if entry == FOLD else games_betting.CALL)
    low, high = hand.legal.min_raise_to or 0, hand.legal.max_raise_to or 0
    return move_at(hand, min(max(amount, low), high))
