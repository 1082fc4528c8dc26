"""A trained badugi strategy that can be played: a byte for every class and action but the last of each decision.

Shares are kept in steps of 1/51, and the whole is deflated: thirteen megabytes become a few.

Hands that training never met at a decision play like the nearest class with as many cards; where there is none they
check or call, and draw what makes their hand whole.
"""

import os
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES
from gutshot.blueprint.badugi.layout import CODE_COUNT, COUNTS, FINE, SLOT_COUNT, SLOTS
from gutshot.blueprint.badugi.rounds import STREETS, TURNS, steps
from gutshot.blueprint.packing import probabilities, quantise
from gutshot.blueprint.rows import Rows
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.errors import MalformedInput
from gutshot.games.betting import CALL
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints

KIND = "badugi-blueprint"
SHIPPED = Path(__file__).resolve().parents[2] / "data" / "badugi_hu"
_STEPS = 51
assert FINE % _STEPS == 0
DRAW = -1
"""In place of what a call is among the actions of a decision: the actions are numbers of cards."""


@dataclass(frozen=True, eq=False)
class BadugiBundle:
    """A strategy for both seats; `codes` lie as `layout.CODES` says."""

    codes: Bytes
    summary: dict[str, Any]
    config: dict[str, Any]
    path: Path | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "BadugiBundle":
        """Open a bundle; one sentence says so if it is something else."""
        found = artifacts.load(path, KIND)
        codes = _inflated(found.arrays.get("deflated"))
        if codes is None:
            raise MalformedInput(f"bundle {str(path)!r} was made by a version with other classes: train it again")
        return cls(codes, dict(found.summary), dict(found.config), Path(path))


def _inflated(deflated: Bytes | None) -> Bytes | None:
    """[CODE_COUNT] the codes; None if they are something else."""
    if deflated is None or deflated.dtype != np.uint8 or deflated.ndim != 1:
        return None
    opened = zlib.decompressobj()
    try:
        plain = opened.decompress(deflated.tobytes(), CODE_COUNT + 1)
    except zlib.error:
        return None
    return np.frombuffer(plain, np.uint8) if len(plain) == CODE_COUNT and opened.eof else None


@lru_cache(maxsize=1)
def all_decisions() -> Ints:
    """[decisions, 2] the width of every decision in the order of the layout, and the place of its call, or DRAW."""
    found: list[Ints] = []
    for street in range(STREETS):
        if street:
            blocks = int(SLOTS.draw_groups[street] * 3 * SLOTS.memories[street - 1] ** 2)
            found.append(np.tile([COUNTS[street], DRAW], (blocks * (1 + COUNTS[street]), 1)))
        offered = [steps(street, turn) for turn in range(TURNS)]
        calls = [[step.action for step in turn].index(CALL) for turn in offered]
        rounds = int(SLOTS.bet_groups[street] * SLOTS.memories[street] ** 2)
        found.append(
            np.tile(np.array([[len(turn), call] for turn, call in zip(offered, calls, strict=True)]), (rounds, 1))
        )
    return np.concatenate(found)


@kernel
def _encode(rows: Rows, decisions: Ints, sizes: Ints, purify: float, out: Bytes) -> int:
    """Fill in the codes of all decisions; how many infosets have been met."""
    shares, codes, known = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS, np.int64), np.zeros(len(sizes), np.bool_)
    slot, at, met = 0, 0, 0
    for number in range(len(decisions)):
        width, call = decisions[number, 0], decisions[number, 1]
        for hand in range(len(sizes)):
            known[hand] = probabilities(rows, 2 * (slot + hand * width), width, 0, purify, shares)
            met += known[hand]
            if not known[hand]:
                shares[:] = 0.0
                shares[call if call >= 0 else min(4 - sizes[hand], width - 1)] = 1.0
            quantise(shares, width, _STEPS, codes)
            for k in range(width - 1):
                out[at + hand * (width - 1) + k] = codes[k] * (FINE // _STEPS)
        for hand in range(len(sizes)):
            near = hand if known[hand] else nearest_alike(known, sizes, hand)
            for k in range(width - 1):
                out[at + hand * (width - 1) + k] = out[at + near * (width - 1) + k]
        slot += width * len(sizes)
        at += (width - 1) * len(sizes)
    return met


@kernel
def nearest_alike(known: Any, sizes: Ints, hand: int) -> int:
    """The known class of as many cards that is closest in strength; the class itself if there is none."""
    for step in range(1, len(sizes)):
        for other in (hand + step, hand - step):
            if 0 <= other < len(sizes) and known[other] and sizes[other] == sizes[hand]:
                return int(other)
    return hand


def encode(floats: Any, purify: float) -> tuple[Bytes, int]:
    """The codes of dense tables, and how many infosets have been met."""
    codes = np.zeros(CODE_COUNT, np.uint8)
    rows = Rows.dense_room(0)._replace(floats=floats)
    return codes, int(_encode(rows, all_decisions(), np.asarray(CLASS_SIZE), purify, codes))


def save(
    path: str | os.PathLike[str], floats: Any, purify: float, config: dict[str, Any], summary: dict[str, Any]
) -> Path:
    """Write the averages of dense tables as a bundle, whole or not at all."""
    codes, met = encode(floats, purify)
    facts = {"classes": CLASSES, "infosets": len(all_decisions()) * CLASSES, "infosets_met": met}
    deflated = np.frombuffer(zlib.compress(codes.tobytes(), 9), np.uint8)
    return artifacts.save(path, KIND, {"deflated": deflated}, config, summary=summary | facts)


def shares_of(codes: Bytes) -> Floats:
    """[SLOT_COUNT] the same as shares, action by action, as `full_width` has them."""
    shares, at, slot = np.zeros(SLOT_COUNT, np.float32), 0, 0
    for width, _ in all_decisions().tolist():
        size = CLASSES * (width - 1)
        some = codes[at : at + size].reshape(CLASSES, width - 1).T / np.float32(FINE)
        whole = np.concatenate([some, 1.0 - some.sum(axis=0, keepdims=True)])
        shares[slot : slot + width * CLASSES] = whole.ravel()
        at, slot = at + size, slot + width * CLASSES
    return shares


assert sum(int(width) for width, _ in all_decisions()) * CLASSES == SLOT_COUNT
