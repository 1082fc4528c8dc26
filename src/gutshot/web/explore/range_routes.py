"""Ranges as text and as a painted matrix, and those you keep by name."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Response

from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES, COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import MalformedInput
from gutshot.trainer.records.saved_ranges import forget_range, keep_range, ranges_of
from gutshot.web.context import Here, Person
from gutshot.web.explore import schemas as explore

router = APIRouter(prefix="/ranges", tags=["ranges"])

Name = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[^/\x00-\x1f]+$", examples=["BTN open"])]


@router.post("/read", operation_id="readRange")
def read_range(ask: explore.RangeAsk, _: Person) -> explore.RangeShown:
    """A range as its shortest text and as a matrix. "top 15%" is the best 15 % of hands."""
    return shown(painted(ask.text, ask.brushes))


def painted(text: str, brushes: Sequence[explore.Brush]) -> Range:
    """The range of a text with some hands given other weights."""
    weights = Range.parse(text).weights.copy() if text.strip() else Range([0.0] * COMBO_COUNT).weights.copy()
    for brush in brushes:
        for hand in brush.hands:
            if hand not in CLASS_NAMES:
                raise MalformedInput(f"no cell {hand!r} in the matrix: expected one like AA, AKs or AKo")
            weights[CLASS_COMBOS[CLASS_NAMES.index(hand)]] = round(brush.weight, 4)
    return Range(weights)


def shown(found: Range) -> explore.RangeShown:
    return explore.RangeShown(
        text=str(found) if found else "",
        matrix=found.matrix().round(4).tolist(),
        combos=round(found.combo_count, 3),
        share=round(found.share, 5),
    )


@router.get("", operation_id="listRanges")
def list_ranges(here: Here, person: Person) -> list[explore.SavedRange]:
    """The ranges you keep, by name."""
    return [explore.SavedRange(name=name, text=text) for name, text in ranges_of(here.store, person)]


@router.put("/{name}", operation_id="saveRange")
def save_range(name: Name, ask: explore.SaveRange, here: Here, person: Person) -> explore.SavedRange:
    """Keep a range under a name, in place of the one that had it."""
    text = str(painted(ask.text, ()))
    keep_range(here.store, person, name, text)
    return explore.SavedRange(name=name, text=text)


@router.delete("/{name}", operation_id="deleteRange", status_code=204)
def delete_range(name: Name, here: Here, person: Person) -> Response:
    """Forget a range."""
    forget_range(here.store, person, name)
    return Response(status_code=204)
