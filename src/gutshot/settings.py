"""The one reader of settings: YAML or plain data into frozen dataclasses, checked by their annotations, and back.

    @dataclass(frozen=True)
    class Table(Settings, noun="a table"):
        num_players: int = setting(2, "seats at the table", least=2, most=10, aliases=("players",))
        stack_depth: float | tuple[float, ...] = setting(100.0, "big blinds; a list gives one per seat", above=0)

A value is checked the same way wherever it comes from: a file, a saved artifact, the web API or a call of the class.
Unknown keys, wrong types, NaN, infinity and numbers out of bounds are refused in one sentence that quotes the value and
says what was expected. What concerns several settings at once stays in the class's `__post_init__`.

This module needs nothing but PyYAML: solvers and trainers also run where only NumPy, Numba, JAX, PyYAML and safetensors
are installed, as on GPU images, so it is not built on pydantic.
"""

import dataclasses
import math
import os
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from enum import Enum
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin

from gutshot.arguments import shown
from gutshot.errors import BadConfig, MalformedInput

Reader = Callable[[Any, str], Any]
"""Reads one value; its second argument is the place of the setting, for the error's sentence."""

LARGEST = 2**63 - 1
MOST_QUOTED = 80
_LONGEST_PATH = 400

_RULE = "setting"
_EXPONENT = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)[eE][+-]?\d+")


@dataclass(frozen=True)
class Rule:
    """What is known about one setting besides its type and default."""

    doc: str = ""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    spread: bool = False
    because: str = ""
    expected: str = ""
    reader: Reader | None = None
    writer: Callable[[Any], Any] | None = None

    def allows(self, number: float) -> bool:
        """Whether a number is finite and within the bounds."""
        least = -LARGEST if self.least is None else self.least
        most = LARGEST if self.most is None else self.most
        return math.isfinite(number) and least <= number <= most and (self.above is None or number > self.above)


def marks(
    doc: str = "",
    *,
    least: float | None = None,  # bounds of a number, or of every number of a list
    most: float | None = None,
    above: float | None = None,  # a bound that the number itself may not be
    choices: tuple[str, ...] = (),  # the words that a text may be
    aliases: tuple[str, ...] = (),  # other names that files may use
    spread: bool = False,  # one value stands for a list of it
    because: str = "",  # where the upper bound comes from
    expected: str = "",  # what is expected, where the type and the bounds do not say it best
    reader: Reader | None = None,  # in place of the annotation
    writer: Callable[[Any], Any] | None = None,  # the plain form of what the reader gives
) -> dict[str, Rule]:
    """The metadata of a field: one line of documentation, bounds, other spellings."""
    return {_RULE: Rule(doc, least, most, above, choices, aliases, spread, because, expected, reader, writer)}


def setting(default: Any, doc: str, **rules: Any) -> Any:
    """A field with a default, or, with a class for it, with a default made by that class; `marks` has the rules."""
    if isinstance(default, type):
        return dataclasses.field(default_factory=default, metadata=marks(doc, **rules))
    return dataclasses.field(default=default, metadata=marks(doc, **rules))


def rule_of(item: "dataclasses.Field[Any]") -> Rule:
    """The rule of a field; fields written without `setting` have one without words and bounds."""
    rule: Rule = item.metadata.get(_RULE, Rule())
    return rule


class Settings:
    """Base of the dataclasses that are read from files. `noun` is what a sentence calls the whole of them.

    Settings with a `section` may stand alone in a file, or under that heading in the file of something larger.
    """

    noun: ClassVar[str] = "a config"
    section: ClassVar[str] = ""

    def __init_subclass__(cls, noun: str = "", section: str = "") -> None:
        cls.noun, cls.section = noun or cls.noun, section or cls.section

    def __post_init__(self) -> None:
        for item, wanted in fields_of(type(self)):
            value = _convert(wanted, getattr(self, item.name), rule_of(item), item.name)
            object.__setattr__(self, item.name, value)

    @classmethod
    def from_dict(cls, plain: Any) -> Self:
        """From plain data; BadConfig names the first setting that does not exist or has a wrong value."""
        return read_map(cls, cls.own_part(plain), "")

    @classmethod
    def own_part(cls, plain: Any) -> Mapping[str, Any]:
        """The part under the heading of these settings, or everything if there is no such heading."""
        found = plain.get(cls.section, plain) if cls.section and isinstance(plain, Mapping) else plain
        if not isinstance(found, Mapping):
            raise BadConfig(f"{cls.noun} is a map of settings, got {_quoted(found)}")
        return found

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a YAML file; omitted settings have their defaults."""
        found = read_yaml(path)
        return cls.from_dict({} if found is None else found)

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON data, which `from_dict` reads back."""
        return {item.name: _written(getattr(self, item.name), rule_of(item)) for item, _ in fields_of(type(self))}


Kind = TypeVar("Kind", bound=Settings)


class _Mismatch(Exception):
    """The value is not of the type, or out of bounds; the field that holds it says so."""


