"""Any strategy as a local best responder meets it: it is asked at the real hand, as seldom as the responder allows.

A blueprint at its own depth has a short way through its tree (`TreeOpponent`). Any other strategy is asked at each
decision of the hands that come up. What it folds to bets that are only considered it may tell in one answer
(`AnswersBets`); otherwise it is asked bet by bet, and the reply to the bet that is made is not asked for again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from gutshot.blueprint.local_best_response import require_two, stack_of
from gutshot.blueprint.responder import Bet, Opponent, Reply
from gutshot.blueprint.tree_opponent import TreeOpponent
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import FOLD, to_call
from gutshot.games.hand import Hand
from gutshot.games.poker import start
from gutshot.games.row import CARDS, Row, blank
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Ints, Reals
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.depth_set import DepthSet
from gutshot.strategies.strategy import AnswersBets, Knowledge, Strategy
from gutshot.strategies.table_walk import TableSize, table_setup

LEAST_STACK, MOST_STACK = 2, 1000
_USUAL_STACK = 100
_MOST_KEPT = 128
_SHARES_KEPT = 32


def opponent_of(strategy: Strategy, stack: int | None = None) -> Opponent:
    """A heads-up strategy at a stack depth in big blinds; by default its own."""
    about = strategy.describe()
    require_two(about.seats)
    if stack is not None and not LEAST_STACK <= stack <= MOST_STACK:
        raise BadConfig(f"stacks of {stack} big blinds: expected {LEAST_STACK} to {MOST_STACK}")
    strategy = strategy.alone_at(stack) if isinstance(strategy, DepthSet) else strategy
    if isinstance(strategy, BlueprintStrategy):
        own = TreeOpponent(strategy.blueprint)
        if stack is None or stack == stack_of(own):
            return own
    return AskedOpponent(strategy, stack or round(about.depth or _USUAL_STACK))


@dataclass(frozen=True)
class _Played:
    """The betting so far, as choices."""

    choices: tuple[Choice, ...] = ()

    def and_then(self, choice: Choice) -> "_Played":
        return _Played((*self.choices, choice))


class AskedOpponent:
    """A strategy that is asked at the real hand; places are the choices made so far."""

    def __init__(self, strategy: Strategy, stack: int) -> None:
        self._strategy = strategy
        self._setup = table_setup(TableSize(2, stack))
        self.rules, self.root = self._setup.rules.packed, _betting_only(self._setup)
        self.big_blind, self.first = self._setup.rules.streets[0].bet, _Played()
        self._kept: dict[tuple[_Played, bytes], Reply | None] = {}
        self._folds_at = lru_cache(maxsize=_SHARES_KEPT)(self._fresh_fold_shares)

    def _hand(self, place: _Played, shown: Ints) -> Hand:
        """A hand with this betting and board; hole cards are placeholders."""
        board = [Card(int(card)) for card in shown]
        others = [Card(card) for card in range(52) if card not in board][:4]
        return Hand(replace(self._setup, deck=(*others, *board)), place.choices)

    def reply(self, place: _Played | None, row: Row, shown: Ints) -> Reply | None:
        return None if place is None else self._reply(place, self._hand(place, shown), shown)

    def _reply(self, place: _Played, hand: Hand, shown: Ints) -> Reply | None:
        key = (place, shown.tobytes())
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._asked(place, hand)
        return self._kept[key]

    def _asked(self, place: _Played, hand: Hand) -> Reply | None:
        found = self._strategy.at(hand)
        if found.knowledge is Knowledge.NONE or found.hands.mix is None:
            return None
        shares = np.tile(_by_all(found.hands.mix, found.hands.reach), (COMBO_COUNT, 1))  # hands too rare to be told of
        shares[found.hands.combos] = found.hands.mix.T
        order = sorted(range(len(found.moves)), key=lambda at: found.moves[at].action.number)
        moves = [found.moves[at] for at in order]
        places = tuple(place.and_then(move.choice) for move in moves)
        actions = tuple(move.action.number for move in moves)
        return Reply(shares[:, order], actions, places, found.knowledge is Knowledge.NEAR)

    def after_call(self, place: _Played | None, row: Row) -> _Played | None:
        return None if place is None else place.and_then("call" if to_call(row) > 0 else "check")

    def bets(self, place: _Played | None, row: Row, shown: Ints, amounts: Sequence[int]) -> Iterable[Bet]:
        if place is None:
            return
        hand = self._hand(place, shown)
        amounts = [amount for amount in amounts if not hand.act(amount).is_over]
        for amount, folds in zip(amounts, self._folds_at(place, shown.tobytes(), tuple(amounts)), strict=True):
            if folds is not None:
                yield Bet(amount, place.and_then(amount), folds)

    def _fresh_fold_shares(self, place: _Played, cards: bytes, amounts: Sequence[int]) -> Sequence[Reals | None]:
        """What the strategy folds to each bet: hands that share a board ask for the same."""
        shown = np.frombuffer(cards, np.int64)
        hand = self._hand(place, shown)
        if isinstance(self._strategy, AnswersBets):
            return self._strategy.fold_shares(hand, amounts)
        replies = [self._reply(place.and_then(amount), hand.act(amount), shown) for amount in amounts]
        return [None if reply is None else _folds(reply) for reply in replies]


def _by_all(mix: Reals, reach: Reals) -> Reals:
    """[actions] what the range does."""
    return np.asarray(mix @ reach / reach.sum() if reach.sum() > 0 else mix.mean(axis=1))


def _folds(reply: Reply) -> Reals:
    return reply.shares[:, 0] if reply.actions[0] == FOLD else np.zeros(COMBO_COUNT)


def _betting_only(setup: Setup) -> Row:
    """The first decision of a hand without cards."""
    row = blank()
    setup.fill(row)
    row[CARDS] = 0
    start(setup.rules.packed, row)
    return row
