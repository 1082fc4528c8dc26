"""What every strategy promises, whatever is behind it: asked by a line and at a real hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import gutshot as gs
from gutshot.agents.registry import builtins
from gutshot.agents.rule_strategy import RuleStrategy
from gutshot.cards.card import Card, parse_cards
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.postflop.three_solve import solve_three
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.preflop.charts import load_charts, save_charts
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import JamChart, PushFold
from gutshot.preflop.jam_fold_artifact import load_pushfold, save_pushfold
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.preflop_strategy import JamFoldStrategy, PreflopChartStrategy, PreflopStrategy
from gutshot.strategies.strategy import Hands, Knowledge, Strategy
from gutshot.strategies.table_walk import TableSize
from gutshot.strategies.three_strategy import ThreeStrategy
from tests.agents.blueprints import made_up
from tests.postflop.three_spots import river

FLOP, TURN = "Td9d6h", "Td9d6h2c"
RIVER = "Ks9s7h4d2c"
CHECKS: tuple[Choice, ...] = ("call", "check", "check", "check")
LIMPED: tuple[Choice, ...] = ("call", "call", *("check",) * 7)
"""Three players to the river."""


def dealt(stack: int, actions: Sequence[Choice], board: str = "", seats: int = 2, seed: int = 1) -> Hand:
    """A real hand with random hole cards and this board."""
    known = parse_cards(board)
    rest = [Card(card) for card in np.random.default_rng(seed).permutation(52).tolist() if card not in known]
    return Hand.holdem([stack] * seats, (50, 100), 0, seed=0, deck=[*rest[: 2 * seats], *known], actions=actions)


@dataclass(frozen=True)
class Case:
    """A strategy, one of its lines, the same at a real table, one that is like it, and one that it does not know."""

    strategy: Strategy
    line: str
    real: Callable[[int], Hand]
    near: Hand | None = None
    unknown: Hand | None = None
    factor: float = 1.0


def three_way() -> ThreeSpot:
    """The river that three players come to who have put in a big blind each."""
    return river(stacks=500, pot=300, bets="50%, a", raises="a")


def charts() -> PushFold:
    """Made-up charts of ten big blinds."""
    dice = np.random.default_rng(3)
    plays, ev, ev_fold = dice.random((3, 169))
    made = (
        JamChart("SB", "jam", (), plays, ev, ev_fold, 1.0),
        JamChart("BB", "call", ("SB",), ev, plays, ev_fold, 0.5),
    )
    return PushFold(JamTable((10.0, 10.0)), (), (0.0, 0.0), 0.0, made, 1, 0.1, 0.0)


@pytest.fixture(scope="module")
def cases(solution: gs.Solution, preflop: PreflopStrategy, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    folder: Path = tmp_path_factory.mktemp("conformance")
    two = BlueprintStrategy(made_up(folder / "two", 2), "two")
    save_pushfold(charts(), folder / "jam")
    save_charts(preflop.solution, folder / "charts")
    return {
        "postflop": Case(
            PostflopStrategy(solution, "a turn"),
            "check",
            lambda seed: dealt(600, [*CHECKS, "check"], TURN, seed=seed),
            dealt(600, [*CHECKS, 200], TURN),
            dealt(600, [*CHECKS, "check"], "Td9d6h3c"),
        ),
        "three-way": Case(
            ThreeStrategy(solve_three(three_way(), iterations=20, threads=1), "three"),
            "check",
            lambda seed: dealt(600, [*LIMPED, "check"], RIVER, 3, seed),
            dealt(600, [*LIMPED, 200], RIVER, 3),
            dealt(600, [*LIMPED, "check"], "Ks9s7h4d3c", 3),
        ),
        "preflop": Case(
            preflop,
            "raise 2500",
            lambda seed: dealt(1000, [250], seed=seed),
            dealt(1000, [300]),
            dealt(5000, [250]),
            factor=10,
        ),
        "preflop charts": Case(
            PreflopChartStrategy(load_charts(folder / "charts"), "charts"),
            "raise 2500",
            lambda seed: dealt(1000, [250], seed=seed),
            dealt(1000, [300]),
            dealt(5000, [250]),
            factor=10,
        ),
        "jam or fold": Case(
            JamFoldStrategy(load_pushfold(folder / "jam"), "ten"),
            "all-in",
            lambda seed: dealt(1000, [1000], seed=seed),
            dealt(1100, [1100]),
            dealt(1000, ["call"]),
            factor=10,
        ),
        "blueprint": Case(
            two,
            f"raise 250,call|{FLOP}|check",
            lambda seed: dealt(10_000, [250, "call", "check"], FLOP, seed=seed),
            dealt(10_000, [270, "call", "check"], FLOP),
            dealt(10_000, [], seats=6),
        ),
        "agent": Case(
            RuleStrategy(builtins()["style:rock"], TableSize(2, 100)),
            "raise 250",
            lambda seed: dealt(10_000, [250], seed=seed),
        ),
    }


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A network that nobody trained, which answers at any table."""
    pytest.importorskip("jax", reason="JAX is the extra `rl`, which is not installed")
    from gutshot.strategies.policy_strategy import PolicyStrategy
    from tests.rl.untrained import untrained

    folder = untrained(tmp_path_factory.mktemp("policy") / "net")
    return Case(
        PolicyStrategy(folder, "net", TableSize(2, 100)), "raise 250", lambda seed: dealt(10_000, [250], seed=seed)
    )


