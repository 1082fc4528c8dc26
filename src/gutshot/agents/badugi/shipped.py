"""The trained strategy of the package, as the decision kernels read it."""

from functools import cache

import numpy as np

from gutshot.blueprint.badugi.layout import CODE_COUNT
from gutshot.numeric.arrays import Bytes


@cache
def shipped_codes() -> Bytes:
    """[CODE_COUNT] its codes, in memory."""
    from gutshot.blueprint.badugi.bundle import SHIPPED, BadugiBundle

    codes = np.array(BadugiBundle.load(SHIPPED).codes)
    assert codes.shape == (CODE_COUNT,)
    return codes
