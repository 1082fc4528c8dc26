"""Strict JSON: a number that does not exist, like the EV of a fully blocked hand, becomes null."""

import json
import math
from collections.abc import Mapping
from typing import Any


def json_text(document: Any) -> str:
    """One JSON document on one line."""
    return json.dumps(_with_nulls(document), allow_nan=False)


def _with_nulls(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _with_nulls(item) for key, item in value.items()}
    return [_with_nulls(item) for item in value] if isinstance(value, list | tuple) else value
