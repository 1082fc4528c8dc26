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
from gutshot.cards.combos import COMBO_CARDS
from gutshot.cards.evaluate import strengths
from gutshot.games.hidden_view import view_of
from gutshot.games.row import (
    ACTOR,
    BOARD_COUNT,
    BUTTON,
    HIGH,
    HOLE,
    PAID,
    POT,
    SEATS,
    STACK,
    STREET,
)
from gutshot.games.rules import BET_SIZE
from gutshot.numeric.arrays import Reals

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


def test_a_hand_is_numbered_by_any_whole_number() -> None:
    agent = gs.make_agent("random")
    seen = gs.Hand.holdem([1000, 1000], (25, 50), seed=1).observation(0)
    for number in (np.int64(3), 10**30, -(2**64)):
        agent.new_hand(number)  # type: ignore[arg-type]
        assert agent.act(seen) is not None


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


class _Rude:
    def __repr__(self) -> str:
        raise RuntimeError("no words for it")


@pytest.mark.parametrize(
    "wrong",
    [_Rude(), np.array(5), range(10**9), np.ma.array([1, 2]), np.zeros(2, ">i8"), np.array([1]), [object()] * 3000],
)
def test_a_strange_value_is_shown_and_refused_at_once(wrong: Any) -> None:
    with pytest.raises(WrongArgument, match=r"^example\(\): names is .*: expected a list of text$"):
        example(1, wrong)
    with pytest.raises(WrongArgument, match=r"^averaged\(\): shares is .*: expected an array of float64$"):
        averaged(wrong)


