"""Half-street games with known solutions: one player may bet, the other may call or fold.

After von Neumann & Morgenstern (1944) and Chen & Ankenman, The Mathematics of Poker (2006). Each player has put half
of the pot in. Their values to the bettor:

    akq(P)                 (P - 1) / (6 (P + 1))            a bet of 1 into a pot of P >= 1
    clairvoyance(p, s)     p (1 + 2s) / (1 + s) of a pot    nuts with probability p <= (1 + s) / (1 + 2s), bet of s pots
"""

from itertools import permutations
from typing import NamedTuple

from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action

CHECK, BET, FOLD, CALL = "check", "bet", "fold", "call"


class ToyDeal(NamedTuple):
    """One way the cards may fall: its probability, both hands, and whether the bettor's is the better one."""

    probability: float
    bettor: str
    caller: str
    bettor_wins: bool


class HalfStreet(NamedTuple):
    """A history of a half-street game: the deals there are, the one that fell, and the actions since."""

    deals: tuple[ToyDeal, ...]
    pot: float
    bet: float
    dealt: int = -1
    line: tuple[str, ...] = ()

    @property
    def num_players(self) -> int:
        return 2

    @property
    def actor(self) -> int:
        if self.dealt < 0:
            return CHANCE
        return 0 if not self.line else 1 if self.line == (BET,) else TERMINAL

    @property
    def legal(self) -> tuple[Action, ...]:
        return {0: (CHECK, BET), 1: (FOLD, CALL)}.get(self.actor, ())

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        return tuple((number, deal.probability) for number, deal in enumerate(self.deals)) if self.dealt < 0 else ()

    def apply(self, action: Action) -> "HalfStreet":
        if self.actor == CHANCE and isinstance(action, int) and 0 <= action < len(self.deals):
            return self._replace(dealt=action)
        if action in self.legal:
            return self._replace(line=(*self.line, str(action)))
        raise IllegalAction(f"{action!r} is not an action of {self!r}")

    @property
    def payoffs(self) -> tuple[float, ...]:
        if self.actor != TERMINAL:
            raise IllegalAction(f"{self!r} is not over: it has no payoffs yet")
        won = self.pot / 2 + (self.bet if self.line[-1] == CALL else 0.0)
        sign = 1.0 if self.line[-1] == FOLD or self.deals[self.dealt].bettor_wins else -1.0
        return (sign * won, -sign * won)

    @property
    def infoset(self) -> str:
        if self.actor < 0:
            raise IllegalAction(f"no player acts at {self!r}: it has no infoset")
        deal = self.deals[self.dealt]
        return f"{(deal.bettor, deal.caller)[self.actor]}:{'/'.join(self.line)}"


def akq(pot: float) -> HalfStreet:
    """One card each of A, K, Q; a bet of 1."""
    order = "QKA"
    hands = permutations(order, 2)
    return HalfStreet(tuple(ToyDeal(1 / 6, a, b, order.index(a) > order.index(b)) for a, b in hands), pot, 1.0)


def clairvoyance(nuts: float, size: float) -> HalfStreet:
    """The bettor has the nuts or nothing and knows it, the caller can only beat nothing; a bet of `size` pots of 1."""
    if not 0 < nuts < 1:
        raise BadConfig(f"the probability of the nuts must be between 0 and 1, got {nuts}")
    deals = (ToyDeal(nuts, "nuts", "catcher", True), ToyDeal(1 - nuts, "air", "catcher", False))
    return HalfStreet(deals, 1.0, size)
