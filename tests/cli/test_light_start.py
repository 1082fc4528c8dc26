"""Commands that only look things up do not wait for Numba, which takes longer to import than they take to answer."""

import os
import subprocess
import sys

import numpy as np
import pytest

from gutshot.cards.preflop_matrix import FILE_NAME, PreflopMatrix, to_bytes
from gutshot.numeric.files import write_with_digest

PROGRAM = (
    "import sys; from gutshot.cli import main; code = main(sys.argv[1:]);"
    "sys.exit('loaded Numba' if 'numba' in sys.modules else code)"
)


@pytest.fixture
def kept_matrix(tmp_path):
    """A cache folder with a matrix in which nobody ever wins."""
    nobody = np.zeros((169, 1326), dtype=np.int32)
    write_with_digest(tmp_path / FILE_NAME, to_bytes(PreflopMatrix(nobody, nobody)))
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["eval", "As Ks Qs Js Ts 2d 3c"],
        ["eval", "--game", "badugi", "As 2d 3c 4h"],
        ["range", "QQ+,AKs:0.5", "--board", "Td9d6h"],
        ["equity", "AA", "KK"],
        ["equity", "AA", "KK", "--board", "As"],
    ],
    ids=" ".join,
)
def test_no_compiler_is_loaded(words, kept_matrix):
    environment = {**os.environ, "GUTSHOT_CACHE": str(kept_matrix)}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], env=environment, capture_output=True, text=True)
    assert "loaded Numba" not in done.stderr
    assert done.returncode == (2 if words[-1] == "As" else 0), done.stderr
