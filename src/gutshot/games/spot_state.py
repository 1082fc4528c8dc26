"""A heads-up river spot as a `game.State`: what a range-against-range solver computes, one history at a time.

The board is fixed, chance deals the two hands from weighted ranges with card removal, and the betting is
the engine's. Payoffs are zero-sum: each player counts as having put in half of the starting pot.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, cast

from gutshot.cards.card import Card, format_cards, require_distinct
from gutshot.cards.evaluate import strength_of
from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action
from gutshot.games.betting import bet
from gutshot.games.poker import start_spot
from gutshot.games.row import ACTOR, BETTING, BUTTON, LIVE, PAID, PHASE, SEATS, START, Row, blank
from gutshot.games.rules import holdem
from gutshot.games.small_holdem import Sizes, legal_bets

Combo: TypeAlias = tuple[Card, Card]
Range: TypeAlias = Mapping[Combo, float]

OUT_OF_POSITION = 0
IN_POSITION = 1
_RIVER = 3


@dataclass(frozen=True, eq=False)
class RiverGame:
    """What does not change within the spot: board, ranges, pot, stacks and bet sizes.

    `sizes` is a sequence of raise_to amounts, or a function (row, least, greatest) -> amounts.
    """

    board: tuple[Card, ...]
    ranges: tuple[Range, Range]
    pot: int
    stacks: tuple[int, int]
    sizes: Sizes | Sequence[int] = field(default=())
    min_bet: int = 1

    def __post_init__(self) -> None:
        if len(self.board) != 5:
            raise BadConfig(f"board {format_cards(self.board)}: a river has five cards")
        require_distinct(self.board)
        if self.pot <= 0 or min(self.stacks) <= 0:
            raise BadConfig(f"pot {self.pot} and stacks {self.stacks}: expected positive numbers")
        if not self.deals:
            raise BadConfig("the two ranges leave no pair of hands that can be dealt together")

    @cached_property
    def rules(self) -> Row:
        """Its betting, packed."""
        return holdem(self.min_bet).packed

    @cached_property
    def deals(self) -> dict[Combo, dict[Combo, float]]:
        """For each hand of the first player, the weights of the second player's hands that can go with it."""
        board = set(self.board)
        first, second = ({hand: w for hand, w in r.items() if w > 0 and not board & {*hand}} for r in self.ranges)
        joint = {
            hand: {other: weight * w for other, w in second.items() if not {*hand} & {*other}}
            for hand, weight in first.items()
        }
        return {hand: others for hand, others in joint.items() if others}

    @cached_property
    def strengths(self) -> dict[Combo, int]:
        """Of every hand that can be dealt."""
        hands = set(self.deals).union(*self.deals.values())
        return {hand: strength_of((*hand, *self.board)) for hand in hands}

    def bets(self, row: Row) -> tuple[int, ...]:
        """The actor's actions as kernel numbers."""
        amounts = self.sizes if callable(self.sizes) else lambda *_: self.sizes
        return legal_bets(self.rules, row, amounts)


@dataclass(frozen=True, eq=False)
class RiverSpot:
    """A history of a river spot; player 0 acts first. Actions are FOLD (-1), CALL (0) and raise_to amounts."""

    game: RiverGame
    row: Row
    hands: tuple[Combo, ...] = ()
    line: tuple[int, ...] = ()

    @classmethod
    def new(
        cls,
        board: Iterable[Card],
        ranges: tuple[Range, Range],
        pot: int,
        stacks: tuple[int, int],
        sizes: Sizes | Sequence[int] = (),
        min_bet: int = 1,
    ) -> "RiverSpot":
        """The root: no hand dealt, nothing bet."""
        game = RiverGame(tuple(board), ranges, pot, stacks, sizes, min_bet)
        row = blank()
        row[SEATS], row[BUTTON] = 2, IN_POSITION
        row[START : START + 2] = stacks
        start_spot(game.rules, row, _RIVER, pot)
        return cls(game, row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RiverSpot) and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.hands, self.line))

    def __repr__(self) -> str:
        return f"RiverSpot(hands={self.hands}, line={self.line})"

    @property
    def _key(self) -> tuple[object, ...]:
        return (id(self.game), self.hands, self.line)

    @property
    def num_players(self) -> int:
        return 2

    @property
    def actor(self) -> int:
        if len(self.hands) < 2:
            return CHANCE
        return int(self.row[ACTOR]) if self.row[PHASE] == BETTING else TERMINAL

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.game.bets(self.row) if self.actor >= 0 else ()

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        if self.actor != CHANCE:
            return ()
        deals = self.game.deals
        weights = deals[self.hands[0]] if self.hands else {hand: sum(w.values()) for hand, w in deals.items()}
        total = sum(weights.values())
        return tuple((hand, weight / total) for hand, weight in weights.items())

    def apply(self, action: Action) -> "RiverSpot":
        if self.actor == CHANCE:
            if action not in (outcome for outcome, _ in self.chances):
                raise IllegalAction(f"{action!r} cannot be dealt in {self!r}")
            return replace(self, hands=(*self.hands, cast(Combo, action)))
        if action not in self.legal:
            raise IllegalAction(f"{action!r} is not one of the actions of {self!r}")
        row = self.row.copy()
        bet(self.game.rules, row, cast(int, action))
        return replace(self, row=row, line=(*self.line, cast(int, action)))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Half the pot and the loser's chips to the better hand, or to the player who did not fold."""
        first, second = (self.game.strengths[hand] for hand in self.hands)
        live = int(self.row[LIVE])
        side = (first > second) - (first < second) if live == 0b11 else 1 if live == 0b01 else -1
        lost = self.game.pot / 2 + float(self.row[PAID + (1 if side > 0 else 0)])
        return (side * lost, -side * lost)

    @property
    def infoset(self) -> tuple[object, ...]:
        """Own hand and the betting."""
        return (self.hands[self.actor], self.line)
