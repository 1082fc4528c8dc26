"""Optional packages: which extra installs each, and one sentence where it is missing."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from gutshot.errors import BadConfig

_log = logging.getLogger(__name__)

EXTRAS = {
    "web": ("fastapi", "starlette", "uvicorn", "sqlalchemy", "pydantic", "websockets", "httptools", "uvloop"),
    "rl": ("jax", "jaxlib", "flax", "optax"),
    "cluster": ("ray",),
    "plot": ("matplotlib",),
    "postgres": ("psycopg",),
    "openspiel": ("pyspiel", "open_spiel"),
    "pettingzoo": ("pettingzoo", "gymnasium"),
}


class MissingExtra(BadConfig):
    """A package that belongs to an extra is not installed."""


def missing_extra(error: ModuleNotFoundError, what: str) -> MissingExtra | None:
    """`what` needs a package that an extra brings; None if no extra does."""
    package = (error.name or "").partition(".")[0]
    extra = next((name for name, packages in EXTRAS.items() if package in packages), None)
    if extra is None:
        return None
    return MissingExtra(f"{what} needs {package}: install it with `pip install 'gutshot[{extra}]'`")


@contextmanager
def where_plots_are_drawn(what: str) -> Iterator[None]:
    """In this block a missing matplotlib costs the picture and nothing else."""
    try:
        yield
    except ModuleNotFoundError as error:
        refused = missing_extra(error, what)
        if refused is None or "matplotlib" not in str(refused):
            raise
        _log.warning("%s", refused)
