"""Local best response: a lower bound, outside the abstraction, of what a heads-up opponent can lose.

Lisy and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017). The responder knows the
opponent's strategy, keeps the exact range of its hands by Bayes' rule, and at each decision takes the action that
would be best if both then checked and called to the end: fold, call, or a bet of any of `SIZES`, most of which a tree
does not have, answered by translation. Each such play is some strategy, so its winnings are a lower bound. The
opponent is anything that answers at real decisions (`Opponent`): here a blueprint, in `strategies` any strategy.

Departures: equities before the river are over sampled runouts; folds and showdowns are settled for the whole range left
instead of one hand held, which changes no mean and takes out most of the luck; the blueprint translates by the
deterministic variant; and the responder keeps to calls and bets after which the blueprint still has a place in its
tree: no bet of more than three times the tree's largest, which a seated blueprint leaves to another player.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.rivers import COMBOS, fill_strengths
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.tree import BOARD_CARDS, root_row
from gutshot.cards.combos import COMBO_CARDS, COMBO_CLASS
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act
from gutshot.games.row import ACTOR, BET, BETTING, HIGH, OVER, PAID, PHASE, POT, STACK, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Reals
from gutshot.trees.translate import DETERMINISTIC, FAR, translate

SIZES = (0.33, 0.5, 0.75, 1.0, 1.5, 2.5)
"""Bets the responder tries, in pots after calling; all-in besides."""
RUNOUTS = 60
_LEAST_MASS = 1e-4

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class LocalBestResponse:
    """What the responder won, in big blinds a hand; `ci95` is half of the 95 % interval."""

    hands: int
    mean: float
    ci95: float
    by_seat: tuple[float, float]  # as the button, as the big blind

    def __str__(self) -> str:
        return f"{1000 * self.mean:.0f} ± {1000 * self.ci95:.0f} mbb/hand over {self.hands:,} hands"


@kernel
def _equities(hole: NDArray[np.int64], board: NDArray[np.int64], runouts: NDArray[np.int64], out: Reals) -> None:
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


@dataclass(frozen=True)
class Reply:
    """What the opponent does at a decision: [1326, actions] shares, zero or anything for hands that cannot be there."""

    shares: Reals
    actions: tuple[int, ...]  # of the table: FOLD first if it is one, CALL, or what is raised to
    places: tuple[Any, ...]  # after each, None where the opponent no longer knows


class Opponent(Protocol):
    """A heads-up strategy as the responder meets it. A place is what the opponent makes of the betting so far."""

    rules: Row
    root: Row
    big_blind: int
    first: Any

    def reply(self, place: Any, row: Row, shown: NDArray[np.int64]) -> Reply | None:
        """The opponent's play at its decision; None where it does not know."""
        ...

    def after_call(self, place: Any, row: Row) -> Any:
        """The place after the responder's call or check; None where there is none."""
        ...

    def bets(self, place: Any, row: Row, shown: NDArray[np.int64]) -> Iterable[tuple[int, Any, Reals]]:
        """(raise to, the place after it, [1326] how often the opponent folds to it) of bets it has an answer to."""
        ...


