"""One hand of a local best response against any heads-up opponent whose strategy can be asked.

Lisy and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017). The responder knows the
opponent's strategy, keeps the exact range of its hands by Bayes' rule, and at each decision takes the action that
would be best if both then checked and called to the end: fold, call, or a bet of its `ResponseSetting`. Each such play
is some strategy, so its winnings are a lower bound of what the opponent can lose. How often the opponent folds to a bet
only guides the choice: what is won follows from the opponent's reply to the bet that was made.

Departures: equities before the turn are over sampled runouts; folds and showdowns are settled for the whole range left
instead of one hand held; and the responder keeps to calls and bets to which the opponent has an answer. Where the
opponent has none it calls.

A hand also tells its luck, in parts whose mean is zero whatever is played (Burch et al., "AIVAT", 2018): how much
the hole cards, the board and the opponent's dice were worth above their mean, if from there on both checked and called.
Equities that enter such a difference are drawn after the decisions before it, or the responder's choices would lean
towards their errors.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from gutshot.abstraction.rivers import COMBOS, fill_strengths
from gutshot.blueprint.responder_dice import OwnDice, ResponderDice, shared_dice
from gutshot.blueprint.response_settings import ResponseSetting
from gutshot.blueprint.tree import BOARD_CARDS
from gutshot.cards.combos import COMBO_CARDS
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act
from gutshot.games.row import ACTOR, BETTING, HIGH, OVER, PAID, PHASE, POT, STACK, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints, Reals

RUNOUTS = 60
LUCK_PARTS = 8
"""The hole cards; flop, turn and river; the opponent's dice on each street."""
_CARDS, _DICE = 0, 4  # by street
_LEAST_MASS = 1e-4


@dataclass(frozen=True)
class Reply:
    """What the opponent does at a decision: [1326, actions] shares, zero or anything for hands that cannot be there."""

    shares: Reals
    actions: tuple[int, ...]  # of the table: FOLD first if it is one, CALL, or what is raised to
    places: tuple[Any, ...]  # after each, None where the opponent no longer knows
    near: bool = False  # taken from a point that is only like this one


class Bet(NamedTuple):
    """A bet of the responder to which the opponent has an answer."""

    amount: int  # what is raised to
    place: Any  # after it
    folds: Reals  # [1326] how often the opponent folds to it


class Opponent(Protocol):
    """A heads-up strategy as the responder meets it. A place is what the opponent makes of the betting so far."""

    rules: Row
    root: Row
    big_blind: int
    first: Any

    def reply(self, place: Any, row: Row, shown: Ints) -> Reply | None:
        """The opponent's play at its decision; None where it does not know."""
        ...

    def after_call(self, place: Any, row: Row) -> Any:
        """The place after the responder's call or check; None where there is none."""
        ...

    def bets(self, place: Any, row: Row, shown: Ints, amounts: Sequence[int]) -> Iterable[Bet]:
        """Those of these raises of the responder to which the opponent has an answer."""
        ...


class MeasuredHand(NamedTuple):
    """What the responder won in a hand, in big blinds, and how often the opponent knew its decision."""

    won: float
    luck: Reals  # [LUCK_PARTS] in it, of mean zero
    known: tuple[int, int, int]  # decisions known exactly, by a near point, not at all


def play_hand(opponent: Opponent, setting: ResponseSetting, seed: int, number: int) -> MeasuredHand:
    """Hand `number` of a measurement: the responder has the button in even ones."""
    return _played(_ResponderDuel(opponent, setting, number % 2, OwnDice(seed, number)))


def play_board(opponent: Opponent, setting: ResponseSetting, seed: int, number: int, count: int) -> MeasuredHand:
    """The mean of so many of the responder's hands on board `number` of a measurement; decisions are added up."""
    dice = shared_dice(seed, number, count)
    hands = [_played(_ResponderDuel(opponent, setting, number % 2, each)) for each in dice]
    exact, near, none = (sum(counts) for counts in zip(*(hand.known for hand in hands), strict=True))
    won, luck = ([hand.won for hand in hands], [hand.luck for hand in hands])
    return MeasuredHand(float(np.mean(won)), np.mean(luck, axis=0), (exact, near, none))


def _played(duel: "_ResponderDuel") -> MeasuredHand:
    won, big_blind = duel.play(), duel.opponent.big_blind
    exact, near, none = duel.known
    return MeasuredHand(won / big_blind, duel.luck / big_blind, (exact, near, none))


