"""Where strategies are looked into: a helper process, in which several questions are answered at a time.

It starts when somebody first looks at the library; if it dies, those who wait are told so, and the next question starts
another.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from gutshot.strategies.catalogue import Library
from gutshot.trainer.helpers.kind import HelperDied
from gutshot.trainer.helpers.pool import Helpers
from gutshot.web.helpers import READER

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ReadingRoom:
    """Answers questions about the library below `data`; `apart` has them answered in another process."""

    def __init__(self, data: Path, apart: bool) -> None:
        self.library = Library(data)
        self._helper = Helpers(READER) if apart else None

    def ask(self, question: Callable[Concatenate[Library, _P], _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer of a function of the library; for threads."""
        if self._helper is None:
            return question(self.library, *args, **kwargs)
        try:
            answer: _T = self._helper.run(answer_in, self.library.data, question, args, kwargs)
        except HelperDied as died:
            raise HelperDied(f"{died}: ask again") from None
        return answer

    def get_ready(self) -> None:
        """Start the process before somebody waits for it."""
        if self._helper is not None:
            self._helper.get_ready()

    def close(self) -> None:
        if self._helper is not None:
            self._helper.close()


@lru_cache(maxsize=1)
def _library(data: Path) -> Library:
    return Library(data, ahead=True)


def answer_in(data: Path, question: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A question, answered from the helper's own library."""
    return question(_library(data), *args, **kwargs)
