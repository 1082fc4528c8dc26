"""Equity against the estimated ranges, and the price of a call.

The chance to win a showdown is a sum over where one's own draws lead of the product of beating each opponent, both
from the tables of `ranges`. Opponents are taken as independent of each other and of one's own cards.
"""

from dataclasses import dataclass
from math import inf

from gutshot.agents.badugi.draws import LEVELS, aggression_level, history_code
from gutshot.agents.badugi.ranges import KNOTS, Odds
from gutshot.errors import BadConfig
from gutshot.games.row import LIVE, SEATS, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Floats

Scratch = Floats


@kernel
def opponent_type(row: Row, seat: int) -> int:
    """The row of `Odds.beats` that describes a seat: its draw history and its betting level."""
    return history_code(row, seat) * LEVELS + aggression_level(row, seat)


@kernel
def beat_all(row: Row, seat: int, tables: Odds, product: Scratch) -> None:
    """Fill `product` [KNOTS] with the chance of a final hand at each knot to beat every opponent still in."""
    product[:] = 1.0
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1:
            kind = opponent_type(row, other)
            for place in range(KNOTS):
                product[place] *= tables.beats_knot[kind, place]


@kernel
def beat_all_now(row: Row, seat: int, state: int, tables: Odds) -> float:
    """The chance of a hand that will not draw again to beat every opponent still in."""
    chance = 1.0
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1:
            chance *= tables.beats[opponent_type(row, other), state]
    return chance


@kernel
def option_equity(tables: Odds, state: int, left: int, option: int, product: Scratch) -> float:
    """The chance to win after drawing by an option, with `left` draws to come; `product` is from `beat_all`."""
    equity = 0.0
    for place in range(KNOTS):
        equity += tables.final[left, state, option, place] * product[place]
    return equity


@kernel
def best_option(tables: Odds, state: int, left: int, product: Scratch) -> tuple[int, float]:
    """The option with the best chance to win, and that chance; the one that keeps more on a tie."""
    whole = without_one = without_two = 0.0
    for place in range(KNOTS):
        beaten = product[place]
        whole += tables.final[left, state, 0, place] * beaten
        without_one += tables.final[left, state, 1, place] * beaten
        without_two += tables.final[left, state, 2, place] * beaten
    if whole >= without_one and whole >= without_two:
        return 0, whole
    return (1, without_one) if without_one >= without_two else (2, without_two)


@kernel
def required_equity(pot: float, owed: float, implied: float) -> float:
    """The chance to win at which a call neither gains nor loses; `implied` is what a made hand wins later."""
    return owed / (pot + owed + implied) if owed > 0 else 0.0


@dataclass(frozen=True)
class EquityCalculation:
    """The arithmetic of one call. On the last draw a made hand still wins a bet, which `implied` counts."""

    pot: float  # what is in the middle, the bet to call included
    bet_to_call: float
    estimated_outs: int
    cards_remaining: int  # cards the player has not seen
    implied: float = 0.0

    def __post_init__(self) -> None:
        for name in ("pot", "bet_to_call", "implied"):
            if getattr(self, name) < 0:
                raise BadConfig(f"{name.replace('_', ' ')} {getattr(self, name)}: chips cannot be negative")
        if not 1 <= self.cards_remaining <= 52:
            raise BadConfig(f"{self.cards_remaining} cards remaining: expected 1 to 52")
        if not 0 <= self.estimated_outs <= self.cards_remaining:
            raise BadConfig(f"{self.estimated_outs} outs: expected 0 to {self.cards_remaining}, the cards remaining")

    @property
    def pot_odds(self) -> float:
        """The pot to the call; infinite when there is nothing to call."""
        return self.pot / self.bet_to_call if self.bet_to_call else inf

    @property
    def win_probability(self) -> float:
        """The share of unseen cards that improve the hand."""
        return self.estimated_outs / self.cards_remaining

    @property
    def required_equity(self) -> float:
        """What a call must win to pay, with what may still be won."""
        return float(required_equity(float(self.pot), float(self.bet_to_call), float(self.implied)))

    @property
    def should_call(self) -> bool:
        """Whether the one is at least the other."""
        return self.win_probability >= self.required_equity
