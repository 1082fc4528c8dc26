"""The rules engine seen as a `game.State`, for games small enough to unroll: few cards, few bet sizes.

Any `Rules` without draws will do: short decks, one street, fixed limits, several seats. Betting is the
engine's; chance deals each seat's cards from the left of the button, then the boards. Ties are split
without odd chips.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias, cast

from gutshot.cards.card import Card, make_card
from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action
from gutshot.games.betting import CALL, FOLD, bet, open_round, raise_bounds, to_call
from gutshot.games.poker import is_last, next_street, post_and_deal, rank_hands
from gutshot.games.pots import fair_shares
from gutshot.games.row import (
    ACTOR,
    BETTING,
    BOARD,
    BOARD_COUNT,
    CARDS,
    CLOSED,
    HOLE,
    LIVE,
    MAX_HOLE,
    PAID,
    PHASE,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import Limit, Rules, Showdown, Street
from gutshot.games.seats import order
from gutshot.games.setup import Setup, make_setup

Sizes: TypeAlias = Callable[[Row, int, int], Iterable[int]]


def min_and_all_in(row: Row, low: int, high: int) -> tuple[int, ...]:
    """The least raise and the greatest one."""
    return (low, high)


def small_rules(
    ranks: int,
    bet: int,
    suits: int = 2,
    hole: int = 1,
    board: tuple[int, ...] = (0,),
    limit: Limit = Limit(),  # noqa: B008
) -> Rules:
    """Hold'em with the `ranks` highest ranks, a few hole cards, and `board` cards dealt street by street.

    With fewer than five cards in all, a pair with the board beats any rank.
    """
    deck = tuple(make_card(rank, suit) for rank in range(13 - ranks, 13) for suit in range(suits))
    streets = tuple(
        Street(f"street {index}", hole=0 if index else hole, board=count, bet=bet) for index, count in enumerate(board)
    )
    cards = hole + sum(board)
    if hole > 1 and cards < 5:
        raise BadConfig(f"{cards} cards in all: with {hole} hole cards a hand needs five")
    return Rules("small-holdem", streets, limit, Showdown.HIGH if cards >= 5 else Showdown.PAIR, deck=deck)


def legal_bets(rules: Row, row: Row, sizes: Sizes) -> tuple[int, ...]:
    """The actor's actions as kernel numbers: fold (to a bet), call, then the allowed sizes in rising order."""
    low, high = raise_bounds(rules, row)
    raises = sorted({size for size in sizes(row, int(low), int(high)) if low <= size <= high}) if high else []
    return ((FOLD,) if to_call(row) else ()) + (CALL, *raises)


@dataclass(frozen=True, eq=False)
class SmallHoldem:
    """A history of a small game. Actions are FOLD (-1), CALL (0) and raise_to amounts; chance deals tuples of cards."""

    setup: Setup
    sizes: Sizes
    row: Row
    holes: tuple[tuple[Card, ...], ...] = ()
    board: tuple[Card, ...] = ()
    line: tuple[Action, ...] = ()

    @classmethod
    def new(
        cls, rules: Rules, stacks: Iterable[int], blinds: Iterable[int], sizes: Sizes = min_and_all_in, antes: int = 0
    ) -> "SmallHoldem":
        """The root; the button is the last seat, so seat 0 is dealt first and acts first after the first street."""
        chips = tuple(stacks)
        setup = make_setup(rules, chips, len(chips) - 1, tuple(blinds), antes, seed=0)
        if any(street.draw for street in rules.streets) or len(rules.deck) < rules.hole_cards * len(chips):
            raise BadConfig(f"{rules.name} for {len(chips)} seats cannot be unrolled: it draws, or has too few cards")
        row = blank()
        setup.fill(row)
        row[CARDS] = 0
        post_and_deal(rules.packed, row)
        open_round(rules.packed, row)
        return cls(setup, sizes, row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SmallHoldem) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"SmallHoldem(holes={self.holes}, board={self.board}, line={self.line})"

    @property
    def _key(self) -> tuple[object, ...]:
        return (self.setup, self.holes, self.board, self.line)

    @property
    def num_players(self) -> int:
        return len(self.setup.stacks)

    @property
    def _board_due(self) -> int:
        return sum(street.board for street in self.setup.rules.streets[: int(self.row[STREET]) + 1])

    @property
    def actor(self) -> int:
        if len(self.holes) < self.num_players:
            return CHANCE
        if self.row[LIVE] & (self.row[LIVE] - 1) and len(self.board) < self._board_due:
            return CHANCE
        return int(self.row[ACTOR]) if self.row[PHASE] == BETTING else TERMINAL

    @property
    def legal(self) -> tuple[Action, ...]:
        return legal_bets(self.setup.rules.packed, self.row, self.sizes) if self.actor >= 0 else ()

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        if self.actor != CHANCE:
            return ()
        gone = {card for hole in self.holes for card in hole} | set(self.board)
        deck = [Card(card) for card in self.setup.rules.deck if card not in gone]
        hole = len(self.holes) < self.num_players
        deals = list(combinations(deck, self.setup.rules.hole_cards if hole else self._board_due - len(self.board)))
        return tuple((cards, 1 / len(deals)) for cards in deals)

    def apply(self, action: Action) -> "SmallHoldem":
        if action not in (self.legal if self.actor >= 0 else [outcome for outcome, _ in self.chances]):
            raise IllegalAction(f"{action!r} is not one of the actions of {self!r}")
        if isinstance(action, tuple):
            return self._dealt(action)
        row = self.row.copy()
        bet(self.setup.rules.packed, row, cast(int, action))
        return replace(self, row=self._on_to_cards(row), line=(*self.line, action))

    def _dealt(self, cards: tuple[Card, ...]) -> "SmallHoldem":
        if len(self.holes) < self.num_players:
            return replace(self, holes=(*self.holes, cards))
        after = replace(self, board=self.board + cards, line=(*self.line, "/"))
        return replace(after, row=self._on_to_cards(self.row.copy()))

    def _on_to_cards(self, row: Row) -> Row:
        """Begin the next street if the round is over; without players left to bet it is over at once."""
        rules = self.setup.rules.packed
        if row[PHASE] == CLOSED and not is_last(rules, row):
            next_street(rules, row)
        return row

    @property
    def payoffs(self) -> tuple[float, ...]:
        row = self.row.copy()
        for seat, hole in zip(order(self.num_players, self.setup.button), self.holes, strict=True):
            row[HOLE + MAX_HOLE * seat : HOLE + MAX_HOLE * seat + len(hole)] = hole
        row[BOARD : BOARD + len(self.board)] = self.board
        row[BOARD_COUNT] = len(self.board)
        rank_hands(self.setup.rules.packed, row)
        return tuple(taken - float(row[PAID + seat]) for seat, taken in enumerate(fair_shares(row)))

    @property
    def infoset(self) -> tuple[object, ...]:
        """Own cards, the board and the betting."""
        return (self.holes[order(self.num_players, self.setup.button).index(self.actor)], self.board, self.line)
