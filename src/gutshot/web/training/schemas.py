"""What goes over the wire for training blueprints: runs to begin with, and a run that is asked for."""

from typing import Annotated

from pydantic import ConfigDict, Field

from gutshot.web.jobs.schemas import Title
from gutshot.web.wire import Ask, Wire

MOST_MINUTES = 60 * 24 * 14

_SMALL = "game: {stack_depth: 10, bet_sizes: {preflop: [a], flop: [], turn: [], river: []}, limps: none}"


class TrainingAsk(Ask):
    """A blueprint to train: its settings as YAML, as in `configs/blueprint_hu.yaml`."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": _SMALL, "minutes": 0.05}]})

    text: Annotated[str, Field(min_length=1, max_length=20_000, examples=[_SMALL])]
    minutes: float | None = Field(default=None, gt=0, le=MOST_MINUTES, description="In place of those in the text.")
    title: Title = ""


class TrainingStart(Wire):
    """A run to begin with: that of an installed bundle."""

    title: str
    text: str = Field(description="Its settings as YAML.")
