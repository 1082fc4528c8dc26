"""Hands by what a player would call them: made hand, draw, and for `hand_class_v2` strength and equity as well.

The made hand is the hole cards' part in it: a pair on the board alone does not count, and a hand that plays the board
has nothing. A draw must use a hole card. Strength is the half of its evaluator category the hand lies in on this board;
equity is that against a random hand over all runouts, in even steps.
"""

from typing import Any

import numpy as np

from gutshot.abstraction.rivers import COMBO_KEYS, COMBO_SUIT_MASKS, COMBOS
from gutshot.cards.combos import COMBO_CARDS
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS, CATEGORY_SHIFT, STRAIGHT
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Ints32
from gutshot.numeric.bits import bit_count

MADE_NAMES = (
    "nothing", "high cards", "low pair", "middle pair", "top pair", "overpair", "two pair", "trips", "set",
    "straight", "flush", "full house", "quads or better",
)  # fmt: skip
DRAW_NAMES = ("no draw", "gutshot", "open-ended", "flush draw", "combo draw")
(
    NOTHING, HIGH_CARDS, LOW_PAIR, MIDDLE_PAIR, TOP_PAIR, OVERPAIR, TWO_PAIR, TRIPS, SET,
    MADE_STRAIGHT, MADE_FLUSH, MADE_FULL, MADE_QUADS,
) = range(13)  # fmt: skip
DRAWS = len(DRAW_NAMES)
CLASSES_TO_COME = MADE_STRAIGHT * DRAWS + len(MADE_NAMES) - MADE_STRAIGHT
"""Classes of flop and turn hands: a made straight or better counts no draws."""
STRENGTH_STEPS = 2
EQUITY_STEPS = {3: 4, 4: 4, 5: 6}
EQUITY_UNIT = 1 << 20


def class_count(size: int, second_version: bool) -> int:
    """The number of class buckets on a board of this many cards."""
    plain = len(MADE_NAMES) if size == 5 else CLASSES_TO_COME
    return plain * STRENGTH_STEPS * EQUITY_STEPS[size] if second_version else plain


@inline_kernel
def _pair_by_height(rank: Any, board_ranks: Any, top: Any, middle: Any) -> Any:
    """Which pair: `board_ranks` is the rank mask of the board."""
    above = board_ranks >> (rank + 1)
    if above == 0:
        return top
    return middle if above & (above - 1) == 0 else LOW_PAIR


@kernel
def _own_pairs(low: Any, high: Any, board_ranks: Any, paired_ranks: Any) -> Any:
    """The class of a hand that is no straight or better, by how its cards meet the board's ranks."""
    low_hit, high_hit = board_ranks >> low & 1, board_ranks >> high & 1
    if low == high:
        return SET if low_hit else _pair_by_height(low, board_ranks, OVERPAIR, MIDDLE_PAIR)
    if (low_hit and paired_ranks >> low & 1) or (high_hit and paired_ranks >> high & 1):
        return TRIPS
    if low_hit and high_hit:
        return TWO_PAIR
    if low_hit or high_hit:
        return _pair_by_height(high if high_hit else low, board_ranks, TOP_PAIR, MIDDLE_PAIR)
    ace_high = high == 12
    return HIGH_CARDS if ace_high or board_ranks >> (low + 1) == 0 else NOTHING


@kernel
def _straight_outs(ranks: Any, board_ranks: Any) -> int:
    """How many ranks would give the hand a straight that the board would not have by itself."""
    outs = 0
    for rank in range(13):
        bit = 1 << rank
        if ranks & bit == 0 and _has_straight(ranks | bit) and not _has_straight(board_ranks | bit):
            outs += 1
    return outs


@inline_kernel
def _has_straight(ranks: Any) -> bool:
    runs = ranks << 1 | ranks >> 12
    return bool((runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4) != 0)


@kernel
def _flush_draw(mask: Any, hole_mask: Any) -> bool:
    for suit in range(4):
        ranks, own = mask >> 16 * suit & 0x1FFF, hole_mask >> 16 * suit & 0x1FFF
        if own != 0 and bit_count(ranks) == 4:
            return True
    return False


@kernel
def draw_of(hole_mask: Any, board_mask: Any, ranks: Any, board_ranks: Any) -> int:
    """0 none, 1 gutshot, 2 open-ended or double gutshot, 3 flush draw, 4 flush draw with a straight draw."""
    outs = _straight_outs(ranks, board_ranks)
    if _flush_draw(hole_mask | board_mask, hole_mask):
        return 4 if outs > 0 else 3
    return min(outs, 2)


@kernel
def made_hand_of(combo: int, board: Ints) -> Any:
    """(made hand, draw) of a live combo on 3 to 5 cards."""
    board_key, board_mask, board_ranks, paired = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for card in board:
        board_key += CARD_KEYS[card]
        board_mask |= CARD_MASKS[card]
        paired |= board_ranks & (1 << (card >> 2))
        board_ranks |= 1 << (card >> 2)
    hole_mask = COMBO_SUIT_MASKS[combo]
    strength = evaluate_key(board_key + COMBO_KEYS[combo], board_mask | hole_mask)
    low, high = np.int64(COMBO_CARDS[combo, 0] >> 2), np.int64(COMBO_CARDS[combo, 1] >> 2)
    if len(board) == 5 and strength == evaluate_key(board_key, board_mask):
        return NOTHING, 0
    category = strength >> CATEGORY_SHIFT
    if category >= STRAIGHT:
        return MADE_STRAIGHT + min(category - STRAIGHT, 3), 0
    draw = 0
    if len(board) < 5:
        draw = draw_of(hole_mask, board_mask, board_ranks | 1 << low | 1 << high, board_ranks)
    return _own_pairs(low, high, board_ranks, paired), draw


@kernel
def class_of_combo(combo: int, board: Ints) -> int:
    """The `hand_class` bucket."""
    made, draw = made_hand_of(combo, board)
    if len(board) == 5:
        return int(made)
    return int(made * DRAWS + draw if made < MADE_STRAIGHT else MADE_STRAIGHT * DRAWS + made - MADE_STRAIGHT)


@kernel
def strength_step(combo: int, strengths: Ints32) -> int:
    """0 or 1: whether the hand lies in the upper half of the live hands of its category on this board."""
    own = strengths[combo]
    below, total = 0, 0
    for other in range(COMBOS):
        if strengths[other] > 0 and strengths[other] >> CATEGORY_SHIFT == own >> CATEGORY_SHIFT:
            total += 1
            below += strengths[other] < own
    return min(STRENGTH_STEPS * below // total, STRENGTH_STEPS - 1)


@kernel
def second_class(plain: int, strength: int, equity: int, steps: int) -> int:
    """The `hand_class_v2` bucket; `equity` is in units of EQUITY_UNIT."""
    return (plain * STRENGTH_STEPS + strength) * steps + min(equity * steps // EQUITY_UNIT, steps - 1)
