"""What goes over the wire for exploring strategies: ranges, the library, nodes with their hands."""

from typing import Annotated

from pydantic import Field

from gutshot.web.schemas import Ask, Probability, Wire

LONGEST_RANGE = 20_000
"""Characters of a range as text: every combo by name with a weight stays below."""

RangeText = Annotated[str, Field(max_length=LONGEST_RANGE, examples=["QQ+,AKs:0.5"])]
HandName = Annotated[str, Field(pattern=r"^[2-9TJQKA]{2}[so]?$", examples=["AKs"])]
RangeName = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^/\x00-\x1f]+$", examples=["BTN open"])]


class Brush(Ask):
    """Hands to paint, and the weight they get."""

    hands: list[HandName] = Field(max_length=169)
    weight: Probability


class RangeAsk(Ask):
    """A range as text, painted over by `brushes` in turn; an empty text is an empty range."""

    text: RangeText = ""
    brushes: list[Brush] = Field(default=[], max_length=169)


class RangeShown(Wire):
    """A range both ways: the shortest text, and the mean weight of each cell of the matrix."""

    text: str
    matrix: list[list[Probability]] = Field(description="13 rows from A to 2; suited hands above the diagonal.")
    combos: float = Field(description="How many combos it holds, a weight of one half counting half.")
    share: Probability = Field(description="The part of all 1326 combos.")


class SavedRange(Wire):
    """A range kept by name."""

    name: str
    text: str


class SaveRange(Ask):
    """A range to keep."""

    text: RangeText
