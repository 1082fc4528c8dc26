"""What every combo is on a board, in a player's words: made hands from the nuts down, and draws.

Made hands are told apart by how the hole cards make them: a set is not trips, and a pair on the board does not count.
Straight draws count the ranks that make a straight the board alone would not have.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from gutshot.cards.card import Card, mask_of, rank_of, suit_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combos_with_any
from gutshot.cards.evaluate import strengths
from gutshot.cards.made_hand import category_of
from gutshot.numeric.arrays import Bools, Ints

MADE = (
    "Straight flush", "Four of a kind", "Full house", "Flush", "Straight", "Set", "Trips", "Two pair", "Overpair",
    "Top pair", "Pocket pair", "Middle pair", "Low pair", "Ace high", "King high", "Nothing",
)  # fmt: skip
DRAWS = ("Flush draw", "Open-ended", "Gutshot", "Backdoor flush", "No draw")
STARTING = (
    "Pairs", "Suited aces", "Suited broadways", "Suited connectors", "Other suited",
    "Offsuit aces", "Offsuit broadways", "Other offsuit",
)  # fmt: skip
_BEST = {8: 0, 7: 1, 6: 2, 5: 3, 4: 4}  # made by category: straight flush to straight
_SET, _TRIPS, _TWO_PAIR, _OVER, _TOP, _POCKET, _MIDDLE, _LOW, _ACE, _KING, _NOTHING = range(5, 16)
FLUSH_DRAW, OPEN_ENDED, GUTSHOT, BACKDOOR, NO_DRAW = (1 << bit for bit in range(5))
_TEN = 8


@dataclass(frozen=True)
class Categories:
    """[1326] `made`: a place in `names`; `draws`: bits over `draw_names`. Combos that the board blocks mean nothing."""

    names: tuple[str, ...]
    made: Ints
    draw_names: tuple[str, ...]
    draws: Ints


@lru_cache(maxsize=256)
def categories(board: tuple[Card, ...]) -> Categories:
    """The categories of all combos on a board of 0 or 3 to 5 cards."""
    if not board:
        return Categories(STARTING, _starting(), (), np.zeros(COMBO_COUNT, np.int64))
    return Categories(MADE, _made(board), DRAWS if len(board) < 5 else (), _draws(board))


@cache
def _starting() -> Ints:
    ranks, suits = COMBO_CARDS.astype(np.int64) // 4, COMBO_CARDS % 4
    low, high = ranks.min(axis=1), ranks.max(axis=1)
    suited = suits[:, 0] == suits[:, 1]
    found = np.where(suited, 4, 7)
    found = np.where(suited & (high - low == 1), 3, found)
    found = np.where(low >= _TEN, np.where(suited, 2, 6), found)
    found = np.where(high == 12, np.where(suited, 1, 5), found)
    return np.where(low == high, 0, found)


def _live(board: tuple[Card, ...]) -> Bools:
    return ~combos_with_any(mask_of(board))


def _made(board: tuple[Card, ...]) -> Ints:
    found = np.full(COMBO_COUNT, _NOTHING, np.int64)
    live = np.flatnonzero(_live(board))
    hands = np.concatenate([np.tile(np.array(board, np.uint8), (len(live), 1)), COMBO_CARDS[live]], axis=1)
    category = strengths(hands).astype(np.int64) >> _shift()
    ranks = COMBO_CARDS[live].astype(np.int64) // 4
    alike, which = np.unique(category * 256 + ranks.max(axis=1) * 16 + ranks.min(axis=1), return_inverse=True)
    names = [_name(code >> 8, code >> 4 & 15, code & 15, board) for code in alike.tolist()]
    found[live] = np.array(names)[which]
    return found


@cache
def _shift() -> int:
    """How far a strength is shifted to its category, read off the evaluator's own words."""
    return next(shift for shift in range(16) if category_of(1 << shift) == 1)


def _name(kind: int, high: int, low: int, board: tuple[Card, ...]) -> int:
    """The made hand of two ranks: by its category from a straight up, below by how much of it the hole cards make."""
    if kind in _BEST:
        return _BEST[kind]
    ranks = sorted({rank_of(card) for card in board}, reverse=True)
    counts = {rank: sum(rank_of(card) == rank for card in board) for rank in ranks}
    if kind == 3:
        if high == low and counts.get(high) == 1:
            return _SET
        if counts.get(high) == 2 or counts.get(low) == 2:
            return _TRIPS
    if kind == 2 and high != low and high in counts and low in counts:
        return _TWO_PAIR
    if high == low:
        return _OVER if high > ranks[0] else _POCKET
    paired = [rank for rank in (high, low) if rank in counts]
    if paired:
        place = ranks.index(paired[0])
        return _TOP if place == 0 else _MIDDLE if place == 1 else _LOW
    return _ACE if high == 12 else _KING if high == 11 else _NOTHING


@cache
def _straights() -> Bools:
    """[8192] which sets of ranks hold a straight, the wheel among them."""
    runs = [0b11111 << low for low in range(9)] + [0b1000000001111]
    masks = np.arange(1 << 13)
    return np.asarray(np.any([(masks & run) == run for run in runs], axis=0))


def _draws(board: tuple[Card, ...]) -> Ints:
    if len(board) == 5:
        return np.zeros(COMBO_COUNT, np.int64)
    ranks, suits = COMBO_CARDS.astype(np.int64) // 4, COMBO_CARDS.astype(np.int64) % 4
    outs = _straight_outs(board, (1 << ranks[:, 0]) | (1 << ranks[:, 1]))
    most = np.zeros(COMBO_COUNT, np.int64)
    for suit in range(4):
        own = (suits == suit).sum(axis=1)
        most = np.maximum(most, np.where(own > 0, own + sum(suit_of(card) == suit for card in board), 0))
    found = np.where(most == 4, FLUSH_DRAW, 0) | np.where(outs >= 2, OPEN_ENDED, np.where(outs == 1, GUTSHOT, 0))
    if len(board) == 3:
        found |= np.where(most == 3, BACKDOOR, 0)
    return np.where(found == 0, NO_DRAW, found)


def _straight_outs(board: tuple[Card, ...], own: Ints) -> Ints:
    """[1326] how many ranks make a straight with the hand that they do not make with the board; 0 for a made one."""
    straights = _straights()
    table = int(np.bitwise_or.reduce([1 << rank_of(card) for card in board]))
    held = own | table
    outs = np.zeros(COMBO_COUNT, np.int64)
    for rank in range(13):
        if not straights[table | 1 << rank]:
            outs += straights[held | 1 << rank] & ((held >> rank & 1) == 0)
    return np.where(straights[held], 0, outs)
