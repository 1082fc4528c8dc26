"""Cached answers on disk: one file per question, named by a digest of everything that could change it.

The name covers the settings that matter, the flop, the stack-to-pot ratio and every weight of both ranges. A file is
written under another name and renamed, so a reader sees a whole one or none, whoever else writes or is killed; two
writers of one question write the same bytes. It begins with the digest of what follows, in safetensors; one that does
not agree counts as absent and is rewritten.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from gutshot.errors import BadConfig
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.values import CrowdArrival, Flop, FlopValues
from gutshot.numeric.arrays import Reals
from gutshot.numeric.files import read_with_digest, write_with_digest

VERSION = 4
"""Raised whenever the same question would be answered otherwise."""

CROWD_VERSION = 1
"""The same of more than two players."""

_CROWD = ("crowd_bets", "crowd_raises", "crowd_runouts", "crowd_valued")
_NO_MATTER = ("postflop_sprs", "max_flop_boards", "fixed_flops")
_OF_A_CROWD = (
    *_CROWD,
    "bets",
    "raises",
    "add_allin_threshold",
    "force_allin_threshold",
    "num_hand_buckets_flop",
    "num_hand_buckets_turn",
    "num_hand_buckets_river",
    "equity_rollout_fraction",
    "seed",
)


def question_digest(flop: Flop, ranges: tuple[Reals, Reals], spr: float, config: PostflopModelConfig) -> str:
    """What an answer depends on, as 64 hexadecimal digits."""
    ignored = (*_NO_MATTER, *_CROWD, *config.ignores())
    settings = {name: value for name, value in config.to_dict().items() if name not in ignored}
    digest = hashlib.sha256(json.dumps([VERSION, list(flop), repr(float(spr)), settings], sort_keys=True).encode())
    return _with_ranges(digest, ranges)


def crowd_digest(flop: Flop, arrival: CrowdArrival, config: PostflopModelConfig) -> str:
    """What an answer about more than two players depends on."""
    plain = config.to_dict()
    settings = {name: plain[name] for name in _OF_A_CROWD}
    depths = [repr(float(depth)) for depth in arrival.depths]
    content = json.dumps(["crowd", CROWD_VERSION, list(flop), depths, settings], sort_keys=True)
    return _with_ranges(hashlib.sha256(content.encode()), arrival.ranges)


def _with_ranges(digest: "hashlib._Hash", ranges: Sequence[Reals]) -> str:
    for weights in ranges:
        digest.update(np.ascontiguousarray(weights, dtype="<f8").tobytes())
    return digest.hexdigest()


class SolveCache:
    """A folder of answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def require_writable(self) -> None:
        """BadConfig unless answers can be written; call it before solving."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.folder).close()
        except OSError as error:
            raise BadConfig(f"cannot keep answers in {str(self.folder)!r}: {error.strerror}") from None

    def _file(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}.bin"

    def get(self, digest: str) -> FlopValues | None:
        """The kept answer, to the bit."""
        kept = read_with_digest(self._file(digest))
        if kept is None:
            return None
        try:
            found = load(kept)
            scalars = found["scalars"]
            exploitability = None if np.isnan(scalars[1]) else float(scalars[1])
            error, equity = float(scalars[0]), found.get("equity")
            return FlopValues(found["shares"], found["standard_error"], error, found["met"], exploitability, equity)
        except (SafetensorError, KeyError, IndexError, ValueError):
            return None

    def put(self, digest: str, values: FlopValues) -> None:
        """Keep an answer."""
        exploitability = np.nan if values.exploitability is None else values.exploitability
        arrays = {"shares": values.shares, "standard_error": values.standard_error, "met": values.met}
        if values.equity is not None:
            arrays["equity"] = values.equity
        arrays["scalars"] = np.array([values.abstraction_error, exploitability])
        file = self._file(digest)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_with_digest(file, save({name: np.ascontiguousarray(array) for name, array in arrays.items()}))