def fields_of(kind: type[Settings]) -> tuple[tuple["dataclasses.Field[Any]", Any], ...]:
    """The fields of a dataclass with their annotations, resolved."""
    return _resolved(typing.cast(Any, kind))


@cache
def _resolved(kind: Any) -> tuple[tuple["dataclasses.Field[Any]", Any], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((item, hints[item.name]) for item in dataclasses.fields(kind))


def names(kind: type[Settings]) -> dict[str, str]:
    """The setting that each accepted name means."""
    found = {item.name: item.name for item, _ in fields_of(kind)}
    return found | {alias: item.name for item, _ in fields_of(kind) for alias in rule_of(item).aliases}


def read_map(kind: type[Kind], plain: Mapping[Any, Any], where: str) -> Kind:
    """Settings from a map; `where` is the path that leads to it, or nothing for the whole file."""
    known, by_name = names(kind), {item.name: (item, wanted) for item, wanted in fields_of(kind)}
    spelled: dict[str, Any] = {}
    values: dict[str, Any] = {}
    for key, value in plain.items():
        name = known.get(key) if isinstance(key, str) else None
        if name is None:
            raise BadConfig(_unknown(key, where or kind.noun, list(by_name), list(known)))
        if name in spelled:
            raise BadConfig(f"{spelled[name]} and {key} are both given: expected one of them")
        item, wanted = by_name[name]
        spelled[name], values[name] = key, _convert(wanted, value, rule_of(item), f"{where}.{key}" if where else key)
    for item, _ in by_name.values():
        if item.name not in values and item.default is MISSING and item.default_factory is MISSING:
            raise BadConfig(f"{where or kind.noun} needs {item.name!r}, which is missing")
    return kind(**values)


def _unknown(key: Any, where: str, names: list[str], known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(str(key), known, 1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"unknown setting {key!r} of {where}{hint}: expected one of {', '.join(names)}"


def _convert(wanted: Any, value: Any, rule: Rule, where: str) -> Any:
    """The value converted to its annotation, or one sentence saying why it cannot be."""
    try:
        return rule.reader(value, where) if rule.reader else _value(wanted, value, rule, where)
    except _Mismatch:
        unknown = "unknown " if rule.choices and isinstance(value, str) else ""
        expected = rule.expected or describe(wanted, rule)
        raise BadConfig(f"{unknown}{where} {_quoted(value)}: expected {expected}{rule.because}") from None


def _value(wanted: Any, value: Any, rule: Rule, where: str) -> Any:
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(wanted), value, rule, where)
    if origin is Literal:
        return _require(value in get_args(wanted) and isinstance(value, str), value)
    if origin is tuple:
        return _tuple(get_args(wanted), value, rule, where)
    if wanted is Any:
        return value
    kind = origin or wanted
    if issubclass(kind, Settings):
        return _nested(kind, value, where)
    if issubclass(kind, Enum):
        return _member(kind, value)
    return _scalar(kind, value, rule)


def _require(fits: bool, value: Any) -> Any:
    if not fits:
        raise _Mismatch
    return value


def _one_of(kinds: tuple[Any, ...], value: Any, rule: Rule, where: str) -> Any:
    if value is None:
        return _require(types.NoneType in kinds, None)
    for kind in kinds:
        try:
            return _value(kind, value, rule, where)
        except _Mismatch:
            continue
    raise _Mismatch


def _tuple(kinds: tuple[Any, ...], value: Any, rule: Rule, where: str) -> tuple[Any, ...]:
    many = len(kinds) == 2 and kinds[1] is ...
    if rule.spread and not isinstance(value, list | tuple):
        value = [value] if many else [value] * len(kinds)
    _require(isinstance(value, list | tuple), value)
    wanted = (kinds[0],) * len(value) if many else kinds
    _require(len(wanted) == len(value), value)
    return tuple(_value(kind, item, rule, where) for kind, item in zip(wanted, value, strict=True))


def _nested(kind: type[Settings], value: Any, where: str) -> Settings:
    if isinstance(value, kind):
        return value
    if not isinstance(value, Mapping | None):
        raise _Mismatch
    return read_map(kind, value or {}, where)


def _member(kind: type[Enum], value: Any) -> Enum:
    if isinstance(value, kind):
        return value
    found = [member for member in kind if isinstance(value, str) and member.name.lower() == value.lower()]
    _require(bool(found), value)
    return found[0]


def _scalar(kind: Any, value: Any, rule: Rule) -> Any:
    if kind is bool:
        return _require(isinstance(value, bool), value)
    if kind is int:
        return _whole(value, rule)
    if kind is float:
        return _number(value, rule)
    if kind is str:
        return _require(isinstance(value, str) and (not rule.choices or value in rule.choices), value)
    return _require(isinstance(value, kind), value)


def _whole(value: Any, rule: Rule) -> int:
    if not isinstance(value, bool) and isinstance(value, Integral):
        return int(_bounded(int(value), rule))
    number = _number(value, rule)
    _require(number == int(number), value)
    return int(number)


def _number(value: Any, rule: Rule) -> float:
    if isinstance(value, str) and _EXPONENT.fullmatch(value):
        value = float(value)  # YAML reads 3e-4 as text: take it for the number it is
    _require(isinstance(value, Real) and not isinstance(value, bool), value)
    return float(_bounded(value, rule))


def _bounded(number: Any, rule: Rule) -> Any:
    return _require(abs(number) <= LARGEST and rule.allows(number), number)  # NaN is not below anything


def number(value: Any, where: str, rule: Rule = Rule()) -> float:  # noqa: B008 - a frozen value
    """A number within bounds, for readers of single values."""
    return typing.cast(float, _convert(float, value, rule, where))


def whole(value: Any, where: str, rule: Rule = Rule()) -> int:  # noqa: B008 - a frozen value
    """A whole number within bounds, for readers of single values."""
    return typing.cast(int, _convert(int, value, rule, where))


def _quoted(value: Any) -> str:
    return shown(value, MOST_QUOTED)


def _written(value: Any, rule: Rule) -> Any:
    if rule.writer is not None:
        return rule.writer(value)
    return plain_form(value)


def plain_form(value: Any) -> Any:
    """Settings, lists and maps as JSON data."""
    if isinstance(value, Settings):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): plain_form(item) for key, item in value.items()}
    if isinstance(value, Enum):
        return value.name.lower()
    return [plain_form(item) for item in value] if isinstance(value, list | tuple) else value