class _Duel:
    """One hand between the responder and the opponent."""

    def __init__(self, opponent: Opponent, seed: int, number: int) -> None:
        self.opponent, self.seat = opponent, number % 2
        self.dice = np.random.Generator(np.random.Philox(key=[seed, number]))
        cards = self.dice.permutation(52)
        self.hole, self.board = np.sort(cards[:2]), cards[2:7]
        self.banked, self.mass = 0.0, 1.0  # won where the opponent has folded; how probably it has not
        self.row, self.place = opponent.root.copy(), opponent.first
        self.range = np.where((COMBO_CARDS[:, :, None] == self.hole).any(axis=(1, 2)), 0.0, 1.0)

    def play(self) -> float:
        """Chips won by the responder."""
        while self.row[PHASE] == BETTING:
            self.range[self._blocked()] = 0.0
            if self.row[ACTOR] == self.seat:
                self._respond()
            else:
                self._answer()
        return self.banked + self.mass * self._winnings()

    @property
    def shown(self) -> NDArray[np.int64]:
        return self.board[: BOARD_CARDS[int(self.row[STREET])]]

    def _blocked(self) -> NDArray[np.bool_]:
        return np.asarray((COMBO_CARDS[:, :, None] == self.shown).any(axis=(1, 2)))

    def _answer(self) -> None:
        """The opponent folds in part, and goes on with one of its other actions; where it knows nothing it calls."""
        reply = self.opponent.reply(self.place, self.row, self.shown)
        if reply is None:
            self.place = None
            self._apply(CALL)
            return
        likely = self.range @ reply.shares / self.range.sum()
        if reply.actions[0] == FOLD:
            self.banked += self.mass * likely[0] * float(self.row[PAID + 1 - self.seat])
            self.mass *= 1 - likely[0]
            likely[0] = 0.0
        if self.mass < _LEAST_MASS:
            self.mass = 0.0
            likely[:], likely[-1] = 0.0, 1.0
        picked = int(self.dice.choice(len(likely), p=likely / likely.sum()))
        self.place = reply.places[picked]
        self._condition(reply.shares[:, picked])
        self._apply(reply.actions[picked])

    def _condition(self, shares: Reals) -> None:
        """The range after an action, and cards to come that leave a hand of it possible."""
        left = self.range * shares
        if self.mass == 0.0 or left.sum() <= 0:
            return
        self.range = left
        theirs = COMBO_CARDS[self.dice.choice(COMBOS, p=left / left.sum())]
        shown = self.shown
        free = np.setdiff1d(np.arange(52), np.concatenate([self.hole, shown, theirs]))
        self.board = np.concatenate([shown, self.dice.permutation(free)[: 5 - len(shown)]])

    def _apply(self, action: int) -> None:
        rules = self.opponent.rules
        if action > 0:
            least, most = raise_bounds(rules, self.row)
            action = min(max(action, least), most) if most > 0 else CALL
        act(rules, self.row, CALL if action == FOLD and to_call(self.row) == 0 else action)

    def _equity(self) -> Reals:
        """[1326] of the responder's hand against each combo."""
        shown, count = self.shown, 5 - len(self.shown)
        used = np.concatenate([self.hole, shown])
        left = np.setdiff1d(np.arange(52), used)
        runouts = np.zeros((1, 0), np.int64)
        if count == 1:
            runouts = left[:, None]
        elif count > 1:
            order = self.dice.random((RUNOUTS, len(left))).argsort(axis=1)
            runouts = left[order[:, :count]]
        out = np.empty(COMBOS)
        _equities(self.hole, shown, np.ascontiguousarray(runouts), out)
        return out

    def _respond(self) -> None:
        """The action that is best if the rest of the hand is checked and called."""
        weights = self.range / self.range.sum()
        equity = self._equity()
        pot, owed = float(self.row[POT]), float(to_call(self.row))
        share = float(weights @ equity)
        best, action, place = share * pot - (1 - share) * owed, CALL, self.opponent.after_call(self.place, self.row)
        offered = self.place is None or place is not None
        if owed > 0 and (best < 0 or not offered):
            best, action, place = 0.0, FOLD, None
        for amount, after, folds in self.opponent.bets(self.place, self.row, self.shown):
            value = self._bet_value(weights, equity, pot, owed, amount, folds)
            if value > best:
                best, action, place = value, amount, after
        self.place = place
        self._apply(action)

    def _bet_value(self, weights: Reals, equity: Reals, pot: float, owed: float, amount: int, folds: Reals) -> float:
        staying = weights * (1 - folds)
        stay = float(staying.sum())
        share = float(staying @ equity) / stay if stay > 0 else 0.0
        extra = amount - float(self.row[HIGH])
        return (1 - stay) * pot + stay * (share * (pot + extra) - (1 - share) * (owed + extra))

    def _winnings(self) -> float:
        row, seat = self.row, self.seat
        if row[PHASE] == OVER:
            return float(row[STACK + seat] - row[START + seat])
        stake = float(min(row[PAID], row[PAID + 1]))
        weights = np.where(self._blocked(), 0.0, self.range)
        return stake * (2 * float(weights @ self._equity() / weights.sum()) - 1)


