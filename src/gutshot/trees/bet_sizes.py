"""One grammar of bet sizes for trees, environments, coach and buttons.

    33%      of the pot; for a raise, of the pot after calling: 75 + (100+75+75) x 50 % = raise to 200
    2.5x     times the bet that is faced (raises only)
    100c     chips: a bet of 100, or a raise by 100 over the bet that is faced
    20c3r    the same, and no more than 3 bets and raises in the round (raises only)
    e, 2e    the geometric size that is all-in after the streets left, or after 2; `e200%` caps it at 200 % of the pot
    a        all-in

`trees.amounts` converts sizes to chips. The reading follows PioSOLVER and postflop-solver.
"""

import math
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from gutshot.errors import MalformedInput

_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
_POT = re.compile(rf"{_NUMBER}%")
_TIMES = re.compile(rf"{_NUMBER}x")
_CHIPS = re.compile(r"(\d+)c(?:(\d+)r)?")
_GEOMETRIC = re.compile(rf"(\d*)e(?:{_NUMBER}%)?")
_MOST_STREETS = 100
_MOST_CHIPS = 2**31 - 1


class SizeKind(IntEnum):
    """How a size is measured."""

    POT = 0
    TIMES = 1
    CHIPS = 2
    GEOMETRIC = 3
    ALL_IN = 4


@dataclass(frozen=True, order=True)
class BetSize:
    """One size. `value`: share of the pot, factor, chips or the cap of a geometric size; `count`: streets or raises."""

    kind: SizeKind
    value: float = 0.0
    count: int = 0

    def __str__(self) -> str:
        """The text that `parse_size` reads back."""
        number = f"{self.value * 100:.10g}" if self.kind in (SizeKind.POT, SizeKind.GEOMETRIC) else f"{self.value:.10g}"
        match self.kind:
            case SizeKind.POT:
                return f"{number}%"
            case SizeKind.TIMES:
                return f"{number}x"
            case SizeKind.CHIPS:
                return f"{number}c" + (f"{self.count}r" if self.count else "")
            case SizeKind.GEOMETRIC:
                return f"{self.count or ''}e" + (f"{number}%" if math.isfinite(self.value) else "")
            case _:
                return "a"


Levels: TypeAlias = tuple[tuple[BetSize, ...], ...]
"""Sizes of the first bet of a street, of the first raise, ...; the last list goes on."""


def parse_size(text: str, raises: bool = False) -> BetSize:
    """Read one size; `x` and a raise cap are only for raises."""
    word = text.strip().lower()
    if word == "a":
        return BetSize(SizeKind.ALL_IN)
    if match := _POT.fullmatch(word):
        return BetSize(SizeKind.POT, _positive(float(match[1]), text) / 100)
    if match := _TIMES.fullmatch(word):
        return _times(float(match[1]), text, raises)
    if match := _CHIPS.fullmatch(word):
        return _chips(match, text, raises)
    if match := _GEOMETRIC.fullmatch(word):
        return _geometric(match, text)
    raise MalformedInput(f"unknown bet size {text!r}: expected one like '33%', '2.5x', '100c', 'e', '2e' or 'a'")


def parse_sizes(text: str, raises: bool = False) -> tuple[BetSize, ...]:
    """Read a comma-separated list, sorted and without repeats; empty text means no sizes."""
    words = [word for word in text.split(",") if word.strip()]
    return tuple(sorted({parse_size(word, raises) for word in words}))


def format_sizes(sizes: tuple[BetSize, ...]) -> str:
    """As they are written in settings."""
    return ", ".join(map(str, sizes))


def _positive(value: float, text: str) -> float:
    if value <= 0:
        raise MalformedInput(f"bet size {text!r} bets nothing and never gets all-in: expected more than 0")
    return value


def _times(factor: float, text: str, raises: bool) -> BetSize:
    if not raises:
        raise MalformedInput(f"bet size {text!r}: a multiple of the faced bet is only for raises")
    if factor <= 1:
        raise MalformedInput(f"raise size {text!r} is no raise and never gets all-in: expected more than 1x")
    return BetSize(SizeKind.TIMES, factor)


def _chips(match: re.Match[str], text: str, raises: bool) -> BetSize:
    chips, cap = int(match[1]), match[2]
    if cap is not None and not raises:
        raise MalformedInput(f"bet size {text!r}: a raise cap is only for raises")
    if cap is not None and not 1 <= int(cap) <= _MOST_STREETS:
        raise MalformedInput(f"raise size {text!r}: expected a raise cap from 1 to {_MOST_STREETS}")
    if chips > _MOST_CHIPS:
        raise MalformedInput(f"bet size {text!r}: expected at most {_MOST_CHIPS} chips")
    return BetSize(SizeKind.CHIPS, _positive(float(chips), text), int(cap or 0))


def _geometric(match: re.Match[str], text: str) -> BetSize:
    streets = int(match[1]) if match[1] else 0
    if match[1] and not 1 <= streets <= _MOST_STREETS:
        raise MalformedInput(f"bet size {text!r}: expected 1 to {_MOST_STREETS} streets before the 'e'")
    cap = _positive(float(match[2]), text) / 100 if match[2] else math.inf
    return BetSize(SizeKind.GEOMETRIC, cap, streets)