@kernel
def fill_equities(hole: Ints, board: Ints, runouts: Ints, out: Reals) -> None:
    """[1326] share of the runouts that the hole cards win against each combo, ties half; 0 where they share cards."""
    own = hole[0] * (101 - hole[0]) // 2 + hole[1] - 1
    strengths, seen = np.empty(COMBOS, np.int32), np.zeros(COMBOS, np.int32)
    whole = np.empty(5, np.int64)
    whole[: len(board)] = board
    out[:] = 0.0
    for i in range(len(runouts)):
        whole[len(board) :] = runouts[i]
        fill_strengths(whole, strengths)
        mine = strengths[own]
        for combo in range(COMBOS):
            if strengths[combo] > 0:
                seen[combo] += 1
                out[combo] += 1.0 if strengths[combo] < mine else 0.5 if strengths[combo] == mine else 0.0
    for combo in range(COMBOS):
        out[combo] = out[combo] / seen[combo] if seen[combo] > 0 else 0.0


class _ResponderDuel:
    """One hand between the responder and the opponent."""

    def __init__(self, opponent: Opponent, setting: ResponseSetting, seat: int, dice: ResponderDice) -> None:
        self.opponent, self.setting, self.seat, self.dice = opponent, setting, seat, dice
        self.hole, self.board, self.dealt = dice.hole, dice.board, 0
        self.banked, self.mass = 0.0, 1.0  # won where the opponent has folded; how probably it has not
        self.row, self.place = opponent.root.copy(), opponent.first
        self.range = np.where(_holding(self.hole), 0.0, 1.0)
        self.equity = self._equity_now()
        self.luck, self.known = np.zeros(LUCK_PARTS), [0, 0, 0]
        self.luck[_CARDS] = opponent.big_blind * (2 * self._share(self.equity) - 1)

    def play(self) -> float:
        """Chips won by the responder."""
        while self.row[PHASE] == BETTING and self.mass > 0:
            if BOARD_CARDS[int(self.row[STREET])] > self.dealt:
                self._deal()
            if self.row[ACTOR] == self.seat:
                self._respond()
            else:
                self._answer()
        return self.banked + (self.mass * self._winnings() if self.mass > 0 else 0.0)

    @property
    def shown(self) -> Ints:
        return self.board[: self.dealt]

    def _share(self, equity: Reals) -> float:
        """The responder's equity against the range."""
        return float(self.range @ equity / self.range.sum())

    def _deal(self) -> None:
        """The cards of the next street."""
        expected = self._share(self._equity_now())
        self.dealt = BOARD_CARDS[int(self.row[STREET])]
        self.range[_holding(self.shown)] = 0.0
        self.equity = self._equity_now()
        gained = self._share(self.equity) - expected
        self.luck[_CARDS + int(self.row[STREET])] = 2 * self.mass * self._stake(self.row) * gained

    def _answer(self) -> None:
        """The opponent folds in part, and goes on with one of its other actions; where it knows nothing it calls."""
        reply = self.opponent.reply(self.place, self.row, self.shown)
        self.known[2 if reply is None else int(reply.near)] += 1
        if reply is None:
            self.place = None
            self.row = self._after(CALL)
            return
        likely = self.range @ reply.shares / self.range.sum()
        if reply.actions[0] == FOLD:
            self.banked += self.mass * likely[0] * float(self.row[PAID + 1 - self.seat])
            self.mass *= 1 - likely[0]
            likely[0] = 0.0
        if self.mass < _LEAST_MASS:
            self.mass = 0.0
            return
        self._go_on(reply, likely / likely.sum())

    def _go_on(self, reply: Reply, likely: Reals) -> None:
        picked = self.dice.choice(likely)
        values = [self._value(reply, action) if likely[action] > 0 else 0.0 for action in range(len(likely))]
        gained = values[picked] - float(likely @ values)
        self.luck[_DICE + int(self.row[STREET])] += self.mass * gained
        self.place = reply.places[picked]
        self._condition(reply.shares[:, picked])
        self.row = self._after(reply.actions[picked])

    def _value(self, reply: Reply, action: int) -> float:
        """Chips won after an action of the opponent if the rest is checked and called, or a raise is given up to.

        Where the setting has the responder call whatever it holds, it does not give up.
        """
        left = self.range * reply.shares[:, action]
        share, after = float(left @ self.equity / left.sum()), self._after(reply.actions[action])
        if reply.actions[action] == CALL:
            return self._stake(after) * (2 * share - 1)
        paid = after[PAID : PAID + 2]
        most = min(int(paid[1 - self.seat]), int(paid[self.seat] + after[STACK + self.seat]))
        played_on = most * (2 * share - 1)
        if self.row[STREET] < self.setting.first:
            return played_on
        return max(-float(paid[self.seat]), played_on)

    def _condition(self, shares: Reals) -> None:
        """The range after an action, and cards to come that leave a hand of it possible."""
        self.range = self.range * shares
        theirs = COMBO_CARDS[self.dice.hand(self.range / self.range.sum())]
        free = np.setdiff1d(np.arange(52), np.concatenate([self.hole, self.shown, theirs]))
        self.board = np.concatenate([self.shown, self.dice.order(free)[: 5 - self.dealt]])

    def _after(self, action: int) -> Row:
        """The row after an action, amounts moved into the bounds."""
        rules, row = self.opponent.rules, self.row.copy()
        if action > 0:
            least, most = raise_bounds(rules, row)
            action = min(max(action, least), most) if most > 0 else CALL
        act(rules, row, CALL if action == FOLD and to_call(row) == 0 else action)
        return row

    def _equity_now(self) -> Reals:
        """[1326] of the responder's hand against each combo, over runouts drawn now where two cards or more come."""
        count = 5 - self.dealt
        left = np.setdiff1d(np.arange(52), np.concatenate([self.hole, self.shown]))
        runouts = np.zeros((1, 0), np.int64)
        if count == 1:
            runouts = left[:, None]
        elif count > 1:
            runouts = left[self.dice.runouts((RUNOUTS, len(left))).argsort(axis=1)[:, :count]]
        out = np.empty(COMBOS)
        fill_equities(self.hole, self.shown, np.ascontiguousarray(runouts), out)
        return out

    def _respond(self) -> None:
        """The action that is best if the rest of the hand is checked and called."""
        row, opponent, street = self.row, self.opponent, int(self.row[STREET])
        action, place = CALL, opponent.after_call(self.place, row)
        if street >= self.setting.first:
            pot, owed = float(row[POT]), float(to_call(row))
            share = self._share(self.equity)
            best = share * pot - (1 - share) * owed
            offered = self.place is None or place is not None
            if owed > 0 and (best < 0 or not offered):
                best, action, place = 0.0, FOLD, None
            for bet in self._bets(street):
                value = self._bet_value(pot, owed, bet)
                if value > best:
                    best, action, place = value, bet.amount, bet.place
        self.place = place
        self.row = self._after(action)

    def _bets(self, street: int) -> Iterable[Bet]:
        sizes = self.setting.bets[street]
        amounts = bet_amounts(self.opponent.rules, self.row, sizes) if sizes is not None else []
        return self.opponent.bets(self.place, self.row, self.shown, amounts) if amounts else ()

    def _bet_value(self, pot: float, owed: float, bet: Bet) -> float:
        weights = self.range / self.range.sum()
        staying = weights * (1 - bet.folds)
        stay = float(staying.sum())
        share = float(staying @ self.equity) / stay if stay > 0 else 0.0
        extra = bet.amount - float(self.row[HIGH])
        return (1 - stay) * pot + stay * (share * (pot + extra) - (1 - share) * (owed + extra))

    def _winnings(self) -> float:
        row, seat = self.row, self.seat
        if row[PHASE] == OVER:
            return float(row[STACK + seat] - row[START + seat])
        return self._stake(row) * (2 * self._share(self._equity_now()) - 1)

    def _stake(self, row: Row) -> float:
        return float(min(row[PAID], row[PAID + 1]))


def _holding(cards: Ints) -> Bools:
    """[1326] whether a combo has one of these cards."""
    return np.asarray((COMBO_CARDS[:, :, None] == cards).any(axis=(1, 2)))


def bet_amounts(rules: Row, row: Row, sizes: Sequence[float]) -> list[int]:
    """What these sizes and all-in raise to, rising."""
    least, most = raise_bounds(rules, row)
    if most == 0:
        return []
    pot = int(row[POT]) + int(to_call(row))
    return sorted({min(max(int(row[HIGH]) + round(size * pot), least), most) for size in sizes} | {most})
