"""How wide an interval of 95 % is for the mean of few numbers."""

import math
from typing import Any

_NORMAL = 1.959964
_LEAST_DEGREES = 3


def student_95(degrees: int) -> float:
    """The 97.5 % point of Student's t, from its series in 1 / degrees (Fisher and Cornish 1960): 1 % low at three."""
    z, n = _NORMAL, max(degrees, _LEAST_DEGREES)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / float(n) ** power for power, term in enumerate(terms))


def half_width_95(values: Any) -> float:
    """Half of the interval of the mean of independent values."""
    return student_95(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
