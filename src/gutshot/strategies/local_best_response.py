"""Local best response against any heads-up strategy that answers at real hands: a lower bound of what it can lose.

The measure itself is in `blueprint.local_best_response`, which has a short way through a blueprint's own tree. Any
other strategy is asked at each decision of the hands that come up; bets are those to which it has an answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.local_best_response import (
    LocalBestResponse,
    Opponent,
    Progress,
    Reply,
    TreeOpponent,
    bet_amounts,
    require_hands,
    respond_to,
)
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_COUNT
from gutshot.games.actions import Choice
from gutshot.games.betting import FOLD, to_call
from gutshot.games.hand import Hand
from gutshot.games.poker import start
from gutshot.games.row import CARDS, Row, blank
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.strategy import Knowledge, Strategy
from gutshot.strategies.table_walk import TableSize, table_setup

Cards = NDArray[np.int64]


def local_best_response(
    strategy: Strategy, hands: int = 2000, seed: int = 0, progress: Progress | None = None
) -> LocalBestResponse:
    """Play so many hands of a local best response, alternating seats, against a heads-up strategy."""
    require_hands(strategy.describe().seats, hands)
    return respond_to(opponent_of(strategy), hands, seed, progress)


def opponent_of(strategy: Strategy) -> Opponent:
    """A strategy as the responder meets it."""
    return TreeOpponent(strategy.blueprint) if isinstance(strategy, BlueprintStrategy) else AskedOpponent(strategy)


@dataclass(frozen=True)
class _Played:
    """The betting so far, as choices."""

    choices: tuple[Choice, ...] = ()

    def and_then(self, choice: Choice) -> "_Played":
        return _Played((*self.choices, choice))


class AskedOpponent:
    """A strategy that is asked at the real hand; places are the choices made so far."""

    def __init__(self, strategy: Strategy) -> None:
        about = strategy.describe()
        self._strategy = strategy
        self._setup = table_setup(TableSize(2, round(about.depth or 100)))
        self.rules, self.root = self._setup.rules.packed, _betting_only(self._setup)
        self.big_blind, self.first = self._setup.rules.streets[0].bet, _Played()

    def _hand(self, place: _Played, shown: Cards) -> Hand:
        """A hand with this betting and board; hole cards are placeholders."""
        board = [Card(int(card)) for card in shown]
        others = [Card(card) for card in range(52) if card not in board][:4]
        return Hand(replace(self._setup, deck=(*others, *board)), place.choices)

    def reply(self, place: _Played | None, row: Row, shown: Cards) -> Reply | None:
        return None if place is None else self._reply(place, self._hand(place, shown))

    def _reply(self, place: _Played, hand: Hand) -> Reply | None:
        found = self._strategy.at(hand)
        if found.knowledge is Knowledge.NONE or found.hands.mix is None:
            return None
        shares = np.zeros((COMBO_COUNT, len(found.moves)))
        shares[:, -1] = 1.0  # of hands that never come here
        shares[found.hands.combos] = found.hands.mix.T
        order = sorted(range(len(found.moves)), key=lambda at: found.moves[at].action.number)
        moves = [found.moves[at] for at in order]
        places = tuple(place.and_then(move.choice) for move in moves)
        return Reply(shares[:, order], tuple(move.action.number for move in moves), places)

    def after_call(self, place: _Played | None, row: Row) -> _Played | None:
        return None if place is None else place.and_then("call" if _owes(row) else "check")

    def bets(self, place: _Played | None, row: Row, shown: Cards) -> Iterable[tuple[int, _Played, Reals]]:
        if place is None:
            return
        for amount in bet_amounts(self.rules, row):
            after = place.and_then(amount)
            hand = self._hand(after, shown)
            reply = None if hand.is_over else self._reply(after, hand)
            if reply is not None:
                yield amount, after, reply.shares[:, 0] if reply.actions[0] == FOLD else np.zeros(COMBO_COUNT)


def _owes(row: Row) -> bool:
    return bool(to_call(row) > 0)


def _betting_only(setup: Setup) -> Row:
    """The first decision of a hand without cards."""
    row = blank()
    setup.fill(row)
    row[CARDS] = 0
    start(setup.rules.packed, row)
    return row
