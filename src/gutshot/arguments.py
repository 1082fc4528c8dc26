"""Checks on public functions: arguments are compared with their annotations before they are used.

A wrong type would otherwise raise an unrelated error later, or reach compiled code, which checks nothing. It costs some
microseconds a call, so only public functions have it.
"""

import inspect
import itertools
import math
import os
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, partial, wraps
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar

from gutshot.errors import GutshotError

_P = ParamSpec("_P")
_T = TypeVar("_T")
_MOST_LOOKED_AT = 2000
_MISSING = object()
_IS_DOOR = "is_door"


class WrongArgument(GutshotError, TypeError):
    """An argument of another type than the function takes."""


def checked(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """The function behind its door."""
    signature = inspect.signature(function)
    named = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    in_order = [one.name for one in itertools.takewhile(lambda one: one.kind is not one.VAR_POSITIONAL, named)]
    defaults = {one.name: one.default for one in named}

    @wraps(function)
    def door(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        tests = _tests(function)
        for name, value in itertools.chain(zip(in_order, args), kwargs.items()):  # noqa: B905 - the call itself counts
            test = tests.get(name)
            if test is not None and not test(value) and value is not defaults[name]:
                where = f"{function.__qualname__.removesuffix('.__init__')}(): {name}"
                raise WrongArgument(f"{where} is {shown(value)}: expected {_words(_hints(function)[name])}")
        return function(*args, **kwargs)

    setattr(door, _IS_DOOR, True)
    return door


class CheckedMethods:
    """Public methods of classes made from it, those that override others too, are held against their annotations."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, member in list(vars(cls).items()):
            method = member.__func__ if isinstance(member, classmethod) else member
            if inspect.isfunction(method) and not name.startswith("_") and not hasattr(method, _IS_DOOR):
                setattr(cls, name, classmethod(checked(method)) if method is not member else checked(method))


def checked_fields(kind: type[_T]) -> type[_T]:
    """A dataclass whose fields are held against their annotations."""
    setattr(kind, "__init__", checked(kind.__init__))  # noqa: B010 - a type checker refuses the assignment
    return kind


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(function)
    hints.pop("return", None)
    return hints


@cache
def _tests(function: Callable[..., Any]) -> dict[str, Callable[[object], bool]]:
    """For each argument whether a value is what its annotation says."""
    return {name: _test_for(wanted) for name, wanted in _hints(function).items() if wanted is not Any}


def _test_for(wanted: Any) -> Callable[[object], bool]:
    """The common cases without detours."""
    if wanted is int:
        return lambda value: type(value) is int or _is(value, int)
    if wanted is str:
        return lambda value: isinstance(value, str)
    return partial(_fits, wanted)


def _fits(wanted: Any, value: object) -> bool:
    return type(value) is wanted or _is(value, wanted)


def require_type(value: object, wanted: Any, where: str) -> None:
    """WrongArgument unless the value is what an annotation says."""
    if not _is(value, wanted):
        raise WrongArgument(f"{where} is {shown(value)}: expected {_words(wanted)}")


def _is(value: object, wanted: Any) -> bool:
    wanted = getattr(wanted, "__supertype__", wanted)
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        return any(_is(value, one) for one in inner)
    if origin is typing.Literal:
        return any(type(value) is type(one) and value == one for one in inner)
    return _is_plain(value, wanted) if origin is None else _is_group(value, origin, inner)


def _is_plain(value: object, wanted: Any) -> bool:
    if wanted is None:
        return value is None
    if wanted is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if wanted is float:
        return not isinstance(value, bool) and isinstance(value, Real) and not math.isnan(value)
    if wanted is bool:
        return isinstance(value, bool) or type(value).__name__ == "bool"  # NumPy's own
    if not isinstance(wanted, type):
        return True
    return _has_members(value, wanted) if getattr(wanted, "_is_protocol", False) else isinstance(value, wanted)


def _has_members(value: object, protocol: type) -> bool:
    """Looked up without asking: a property may raise where the game is over."""
    members = [name for name in vars(protocol) if not name.startswith("_")]
    is_instance = not isinstance(value, type)
    return is_instance and all(inspect.getattr_static(value, name, _MISSING) is not _MISSING for name in members)


def _is_group(value: object, origin: Any, inner: tuple[Any, ...]) -> bool:
    if origin is Callable or not isinstance(origin, type):
        return callable(value)
    if isinstance(value, str | bytes) or not _is_kind(value, origin):
        return False
    if origin.__name__ != "ndarray" and getattr(value, "ndim", 1) != 1:  # an array of one dimension stands for a list
        return False
    if origin.__name__ == "ndarray":
        return _has_dtype(value, inner)
    if issubclass(origin, Mapping | os.PathLike) or not inner:
        return True
    if not isinstance(value, Collection):
        return True
    if origin is tuple and inner[-1] is not Ellipsis:
        return len(value) == len(inner) and all(map(_is, value, inner))
    return all(_is(one, inner[0]) for one in itertools.islice(value, _MOST_LOOKED_AT))


def _has_dtype(array: Any, inner: tuple[Any, ...]) -> bool:
    """Kernels take numbers in the machine's own order of bytes, and no masks."""
    if not array.dtype.isnative or hasattr(array, "mask"):
        return False
    kind = _dtype_of(inner)
    return kind is None or issubclass(array.dtype.type, kind)


def _dtype_of(inner: tuple[Any, ...]) -> type | None:
    """The one type of number that an annotated array has."""
    kinds = typing.get_args(inner[1]) if len(inner) > 1 else ()
    return kinds[0] if kinds and isinstance(kinds[0], type) and kinds[0] is not Any else None  # Any is a class itself


def _is_kind(value: object, origin: type) -> bool:
    """Lists, tuples and arrays stand for each other where one of them is meant."""
    if isinstance(value, origin) or origin.__name__ == "ndarray":
        return isinstance(value, origin)
    is_ordered = issubclass(origin, Iterable) and not issubclass(origin, Mapping)
    return is_ordered and (isinstance(value, list | tuple) or getattr(value, "ndim", 0) == 1)


_WORDS: dict[Any, str] = {
    int: "a whole number", float: "a number", bool: "True or False", str: "text", type(None): "None", None: "None",
}  # fmt: skip


def _words(wanted: Any) -> str:
    wanted = getattr(wanted, "__supertype__", wanted)
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is None:
        return _WORDS.get(wanted) or str(getattr(wanted, "__name__", wanted))
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(_words, inner)))
    if origin is typing.Literal:
        return " or ".join(map(repr, inner))
    if origin is Callable or not isinstance(origin, type):
        return "something to call"
    if issubclass(origin, Mapping | os.PathLike):
        return "a map" if issubclass(origin, Mapping) else "a path"
    if origin.__name__ == "ndarray":
        kind = _dtype_of(inner)
        return "an array" if kind is None else f"an array of {kind.__name__}"
    return f"a list of {_many(_words(inner[0]))}" if inner else "a list"


def _many(words: str) -> str:
    return words.replace("a whole number", "whole numbers").replace("a number", "numbers")


def shown(value: object, most: int = 60) -> str:
    """A value as a sentence quotes it: on one line, and not too long."""
    try:
        text = " ".join(repr(value).split())  # an array is shown in several lines
    except Exception:  # whatever its class does
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."
