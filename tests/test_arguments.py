"""The door: no wrong argument to a public name crashes, hangs, or ends in anything but a sentence."""

import enum
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gutshot as gs
from gutshot.arguments import WrongArgument, checked
from gutshot.cards.evaluate import strengths
from gutshot.games.hidden_view import view_of

WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 2**70, 1.5, float("nan"), float("inf"), 1j, "", "x", "Td9d6h", b"x", [], [1, 2], ["AA"], [None],
    [float("nan")], [[]], {}, {"a": 1}, {1}, object(), int, print, np.zeros(3), np.full((2, 7), 99), np.array(["a"]),
    (), ("tag", "lag"), gs.Range("AA"), gs.Kuhn(),
)  # fmt: skip
_TYPES = {"Agent", "State", "Strategy", "Card", "Choice", "__version__"}


def _callables() -> dict[str, Any]:
    """Everything that is called; not errors, which take anything, and not names of types."""
    found = {name: getattr(gs, name) for name in gs.__all__ if name not in _TYPES}
    kinds = (enum.EnumMeta,)
    return {
        name: one
        for name, one in found.items()
        if callable(one) and not isinstance(one, kinds) and not (inspect.isclass(one) and issubclass(one, Exception))
    }


CALLABLES = _callables()


@st.composite
def wrong_calls(draw: st.DrawFn) -> tuple[str, list[Any], dict[str, Any]]:
    name = draw(st.sampled_from(sorted(CALLABLES)))
    args: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in inspect.signature(CALLABLES[name]).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is parameter.empty and parameter.kind is not parameter.KEYWORD_ONLY:
            args.append(draw(st.sampled_from(WRONG)))
        elif draw(st.integers(0, 3)) == 0:
            named[parameter.name] = draw(st.sampled_from(WRONG))
    return name, args, named


def call(name: str, args: list[Any], named: dict[str, Any]) -> None:
    try:
        CALLABLES[name](*args, **named)
    except (TypeError, ValueError) as refused:
        assert str(refused).strip()


LOUD = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)


@given(wrong_calls())
@settings(LOUD, max_examples=300, derandomize=True)
def test_wrong_arguments_are_refused_in_words(wrong: tuple[str, list[Any], dict[str, Any]]) -> None:
    call(*wrong)


@pytest.mark.slow
@given(wrong_calls())
@settings(LOUD, max_examples=20_000)
def test_many_wrong_arguments_are_refused_in_words(wrong: tuple[str, list[Any], dict[str, Any]]) -> None:
    call(*wrong)


def test_a_match_needs_a_player_for_each_name() -> None:
    """A list too short was read past its end."""
    match = gs.MatchConfig(("tag", "lag"), hands=10)
    with pytest.raises(gs.BadConfig, match="1 players for 2 agents"):
        gs.run_match(match, players=[gs.make_agent("tag")])
    with pytest.raises(gs.BadConfig, match="plays badugi, not holdem"):
        gs.run_match(match, players=[gs.make_agent("tag"), gs.make_agent("badugi:cpu1")])
    with pytest.raises(WrongArgument, match="players is"):
        gs.run_match(match, players=["tag", "lag"])  # type: ignore[list-item]


def test_cards_outside_the_deck_never_reach_a_kernel() -> None:
    with pytest.raises(gs.MalformedInput, match="outside the deck"):
        strengths(np.full((2, 7), 99, np.uint8))
    with pytest.raises(gs.MalformedInput, match="whole numbers"):
        strengths(np.zeros((2, 7)))  # type: ignore[arg-type]
    with pytest.raises(gs.MalformedInput, match="card 99"):
        gs.equity(["AA", "KK"], [gs.Card(1), gs.Card(2), gs.Card(99)])


@pytest.mark.parametrize(
    ("stacks", "payouts"), [([float("nan"), 1], [1]), ([-1, 1], [1]), ([], []), ([1, 2], [1, 2]), ([0, 0], [1])]
)
def test_prizes_of_nonsense_are_no_number(stacks: list[float], payouts: list[float]) -> None:
    with pytest.raises(gs.GutshotError):
        gs.icm(stacks, payouts)


def test_a_game_of_arrays_that_lead_nowhere_is_refused() -> None:
    game = gs.unroll(gs.Kuhn())
    fields = {name: getattr(game, name) for name in game.__dataclass_fields__}
    for name in ("child", "infoset", "last", "before"):
        with pytest.raises(gs.MalformedInput, match="do not fit together"):
            gs.FlatGame(**fields | {name: np.full_like(fields[name], 10_000)})


def test_text_stands_for_cards_ranges_and_rules() -> None:
    text, cards = (gs.equity(["AA", "KK"], board) for board in ("Td9d6h", gs.parse_cards("Td9d6h")))
    assert [player.equity for player in text.players] == [player.equity for player in cards.players]
    assert gs.Range("QQ+") == gs.Range.parse("QQ+")
    run, same = gs.Cfr(gs.Kuhn(), "cfr+"), gs.Cfr(gs.unroll(gs.Kuhn()), gs.parse_rule("cfr+"))
    run.run(20)
    same.run(20)
    assert np.array_equal(run.average.probabilities, same.average.probabilities)


@checked
def example(count: int, names: tuple[str, ...] = (), share: float | None = None) -> str:
    return f"{count} {names} {share}"


