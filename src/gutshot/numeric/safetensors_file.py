"""Writing the safetensors format straight from arrays: no copy of them is made, and other threads go on meanwhile.

The library's own writer turns every array into bytes first, which takes their memory again and stops all threads for as
long. Layout: the length of a JSON header, the header, the arrays one behind the other (github.com/huggingface/
safetensors). Arrays of wide elements come first, so that all are aligned.
"""

import json
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NAMES = {"?": "BOOL", "u1": "U8", "i1": "I8", "u2": "U16", "i2": "I16", "f2": "F16", "u4": "U32", "i4": "I32"}
_NAMES |= {"f4": "F32", "u8": "U64", "i8": "I64", "f8": "F64"}
NUMPY_TYPES = {name: ("" if code.endswith(("1", "?")) else "<") + code for code, name in _NAMES.items()}
"""NumPy's types by the format's names."""
_CHUNK = 1 << 24


def save_file(arrays: Mapping[str, NDArray[Any]], file: str | os.PathLike[str]) -> None:
    """Write arrays under their names. What others change meanwhile may be old in one place and new in another."""
    ordered = sorted(arrays.items(), key=lambda item: (-item[1].dtype.itemsize, item[0]))
    header, end = dict[str, Any](), 0
    for name, array in ordered:
        begin, end = end, end + array.nbytes
        header[name] = {"dtype": _name_of(array), "shape": list(array.shape), "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(file, "wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for _, array in ordered:
            _write(array, out)


def _name_of(array: NDArray[Any]) -> str:
    code = array.dtype.str[1:] if array.dtype.kind != "b" else "?"
    if code not in _NAMES:
        raise TypeError(f"an array of {array.dtype} cannot be saved: expected booleans, whole numbers or reals")
    return _NAMES[code]


def _write(array: NDArray[Any], out: Any) -> None:
    """In pieces, between which nothing is held."""
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    view: Any = little.reshape(-1).view(np.uint8) if little.size else b""
    for begin in range(0, len(view), _CHUNK):
        out.write(view[begin : begin + _CHUNK])
