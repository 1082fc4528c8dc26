"""Gutshot: a poker laboratory. Play, study, solve, train and simulate on one set of rules."""

from typing import Any

__version__ = "0.1.0"

_LAZY = {
    "solve": "gutshot.postflop.solve",
    "resume": "gutshot.postflop.solve",
    "simplify": "gutshot.postflop.simplify",
    "Lock": "gutshot.postflop.locks",
    "Spot": "gutshot.postflop.spot",
    "Solution": "gutshot.postflop.solution",
}


def __getattr__(name: str) -> Any:
    """`gutshot.solve`, `gutshot.Spot`, `gutshot.Solution` and what goes with them, loaded when first asked for."""
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'gutshot' has no attribute {name!r}")
