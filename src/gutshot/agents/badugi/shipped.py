"""The trained strategies of the package, as the decision kernels read them."""

from functools import cache

import numpy as np

from gutshot.blueprint.badugi.crowd_bundle import CrowdCodes
from gutshot.blueprint.badugi.layout import CODE_COUNT
from gutshot.numeric.arrays import Bytes


@cache
def shipped_codes() -> Bytes:
    """[CODE_COUNT] the codes of the strategy for two, in memory."""
    from gutshot.blueprint.badugi.bundle import SHIPPED, BadugiBundle

    codes = np.array(BadugiBundle.load(SHIPPED).codes)
    assert codes.shape == (CODE_COUNT,)
    return codes


@cache
def shipped_crowd() -> CrowdCodes:
    """The strategy for three to six seats."""
    from gutshot.blueprint.badugi.crowd_bundle import SHIPPED, CrowdBundle

    if not SHIPPED.exists():
        return CrowdCodes.nothing()
    return CrowdBundle.load(SHIPPED).strategy