def describe(wanted: Any, rule: Rule) -> str:
    """What a setting accepts, in words."""
    if rule.choices:
        return f"one of {', '.join(rule.choices)}"
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(describe(kind, rule) for kind in inner)
    if origin is tuple:
        return _describe_tuple(inner, rule)
    if origin is Literal:
        return f"one of {', '.join(inner)}"
    if wanted in (int, float):
        return f"a {'whole ' if wanted is int else ''}number{_bounds(rule)}"
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return f"one of {', '.join(member.name.lower() for member in wanted)}"
    return _WORDS.get(wanted, "a map of settings")


_WORDS = {bool: "true or false", str: "text", types.NoneType: "nothing", Any: "a value"}


def _describe_tuple(kinds: tuple[Any, ...], rule: Rule) -> str:
    one = describe(kinds[0], rule)
    many = re.sub(r"^a (whole number|number|map)", r"\1s", one).replace("text", "texts")
    listed = f"a list of {many}" if kinds[-1] is ... else f"{_COUNTS.get(len(kinds), len(kinds))} {many}"
    return f"{one} or {listed}" if rule.spread else listed


_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def _bounds(rule: Rule) -> str:
    least, most, above = rule.least, None if rule.most == LARGEST else rule.most, rule.above
    if above is not None:
        return f" above {_figure(above)}" + (f" and at most {_figure(most)}" if most is not None else "")
    if least is not None:
        return f" from {_figure(least)} to {_figure(most)}" if most is not None else f" of at least {_figure(least)}"
    return f" of at most {_figure(most)}" if most is not None else ""


def _figure(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"


def read_yaml(path: str | os.PathLike[str]) -> Any:
    """The content of a config file, None if empty; an error says in one sentence why it cannot be read."""
    name = f"config {shown(str(Path(path)), _LONGEST_PATH)}"
    try:
        text = _config_file(Path(path)).read_text(encoding="utf-8")
    except OSError as error:
        raise MalformedInput(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:  # bytes that are no text
        raise MalformedInput(f"{name} is not YAML: {_what_is_wrong(error)}") from None
    return parse_yaml(text, name)


def parse_yaml(text: str, name: str, aliases: bool = True) -> Any:
    """The content of a config, called `name` in errors. Strangers may not use aliases, which can unfold without end."""
    import yaml  # only configs need it, and the rest should not wait for it

    try:
        if not aliases and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise MalformedInput(f"{name} has aliases ('*name'): expected every setting written out")
        return yaml.load(text, _strict_loader())
    except RecursionError:
        raise MalformedInput(f"{name} is not YAML: it is nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:  # a month of 13 is a ValueError
        if isinstance(error, MalformedInput):
            raise
        raise MalformedInput(f"{name} is not YAML: {_what_is_wrong(error)}") from None


def _config_file(path: Path) -> Path:
    """The file; for `configs/NAME` that is not here, the one that the installed package brings along."""
    brought = Path(__file__).resolve().parent / path
    is_example = path.parts[:1] == ("configs",) and ".." not in path.parts
    return brought if is_example and not path.exists() and brought.is_file() else path


def _what_is_wrong(error: Exception) -> str:
    """The problem and its place, without the parser's own wording."""
    problem, mark = getattr(error, "problem", None), getattr(error, "problem_mark", None)
    if problem and mark:
        return f"{problem} (line {mark.line + 1}, column {mark.column + 1})"
    return " ".join(str(error).split())


@cache
def _strict_loader() -> Any:
    """YAML's safe loader, which lets a setting silently replace an earlier one of the same name; this one does not."""
    import yaml

    class Strict(yaml.SafeLoader):
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set()
            for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} is given twice", key.start_mark)
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    return Strict
