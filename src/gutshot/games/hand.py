"""`Hand`, the Python interface of the engine: immutable, checked, and with a record of what happened.

`act` checks its input; `act_unchecked` trusts its caller. Both return a new hand.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import index
from typing import Any

from gutshot.arguments import checked, require_type, shown
from gutshot.cards.card import Card, format_cards
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.frames import Frame, table_html
from gutshot.games import poker, rules
from gutshot.games.actions import Choice, Legal, choice_of, legal_of, read_action
from gutshot.games.betting import FOLD
from gutshot.games.events import Event, hole_cards, opening_events, step_events
from gutshot.games.observation import Observation, observe
from gutshot.games.pots import Pot, pots
from gutshot.games.row import (
    ACTOR,
    BET,
    BETTING,
    BOARD,
    BOARD_COUNT,
    DRAWING,
    DRAWN,
    LIVE,
    MAX_SEATS,
    NO_DRAW,
    OVER,
    PAID,
    PHASE,
    POT,
    STACK,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import Limit, Rules
from gutshot.games.seats import Seat, big_blind, position
from gutshot.games.setup import MAX_CHIPS, Amounts, Setup, bet_unit, constructor_text, make_setup

__all__ = ["Hand", "Setup", "make_setup"]


class Hand(Frame):
    """One position of one hand. `act` returns the next; nothing ever changes in place."""

    __slots__ = ("_action", "_events", "_parent", "_row", "setup")

    def __init__(self, setup: Setup, actions: Iterable[Choice] = ()) -> None:
        require_type(setup, Setup, "Hand(): setup")
        row = blank()
        setup.fill(row)
        poker.start(setup.rules.packed, row)
        self._set(setup, row, None, 0)
        for choice in actions:
            after = self.act(choice)
            self._set(setup, after._row, Hand._made(setup, self._row, self._parent, self._action), after._action)

    def _set(self, setup: Setup, row: Row, parent: "Hand | None", action: int) -> None:
        row.setflags(write=False)
        self.setup = setup
        self._row = row
        self._parent = parent
        self._action = action
        self._events: tuple[Event, ...] | None = None

    @classmethod
    def _made(cls, setup: Setup, row: Row, parent: "Hand | None", action: int) -> "Hand":
        hand = object.__new__(cls)
        hand._set(setup, row, parent, action)
        return hand

    @classmethod
    @checked
    def holdem(
        cls,
        stacks: Sequence[int],
        blinds: Sequence[int] = (50, 100),
        button: int = 0,
        *,
        antes: Amounts = 0,
        big_blind_ante: int = 0,
        dead_antes: bool = False,
        posts: Sequence[int] | None = None,
        min_bet: int | None = None,
        limit: Limit = Limit(),  # noqa: B008 - frozen
        seed: int | None = None,
        deck: str | Iterable[Card] = (),
        actions: Iterable[Choice] = (),
    ) -> "Hand":
        """No-limit hold'em. Blinds go round from the small blind, a straddle after the big one.

        `posts` gives them seat by seat instead (negative: a late post). A big-blind ante is dead money.
        """
        owed = antes
        if big_blind_ante:
            payer = big_blind(max(2, len(stacks)), button)
            owed = tuple(big_blind_ante if seat == payer else 0 for seat in range(len(stacks)))
        unit = bet_unit(blinds, antes) if min_bet is None else min_bet
        game = rules.holdem(unit, limit, dead_antes or big_blind_ante > 0)
        return cls(make_setup(game, stacks, button, blinds, owed, posts, seed, deck), actions)

    @classmethod
    @checked
    def badugi(
        cls,
        stacks: Sequence[int],
        blinds: Sequence[int] = (50, 100),
        button: int = 0,
        *,
        bets: tuple[int, int] | None = None,
        cap: int = 4,
        antes: Amounts = 0,
        dead_antes: bool = False,
        posts: Sequence[int] | None = None,
        seed: int | None = None,
        deck: str | Iterable[Card] = (),
        actions: Iterable[Choice] = (),
    ) -> "Hand":
        """Fixed-limit badugi; the small bet is the big blind and the big bet twice that, unless `bets` says."""
        unit = bet_unit(blinds, antes)
        small, big = bets or (unit, 2 * unit)
        game = rules.badugi(small, big, cap, dead_antes)
        return cls(make_setup(game, stacks, button, blinds, antes, posts, seed, deck), actions)

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.setup.rules

    @property
    def row(self) -> Row:
        """The position as the kernels see it, read-only; columns are named in `games.row`."""
        return self._row

    @property
    def seats(self) -> int:
        """How many were dealt in."""
        return len(self.setup.stacks)

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.setup.button

    @property
    def street(self) -> int:
        """0 for the first betting round."""
        return int(self._row[STREET])

    @property
    def actor(self) -> Seat | None:
        """Who has to act, or None when the hand is over."""
        seat = int(self._row[ACTOR])
        return None if seat < 0 else Seat(seat)

    @property
    def is_over(self) -> bool:
        """Whether chips have been paid."""
        return bool(self._row[PHASE] == OVER)

    @property
    def is_drawing(self) -> bool:
        """Whether cards are being discarded."""
        return bool(self._row[PHASE] == DRAWING)

    @property
    def legal(self) -> Legal:
        """What the actor may do; falsy when the hand is over."""
        return legal_of(self.rules, self._row)

    def _seat_column(self, column: int) -> tuple[int, ...]:
        return tuple(self._row[column : column + self.seats].tolist())

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return self._seat_column(STACK)

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front of each seat on this street."""
        return self._seat_column(BET)

    @property
    def contributions(self) -> tuple[int, ...]:
        """Chips each seat has put in over the hand, antes included, refunds taken off."""
        return self._seat_column(PAID)

    @property
    def live(self) -> tuple[bool, ...]:
        """Which seats have not folded."""
        return tuple(bool(self._row[LIVE] >> seat & 1) for seat in range(self.seats))

    @property
    def pot(self) -> int:
        """Everything in the middle, this street's bets included."""
        return int(self._row[POT])

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots as the contributions stand."""
        return pots(self._row)

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards that lie open."""
        return tuple(Card(card) for card in self._row[BOARD : BOARD + int(self._row[BOARD_COUNT])].tolist())

    def cards(self, seat: int) -> tuple[Card, ...]:
        """The seat's own cards. For what a seat may know, use its `observation`."""
        return hole_cards(self._row, self._known(seat), self.rules.hole_cards)

    def observation(self, seat: int) -> Observation:
        """What this seat may know and do."""
        return observe(self, self._known(seat))

    def _known(self, seat: int) -> int:
        known = _whole(seat, "seat")
        if not 0 <= known < self.seats:
            raise BadConfig(f"seat {seat}: this table has seats 0 to {self.seats - 1}")
        return known

    @property
    def draws(self) -> tuple[tuple[int | None, ...], ...]:
        """`draws[street][seat]`: cards drawn on each street up to now, None where the seat has not drawn."""
        table = self._row[DRAWN : DRAWN + MAX_SEATS * (self.street + 1)].reshape(-1, MAX_SEATS)
        return tuple(
            tuple(None if count == NO_DRAW else count for count in counts) for counts in table[:, : self.seats].tolist()
        )

    def position(self, seat: int) -> str:
        """ "BTN", "SB", "UTG+1": the seat's name at this table."""
        return position(self._known(seat), self.seats, self.button)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Chips won or lost by each seat; before the end, what it has put in so far. Zero-sum at the end."""
        return tuple(now - then for now, then in zip(self.stacks, self.setup.stacks, strict=True))

    def verify(self, choice: Choice, seat: int | None = None) -> int:
        """The kernel's number of a legal choice; IllegalAction with the numbers otherwise."""
        if seat is not None and self._known(seat) != self.actor:
            turn = "the hand is over" if self.actor is None else f"it is seat {self.actor}'s turn"
            raise IllegalAction(f"seat {seat} cannot act: {turn}")
        return read_action(self.rules, self._row, choice)

    def can(self, choice: Choice, seat: int | None = None) -> bool:
        """Whether `act` would accept it."""
        try:
            self.verify(choice, seat)
        except (IllegalAction, MalformedInput):
            return False
        return True

    def act(self, choice: Choice, seat: int | None = None) -> "Hand":
        """The hand after "fold", "check", "call", a raise_to amount, or a tuple of discards (or text for these)."""
        return self.act_unchecked(self.verify(choice, seat))

    def act_unchecked(self, action: int) -> "Hand":
        """The fast door: a kernel's action number (see `betting.FOLD`, `CALL`; a mask when drawing), trusted."""
        if not FOLD <= _whole(action, "action") <= MAX_CHIPS:
            raise MalformedInput(f"action {action}: expected the number of one, as `verify` gives it")
        after = self._row.copy()
        if self._row[PHASE] == BETTING:
            poker.act(self.rules.packed, after, action)
        else:
            poker.draw(self.rules.packed, after, action)
        return Hand._made(self.setup, after, self, action)

    @property
    def _path(self) -> list["Hand"]:
        """This hand and those before it, first one first."""
        path = [self]
        while path[-1]._parent is not None:
            path.append(path[-1]._parent)
        return path[::-1]

    @property
    def actions(self) -> tuple[Choice, ...]:
        """The choices made so far."""
        path = self._path
        return tuple(choice_of(self.rules, before._row, after._action) for before, after in pairwise(path))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, hidden cards included; `Event.seen_by` hides them."""
        known: tuple[Event, ...] = ()
        for hand in self._path:
            if hand._events is None:
                hand._events = known + hand._own_events()
            known = hand._events
        return known

    def _own_events(self) -> tuple[Event, ...]:
        if self._parent is None:
            return tuple(opening_events(self.rules, self._posted(), self._row))
        return tuple(step_events(self.rules, self._parent._row, self._action, self._row))

    def _posted(self) -> Row:
        """The row as it was when blinds were up and cards dealt, before a run-out."""
        row = blank()
        self.setup.fill(row)
        poker.post_and_deal(self.rules.packed, row)
        return row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.setup == other.setup and self.actions == other.actions

    def __hash__(self) -> int:
        return hash((self.setup, self._row.tobytes()))

    def __repr__(self) -> str:
        done = f", actions={self.actions!r}" if self.actions else ""
        return f"{constructor_text(self.setup)}{done})"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per seat."""
        seats = range(len(self.setup.stacks))
        return {
            "seat": list(seats),
            "cards": [format_cards(self.cards(seat), " ") for seat in seats],
            "stack": list(self.stacks),
            "bet": list(self.bets),
            "in_hand": list(self.live),
        }

    def _repr_html_(self) -> str:
        board = f", board {format_cards(self.board, ' ')}" if self.board else ""
        turn = "over" if self.actor is None else f"seat {self.actor} acts"
        return table_html(self.columns(), f"{self.rules.name}, pot {self.pot:,}{board}, {turn}")


def _whole(number: int, what: str) -> int:
    """The number as a plain one; MalformedInput if it is none."""
    try:
        return index(number)
    except TypeError:
        raise MalformedInput(f"{what} {shown(number)}: expected a whole number") from None
