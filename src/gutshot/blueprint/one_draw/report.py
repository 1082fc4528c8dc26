"""What a solution of badugi with one draw does: opening hands, draws, snows and badugis that are broken, in words."""

from collections.abc import Iterator

import numpy as np

from gutshot.blueprint.one_draw.solver import OneDraw
from gutshot.blueprint.one_draw.walk import folds_at, line_of, width_at
from gutshot.cards.badugi import CARDS
from gutshot.cards.made_badugi import STEP
from gutshot.numeric.arrays import AnyReals, Ints, Reals

_OPENS, _FACES_A_RAISE = 0, 3
"""Turns before the draw: the button's first, and the big blind's after a raise."""
_RAISED = line_of(_FACES_A_RAISE)
_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
_SIZES = ("", "one card", "two cards", "three cards", "badugi")


def shares(numbers: AnyReals) -> Reals:
    """[C, actions] averages as probabilities."""
    positive = np.maximum(numbers.astype(np.float64), 0.0)
    total = positive.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 0, positive / np.maximum(total, 1e-300), 1.0 / positive.shape[1]))


def sizes_and_highs(solver: OneDraw) -> tuple[Ints, Ints]:
    """[C] how many cards play, and the highest of them, 0 for an ace."""
    size = (solver.hands.strength + STEP - 1) // STEP
    mask = size * STEP - solver.hands.strength
    return size, np.floor(np.log2(mask)).astype(np.int64)


def lines_of(solver: OneDraw) -> Iterator[str]:
    """The report, line by line."""
    hands, cap = solver.hands, solver.game.cap
    combos = hands.combos.astype(np.float64)
    opening = shares(solver.played.first[:, _OPENS, : width_at(0, _OPENS, cap)])
    facing = shares(solver.played.first[:, _FACES_A_RAISE, : width_at(0, _FACES_A_RAISE, cap)])
    assert folds_at(0, _OPENS) and folds_at(0, _FACES_A_RAISE)
    yield "The button opens: " + _mix(opening, combos, ("fold", "call", "raise"))
    yield from _by_hand(solver, opening, combos, ("fold", "call", "raise"))
    yield "The big blind against a raise: " + _mix(facing, combos, ("fold", "call", "raise"))
    yield from _by_hand(solver, facing, combos, ("fold", "call", "raise"))
    yield "After a raise and a call"
    blind = combos * facing[:, 1]
    yield from _drawing(solver, shares(solver.played.blind[_RAISED]), blind, "The big blind")
    for count in range(solver.game.counts):
        told = "is pat" if count == 0 else f"draws {count}"
        button = shares(solver.played.button[_RAISED, count])
        yield from _drawing(solver, button, combos * opening[:, 2], f"The button, when the big blind {told},")


def _mix(played: Reals, weight: Reals, words: tuple[str, ...]) -> str:
    total = weight @ played / max(weight.sum(), 1e-300)
    return ", ".join(f"{word} {100 * share:.1f} %" for word, share in zip(words, total, strict=True))


def _by_hand(solver: OneDraw, played: Reals, weight: Reals, words: tuple[str, ...]) -> Iterator[str]:
    """A line for every number of cards that play and high card."""
    size, high = sizes_and_highs(solver)
    for count in range(CARDS, 0, -1):
        for low in np.unique(high[size == count]).tolist():
            here = np.where((size == count) & (high == low), weight, 0.0)
            yield f"  {_SIZES[count]} {_NAMES[low]}: {_mix(played, here, words)}"


def _drawing(solver: OneDraw, played: Reals, weight: Reals, who: str) -> Iterator[str]:
    """How many cards are drawn, how often without a badugi none, and which badugis are broken."""
    size, high = sizes_and_highs(solver)
    sizes = solver.hands.sizes
    counts = np.stack([played[:, sizes == count].sum(axis=1) for count in range(solver.game.counts)], axis=1)
    words = tuple("pat" if count == 0 else f"draws {count}" for count in range(solver.game.counts))
    yield f"{who}: {_mix(counts, weight, words)}"
    whole, broken = size == CARDS, np.where(size == CARDS, 0.0, weight)
    pats = float(weight @ counts[:, 0])
    yield f"  pat without a badugi {100 * float(broken @ counts[:, 0]) / max(pats, 1e-300):.1f} % of the pat hands"
    for low in np.unique(high[whole]).tolist():
        here = np.where(whole & (high == low), weight, 0.0)
        if here.sum() > 0:
            yield f"  badugi {_NAMES[low]}: broken {100 * (1 - float(here @ counts[:, 0]) / here.sum()):.1f} %"