def test_a_checked_function_names_what_is_wrong() -> None:
    assert example(np.int64(3), ["a"], 1) == "3 ['a'] 1"  # type: ignore[arg-type]
    with pytest.raises(WrongArgument, match=r"^example\(\): count is True: expected a whole number$"):
        example(True)
    with pytest.raises(WrongArgument, match=r"^example\(\): names is 'ab': expected a list of text$"):
        example(1, "ab")  # type: ignore[arg-type]
    with pytest.raises(WrongArgument, match=r"^example\(\): share is nan: expected a number or None$"):
        example(1, share=float("nan"))


def _river() -> gs.Solution:
    spot = gs.Spot(board="Td9d6h2c7s", oop="AA,76s", ip="KK,A5s", pot=2, stack=4, bets="a", raises="a")
    return gs.solve(spot, iterations=2, threads=1)


HELD: dict[str, Callable[[], Any]] = {
    **{f"agent {name}": partial(gs.make_agent, name)
       for name in ("tag", "badugi:cpu1", "blueprint:hu_wide", "blueprint:hu", "strategy:agent:tag", "coach:fast")},
    **{f"strategy {name}": partial(gs.open_strategy, name)
       for name in ("agent:tag", "blueprint:hu", "blueprint:hu_wide", "badugi:solved")},
    "Solution": _river, "SolvedPoint": lambda: _river().at(), "Range": lambda: gs.Range("AA"),
    "Hand": lambda: gs.Hand.holdem([1000, 1000], (25, 50), seed=1), "Cfr": lambda: gs.Cfr(gs.Kuhn()),
    "Mccfr": lambda: gs.Mccfr(gs.Kuhn()), "TabularStrategy": lambda: gs.Cfr(gs.Kuhn()).average,
}  # fmt: skip
"""One of each kind that a user holds: agents, strategies, solutions, hands, runs."""
_LONG = {"run", "hands", "moments", "walk"}  # whose right arguments are among the wrong ones, and take seconds


def _methods(one: Any) -> list[tuple[str, list[Any]]]:
    """Its public methods that take something, with their parameters."""
    found = []
    for name in dir(type(one)):
        plain = inspect.getattr_static(type(one), name)
        if name.startswith("_") or name in _LONG or isinstance(plain, property) or not callable(getattr(one, name)):
            continue
        parameters = list(inspect.signature(getattr(one, name)).parameters.values())
        if parameters and not any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
            found.append((name, parameters))
    return found


@pytest.mark.parametrize("kind", HELD)
def test_methods_of_what_one_holds_refuse_in_words_too(kind: str, tmp_path: Any, monkeypatch: Any) -> None:
    """Those that classes override, too: an annotation is all that is needed."""
    monkeypatch.chdir(tmp_path)  # "x" is a place where something may be saved
    one = HELD[kind]()
    for name, parameters in _methods(one):
        for wrong in WRONG[:-2]:
            plain = [wrong for p in parameters if p.default is p.empty and p.kind is not p.KEYWORD_ONLY]
            named = {p.name: wrong for p in parameters if p.kind is p.KEYWORD_ONLY}
            optional = [p.name for p in parameters if p.default is not p.empty and p.name not in named]
            for more in ({}, *({name: wrong} for name in optional)):
                try:
                    getattr(one, name)(*plain, **named, **more)
                except gs.GutshotError as refused:
                    assert str(refused).strip() and "\n" not in str(refused)


def test_an_agent_does_not_follow_rows_out_of_its_arrays() -> None:
    """`act_rows` goes straight into compiled code."""
    hand = gs.Hand.holdem([1000, 1000], (25, 50), seed=1)
    view, record = view_of(hand.observation(int(hand.actor or 0)))
    right: dict[str, Any] = {
        "rules": hand.rules.packed, "views": view[None], "records": record[None],
        "logs": np.zeros((1, 4, 3), np.int32), "lengths": np.zeros(1, np.int64), "numbers": np.ones(1, np.int64),
    }  # fmt: skip
    for name in ("blueprint:hu", "blueprint:hu_wide", "coach:fast"):
        agent: Any = gs.make_agent(name)
        assert len(agent.act_rows(**right)) == 1
        for changed, array in right.items():
            for wrong in (array[:0], np.zeros(3, array.dtype), array[None], np.full_like(array, 99)):
                if changed not in ("views", "lengths") and wrong.shape == array.shape:
                    continue  # numbers that lead nowhere else
                with pytest.raises(gs.GutshotError):
                    agent.act_rows(**right | {changed: wrong})


def test_an_observation_made_by_hand_fits_a_table() -> None:
    seen = gs.Hand.holdem([1000, 1000], (25, 50), seed=1).observation(0)
    assert replace(seen) == seen
    wrong: tuple[dict[str, Any], ...] = (
        {"seat": 2}, {"button": -1}, {"actor": 9}, {"seats": 3}, {"stacks": (1,)}, {"cards": (99, 3)}, {"street": 7},
        {"board": (1, 1, 2)}, {"cards": (1,) * 9}, {"seats": "two"}, {"history": (None,)}, {"street": 2.5},
        {"history": (replace(seen.history[0], seat=5),)},
    )  # fmt: skip
    for changes in wrong:
        with pytest.raises(gs.GutshotError):
            replace(seen, **changes)
