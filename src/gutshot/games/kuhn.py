"""Kuhn poker for 2 to 10 players (Kuhn 1950; more players as in Szafron, Gibson & Sturtevant 2013).

One card each from a deck of players + 1 ranks, an ante of 1, one bet of 1. Players pass or bet in turn; after
the first bet everyone else answers once, where "bet" calls and "pass" folds. The highest card left in wins.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from gutshot.arguments import require_type
from gutshot.cards.card import RANKS
from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action

PASS, BET = "pass", "bet"
_LETTER = {PASS: "p", BET: "b"}


def top_ranks(count: int) -> str:
    """The letters of a small deck, lowest first: J Q K for up to three ranks, else the top of the full deck."""
    return "JQK"[3 - count :] if count <= 3 else RANKS[13 - count :]


class _KuhnFields(NamedTuple):
    players: int
    cards: tuple[int, ...]
    line: str


class Kuhn(_KuhnFields):
    """A history of Kuhn poker: `cards` dealt so far by rank, and `line`, the letters p and b since."""

    __slots__ = ()

    def __new__(cls, players: int = 2, history: Iterable[Action] = ()) -> "Kuhn":
        require_type(players, int, "Kuhn(): players")
        require_type(history, Iterable, "Kuhn(): history")
        if not 2 <= players <= 10:
            raise BadConfig(f"Kuhn poker takes 2 to 10 players, got {players}")
        state = cls._at(players, (), "")
        for action in history:
            state = state.apply(action)
        return state

    @classmethod
    def _at(cls, players: int, cards: tuple[int, ...], line: str) -> "Kuhn":
        return tuple.__new__(cls, (players, cards, line))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Kuhn._at, tuple(self)

    def __repr__(self) -> str:
        moves = tuple(PASS if letter == "p" else BET for letter in self.line)
        return f"Kuhn(players={self.players}, history={self.cards + moves})"

    @property
    def num_players(self) -> int:
        return self.players

    @property
    def actor(self) -> int:
        if len(self.cards) < self.players:
            return CHANCE
        first_bet = self.line.find("b")
        last = self.players if first_bet < 0 else first_bet + self.players
        return TERMINAL if len(self.line) == last else len(self.line) % self.players

    @property
    def legal(self) -> tuple[Action, ...]:
        return (PASS, BET) if self.actor >= 0 else ()

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        if len(self.cards) == self.players:
            return ()
        left = [card for card in range(self.players + 1) if card not in self.cards]
        return tuple((card, 1 / len(left)) for card in left)

    def apply(self, action: Action) -> "Kuhn":
        actor = self.actor
        if actor >= 0 and action in _LETTER:
            return self._at(self.players, self.cards, self.line + _LETTER[str(action)])
        if actor == CHANCE and isinstance(action, int) and 0 <= action <= self.players and action not in self.cards:
            return self._at(self.players, (*self.cards, action), "")
        raise IllegalAction(f"{action!r} is not an action of {self!r}")

    @property
    def payoffs(self) -> tuple[float, ...]:
        if self.actor != TERMINAL:
            raise IllegalAction(f"{self!r} is not over: it has no payoffs yet")
        bettors = {turn % self.players for turn, letter in enumerate(self.line) if letter == "b"}
        winner = max(bettors or range(self.players), key=self.cards.__getitem__)
        paid = [2.0 if player in bettors else 1.0 for player in range(self.players)]
        return tuple(sum(paid) - own if player == winner else -own for player, own in enumerate(paid))

    @property
    def infoset(self) -> str:
        """The actor's card and the line, as `"Q:pb"`."""
        if self.actor < 0:
            raise IllegalAction(f"no player acts at {self!r}: it has no infoset")
        return f"{top_ranks(self.players + 1)[self.cards[self.actor]]}:{self.line}"