@checked
def averaged(shares: Reals) -> float:
    return float(shares.mean())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gs.holdem([100]), r"holdem\(\): min_bet is \[100\]: expected a whole number"),  # type: ignore[arg-type]
        (lambda: gs.JamTable(5.0), r"stacks is 5.0: expected a list of numbers"),  # type: ignore[arg-type]
        (lambda: gs.Leduc(ranks=gs), "ranks is <module"),  # type: ignore[arg-type]
        (lambda: gs.Kuhn(history=3), "history is 3"),  # type: ignore[arg-type]
        (lambda: gs.Spot(np.zeros((2, 7)), "AA", "KK", 2, 4), "expected cards as text"),  # type: ignore[arg-type]
        (lambda: gs.format_cards(range(60)), "card 52: expected a whole number from 0 to 51"),  # type: ignore[arg-type]
        (lambda: gs.Solution.load("x" * 300), "is no name of a folder: expected at most 255 bytes"),
        (lambda: gs.Solution.load("a\0b"), "is no name of a folder"),
        (lambda: gs.parse_rule([1] * 300), r"unknown update rule \[1, 1.*[.]{3}: expected one of"),  # type: ignore[arg-type]
        (lambda: gs.icm(np.zeros(0), [1]), r"stacks \[\]: expected chips"),  # type: ignore[arg-type]
        (lambda: gs.PreflopConfig(stack_depth=np.zeros((2, 2))), "stack_depth array"),  # type: ignore[arg-type]
        (lambda: gs.Batch({}, np.zeros(3)), "flops array"),  # type: ignore[arg-type]
        (lambda: gs.solve("9" * 5000), "^cannot read config '9{70,400}[.]{3}: "),
    ],
)
def test_wrong_types_are_named_by_what_takes_them(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(gs.GutshotError, match=words) as told:
        call()
    assert "\n" not in str(told.value)


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


def _decision() -> dict[str, Any]:
    """What an agent that decides from rows is asked, of one hand; seat 0 acts."""
    hand = gs.Hand.holdem([1000, 1000], (25, 50), seed=1)
    view, record = view_of(hand.observation(int(hand.actor or 0)))
    return {
        "rules": hand.rules.packed, "views": view[None], "records": record[None],
        "logs": np.zeros((1, 4, 3), np.int32), "lengths": np.zeros(1, np.int64), "numbers": np.ones(1, np.int64),
    }  # fmt: skip


ROW_AGENTS = ("blueprint:hu", "blueprint:hu_wide", "neural:ppo_6max", "coach:fast")


@pytest.mark.parametrize("name", ROW_AGENTS)
def test_an_agent_does_not_follow_rows_out_of_its_arrays(name: str) -> None:
    """`act_rows` goes straight into compiled code."""
    agent: Any = gs.make_agent(name)
    right = _decision()
    assert len(agent.act_rows(**right)) == 1
    none = {changed: array[:0] for changed, array in right.items() if changed != "rules"}
    assert len(agent.act_rows(**right | none)) == 0
    for changed, array in right.items():
        for wrong in (array[:0], np.zeros(3, array.dtype), array[0], array[None], array.astype(f">i{array.itemsize}")):
            with pytest.raises(gs.GutshotError):
                agent.act_rows(**right | {changed: wrong})
    with pytest.raises(gs.GutshotError):
        agent.act_rows(**right | {"records": np.zeros(1, np.int64)})


@pytest.mark.parametrize(
    ("array", "place", "number"),
    [("views", SEATS, 11), ("views", ACTOR, -1), ("views", BUTTON, 2), ("views", STREET, 4), ("views", STREET, 1),
     ("views", BOARD_COUNT, 3), ("views", STACK, -5), ("views", PAID, 10**6), ("views", HIGH, 10), ("views", POT, -1),
     ("views", HOLE, 52), ("views", HOLE + 1, -1), ("lengths", 0, 5), ("lengths", 0, -1), ("rules", BET_SIZE, 0),
     ("logs", 0, 2), ("logs", 1, 4), ("logs", 2, 10**6), ("logs", 2, -2)],
)  # fmt: skip
def test_a_row_that_no_table_has_is_refused(array: str, place: int, number: int) -> None:
    agent: Any = gs.make_agent("neural:ppo_6max")
    right = {name: each.copy() for name, each in _decision().items()}
    right["lengths"][0] = array == "logs"
    right[array].reshape(-1)[place] = number
    with pytest.raises(gs.MalformedInput):
        agent.act_rows(**right)


@pytest.mark.parametrize("name", ["agent:call", "blueprint:hu", "blueprint:hu_wide", "shipped:ppo_6max", "search:hu"])
def test_a_strategy_is_asked_about_hands_that_can_be_held(name: str) -> None:
    """`mix_at` reads tables by the numbers of cards."""
    strategy: Any = gs.open_strategy(name)
    hand = gs.Hand.holdem([10_000, 10_000], (50, 100), 0, seed=1)
    moves, held = strategy.moves_at(hand), COMBO_CARDS[:3].astype(np.int64)
    assert np.allclose(strategy.mix_at(hand, moves, held).sum(axis=0), 1)
    wrong: tuple[Any, ...] = (held + 99, -held, held[:, ::-1], held[0], np.zeros((2, 3), np.int64), held.astype(">i8"))
    for cards in wrong:
        with pytest.raises(gs.GutshotError):
            strategy.mix_at(hand, moves, cards)
    with pytest.raises(gs.MalformedInput, match="no moves to choose from"):
        strategy.mix_at(hand, (), held)
    flop = gs.Hand.holdem([10_000, 10_000], (50, 100), 0, deck="AsAhKsKh2c3d4h", seed=1).act("call").act("check")
    board = np.array([sorted(flop.board[:2])], np.int64)
    for other in (flop, hand.act("fold"), gs.Hand.badugi([10_000, 10_000], seed=1)):
        with pytest.raises(gs.GutshotError):
            strategy.mix_at(other, moves, board)
    if hasattr(strategy, "comes_here"):
        with pytest.raises(gs.MalformedInput):
            strategy.comes_here(hand, np.ones(3))
    for ended in (hand.act("fold"), gs.Hand.badugi([10_000, 10_000], seed=1)):
        for ask in (strategy.moves_at, strategy.knowledge_at, strategy.at):
            with pytest.raises(gs.GutshotError):
                ask(ended)


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
