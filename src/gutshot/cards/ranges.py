"""`Range`: how likely a player holds each of the 1326 combos, as weights from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.arguments import CheckedMethods, checked, require_type, shown
from gutshot.cards.card import Card, mask_of, parse_card, read_cards
from gutshot.cards.combos import (
    CLASS_COUNT,
    CLASS_NAMES,
    CLASS_SIZES,
    COMBO_CLASS,
    COMBO_COUNT,
    combo_cards,
    combo_of,
    combos_with_any,
)
from gutshot.cards.range_grammar import parse_weights
from gutshot.cards.range_text import format_weights
from gutshot.errors import MalformedInput
from gutshot.frames import Frame, matrix_html
from gutshot.numeric.arrays import Reals


class Range(Frame, CheckedMethods):
    """An immutable set of weighted combos. `Range.parse("QQ+,AKs:0.5")`, and `str` gives the shortest text back."""

    __slots__ = ("weights",)
    weights: Reals
    """[1326] read-only."""

    def __init__(self, weights: str | NDArray[Any] | Iterable[float]) -> None:
        given = parse_weights(weights) if isinstance(weights, str) else weights
        try:
            own = np.array(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise MalformedInput(f"range {shown(weights)}: expected text like 'QQ+' or 1326 weights") from None
        if own.shape != (COMBO_COUNT,):
            raise MalformedInput(f"a range of shape {own.shape}: expected {COMBO_COUNT} weights")
        outside = ~((own >= 0) & (own <= 1))
        if outside.any():
            raise MalformedInput(f"weight {own[outside][0]} in a range: expected a number from 0 to 1")
        own.setflags(write=False)
        object.__setattr__(self, "weights", own)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set {name!r}: a Range never changes")

    @classmethod
    @checked
    def parse(cls, text: str) -> Range:
        """Read the notation of `range_grammar`; later groups override earlier ones."""
        return cls(parse_weights(text))

    @classmethod
    @checked
    def of_combos(cls, combos: Mapping[tuple[Card, Card], float]) -> Range:
        """A range from the weights of single combos, each given by its two cards."""
        weights = np.zeros(COMBO_COUNT)
        for cards, weight in combos.items():
            require_type(cards, str | tuple, "a combo")
            require_type(weight, float, f"the weight of {shown(cards)}")
            weights[combo_of(*_two_cards(cards))] = weight
        return cls(weights)

    @classmethod
    def full(cls) -> Range:
        """Every combo with weight 1."""
        return cls(np.ones(COMBO_COUNT))

    def __str__(self) -> str:
        return format_weights(self.weights)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash((self.weights + 0.0).tobytes())

    def __reduce__(self) -> tuple[type[Range], tuple[Reals]]:
        return Range, (np.array(self.weights),)

    def __bool__(self) -> bool:
        return bool(self.weights.any())

    def __or__(self, other: Range | str) -> Range:
        """Hands of either range, each with its larger weight."""
        return Range(np.maximum(self.weights, _range(other).weights))

    def __and__(self, other: Range | str) -> Range:
        """Hands of both ranges, each with its smaller weight."""
        return Range(np.minimum(self.weights, _range(other).weights))

    def __sub__(self, other: Range | str) -> Range:
        """What is left after taking the other range's weights away."""
        return Range(np.maximum(self.weights - _range(other).weights, 0.0))

    def __invert__(self) -> Range:
        return Range(1.0 - self.weights)

    def __mul__(self, factor: float) -> Range:
        return Range(self.weights * factor)

    def __contains__(self, cards: tuple[Card | str, Card | str] | str) -> bool:
        first, second = _two_cards(cards)
        return self.weight_of(first, second) > 0

    def weight_of(self, first: Card | str, second: Card | str) -> float:
        """The weight of the combo of two cards."""
        return float(self.weights[combo_of(*_two_cards((first, second)))])

    def without(self, dead: Iterable[Card] | str) -> Range:
        """The combos that hold none of these cards."""
        return Range(np.where(combos_with_any(mask_of(read_cards(dead))), 0.0, self.weights))

    def combos(self) -> list[tuple[Card, Card]]:
        """The combos with any weight, in the order of their numbers, each with its lower card first."""
        return [combo_cards(int(combo)) for combo in np.flatnonzero(self.weights)]

    @property
    def combo_count(self) -> float:
        """How many combos the range holds, a combo of weight one half counting half."""
        return float(self.weights.sum())

    @property
    def share(self) -> float:
        """The part of all 1326 combos that the range holds, 0..1."""
        return self.combo_count / COMBO_COUNT

    def columns(self) -> dict[str, list[Any]]:
        """One entry per class: its name, how much of it is in the range, and its combos in the range."""
        shares = self.matrix().ravel()
        combos = (shares * CLASS_SIZES).round(9)
        return {"class": list(CLASS_NAMES), "weight": shares.tolist(), "combos": combos.tolist()}

    def _repr_html_(self) -> str:
        shares = self.matrix().ravel().tolist()
        title = f"{self.combo_count:g} combos, {100 * self.share:.1f} % of hands"
        return matrix_html(CLASS_NAMES, shares, [[1.0]] * CLASS_COUNT, ["in the range"], title)

    def matrix(self) -> Reals:
        """[13, 13] the mean weight of every class: A to 2, suited hands above the diagonal."""
        sums = np.bincount(COMBO_CLASS, weights=self.weights, minlength=CLASS_COUNT)
        return np.asarray(sums / CLASS_SIZES).reshape(13, 13)


def _range(given: Range | str) -> Range:
    if not isinstance(given, Range | str):
        raise MalformedInput(f"{shown(given)}: expected a range, or text like 'QQ+'")
    return given if isinstance(given, Range) else Range(given)


def _two_cards(given: Iterable[Card | str] | str) -> tuple[Card, Card]:
    cards = read_cards(given if isinstance(given, str) else [_card(card) for card in given])
    if len(cards) != 2:
        raise MalformedInput(f"{shown(given)}: expected two cards, like 'AsKs'")
    return cards[0], cards[1]


def _card(given: Card | str) -> Card:
    return parse_card(given) if isinstance(given, str) else given