class TreeOpponent:
    """A blueprint; places are nodes of its tree."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, self.big_blind, self.first = blueprint, blueprint.tree.big_blind, 0
        self.rules, self.root = root_row(blueprint.config.game)
        self.chips = blueprint.chips
        self._kept: dict[int, Reals] = {}

    def reply(self, place: int | None, row: Row, shown: NDArray[np.int64]) -> Reply | None:
        tree = self.blueprint.tree
        if place is None or tree.actor(place) != row[ACTOR] or tree.street(place) != row[STREET]:
            return None
        actions = tuple(self._real_amount(row, place, action) for action in tree.actions(place))
        return Reply(self._shares(place, shown), actions, tuple(tree.children(place)))

    def _shares(self, node: int, shown: NDArray[np.int64]) -> Reals:
        """[1326, actions]; nonsense for blocked combos."""
        if node not in self._kept:
            self._kept[node] = self.blueprint.node_strategy(node).astype(np.float64)
        board = shown.tolist()
        buckets = self.blueprint.abstraction.buckets(board) if board else COMBO_CLASS
        return self._kept[node][np.maximum(buckets, 0)]

    def after_call(self, place: int | None, row: Row) -> int | None:
        tree = self.blueprint.tree
        return None if place is None or not tree.is_decision(place) else tree.child(place, CALL)

    def _real_amount(self, row: Row, node: int, action: int) -> int:
        """A raise of the tree at the real table: the same share of the pot, all-in where the tree is."""
        if action <= 0:
            return action
        chips = self.chips
        owed = int(to_call(row))
        extra = action - int(chips.faced[node])
        if extra >= int(chips.behind[node]) - int(chips.owed[node]):
            return int(row[BET + row[ACTOR]] + row[STACK + row[ACTOR]])
        share = extra / int(chips.pot[node] + chips.owed[node])
        return int(row[HIGH]) + round(share * (int(row[POT]) + owed))

    def bets(self, place: int | None, row: Row, shown: NDArray[np.int64]) -> Iterable[tuple[int, int, Reals]]:
        tree = self.blueprint.tree
        most = raise_bounds(self.rules, row)[1]
        if place is None or most == 0 or tree.actor(place) != row[ACTOR] or tree.street(place) != row[STREET]:
            return
        raises = [child for child in tree.children(place) if tree.action[child] > 0]
        if not raises:
            return
        chips, pot = self.chips, int(row[POT]) + int(to_call(row))
        whole = int(chips.pot[place] + chips.owed[place])
        sizes = (tree.action[raises] - int(chips.faced[place])) / whole
        largest = FAR * float(sizes[-1]) if int(chips.behind[raises[-1]]) > 0 else np.inf
        for amount in bet_amounts(self.rules, row):
            if (amount - int(row[HIGH])) / pot > largest:
                continue
            child = raises[translate((amount - int(row[HIGH])) / pot, sizes.astype(np.float64), DETERMINISTIC)]
            ends = int(chips.behind[child]) == 0
            if self.blueprint.knows(child) and (amount == most or not ends):
                yield amount, child, self._folds(child, shown)

    def _folds(self, node: int, shown: NDArray[np.int64]) -> Reals:
        return self._shares(node, shown)[:, 0] if self.blueprint.tree.actions(node)[0] == FOLD else np.zeros(COMBOS)


def bet_amounts(rules: Row, row: Row) -> list[int]:
    """What the responder tries to raise to, rising: `SIZES` and all-in."""
    least, most = raise_bounds(rules, row)
    if most == 0:
        return []
    pot = int(row[POT]) + int(to_call(row))
    return sorted({min(max(int(row[HIGH]) + round(size * pot), least), most) for size in SIZES} | {most})


def require_hands(seats: int, hands: int) -> None:
    """BadConfig unless there is something to measure."""
    if seats != 2:
        raise BadConfig(f"local best response is for two seats: this strategy has {seats}")
    if hands < 2:
        raise BadConfig(f"{hands} hands: expected at least 2")


def local_best_response(
    blueprint: Blueprint, hands: int = 2000, seed: int = 0, progress: Progress | None = None
) -> LocalBestResponse:
    """Play so many hands of a local best response, alternating seats, against a heads-up bundle."""
    require_hands(blueprint.tree.seats, hands)
    return respond_to(TreeOpponent(blueprint), hands, seed, progress)


def respond_to(opponent: Opponent, hands: int, seed: int, progress: Progress | None = None) -> LocalBestResponse:
    """Play so many hands of a local best response, alternating seats."""
    won = np.empty(hands)
    for number in range(hands):
        won[number] = _Duel(opponent, seed, number).play() / opponent.big_blind
        if progress and (number % 50 == 49 or number == hands - 1):
            progress(number + 1, hands)
    return summarise(won)


def summarise(won: NDArray[Any]) -> LocalBestResponse:
    spread = 1.96 * float(won.std(ddof=1)) / sqrt(len(won))
    return LocalBestResponse(len(won), float(won.mean()), spread, (float(won[::2].mean()), float(won[1::2].mean())))