NAMES = ("postflop", "three-way", "preflop", "preflop charts", "jam or fold", "blueprint", "agent")
POLICY = pytest.param("policy", marks=pytest.mark.heavy)  # 10 s of compiling


@pytest.fixture(params=[*NAMES, POLICY])
def case(request: pytest.FixtureRequest) -> Case:
    if request.param == "policy":
        alone: Case = request.getfixturevalue("policy")
        return alone
    cases: dict[str, Case] = request.getfixturevalue("cases")
    return cases[request.param]


def check_hands(hands: Hands, moves: int) -> None:
    assert hands.mix is not None and hands.mix.shape == (moves, len(hands.combos)) and len(hands.combos) > 0
    np.testing.assert_allclose(hands.mix.sum(axis=0), 1, atol=1e-5)
    assert (hands.mix >= 0).all() and (hands.reach > 0).all() and (hands.reach <= 1 + 1e-6).all()
    assert hands.weight.sum() == pytest.approx(1) and len(set(hands.combos.tolist())) == len(hands.combos)


def test_shares_reach_and_moves_are_what_they_say(case: Case) -> None:
    about, stop = case.strategy.describe(), case.strategy.walk(case.line)[-1]
    assert about.seats == len(stop.chairs) == (3 if about.kind == "three-way" else 2) and about.title
    check_hands(case.strategy.hands(case.line), len(stop.moves))
    other = case.strategy.hands(case.line, 1 - (stop.actor or 0))
    assert other.mix is None and (other.reach <= 1 + 1e-6).all()


def test_a_real_hand_is_answered_as_its_line(case: Case) -> None:
    hand = case.real(1)
    answer, hands = case.strategy.at(hand), case.strategy.hands(case.line)
    assert (answer.knowledge, answer.hands.notes, answer.hands.seat) == (Knowledge.EXACT, (), hand.actor)
    assert answer.stop.board == hand.board and answer.stop.pot == hand.pot
    assert all(hand.can(move.choice) for move in answer.moves)
    check_hands(answer.hands, len(answer.moves))
    assert hands.mix is not None and answer.hands.mix is not None
    assert [move.kind for move in answer.moves] == [move.kind for move in case.strategy.walk(case.line)[-1].moves]
    both, mine, lines = np.intersect1d(answer.hands.combos, hands.combos, return_indices=True)
    assert len(both) == len(hands.combos)
    np.testing.assert_allclose(answer.hands.mix[:, mine], hands.mix[:, lines], atol=1e-6)
    np.testing.assert_allclose(answer.hands.reach[mine], hands.reach[lines], atol=1e-6)
    if hands.ev is not None and answer.hands.ev is not None:
        np.testing.assert_allclose(answer.hands.ev[mine] * case.factor, hands.ev[lines], atol=1e-6)


def test_hidden_cards_are_never_used(case: Case) -> None:
    first, second = case.real(1), case.real(2)
    assert first.cards(0) != second.cards(0)
    answers = [case.strategy.at(first), case.strategy.at(second), case.strategy.at(first.observation(first.actor or 0))]
    for answer in answers[1:]:
        assert answer.stop == answers[0].stop
        np.testing.assert_array_equal(answer.hands.mix, answers[0].hands.mix)
        np.testing.assert_array_equal(answer.hands.reach, answers[0].hands.reach)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_what_is_near_is_said_to_be_and_still_legal(name: str, cases: dict[str, Case]) -> None:
    case = cases[name]
    assert case.near is not None
    answer = case.strategy.at(case.near)
    assert answer.knowledge is Knowledge.NEAR and answer.hands.notes
    check_hands(answer.hands, len(answer.moves))
    assert all(case.near.can(move.choice) for move in answer.moves)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_what_is_not_known_has_no_answer(name: str, cases: dict[str, Case]) -> None:
    case = cases[name]
    assert case.unknown is not None
    answer = case.strategy.at(case.unknown)
    assert (answer.knowledge, answer.hands.mix) == (Knowledge.NONE, None)
    assert answer.stop.actor == case.unknown.actor and answer.hands.notes


def test_other_blinds_are_only_another_count(cases: dict[str, Case]) -> None:
    """The same hand with chips of half the worth."""
    for name in ("preflop", "blueprint"):
        hand = cases[name].real(1)
        setup = replace(
            hand.setup,
            rules=Hand.holdem([1000] * 2, (25, 50), seed=0).rules,
            stacks=tuple(stack // 2 for stack in hand.setup.stacks),
            blinds=tuple(blind // 2 for blind in hand.setup.blinds),
        )
        halves = [action // 2 if isinstance(action, int) else action for action in hand.actions]
        half, whole = cases[name].strategy.at(Hand(setup, halves)), cases[name].strategy.at(hand)
        assert half.knowledge is Knowledge.EXACT
        np.testing.assert_array_equal(half.hands.mix, whole.hands.mix)
