"""What goes over the wire for reports over flops."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from gutshot.web.jobs.schemas import FlopSpotAsk, Title
from gutshot.web.wire import Ask, CardText, Probability, Wire

FlopText = Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]){3}$", examples=["Td9d6h"])]
MOST_KEPT = 40
"""Flops whose solutions may be kept: each takes up to some hundred megabytes."""


class ReportAsk(Ask):
    """A spot on many flops: so many drawn evenly from all 1,755, or those that are named."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"spot": {"oop": "AA", "ip": "KK", "pot": 10, "stack": 10}, "flops": 2}]},
    )

    spot: FlopSpotAsk
    flops: Annotated[int, Field(ge=1, le=1755)] | Annotated[list[FlopText], Field(min_length=1, max_length=200)] = 25
    target: float = Field(default=0.005, ge=1e-6, le=0.5)
    precision: Literal["f32", "i16"] = "f32"
    engine: Literal["cpu", "gpu", "ray"] = Field(
        default="cpu", description="Where flops are solved: on this machine, on its GPU, or on a Ray cluster."
    )
    keep: bool = Field(default=False, description=f"Keep the solution of every flop, at most {MOST_KEPT}.")
    title: Title = ""


class FlopShare(Wire):
    """How often a player's whole range takes a first action; in position after a check."""

    player: Literal["oop", "ip"]
    action: str
    share: Probability


class FlopRow(Wire):
    """A flop that is done."""

    flop: FlopText
    cards: list[CardText]
    suits: Literal["monotone", "two-tone", "rainbow"]
    pairing: Literal["unpaired", "paired", "trips"]
    straights: Literal["three in a row", "straight possible", "no straight"]
    high: str = Field(description="The rank of the highest card.")
    weight: float = Field(description="How many real flops it stands for.")
    ev_oop: float
    ev_ip: float
    equity_oop: float
    equity_ip: float
    shares: list[FlopShare]
    exploitability: float = Field(description="Per cent of the pot.")
    source: str | None = Field(description="Its solution in the library, if it was kept.")


class FlopReport(Wire):
    """The flops of a report that are done."""

    pot: int
    rows: list[FlopRow]
