"""Local best response: a lower bound, outside the abstraction, of what a heads-up blueprint can lose.

Lisy and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017). The responder knows the
blueprint's strategy, keeps the exact range of its hands by Bayes' rule, and at each decision takes the action that
would be best if both then checked and called to the end: fold, call, or a bet of any of `SIZES`, most of which the
tree does not have, answered by translation. Each such play is some strategy, so its winnings are a lower bound.

Departures: equities before the river are over sampled runouts; folds and showdowns are settled for the whole range left
instead of one hand held, which changes no mean and takes out most of the luck; the blueprint translates by the
deterministic variant; and the responder keeps to calls and bets after which the blueprint still has a place in its
tree: no bet of more than three times the tree's largest, which a seated blueprint leaves to another player.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.rivers import COMBOS, fill_strengths
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.tree import BOARD_CARDS, root_row
from gutshot.blueprint.view import combo_buckets
from gutshot.cards.combos import COMBO_CARDS
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act
from gutshot.games.row import ACTOR, BET, BETTING, HIGH, OVER, PAID, PHASE, POT, STACK, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.trees.translate import DETERMINISTIC, FAR, translate

SIZES = (0.33, 0.5, 0.75, 1.0, 1.5, 2.5)
"""Bets the responder tries, in pots after calling; all-in besides."""
RUNOUTS = 60
_LEAST_MASS = 1e-4

Floats = NDArray[np.float64]
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
def _equities(hole: NDArray[np.int64], board: NDArray[np.int64], runouts: NDArray[np.int64], out: Floats) -> None:
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


class _Duel:
    """One hand between the responder and the blueprint."""

    def __init__(self, judge: "_Judge", number: int) -> None:
        self.judge, self.seat = judge, number % 2
        self.dice = np.random.Generator(np.random.Philox(key=[judge.seed, number]))
        cards = self.dice.permutation(52)
        self.hole, self.board = np.sort(cards[:2]), cards[2:7]
        self.banked, self.mass = 0.0, 1.0  # won where the blueprint has folded; how probably it has not
        self.row, self.node = judge.root.copy(), 0
        self.range = np.where((COMBO_CARDS[:, :, None] == self.hole).any(axis=(1, 2)), 0.0, 1.0)

    def play(self) -> float:
        """Chips won by the responder."""
        while self.row[PHASE] == BETTING:
            if self.row[ACTOR] == self.seat:
                self._respond()
            else:
                self._answer()
        return self.banked + self.mass * self._winnings()

    @property
    def shown(self) -> NDArray[np.int64]:
        return self.board[: BOARD_CARDS[int(self.row[STREET])]]

    def _shares(self, node: int) -> Floats:
        """[1326, actions] of the blueprint; blocked combos leave the range."""
        buckets = combo_buckets(self.judge.blueprint, self.shown.tolist())
        self.range[buckets < 0] = 0.0
        return self.judge.strategy(node)[np.maximum(buckets, 0)]

    def _answer(self) -> None:
        """The blueprint folds in part, and goes on with one of its other actions. Off the tree it checks and calls."""
        tree = self.judge.blueprint.tree
        if self.node < 0 or tree.actor(self.node) != self.row[ACTOR] or tree.street(self.node) != self.row[STREET]:
            self.node = -1
            self._apply(CALL)
            return
        shares, actions = self._shares(self.node), tree.actions(self.node)
        likely = self.range @ shares / self.range.sum()
        if actions[0] == FOLD:
            self.banked += self.mass * likely[0] * float(self.row[PAID + 1 - self.seat])
            self.mass *= 1 - likely[0]
            likely[0] = 0.0
        if self.mass < _LEAST_MASS:
            self.mass = 0.0
            likely[:], likely[-1] = 0.0, 1.0
        picked = int(self.dice.choice(len(actions), p=likely / likely.sum()))
        amount = actions[picked]
        if amount > 0:
            amount = self.judge.real_amount(self.row, self.node, amount)
        self.node = tree.children(self.node)[picked]
        self._condition(shares[:, picked])
        self._apply(amount)

    def _condition(self, shares: Floats) -> None:
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
        if action > 0:
            least, most = raise_bounds(self.judge.rules, self.row)
            action = min(max(action, least), most) if most > 0 else CALL
        act(self.judge.rules, self.row, CALL if action == FOLD and to_call(self.row) == 0 else action)

    def _equity(self) -> Floats:
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
        buckets = combo_buckets(self.judge.blueprint, self.shown.tolist())
        self.range[buckets < 0] = 0.0
        weights = self.range / self.range.sum()
        equity = self._equity()
        pot, owed = float(self.row[POT]), float(to_call(self.row))
        share = float(weights @ equity)
        best, action, node = share * pot - (1 - share) * owed, CALL, self._after(CALL)
        offered = self.node < 0 or node >= 0
        if owed > 0 and (best < 0 or not offered):
            best, action, node = 0.0, FOLD, -1
        for amount, child in self.judge.bets(self.row, self.node):
            value = self._bet_value(weights, equity, pot, owed, amount, child)
            if value > best:
                best, action, node = value, amount, child
        self.node = node
        self._apply(action)

    def _after(self, action: int) -> int:
        tree = self.judge.blueprint.tree
        if self.node < 0 or not tree.is_decision(self.node):
            return -1
        child = tree.child(self.node, action)
        return -1 if child is None else child

    def _bet_value(self, weights: Floats, equity: Floats, pot: float, owed: float, amount: int, child: int) -> float:
        shares = self._shares(child)
        folds = shares[:, 0] if self.judge.blueprint.tree.actions(child)[0] == FOLD else np.zeros(COMBOS)
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
        blocked = (COMBO_CARDS[:, :, None] == self.board[: BOARD_CARDS[int(row[STREET])]]).any(axis=(1, 2))
        weights = np.where(blocked, 0.0, self.range)
        return stake * (2 * float(weights @ self._equity() / weights.sum()) - 1)


class _Judge:
    """What all duels share."""

    def __init__(self, blueprint: Blueprint, seed: int) -> None:
        self.blueprint, self.seed = blueprint, seed
        self.rules, self.root = root_row(blueprint.config.game)
        self.chips = blueprint.chips
        self._kept: dict[int, Floats] = {}

    def strategy(self, node: int) -> Floats:
        if node not in self._kept:
            self._kept[node] = self.blueprint.node_strategy(node).astype(np.float64)
        return self._kept[node]

    def real_amount(self, row: Row, node: int, action: int) -> int:
        """A raise of the tree at the real table: the same share of the pot, all-in where the tree is."""
        chips = self.chips
        owed = int(to_call(row))
        extra = action - int(chips.faced[node])
        if extra >= int(chips.behind[node]) - int(chips.owed[node]):
            return int(row[BET + row[ACTOR]] + row[STACK + row[ACTOR]])
        share = extra / int(chips.pot[node] + chips.owed[node])
        return int(row[HIGH]) + round(share * (int(row[POT]) + owed))

    def bets(self, row: Row, node: int) -> list[tuple[int, int]]:
        """(raise to, the node it is taken for) of every bet after which the blueprint has a place to answer from."""
        tree = self.blueprint.tree
        least, most = raise_bounds(self.rules, row)
        if node < 0 or most == 0 or tree.actor(node) != row[ACTOR] or tree.street(node) != row[STREET]:
            return []
        raises = [child for child in tree.children(node) if tree.action[child] > 0]
        if not raises:
            return []
        chips, pot = self.chips, int(row[POT]) + int(to_call(row))
        whole = int(chips.pot[node] + chips.owed[node])
        sizes = (tree.action[raises] - int(chips.faced[node])) / whole
        amounts = {min(max(int(row[HIGH]) + round(size * pot), least), most) for size in SIZES} | {most}
        found = []
        largest = FAR * float(sizes[-1]) if int(chips.behind[raises[-1]]) > 0 else np.inf
        for amount in sorted(amounts):
            if (amount - int(row[HIGH])) / pot > largest:
                continue
            child = raises[translate((amount - int(row[HIGH])) / pot, sizes.astype(np.float64), DETERMINISTIC)]
            ends = int(chips.behind[child]) == 0
            if self.blueprint.knows(child) and (amount == most or not ends):
                found.append((amount, child))
        return found


def require_heads_up(blueprint: Blueprint, hands: int) -> None:
    """BadConfig unless there is something to measure."""
    if blueprint.tree.seats != 2:
        raise BadConfig(f"local best response is for two seats: this bundle has {blueprint.tree.seats}")
    if hands < 2:
        raise BadConfig(f"{hands} hands: expected at least 2")


def local_best_response(
    blueprint: Blueprint, hands: int = 2000, seed: int = 0, progress: Progress | None = None
) -> LocalBestResponse:
    """Play so many hands of a local best response, alternating seats, against a heads-up bundle."""
    require_heads_up(blueprint, hands)
    judge = _Judge(blueprint, seed)
    won = np.empty(hands)
    for number in range(hands):
        won[number] = _Duel(judge, number).play() / blueprint.tree.big_blind
        if progress and (number % 50 == 49 or number == hands - 1):
            progress(number + 1, hands)
    return summarise(won)


def summarise(won: NDArray[Any]) -> LocalBestResponse:
    spread = 1.96 * float(won.std(ddof=1)) / sqrt(len(won))
    return LocalBestResponse(len(won), float(won.mean()), spread, (float(won[::2].mean()), float(won[1::2].mean())))
