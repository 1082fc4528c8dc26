"""The one reader of settings: what it takes, what it refuses, and that what it writes reads back equal."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import BadConfig, MalformedInput
from gutshot.settings import LARGEST, Settings, marks, read_yaml, setting

pytestmark = pytest.mark.nojit


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Inner(Settings, noun="an inner thing"):
    share: float = setting(0.5, "a share", least=0, most=1)
    words: tuple[str, ...] = setting((), "any words")


def _halved(given: Any, where: str) -> float:
    return float(given) if given != "half" else 0.5


@dataclass(frozen=True)
class Outer(Settings, noun="an outer thing", section="outer"):
    size: int = field(metadata=marks("how large", least=1, most=1000, aliases=("how_large",)))
    rate: float = setting(1.0, "a rate", above=0)
    flag: bool = setting(False, "a switch")
    name: str = setting("emd", "a word", choices=("emd", "ochs"))
    side: Literal["left", "right"] = setting("left", "a side")
    colour: Colour = setting(Colour.RED, "a colour")
    pair: tuple[int, int] = setting((1, 2), "two numbers", least=0)
    schedule: tuple[float, float] = setting((1.0, 1.0), "start and end", least=0, spread=True)
    depth: float | tuple[float, ...] = setting(100.0, "one or several", above=0)
    limit: int | None = setting(None, "none unless given", least=0)
    inner: Inner = setting(Inner, "nested settings")
    many: tuple[Inner, ...] = setting((), "several of them")
    table: Mapping[str, Any] = setting(dict, "anything by name")
    own: float = setting(0.25, "with a reader of its own", reader=_halved)


numbers = st.floats(1e-6, 1e6, allow_nan=False)
inners = st.builds(Inner, st.floats(0, 1), st.lists(st.text(), max_size=3))
outers = st.builds(
    Outer,
    size=st.integers(1, 1000),
    rate=numbers,
    flag=st.booleans(),
    name=st.sampled_from(["emd", "ochs"]),
    side=st.sampled_from(["left", "right"]),
    colour=st.sampled_from(Colour),
    pair=st.tuples(st.integers(0, LARGEST), st.integers(0, 9)),
    schedule=st.one_of(numbers, st.tuples(numbers, numbers)),
    depth=st.one_of(numbers, st.lists(numbers)),
    limit=st.one_of(st.none(), st.integers(0, LARGEST)),
    inner=inners,
    many=st.lists(inners, max_size=3),
    table=st.dictionaries(st.text(), st.integers() | st.text(), max_size=3),
    own=st.one_of(st.just("half"), st.floats(0, 1)),
)


@given(outers)
def test_what_is_written_reads_back_equal(config: Outer) -> None:
    assert Outer.from_dict(json.loads(json.dumps(config.to_dict(), allow_nan=False))) == config
    assert replace(config) == config


def test_values_become_what_the_annotations_say() -> None:
    found = Outer.from_dict(
        {
            "how_large": 5.0,
            "rate": "2e-3",
            "colour": "blue",
            "schedule": 3,
            "depth": [1, 2],
            "limit": "1e3",
            "inner": None,
            "many": [{"share": 1}],
            "own": "half",
        }
    )
    assert (found.size, found.rate, found.colour, found.schedule) == (5, 0.002, Colour.BLUE, (3.0, 3.0))
    assert (found.depth, found.limit, found.inner, found.many) == ((1.0, 2.0), 1000, Inner(), (Inner(1.0),))
    assert found.own == 0.5 and isinstance(found.size, int) and isinstance(found.depth[0], float)  # type: ignore[index]
    assert Outer(np.int64(7)).size == 7 and type(Outer(np.int64(7)).size) is int  # type: ignore[arg-type]


def test_settings_may_stand_under_their_heading() -> None:
    assert Outer.from_dict({"outer": {"size": 3}, "another": 1}) == Outer.from_dict({"size": 3}) == Outer(3)


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ({}, "an outer thing needs 'size', which is missing"),
        ([1], "an outer thing is a map of settings, got [1]"),
        ({"size": 0}, "size 0: expected a whole number from 1 to 1,000"),
        ({"how_large": 0}, "how_large 0: expected a whole number from 1 to 1,000"),
        ({"size": 1, "how_large": 2}, "size and how_large are both given: expected one of them"),
        ({"size": "1e12"}, "size '1e12': expected a whole number from 1 to 1,000"),
        ({"size": 1.5}, "size 1.5: expected a whole number"),
        ({"size": True}, "size True: expected a whole number"),
        ({"size": "3"}, "size '3': expected a whole number"),
        ({"size": None}, "size None: expected a whole number"),
        ({"size": 10**400}, "expected a whole number from 1 to 1,000"),
        ({"rate": float("nan")}, "rate nan: expected a number above 0"),
        ({"rate": float("inf")}, "rate inf: expected a number above 0"),
        ({"rate": "1e999"}, "rate '1e999': expected a number above 0"),
        ({"rate": 0}, "rate 0: expected a number above 0"),
        ({"rate": 10**400}, "expected a number above 0"),
        ({"flag": 1}, "flag 1: expected true or false"),
        ({"name": "oxhs"}, "unknown name 'oxhs': expected one of emd, ochs"),
        ({"name": 3}, "name 3: expected one of emd, ochs"),
        ({"side": "up"}, "side 'up': expected one of left, right"),
        ({"colour": "green"}, "colour 'green': expected one of red, blue"),
        ({"colour": 1}, "colour 1: expected one of red, blue"),
        ({"pair": [1]}, "pair [1]: expected two whole numbers of at least 0"),
        ({"pair": 1}, "pair 1: expected two whole numbers of at least 0"),
        ({"schedule": [1, 2, 3]}, "expected a number of at least 0 or two numbers of at least 0"),
        ({"depth": [1, float("nan")]}, "depth [1, nan]: expected a number above 0 or a list of numbers above 0"),
        ({"limit": -1}, "limit -1: expected a whole number of at least 0 or nothing"),
        ({"inner": 3}, "inner 3: expected a map of settings"),
        ({"inner": {"share": 2}}, "inner.share 2: expected a number from 0 to 1"),
        ({"inner": {"shore": 2}}, "unknown setting 'shore' of inner (did you mean 'share'?): expected one of share, w"),
        ({"many": {"share": 1}}, "many {'share': 1}: expected a list of maps of settings"),
        ({"many": [{"share": 2}]}, "many.share 2: expected a number from 0 to 1"),
        ({"words": []}, "unknown setting 'words' of an outer thing: expected one of size, rate, flag"),
        ({"how_larg": 3}, "(did you mean 'how_large'?)"),
        ({3: 3}, "unknown setting 3 of an outer thing"),
        ({"table": [1]}, "table [1]: expected a map"),
        ({"name": "x" * 200}, "...: expected one of emd, ochs"),
    ],
)
def test_what_is_refused_is_one_sentence(plain: Any, words: str) -> None:
    complete = {"size": 3, **plain} if isinstance(plain, dict) and plain and "how_large" not in plain else plain
    with pytest.raises(BadConfig) as error:
        Outer.from_dict(complete)
    assert words in str(error.value) and "\n" not in str(error.value)


def test_calls_of_the_class_are_checked_too() -> None:
    with pytest.raises(BadConfig, match=r"size 0: expected a whole number from 1 to 1,000"):
        Outer(0)
    with pytest.raises(BadConfig, match="share nan"):
        replace(Inner(), share=float("nan"))


def test_an_empty_file_has_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("")
    assert Inner.read(tmp_path / "empty.yaml") == Inner()
    (tmp_path / "some.yaml").write_text("share: 1e-2\nwords: [a, b]\n")
    assert Inner.read(tmp_path / "some.yaml") == Inner(0.01, ("a", "b"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, r"cannot read config '.*run\.yaml': No such file or directory$"),
        (b"a: [1", r"config '.*run\.yaml' is not YAML: "),
        (b"a: \xff", r"config '.*run\.yaml' is not YAML: "),
        (b"a: 2020-13-01", r"config '.*run\.yaml' is not YAML: month"),
        (b"a: " + 5000 * b"[", r"config '.*run\.yaml' is not YAML: it is nested too deeply"),
        (b"a: 1\nb: {c: 1, c: 2}", r"config '.*run\.yaml' is not YAML: 'c' is given twice \(line 2, column 11\)"),
    ],
)
def test_a_config_that_cannot_be_read_is_one_sentence(tmp_path: Path, content: bytes | None, words: str) -> None:
    file = tmp_path / "run.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(MalformedInput, match=words) as error:
        read_yaml(file)
    assert "\n" not in str(error.value)
