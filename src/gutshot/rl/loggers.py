"""Where a run's numbers go besides its CSV files: TensorBoard's event files, and Weights & Biases where installed."""

import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gutshot.errors import BadConfig
from gutshot.rl.config import TrainConfig
from gutshot.rl.events import EventFile


class Loggers:
    """Those that the settings ask for."""

    def __init__(self, config: TrainConfig, out: Path) -> None:
        self._events = EventFile(out / "events") if config.tensorboard else None
        self._wandb: Any = None
        if config.wandb_project:
            if importlib.util.find_spec("wandb") is None:
                raise BadConfig(f"wandb_project {config.wandb_project!r}: wandb is not installed here")
            wandb = importlib.import_module("wandb")
            self._wandb = wandb.init(
                project=config.wandb_project, dir=str(out), config=config.to_dict(), resume="allow"
            )

    def add(self, step: int, values: Mapping[str, float]) -> None:
        """Numbers by name, at a step."""
        if self._events is not None:
            self._events.add(step, values)
        if self._wandb is not None:
            self._wandb.log(dict(values), step=step)

    def close(self) -> None:
        """Nothing follows."""
        if self._wandb is not None:
            self._wandb.finish()
