"""What every page's schemas are made of: requests checked at the door, answers with all their fields, and errors."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gutshot.trainer.table.setup import MOST_CHIPS

CardText = Annotated[str, Field(pattern=r"^[2-9TJQKA][cdhs]$", examples=["As"], description="A card: rank and suit.")]
Chips = Annotated[int, Field(ge=0, le=MOST_CHIPS * 16)]
Probability = Annotated[float, Field(ge=0, le=1)]


class Wire(BaseModel):
    """What we send: every field is always there."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class Ask(BaseModel):
    """What we are sent: unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=False)


class Problem(Wire):
    """An error: one sentence, and which rule or resource it is about."""

    code: Literal[
        "bad_request", "illegal_action", "needs_confirmation", "stale", "not_found", "forbidden",
        "too_many", "too_large", "unauthorized", "conflict", "unavailable",
    ]  # fmt: skip
    message: str = Field(examples=["raise to 60: seat 0 may raise to 100 to 2500"])
