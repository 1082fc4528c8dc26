"""A trained strategy for three to six seats: a byte for every hand and action but the last of each view that was met.

Shares are kept in steps of 1/51. Hands that training never met in a view play like the nearest with as many cards.
"""

import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.blueprint.badugi.bundle import nearest_alike
from gutshot.blueprint.badugi.crowd_views import FIRST_LATER, GROUP_OF_CLASS, GROUPS, VIEWS, hands_of_view
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES
from gutshot.blueprint.badugi.layout import FINE
from gutshot.blueprint.growing import Tables, find_row
from gutshot.blueprint.packing import probabilities, quantise
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.errors import MalformedInput
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bytes, Ints
from gutshot.trees.table import NODE_WIDTH

KIND = "badugi-crowd"
SHIPPED = Path(__file__).resolve().parents[2] / "data" / "badugi_many"
_STEPS = 51
_GROUP_SIZE = np.array([CLASS_SIZE[group == GROUP_OF_CLASS][0] for group in range(GROUPS)], np.int64)


class CrowdCodes(NamedTuple):
    """As kernels read it."""

    begins: Ints  # [VIEWS] where the codes of a view begin; -1 where it was never met
    codes: Bytes

    @classmethod
    def nothing(cls) -> "CrowdCodes":
        """A strategy that says nothing."""
        return cls(np.full(VIEWS, -1, np.int64), np.zeros(0, np.uint8))


@dataclass(frozen=True, eq=False)
class CrowdBundle:
    """A strategy for tables of three to six seats."""

    strategy: CrowdCodes
    summary: dict[str, Any]
    config: dict[str, Any]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "CrowdBundle":
        """Open a bundle; one sentence says so if it is something else."""
        found = artifacts.load(path, KIND)
        strategy = _opened(found.arrays.get("views"), found.arrays.get("widths"), found.arrays.get("deflated"))
        if strategy is None:
            raise MalformedInput(f"bundle {str(path)!r} was made by a version with other views: train it again")
        return cls(strategy, dict(found.summary), dict(found.config))


def _lengths(views: Ints, widths: Ints) -> Ints:
    return np.where(views < FIRST_LATER, CLASSES, GROUPS) * (widths - 1)


def _opened(views: Any, widths: Any, deflated: Any) -> CrowdCodes | None:
    """The strategy; None if the arrays are something else."""
    if any(array is None or array.ndim != 1 for array in (views, widths, deflated)) or len(views) != len(widths):
        return None
    views, widths = views.astype(np.int64), widths.astype(np.int64)
    if len(views) == 0 or views.min() < 0 or views.max() >= VIEWS or widths.min() < 2 or widths.max() > MOST_ACTIONS:
        return None
    lengths, opened = _lengths(views, widths), zlib.decompressobj()
    try:
        plain = opened.decompress(deflated.tobytes(), int(lengths.sum()) + 1)
    except zlib.error:
        return None
    if len(plain) != lengths.sum() or not opened.eof:
        return None
    begins = np.full(VIEWS, -1, np.int64)
    begins[views] = np.cumsum(lengths) - lengths
    return CrowdCodes(begins, np.array(np.frombuffer(plain, np.uint8)))


@kernel
def _encode_view(tables: Tables, view: int, width: int, sizes: Ints, purify: float, least: float, out: Bytes) -> int:
    """Fill in the codes of a view; how many hands have been met."""
    shares, codes, known = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS, np.int64), np.zeros(len(sizes), np.bool_)
    met = 0
    for hand in range(len(sizes)):
        at = find_row(tables, view, hand, width)
        known[hand] = at >= 0 and probabilities(tables.rows, at, width, 0, purify, shares)
        if known[hand]:
            met += 1
            quantise(shares, width, _STEPS, codes)
            for k in range(width - 1):
                out[hand * (width - 1) + k] = codes[k] * (FINE // _STEPS)
    if met < least * len(sizes):
        return 0
    for hand in range(len(sizes)):
        near = hand if known[hand] else nearest_alike(known, sizes, hand)
        for k in range(width - 1):
            out[hand * (width - 1) + k] = out[near * (width - 1) + k]
    return met


def save_crowd(
    path: str | os.PathLike[str], tables: Tables, purify: float, least: float, config: dict[str, Any],
    summary: dict[str, Any],
) -> Path:  # fmt: skip
    """Write what has been learnt, whole or not at all; views of which less than a part has been met are left out."""
    views, widths, parts, met = [], [], [], 0
    for view in np.flatnonzero(tables.betting.nodes[:VIEWS, NODE_WIDTH] >= 2).tolist():
        width = int(tables.betting.nodes[view, NODE_WIDTH])
        sizes = np.asarray(CLASS_SIZE if hands_of_view(view) == CLASSES else _GROUP_SIZE)
        codes = np.zeros(len(sizes) * (width - 1), np.uint8)
        known = int(_encode_view(tables, view, width, sizes, purify, least, codes))
        if known:
            met += known
            views.append(view)
            widths.append(width)
            parts.append(codes)
    plain = np.concatenate(parts) if parts else np.zeros(0, np.uint8)
    arrays: dict[str, NDArray[Any]] = {
        "views": np.array(views, np.int32),
        "widths": np.array(widths, np.int32),
        "deflated": np.frombuffer(zlib.compress(plain.tobytes(), 9), np.uint8),
    }
    facts = {"views": len(views), "infosets_met": met, "classes": CLASSES, "groups": GROUPS}
    return artifacts.save(path, KIND, arrays, config, summary=summary | facts)
