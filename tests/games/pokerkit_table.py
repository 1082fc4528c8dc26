"""pokerkit dealt the same cards and blinds as one of our hands, and its state in our terms."""

import warnings
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pokerkit
from pokerkit import Automation, FixedLimitBadugi, Mode, NoLimitTexasHoldem

from gutshot.cards.card import Card, format_card
from gutshot.games.hand import Hand
from gutshot.games.seats import order

AUTOMATIONS = tuple(automation for automation in Automation)


class Mirror:
    """A pokerkit state beside a hand; its player i is our i-th seat from the left of the button."""

    def __init__(self, hand: Hand, deck: Sequence[Card]) -> None:
        setup = hand.setup
        self.drawing = setup.rules.name == "badugi"
        self.seat_of = order(hand.seats, hand.button)
        self.owed: list[tuple[int, Sequence[Card]]] = []
        self.state = self._create(hand, [format_card(c) for c in deck])

    def _create(self, hand: Hand, deck: list[str]) -> pokerkit.State:
        setup, rules = hand.setup, hand.rules
        by_player = lambda values: [values[seat] for seat in self.seat_of]  # noqa: E731
        antes, blinds = by_player(setup.antes), by_player(setup.blinds)
        if hand.seats == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        bets = [street.bet for street in rules.streets]
        sizes = (bets[0], bets[-1]) if self.drawing else (bets[0],)
        game: Any = FixedLimitBadugi if self.drawing else NoLimitTexasHoldem
        cards = tuple(pokerkit.Card.parse("".join(with_burns(deck, hand.seats))))

        def stack_deck(pile: list[pokerkit.Card]) -> None:
            pile.clear()
            pile.extend(cards or pokerkit.Deck.STANDARD)

        automations = [a for a in AUTOMATIONS if not (self.drawing and a is Automation.HOLE_DEALING)]
        with patch("pokerkit.state.shuffle", stack_deck), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = game.create_state(
                tuple(automations), not rules.dead_antes, antes, blinds, *sizes, by_player(setup.stacks), hand.seats,
                mode=Mode.CASH_GAME,
            )  # fmt: skip
            if self.drawing:
                for seat in self.seat_of:
                    state.deal_hole("".join(map(format_card, hand.cards(seat))))
        return state

    def owe(self, player: int, cards: Sequence[Card]) -> None:
        """Remember what a player drew, and deal it once everyone has discarded, as pokerkit does."""
        self.owed.append((player, cards))
        if self.state.stand_patter_or_discarder_index is None:
            for owner, taken in self.owed:
                if taken:
                    self.state.deal_hole("".join(map(format_card, taken)), owner)
            self.owed.clear()

    def seats(self, values: Sequence[int]) -> tuple[int, ...]:
        """Values by pokerkit's players, as ours by seat."""
        ours = [0] * len(values)
        for player, seat in enumerate(self.seat_of):
            ours[seat] = values[player]
        return tuple(ours)


def with_burns(deck: list[str], seats: int) -> list[str]:
    """The deck with a card burnt before each street, since ours burns none."""
    top, board, rest = deck[: 2 * seats], deck[2 * seats : 2 * seats + 5], deck[2 * seats + 5 :]
    return top + rest[:1] + board[:3] + rest[1:2] + board[3:4] + rest[2:3] + board[4:] + rest[3:]
