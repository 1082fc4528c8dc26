"""How hands come in: a few checked cards from a person, or an array of hands that a kernel trusts."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from gutshot.cards.card import Card, require_distinct
from gutshot.errors import MalformedInput
from gutshot.numeric.arrays import Bytes

Integer = int | np.integer[Any]
Hands = Bytes
Strengths = npt.NDArray[np.uint16]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def checked_hand(cards: Iterable[Card], sizes: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards as a tuple; raises unless there are as many as one of `sizes`, all in the deck, all distinct."""
    hand = tuple(cards)
    if len(hand) not in sizes:
        raise MalformedInput(f"a hand of {len(hand)} cards: expected {_any_of([_NUMBERS[size] for size in sizes])}")
    for card in hand:
        if not 0 <= card <= 51:
            raise MalformedInput(f"unknown card {card}: expected an integer from 0 to 51")
    require_distinct(hand)
    return hand


def hand_array(hands: Hands, sizes: tuple[int, ...]) -> Hands:
    """The hands [N, size] as contiguous bytes. That a hand holds a card twice is not checked."""
    given = np.asarray(hands)
    if given.dtype.kind not in "iu":
        raise MalformedInput(f"hands of {given.dtype}: expected whole numbers from 0 to 51")
    if given.size and (given.max() > 51 or (given.dtype.kind == "i" and given.min() < 0)):
        raise MalformedInput("a card outside the deck: expected whole numbers from 0 to 51")
    array = np.ascontiguousarray(given, dtype=np.uint8)
    if array.ndim != 2 or array.shape[1] not in sizes:
        shapes = _any_of([f"[N, {size}]" for size in sizes])
        raise MalformedInput(f"hands of shape {array.shape}: expected {shapes}")
    return array


def strength_array(count: int, out: Strengths | None) -> Strengths:
    """`out` if it can hold `count` strengths, or a new array."""
    if out is None:
        return np.empty(count, np.uint16)
    if out.shape != (count,) or out.dtype != np.uint16:
        raise MalformedInput(f"out is {out.dtype} of shape {out.shape}: expected uint16 of shape ({count},)")
    return out


def _any_of(words: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
