"""Leduc poker for 2 to 10 players and any number of ranks (Southey et al. 2005), with OpenSpiel's rules for more.

Two suits of each rank, one private card each, an ante of 1. Two betting rounds with raises of 2 and 4, at most two
raises each; one public card between them. A pair with the public card wins, then the higher rank; ties split.
The deck has players + 1 ranks by default. Cards are `2 * rank + suit`.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from gutshot.arguments import require_type
from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action
from gutshot.games.kuhn import top_ranks

FOLD, CALL, RAISE = "fold", "call", "raise"
_LEGAL = {
    (facing, full): ((FOLD,) if facing else ()) + (CALL,) + (() if full else (RAISE,))
    for facing in (False, True)
    for full in (False, True)
}
_RAISES_PER_ROUND = 2
_SUITS = "sh"


class _LeducFields(NamedTuple):
    players: int
    ranks: int
    merge_suits: bool
    cards: tuple[int, ...]
    board: int  # -1 before the public card
    paid: tuple[int, ...]
    live: tuple[bool, ...]
    line: str  # letters f c r, and / where the public card fell
    raises: int  # this round
    waiting: int  # how many must still act before the round closes
    actor: int


class Leduc(_LeducFields):
    """A history of Leduc poker. With `merge_suits` the infosets show ranks only: 288 instead of 936 for two."""

    __slots__ = ()

    def __new__(
        cls, players: int = 2, ranks: int | None = None, history: Iterable[Action] = (), *, merge_suits: bool = False
    ) -> "Leduc":
        require_type(players, int, "Leduc(): players")
        require_type(ranks, int | None, "Leduc(): ranks")
        require_type(history, Iterable, "Leduc(): history")
        count = players + 1 if ranks is None else ranks
        if not 2 <= players <= 10:
            raise BadConfig(f"Leduc poker takes 2 to 10 players, got {players}")
        if not 1 <= count <= 13 or 2 * count < players + 1:
            raise BadConfig(
                f"Leduc poker for {players} players takes {max(1, -(-(players + 1) // 2))} to 13 ranks, got {count}"
            )
        state = cls._at(players, count, merge_suits, (), -1, (1,) * players, (True,) * players, "", 0, players, CHANCE)
        for action in history:
            state = state.apply(action)
        return state

    @classmethod
    def _at(cls, *fields: object) -> "Leduc":
        return tuple.__new__(cls, fields)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Leduc._at, tuple(self)

    def __repr__(self) -> str:
        words = {"f": FOLD, "c": CALL, "r": RAISE, "/": self.board}
        moves = (*self.cards, *(words[letter] for letter in self.line))
        merged = ", merge_suits=True" if self.merge_suits else ""
        return f"Leduc(players={self.players}, ranks={self.ranks}, history={moves}{merged})"

    @property
    def num_players(self) -> int:
        return self.players

    @property
    def legal(self) -> tuple[Action, ...]:
        if self.actor < 0:
            return ()
        return _LEGAL[self.paid[self.actor] < max(self.paid), self.raises == _RAISES_PER_ROUND]

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        if self.actor != CHANCE:
            return ()
        left = [card for card in range(2 * self.ranks) if card not in self.cards]
        return tuple((card, 1 / len(left)) for card in left)

    def apply(self, action: Action) -> "Leduc":
        if self.actor == CHANCE:
            return self._deal(action)
        if action not in self.legal:
            raise IllegalAction(f"{action!r} is not an action of {self!r}: expected one of {self.legal}")
        return self._bet(str(action))

    def _deal(self, card: Action) -> "Leduc":
        if not isinstance(card, int) or not 0 <= card < 2 * self.ranks or card in self.cards:
            raise IllegalAction(f"{card!r} is not a card that can be dealt at {self!r}")
        game = (self.players, self.ranks, self.merge_suits)
        if len(self.cards) < self.players:
            cards = (*self.cards, card)
            actor = 0 if len(cards) == self.players else CHANCE
            return self._at(*game, cards, -1, self.paid, self.live, "", 0, self.players, actor)
        first = self.live.index(True)
        return self._at(*game, self.cards, card, self.paid, self.live, self.line + "/", 0, self.live.count(True), first)

    def _bet(self, action: str) -> "Leduc":
        actor, paid, live, raises, waiting = self.actor, self.paid, self.live, self.raises, self.waiting - 1
        if action == FOLD:
            live = (*live[:actor], False, *live[actor + 1 :])
        else:
            level = max(paid)
            if action == RAISE:
                level += 2 if self.board < 0 else 4
                raises += 1
                waiting = live.count(True) - 1
            paid = (*paid[:actor], level, *paid[actor + 1 :])
        after = self._after(live, waiting)
        return self._at(*self[:5], paid, live, self.line + action[0], raises, waiting, after)

    def _after(self, live: tuple[bool, ...], waiting: int) -> int:
        if live.count(True) == 1:
            return TERMINAL
        if waiting == 0:
            return CHANCE if self.board < 0 else TERMINAL
        seat = (self.actor + 1) % self.players
        while not live[seat]:
            seat = (seat + 1) % self.players
        return seat

    @property
    def payoffs(self) -> tuple[float, ...]:
        if self.actor != TERMINAL:
            raise IllegalAction(f"{self!r} is not over: it has no payoffs yet")
        strengths = [self._strength(seat) for seat in range(self.players)]
        best = max(strengths)
        share = sum(self.paid) / strengths.count(best)
        return tuple((share if s == best else 0.0) - own for s, own in zip(strengths, self.paid, strict=True))

    def _strength(self, seat: int) -> int:
        if not self.live[seat]:
            return -1
        rank = self.cards[seat] >> 1
        return rank + self.ranks if rank == self.board >> 1 else rank

    @property
    def infoset(self) -> str:
        """The actor's card, the public card and the line, as `"Ks Qh:rc/c"`."""
        if self.actor < 0:
            raise IllegalAction(f"no player acts at {self!r}: it has no infoset")
        own = self._name(self.cards[self.actor])
        return f"{own}:{self.line}" if self.board < 0 else f"{own} {self._name(self.board)}:{self.line}"

    def _name(self, card: int) -> str:
        rank = top_ranks(self.ranks)[card >> 1]
        return rank if self.merge_suits else rank + _SUITS[card & 1]
