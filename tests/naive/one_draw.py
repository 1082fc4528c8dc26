"""Badugi with one draw as a plain game, one history at a time, with all that a player ever saw in his infosets."""

from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb
from typing import Any

from gutshot.blueprint.one_draw.cards import DrawGame
from gutshot.game import CHANCE, TERMINAL, Action

BUTTON, BLIND = 0, 1
Cards = tuple[int, ...]


def ranks_that_play(cards: Cards, suits: int) -> tuple[int, Cards]:
    """How good a hand is, higher is better: how many cards play, and the best of their ranks."""
    found = []
    for size in range(1, len(cards) + 1):
        for keep in combinations(cards, size):
            ranks = sorted((card // suits for card in keep), reverse=True)
            if len(set(ranks)) == len({card % suits for card in keep}) == size:
                found.append((size, tuple(-rank for rank in ranks)))
    return max(found)


@dataclass(frozen=True)
class PlainOneDraw:
    """A history. Each seat is dealt, and draws, from a deck of its own; who holds a card of the other wins nothing.
    With `one_deck` all cards are of one, as at a table.

    `hands`, `thrown` and `new` by seat; `bets` by round, a letter for each action: f, c (a check too) and r.
    """

    game: DrawGame
    hands: tuple[Cards, ...] = ()
    thrown: tuple[Cards, ...] = ()  # the big blind's, then the button's
    new: tuple[Cards, ...] = ()
    bets: tuple[str, ...] = ("",)
    one_deck: bool = False

    num_players = 2

    @property
    def stage(self) -> str:
        if len(self.hands) < 2:
            return "deal"
        if self.folded is not None:
            return "over"
        if not self.closed(self.bets[0]):
            return "first"
        if len(self.new) < len(self.thrown):
            return "card"
        if len(self.thrown) < 2:
            return "throw"
        return "over" if len(self.bets) == 2 and self.closed(self.bets[1]) else "second"

    @staticmethod
    def closed(bets: str) -> bool:
        return len(bets) > 1 and bets[-1] == "c"

    @property
    def folded(self) -> int | None:
        for number, bets in enumerate(self.bets):
            if bets.endswith("f"):
                return self.seat_at(number, len(bets) - 1)
        return None

    @staticmethod
    def seat_at(number: int, turn: int) -> int:
        return turn % 2 if number == 0 else 1 - turn % 2

    @property
    def round(self) -> int:
        return len(self.bets) - 1

    @property
    def actor(self) -> int:
        stage = self.stage
        if stage in ("deal", "card"):
            return CHANCE
        if stage == "over":
            return TERMINAL
        if stage == "throw":
            return BLIND if not self.thrown else BUTTON
        number = 0 if stage == "first" else 1
        return self.seat_at(number, len(self.bets[number]) if number < len(self.bets) else 0)

    @property
    def legal(self) -> tuple[Action, ...]:
        if self.actor < 0:
            return ()
        if self.stage == "throw":
            held = self.hands[self.actor]
            return tuple(goes for k in range(self.game.counts) for goes in combinations(held, k))
        number = 0 if self.stage == "first" else 1
        bets = self.bets[number] if number < len(self.bets) else ""
        faced = "r" in bets or (number == 0 and not bets)
        return (*("f" * faced), "c", *("r" * (bets.count("r") < self.game.cap)))

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        if self.stage == "deal":
            gone = self.hands[0] if self.one_deck and self.hands else ()
            left = [card for card in range(self.game.deck) if card not in gone]
            hands = list(combinations(left, self.game.held))
            return tuple((hand, 1 / len(hands)) for hand in hands)
        if self.stage != "card":
            return ()
        seat = (BLIND, BUTTON)[len(self.new)]
        known = (*self.hands, *self.new) if self.one_deck else (self.hands[seat],)
        left = [card for card in range(self.game.deck) if not any(card in cards for cards in known)]
        found = list(combinations(left, len(self.thrown[-1])))
        return tuple((cards, 1 / len(found)) for cards in found)

    def apply(self, action: Action) -> "PlainOneDraw":
        assert isinstance(action, tuple | str)
        if isinstance(action, tuple):
            field = {"deal": "hands", "card": "new", "throw": "thrown"}[self.stage]
            more: dict[str, Any] = {field: (*getattr(self, field), action)}
            return replace(self, **more)
        if self.stage == "first":
            return replace(self, bets=(self.bets[0] + action,))
        return replace(self, bets=(self.bets[0], (self.bets[1] if len(self.bets) > 1 else "") + action))

    def after(self, seat: int) -> Cards:
        """What a seat holds at the end, or now."""
        place = (BLIND, BUTTON).index(seat)
        thrown = self.thrown[place] if place < len(self.thrown) else ()
        new = self.new[place] if place < len(self.new) else ()
        return tuple(sorted({*self.hands[seat], *new} - set(thrown)))

    @property
    def payoffs(self) -> tuple[float, ...]:
        paid = [0.5, 1.0]
        for number, bets in enumerate(self.bets):
            for turn, letter in enumerate(bets):
                seat = self.seat_at(number, turn)
                if letter != "f":
                    paid[seat] = max(paid) + (letter == "r") * (number + 1)
        held = [self.after(seat) for seat in (BUTTON, BLIND)]
        if set(held[0]) & set(held[1]):
            return 0.0, 0.0
        hands = comb(self.game.deck, self.game.held)
        weight = 1.0 if self.one_deck else hands**2 / self.game.deals
        if self.folded is not None:
            lost = weight * paid[self.folded]
            return (-lost, lost) if self.folded == BUTTON else (lost, -lost)
        made = [ranks_that_play(cards, self.game.suits) for cards in held]
        won = weight * paid[0] * ((made[0] > made[1]) - (made[0] < made[1]))
        return won, -won

    @property
    def infoset(self) -> tuple[object, ...]:
        seat = self.actor
        place = (BLIND, BUTTON).index(seat)
        own = (self.thrown[place : place + 1], self.new[place : place + 1])
        return seat, self.hands[seat], own, tuple(map(len, self.thrown)), self.bets


def suit_maps(hand: Cards, like: Cards, suits: int) -> list[dict[int, int]]:
    """Every change of suits that makes a hand the other, card by card; none if they are not alike."""
    found = []
    for suit in permutations(range(suits)):
        moved = {card: card // suits * suits + suit[card % suits] for card in hand}
        if sorted(moved.values()) == sorted(like):
            found.append(moved)
    return found
