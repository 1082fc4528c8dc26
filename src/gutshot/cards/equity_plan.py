"""What an equity question is, whether it makes sense, and how much work each way to answer it would be."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

import numpy as np

from gutshot.cards import preflop_matrix
from gutshot.cards.card import Card, format_card, format_cards, require_distinct
from gutshot.cards.combos import COMBO_MASKS, combo_cards
from gutshot.cards.isomorphism import interchangeable_suits
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.arrays import Ints, Reals

MAX_PLAYERS = 10
BOARD_SIZES = (0, 3, 4, 5)

EXACT_UNASKED = 3e9
"""Operations, of about a nanosecond each, up to which a result is exact without being asked to be."""

EXACT_LIMIT = 1e13
"""Operations above which even `exact` is refused: hours."""

MATRIX_WORTH = 1e8
"""Operations of a preflop question from which on the matrix is built and kept, for this question and the next."""

MAX_LISTED_DEALS = 2_000_000
SWEEP_COST = 16
"""Operations to sort and walk past one hand, against one to evaluate it or to compare four pairs."""


@dataclass(frozen=True)
class EquityQuestion:
    """Live weights [1326] of every player after removing the known cards, and those cards."""

    weights: tuple[Reals, ...]
    board: tuple[Card, ...]
    gone: frozenset[Card]
    """Cards that cannot come: the board, dead cards, and hands that are known."""

    @property
    def cards_to_come(self) -> int:
        """Until the board has five."""
        return 5 - len(self.board)

    @property
    def boards(self) -> int:
        """How many boards there can be."""
        return comb(52 - len(self.gone), self.cards_to_come)

    @cached_property
    def hands(self) -> list[Ints]:
        """Every player's combos."""
        return [np.flatnonzero(row) for row in self.weights]

    @cached_property
    def suit_labels(self) -> list[int]:
        """Which suits can be exchanged without changing anything."""
        return interchangeable_suits([self.board, sorted(self.gone)], self.weights)


@dataclass(frozen=True)
class EquityPlan:
    """How to answer: "matrix", "deals", "sweep" or "sampling", and about how many operations it takes."""

    method: str
    operations: float


def make_situation(players: Sequence[Range | str], board: Sequence[Card], dead: Sequence[Card]) -> EquityQuestion:
    """Check the question and remove the known cards from all ranges."""
    if not 2 <= len(players) <= MAX_PLAYERS:
        noun = "player" if len(players) == 1 else "players"
        raise BadConfig(f"{len(players)} {noun}: equity needs 2 to {MAX_PLAYERS}")
    require_board(board)
    require_distinct([*board, *dead])
    ranges = [Range.parse(player) if isinstance(player, str) else player for player in players]
    gone = frozenset([*board, *dead])
    _require_enough_cards(len(players), 5 - len(board), 52 - len(gone))
    known = [_known_hand(held, seat, gone) for seat, held in enumerate(ranges)]
    require_distinct([card for hand in known for card in hand])
    live = []
    for seat, held in enumerate(ranges):
        others = [card for other, hand in enumerate(known) if other != seat for card in hand]
        live.append(live_range(held, gone.union(others), f" of player {seat + 1}").weights)
    situation = EquityQuestion(tuple(live), tuple(board), gone.union(*known))
    _require_deal(situation)
    return situation


def _require_enough_cards(players: int, cards_to_come: int, left: int) -> None:
    if left < 2 * players + cards_to_come:
        raise BadConfig(
            f"{left} cards are left without the board and the dead cards: "
            f"{players} players and a board of 5 need {2 * players + cards_to_come}"
        )


def _known_hand(held: Range, seat: int, gone: frozenset[Card]) -> tuple[Card, ...]:
    """The cards of a range of one combo."""
    combos = held.combos()
    if len(combos) != 1:
        return ()
    for card in combos[0]:
        if card in gone:
            raise MalformedInput(
                f"duplicate card {format_card(card)}: in the hand of player {seat + 1} and on the board or dead"
            )
    return combos[0]


def require_board(board: Sequence[Card]) -> None:
    """Refuse a board that no street has."""
    if len(board) not in BOARD_SIZES:
        cards = "1 card" if len(board) == 1 else f"{len(board)} cards"
        raise BadConfig(f"a board of {cards} ({format_cards(board)}): expected 0, 3, 4 or 5")


def live_range(held: Range, gone: Collection[Card], whose: str = "") -> Range:
    """The range without the cards that are gone, of which something must be left."""
    live = held.without(gone)
    if held and not live:
        raise BadConfig(f"the range '{held}'{whose} is fully blocked by {format_cards(sorted(gone), ' ')}")
    if not live:
        raise BadConfig(f"the range '{held}'{whose} is empty: expected at least one hand")
    return live


def _require_deal(situation: EquityQuestion) -> None:
    """Refuse ranges that cannot be held at the same time; the players with the fewest hands choose first."""
    masks = sorted((COMBO_MASKS[hands].tolist() for hands in situation.hands), key=len)
    budget = [20_000]  # enough to find any deal there is in practice; sampling refuses what this lets through

    def dealt(seat: int, used: int) -> bool:
        if seat == len(masks) or budget[0] == 0:
            return True
        budget[0] -= 1
        return any(not used & mask and dealt(seat + 1, used | mask) for mask in masks[seat])

    if not dealt(0, 0):
        raise BadConfig(f"no deal is possible: the ranges of the {len(masks)} players always share a card")


def make_plan(situation: EquityQuestion, exact: bool | None, use_matrix: bool = True) -> EquityPlan:
    """The cheapest exact way if it is wanted or cheap, sampling otherwise. Refuses absurd exact work."""
    if exact is False:
        return EquityPlan("sampling", 0.0)
    plan = _cheapest_exact(situation, use_matrix)
    if exact is None and plan.operations > EXACT_UNASKED:
        return EquityPlan("sampling", plan.operations)
    if plan.operations > EXACT_LIMIT:
        raise BadConfig(
            f"exact equity would take about {plan.operations:.1e} operations ({plan.operations / 3.6e12:,.0f} hours): "
            "use narrower ranges, or samples"
        )
    return plan


def _cheapest_exact(situation: EquityQuestion, use_matrix: bool) -> EquityPlan:
    by_matrix = EquityPlan("matrix", float(prod(len(hands) for hands in situation.hands)))
    fits = use_matrix and _is_heads_up_preflop(situation)
    if fits and preflop_matrix.is_kept():
        return by_matrix
    counting = _cheapest_count(situation)
    return by_matrix if fits and counting.operations > MATRIX_WORTH else counting


def _is_heads_up_preflop(situation: EquityQuestion) -> bool:
    """Two players, no board, and no dead cards: nothing is known but hands."""
    hands = [combo_cards(int(own[0])) for own in situation.hands if len(own) == 1]
    return len(situation.hands) == 2 and situation.gone == {card for hand in hands for card in hand}


def _cheapest_count(situation: EquityQuestion) -> EquityPlan:
    from gutshot.cards.runouts import count_runouts  # compiled: a question that the matrix answers goes without

    runouts = count_runouts(situation.cards_to_come, situation.gone, situation.suit_labels)
    hands = len(np.unique(np.concatenate(situation.hands)))
    deals = prod(len(own) for own in situation.hands)
    players = len(situation.hands)
    by_deals = EquityPlan("deals", float(runouts * (hands + deals * players / (8 if players == 2 else 1))))
    by_sweep = EquityPlan("sweep", float(runouts * hands * SWEEP_COST))
    if players == 2 and (by_sweep.operations < by_deals.operations or deals > MAX_LISTED_DEALS):
        return by_sweep
    return by_deals
