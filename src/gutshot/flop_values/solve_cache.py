"""Cached answers on disk: one file per question, named by a digest of everything that could change it.

The name covers the settings that matter, the flop, the stack-to-pot ratio and every weight of both ranges. A file is
written under another name and renamed, so a reader sees a whole one or none, whoever else writes or is killed; two
writers of one question write the same bytes. A file that cannot be read counts as absent and is rewritten.
"""

import hashlib
import json
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from gutshot.errors import BadConfig
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.values import Flop, FlopValues
from gutshot.numeric.arrays import Reals
from gutshot.numeric.files import write_file

VERSION = 4
"""Raised whenever the same question would be answered otherwise."""

_NO_MATTER = ("postflop_sprs", "max_flop_boards", "fixed_flops")


def question_digest(flop: Flop, ranges: tuple[Reals, Reals], spr: float, config: PostflopModelConfig) -> str:
    """What an answer depends on, as 64 hexadecimal digits."""
    ignored = (*_NO_MATTER, *config.ignores())
    settings = {name: value for name, value in config.to_dict().items() if name not in ignored}
    digest = hashlib.sha256(json.dumps([VERSION, list(flop), repr(float(spr)), settings], sort_keys=True).encode())
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
        return self.folder / digest[:2] / f"{digest}.safetensors"

    def get(self, digest: str) -> FlopValues | None:
        """The kept answer, to the bit."""
        try:
            found = load(self._file(digest).read_bytes())
            scalars = found["scalars"]
            exploitability = None if np.isnan(scalars[1]) else float(scalars[1])
            return FlopValues(found["shares"], found["standard_error"], float(scalars[0]), found["met"], exploitability)
        except (OSError, SafetensorError, KeyError, IndexError, ValueError):
            return None

    def put(self, digest: str, values: FlopValues) -> None:
        """Keep an answer."""
        exploitability = np.nan if values.exploitability is None else values.exploitability
        arrays = {"shares": values.shares, "standard_error": values.standard_error, "met": values.met}
        arrays["scalars"] = np.array([values.abstraction_error, exploitability])
        file = self._file(digest)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, save({name: np.ascontiguousarray(array) for name, array in arrays.items()}))
