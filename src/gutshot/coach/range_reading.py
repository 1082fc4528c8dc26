"""What hands an opponent may hold, from what he has done in public: weights of the 1326 combos.

Before the flop his line gives a band of the order of starting hands, by position. After it every action multiplies
each combo by how likely it is with that hand: bets and raises with strong hands and some bluffs, calls with middling
ones, checks less with the strongest. A hand's score on a board is the part of other hands it beats, before the river
averaged over the next card. The factors are judgement, not data; docs/trainer.md lists them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.preflop_order import PERCENTILE
from gutshot.cards import evaluate
from gutshot.cards.card import DECK, Card
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combos_with_any
from gutshot.games.events import Event, Kind
from gutshot.games.observation import Observation
from gutshot.games.seats import position
from gutshot.numeric.arrays import Reals

Weights = Reals

# Bands of the hand order as shares of all hands: from, to.
_OPENS = {"BTN/SB": 0.70, "BTN": 0.42, "SB": 0.35, "CO": 0.28, "HJ": 0.21, "BB": 0.25}
_EARLY_OPEN = 0.16
_RERAISE, _AGAIN = (0.0, 0.08), (0.0, 0.035)
_CALL, _BLIND_CALL = (0.03, 0.30), (0.04, 0.45)
_LIMP, _CHECKED, _ANY = (0.06, 0.65), (0.12, 1.0), (0.0, 1.0)
_EDGE = 0.02
_TRAPS = 0.35  # how often a hand above its band is played that way all the same

_SLOPE = 0.08
_BLUFFS = 0.18
_LEAST = 0.02


def _rising(value: Weights, start: float, slope: float = _SLOPE) -> Weights:
    """0 to 1 around `start`."""
    return np.asarray(1.0 / (1.0 + np.exp((start - value) / slope)))


@lru_cache(maxsize=512)
def scores(board: tuple[Card, ...]) -> Weights:
    """[1326] how good each combo is on the board, 0..1; combos with a card of the board count 0."""
    if len(board) < 3:
        return 1.0 - PERCENTILE
    if len(board) == 5:
        return _beaten(board)
    later = [_beaten((*board, Card(card))) for card in DECK if card not in board]
    seen = np.zeros(COMBO_COUNT)
    for card in DECK:
        if card not in board:
            seen += ~combos_with_any(1 << card)
    return np.where(_alive(board), np.sum(later, axis=0) / np.maximum(seen, 1), 0.0)


def _alive(cards: Sequence[Card]) -> NDArray[np.bool_]:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return ~combos_with_any(mask)


def _beaten(board: tuple[Card, ...]) -> Weights:
    """[1326] the part of all hands on this board that a combo beats, ties half; 0 for combos it blocks."""
    alive = _alive(board)
    pairs = COMBO_CARDS[alive]
    hands = np.empty((len(pairs), 2 + len(board)), np.uint8)
    hands[:, :2], hands[:, 2:] = pairs, board
    strengths = evaluate.strengths(hands)
    ordered = np.sort(strengths)
    places = np.searchsorted(ordered, strengths) + np.searchsorted(ordered, strengths, side="right")
    result = np.zeros(COMBO_COUNT)
    result[alive] = places / (2 * len(pairs))
    return result


@dataclass
class _Line:
    """What the seat being read has done before the flop."""

    raises: int = 0
    calls: int = 0
    raised_before: int = 0  # raises by others when it last called
    checked: bool = False


def estimate_range(observation: Observation, seat: int) -> Weights:
    """[1326] weights 0..1 of a seat's hands as the observer may judge them; his own cards and the board are gone."""
    weights = _before_flop(observation, seat)
    board: tuple[Card, ...] = ()
    pot = 0
    for event in observation.history:
        if event.kind is Kind.BOARD:
            board = (*board, *event.cards)
        elif event.kind is not Kind.DEAL:
            if event.seat == seat and len(board) >= 3:
                weights = weights * _likelihood(event, scores(board), pot)
            pot += -event.amount if event.kind is Kind.REFUND else event.amount
    weights = np.where(_alive((*observation.cards, *observation.board)), weights, 0.0)
    largest = weights.max()
    return weights / largest if largest > 0 else weights


def _likelihood(event: Event, score: Weights, pot: int) -> Weights | float:
    """How likely the action is with each hand."""
    if event.is_raise:
        share = min(1.5, event.amount / max(pot, 1))
        value = _rising(score, 0.55 + 0.12 * share + (0.12 if event.kind is Kind.RAISE else 0.0))
        return _LEAST + (1 - _BLUFFS) * value + _BLUFFS * (1 - _rising(score, 0.35))
    if event.kind is Kind.CALL:
        price = event.amount / max(pot + event.amount, 1)
        return _LEAST + _rising(score, 0.25 + 0.8 * price) * (1 - 0.45 * _rising(score, 0.88, 0.03))
    if event.kind is Kind.CHECK:
        return 1 - 0.5 * _rising(score, 0.72)
    return 1.0


def _before_flop(observation: Observation, seat: int) -> Weights:
    line, raises = _Line(), 0
    for event in observation.history:
        if event.street > 0:
            break
        raised = event.is_raise
        if event.seat == seat:
            line.raises += raised
            line.checked |= event.kind is Kind.CHECK
            if event.kind is Kind.CALL:
                line.calls, line.raised_before = line.calls + 1, raises
            if raised:
                line.raised_before = raises
        raises += raised
    return _band(*_band_of(line, position(seat, observation.seats, observation.button)))


def _band_of(line: _Line, name: str) -> tuple[float, float]:
    if line.raises:
        if line.raised_before == 0 and line.raises == 1:
            return 0.0, _OPENS.get(name, _EARLY_OPEN)
        return _RERAISE if line.raised_before <= 1 and line.raises == 1 else _AGAIN
    if line.calls and line.raised_before:
        return _BLIND_CALL if name == "BB" else _CALL
    if line.calls:
        return _LIMP
    return _CHECKED if line.checked else _ANY


def _band(low: float, high: float) -> Weights:
    """Weights of a band with soft edges; hands above it are sometimes played so too."""
    inside = _rising(high - PERCENTILE, 0.0, _EDGE) if high < 1 else np.ones(COMBO_COUNT)
    above = _rising(low - PERCENTILE, 0.0, _EDGE) if low > 0 else np.zeros(COMBO_COUNT)
    return inside * (1 - (1 - _TRAPS) * above)


def has_entered(observation: Observation, seat: int) -> bool:
    """Whether the seat has put chips in by choice, or play has gone past the first street."""
    return observation.street > 0 or any(
        event.seat == seat and (event.is_raise or event.kind is Kind.CALL) for event in observation.history
    )
