"""Reading ranges: `"QQ+,AKs:0.5"` -> 1326 weights, in the notation of PioSOLVER and Equilab.

Groups are separated by commas; each may carry `:weight` in 0..1, and a later group overrides an earlier one.
- `AA`, `AKs`, `AKo`, `AK` (both), `AsAh` (one combo)
- `TT+` up to aces; `ATs+` fixes the high card; `98s+`, neighbours in rank, climbs to AKs
- `QQ-88`; `A9s-A6s` fixes the high card; `98o-65o`, `97s-53s` keep the gap
- `15%` or `top 15%`: the best hands by exact equity against a random hand; `random` is all of them
"""

import math
import re

import numpy as np

from gutshot.arguments import shown
from gutshot.cards.card import RANKS, parse_cards
from gutshot.cards.combos import CLASS_COMBOS, CLASS_SIZES, COMBO_COUNT, combo_of
from gutshot.cards.hand_order import CLASSES_BY_EQUITY
from gutshot.errors import MalformedInput
from gutshot.numeric.arrays import Ints, Reals

Cell = tuple[int, int]
"""High and low rank of a class, 0..12; equal for a pair."""

_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_COMBO = re.compile(r"[2-9TJQKA][cdhs]\s*[2-9TJQKA][cdhs]", re.IGNORECASE)
_TOP = re.compile(r"(?:top\s*)?(\d+(?:\.\d*)?|\.\d+)\s*%", re.IGNORECASE)


def class_number(cell: Cell, suit: str) -> int:
    """The class 0..168 of two ranks and `"s"`, `"o"` or, for a pair, `""`."""
    high, low = cell
    row, column = (low, high) if suit == "o" else (high, low)
    return 13 * (12 - row) + 12 - column


def parse_weights(text: str) -> Reals:
    """[1326] the weight of every combo in the range that `text` describes."""
    weights = np.zeros(COMBO_COUNT)
    if not text.strip():
        raise MalformedInput(f"empty range {text!r}: expected hands such as 'QQ+,AKs:0.5'")
    for group in text.split(","):
        body, colon, weight = group.strip().partition(":")
        weights[_group_combos(body.strip(), text)] = _parse_weight(weight, group.strip()) if colon else 1.0
    return weights


def _parse_weight(text: str, group: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0.0 <= weight <= 1.0:
        raise MalformedInput(f"weight {shown(text.strip())} in {shown(group)}: expected a number from 0 to 1")
    return weight


def _group_combos(body: str, text: str) -> Ints:
    """The combos of one group without its weight."""
    if not body:
        raise MalformedInput(f"empty group in range {shown(text)}: expected hands between the commas")
    if body.lower() == "random":
        return np.arange(COMBO_COUNT)
    if top := _TOP.fullmatch(body):
        return top_combos(float(top[1]), body)
    if _COMBO.fullmatch(body):
        first, second = parse_cards(body)
        return np.array([combo_of(first, second)])
    return np.concatenate([CLASS_COMBOS[cell] for cell in _group_classes(body)])


def _group_classes(body: str) -> list[int]:
    if body.endswith("+"):
        cell, suit = _parse_class(body[:-1], body)
        cells = _climb(cell)
    elif "-" in body:
        first, _, last = body.partition("-")
        cell, suit = _parse_class(first.strip(), body)
        other, other_suit = _parse_class(last.strip(), body)
        if suit != other_suit:
            raise MalformedInput(
                f"cannot read {shown(body)}: both ends of a dash need the same suffix, as in 'A9s-A6s'"
            )
        cells = _between(cell, other, body)
    else:
        cell, suit = _parse_class(body, body)
        cells = [cell]
    suits = [""] if cell[0] == cell[1] else [suit] if suit else ["s", "o"]
    return [class_number(cell, suit) for cell in cells for suit in suits]


def _parse_class(text: str, body: str) -> tuple[Cell, str]:
    match = _CLASS.fullmatch(text)
    if match is None:
        raise MalformedInput(
            f"cannot read {shown(body)} as hands: expected such as 'AKs', 'QQ+', 'A9s-A6s', 'AsAh' or '15%'"
        )
    ranks = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    suit = match[3].lower()
    if ranks[0] == ranks[1] and suit:
        raise MalformedInput(f"cannot read {shown(body)}: a pair is neither suited nor offsuit")
    return (ranks[0], ranks[1]), suit


def _climb(cell: Cell) -> list[Cell]:
    """`TT+`, `ATs+`, `98s+`."""
    high, low = cell
    if high - low <= 1:
        return [(high + step, low + step) for step in range(13 - high)]
    return [(high, rank) for rank in range(low, high)]


def _between(first: Cell, last: Cell, body: str) -> list[Cell]:
    """`QQ-88`, `A9s-A6s`, `98o-65o`, in either direction."""
    low, high = sorted((first, last), key=lambda cell: (cell[1], cell[0]))
    if low[0] - low[1] == high[0] - high[1]:
        return [(low[0] + step, low[1] + step) for step in range(high[0] - low[0] + 1)]
    if low[0] == high[0] and low[0] not in (low[1], high[1]):
        return [(low[0], rank) for rank in range(low[1], high[1] + 1)]
    raise MalformedInput(
        f"cannot read {shown(body)}: a dash joins two pairs, two hands with the same high card, or with the same gap"
    )


def top_combos(percent: float, body: str) -> Ints:
    """The combos of the fewest best classes that hold at least this share of all combos; none for 0 %."""
    if percent > 100:
        raise MalformedInput(f"cannot take {shown(body)} of all hands: expected at most 100%")
    held = np.cumsum(CLASS_SIZES[list(CLASSES_BY_EQUITY)])
    needed = percent * COMBO_COUNT / 100
    count = int(np.searchsorted(held, needed - 1e-9)) + 1 if percent > 0 else 0
    return np.concatenate([np.empty(0, dtype=np.int64), *(CLASS_COMBOS[cell] for cell in CLASSES_BY_EQUITY[:count])])
