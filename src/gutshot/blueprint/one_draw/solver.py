"""Solving badugi with one draw: alternating discounted regret minimisation, and how far from an equilibrium it is.

    game = OneDraw()
    game.run(300)
    game.measure().nash_conv     # small bets a hand

What the cards may be: before the draw the two hands share no card, after it neither. What was thrown away is not looked
for in the other hand, and may come to it: so a hand is worth the same whatever was thrown away for it, strategies that
forget the discards lose nothing, and a best response is found exactly, hand by hand.
"""

import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gutshot.blueprint.badugi.rounds import BIG_BLIND, BUTTON
from gutshot.blueprint.one_draw.cards import DrawGame, hand_tables
from gutshot.blueprint.one_draw.walk import BEST, LEARN, VALUE, Pass, PassRoom, Strategies, play
from gutshot.cfr.updates import UpdateRule, parse_rule
from gutshot.numeric.arrays import Reals

RULE = "dcfr:1.5,0,3"
SEATS = (BUTTON, BIG_BLIND)


@dataclass(frozen=True)
class Measured:
    """Of a pair of strategies, in small bets a hand: what the button wins, and what best responses win by seat."""

    button: float
    best: tuple[float, float]

    @property
    def nash_conv(self) -> float:
        """What both seats together gain by a best response."""
        return sum(self.best)


class OneDraw:
    """The game, its regrets and what has been played so far."""

    def __init__(self, game: DrawGame | None = None, rule: str | UpdateRule = RULE) -> None:
        self.game = DrawGame() if game is None else game
        self.rule = parse_rule(rule) if isinstance(rule, str) else rule
        self.hands = hand_tables(self.game)
        self.regrets = Strategies.room(self.game, self.hands)
        self.played = Strategies.room(self.game, self.hands)
        self.iteration = 0
        self.seconds = 0.0
        self._rooms: dict[bool, PassRoom] = {}

    def _room(self, exact: bool) -> PassRoom:
        if exact not in self._rooms:
            self._rooms[exact] = PassRoom.make(self.game, self.hands, exact)
        return self._rooms[exact]

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        began = time.process_time()
        for _ in range(iterations):
            self.iteration += 1
            discounts = self.rule.discounts(self.iteration)
            numbers = np.array([discounts.positive, discounts.negative, discounts.average])
            for seat in SEATS:
                work = Pass(seat, LEARN, self.game.cap, self.rule.clip, numbers)
                play(self.hands, work, self.regrets, self.regrets, self.played, self._room(False))
        self.seconds += time.process_time() - began

    def values(self, seat: int, how: int, own: Strategies | None = None, other: Strategies | None = None) -> Reals:
        """[C] what a seat's hands win on average, in small bets; `how` VALUE or BEST, by default of the averages.

        A best response is written into `own`, by default into room of its own.
        """
        other, room = other or self.played, self._room(True)
        if own is None:
            own = self.played if how == VALUE else self._answer
        play(self.hands, Pass(seat, how, self.game.cap, False, np.zeros(3)), own, other, own, room)
        return np.asarray(room.value * self._hands_dealt / self.game.deals)

    @cached_property
    def _answer(self) -> Strategies:
        return Strategies.room(self.game, self.hands)

    @property
    def _hands_dealt(self) -> float:
        return float(self.hands.combos.sum(dtype=np.float64))

    def won(self, seat: int, how: int = VALUE, own: Strategies | None = None, other: Strategies | None = None) -> float:
        """What a seat wins a hand, in small bets."""
        return float(self.hands.combos @ self.values(seat, how, own, other) / self._hands_dealt)

    @property
    def nash_conv(self) -> float:
        """What both seats together gain by a best response to the averages."""
        return sum(self.won(seat, BEST) for seat in SEATS)

    def measure(self) -> Measured:
        """How good the averages are."""
        button, blind = (self.won(seat, BEST) for seat in SEATS)
        return Measured(self.won(BUTTON), (button, blind))
