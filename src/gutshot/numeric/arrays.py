"""The array types of the whole package, by what they hold.

`Ints` and `Reals` are the usual ones, eight bytes each; the others say how small they are. Rooms name arrays of their
own by these: `Hands = Bytes`.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]
Shorts: TypeAlias = NDArray[np.int16]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
Floats: TypeAlias = NDArray[np.float32]
AnyReals: TypeAlias = NDArray[np.floating[Any]]
"""Of either precision, for kernels that are compiled for both."""
