"""The judge: what the coach advises is what the strategy plays, and grades follow from values with their errors."""

import numpy as np
import pytest

from gutshot.cards.card import format_cards
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT, combo_cards, combo_of
from gutshot.coach import judge
from gutshot.coach.advice import GradeName, Method
from gutshot.coach.effort import AT_ONCE, Effort
from gutshot.coach.grading import advise, grade
from gutshot.coach.judge import opponents_ranges, told
from gutshot.coach.sources import strategy_for
from gutshot.games.actions import Choice
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import solve_pushfold
from tests.coach.test_coach import spot

F: Choice = "fold"
FEW = Effort(400)

SPOTS: list[tuple[str, int, int, str, list[Choice]]] = [
    ("under the gun opens", 6, 3, "", []),
    ("hijack opens", 6, 4, "f", [F]),
    ("cutoff opens", 6, 5, "f,f", [F, F]),
    ("button opens", 6, 0, "f,f,f", [F, F, F]),
    ("small blind first in", 6, 1, "f,f,f,f", [F, F, F, F]),
    ("big blind against under the gun", 6, 2, "r250,f,f,f,f", [125, F, F, F, F]),
    ("big blind against the cutoff", 6, 2, "f,f,r250,f,f", [F, F, 125, F, F]),
    ("big blind against the button", 6, 2, "f,f,f,r250,f", [F, F, F, 125, F]),
    ("big blind against the small blind", 6, 2, "f,f,f,f,r300", [F, F, F, F, 150]),
    ("under the gun faces a re-raise", 6, 3, "r250,r825,f,f,f,f", [125, 412, F, F, F, F]),
    ("the button heads-up", 2, 0, "", []),
    ("the big blind heads-up", 2, 1, "r300", [150]),
]


@pytest.mark.parametrize(("title", "seats", "hero", "line", "actions"), SPOTS, ids=[each[0] for each in SPOTS])
def test_advice_over_all_hands_is_what_the_strategy_plays(
    title: str, seats: int, hero: int, line: str, actions: list[Choice]
) -> None:
    """500 hands spread over all, weighed as they come here, against the strategy asked by its own line."""
    held = strategy_for(seats).hands(line)
    assert held.mix is not None and held.frequencies is not None
    total, weights = np.zeros(len(held.mix)), 0.0
    by_class = np.argsort(COMBO_CLASS[held.combos], kind="stable")
    for place in by_class[np.linspace(0, len(held.combos) - 1, min(500, len(held.combos))).astype(int)]:
        low, high = combo_cards(int(held.combos[place]))
        _, mix = told(spot(format_cards((low, high)), "", actions, seats, hero))
        assert mix is not None and len(mix) == len(total), title
        total += held.reach[place] * mix
        weights += held.reach[place]
    assert np.abs(total / weights - held.frequencies).max() < 0.03, title


def test_the_big_blind_does_not_raise_everything() -> None:
    """Against a raise to 2.5 big blinds it folds, calls and raises."""
    chosen = []
    for combo in range(3, COMBO_COUNT, 26):
        best = advise(spot(format_cards(combo_cards(combo)), "", [125], 2, 1), effort=AT_ONCE).best
        assert best is not None
        chosen.append("raise" if isinstance(best.choice, int) else best.choice)
    shares = {kind: chosen.count(kind) / len(chosen) for kind in ("fold", "call", "raise")}
    assert shares["raise"] < 0.35 and shares["fold"] > 0.2 and shares["call"] > 0.2


@pytest.mark.parametrize(
    ("seats", "hero", "actions"),
    [
        (2, 0, []),
        (2, 1, [150]),
        (2, 1, [5000]),
        (2, 0, [150, 450]),
        (3, 0, []),
        (3, 2, [F, 5000]),
        (6, 3, []),
        (6, 3, [125, 412, F, F, F, F]),
        (6, 2, [125, F, 412, F, 1000]),
        (6, 2, [F, F, F, F, "call"]),
    ],
)
def test_aces_are_never_folded_before_the_flop(seats: int, hero: int, actions: list[Choice]) -> None:
    found = advise(spot("AsAh", "", actions, seats, hero), effort=AT_ONCE)
    fold = found.option_of("fold")
    assert fold is None or (fold.share or 0) < 0.01


def test_hidden_cards_change_nothing() -> None:
    lines: list[tuple[str, list[Choice]]] = [("", [150]), ("Td7c2d", [150, "call"])]
    for board, actions in lines:
        one, other = (spot("9s8h", board, actions, 2, 1, others=seed) for seed in (1, 2))
        assert one == other  # an observation holds no card that its seat may not see
        first = advise(one, effort=FEW)
        judge.advise.cache_clear()  # worked out again, and not kept from the first time
        assert advise(other, effort=FEW) == first


def test_values_have_errors_and_the_best_choice_is_best() -> None:
    seen = spot("AsAh", "", [], 6, 3)
    found = advise(seen, 2350, FEW)
    raised, shoved = found.best, found.option_of(2350)
    assert raised is not None and raised.choice == 125 and raised.value is not None and raised.value > 3 * 50
    assert raised.error > 0 and found.is_final and found.kind is Method.STRATEGY
    assert shoved is not None and shoved.share == 0 and shoved.note
    assert grade(seen, 125, 1, 0, FEW).grade == GradeName.BEST  # type: ignore[union-attr]
    folded = grade(seen, "fold", 1, 0, FEW)
    assert folded is not None and folded.grade == GradeName.BLUNDER and folded.ev_lost > 3


def test_shoving_air_costs_and_is_not_valued_like_the_best_size() -> None:
    graded = grade(spot("7c2h", "", [], 6, 3), 2350, 1, 0, FEW)
    assert graded is not None and graded.grade == GradeName.BLUNDER
    assert (graded.position, graded.street, graded.faced) == ("UTG", "preflop", "first in")


def test_a_loss_within_its_error_is_fine() -> None:
    """The strategy calls with it; folding costs next to nothing, and no number of deals says more."""
    graded = grade(spot("6d5c", "", [F, F, F, 125, F], 6, 2), "fold", 1, 5, FEW)
    assert graded is not None and graded.grade == GradeName.FINE and graded.ev_lost == 0


def test_what_the_strategy_does_often_is_best_whatever_it_was_worth_in_few_deals() -> None:
    seen = spot("AsAh", "", [], 2, 0)
    for option in advise(seen, effort=AT_ONCE).options:
        graded = grade(seen, option.choice, 1, 0, FEW)
        if option.is_often:
            assert graded is not None and graded.grade == GradeName.BEST


def test_ranges_are_the_strategys_and_hold_no_card_that_is_seen() -> None:
    seen = spot("AsKh", "Ks7s2d", [150, "call"], 2, 1)
    (held,) = opponents_ranges(seen)
    answer = strategy_for(2).at(seen, 0)
    reach = np.zeros(COMBO_COUNT)
    reach[answer.hands.combos] = answer.hands.reach
    free = held.weights > 0
    np.testing.assert_allclose(held.weights[free], reach[free])
    assert held.weights[combo_of(*seen.cards)] == 0 and 0 < held.share < 0.8


def test_a_line_that_is_never_played_says_so() -> None:
    """Under the gun never limps; the range before that stands."""
    read = advise(spot("AsKh", "", ["call", F, F, F, F], 6, 2), effort=AT_ONCE).reads[0]
    assert read.seat == 3 and "never does" in read.words and read.share == 1.0


def test_no_advice_where_no_strategy_knows_the_spot() -> None:
    unknown = spot("AsKh", "", [], 9, 3)
    assert not advise(unknown, effort=AT_ONCE).options and grade(unknown, "fold", 1, 0, FEW) is None


def test_why_is_one_or_two_sentences() -> None:
    for seen in (spot("9s9d", "Kh7c2d", [150, "call", 100]), spot("7c2h", "", [], 6, 3)):
        why = advise(seen, effort=AT_ONCE).why
        assert why.endswith(".") and why.count(". ") == 1


@pytest.mark.parametrize("depth", [8, 10])
def test_short_stacks_heads_up_jam_or_fold_as_solved(depth: int) -> None:
    """Nine hands of the exact equilibrium, to the frequency."""
    jam = solve_pushfold(JamTable((depth, depth))).charts[0].frequency
    for combo in range(0, COMBO_COUNT, 150):
        seen = spot(format_cards(combo_cards(combo)), "", [], 2, 0, stack=50 * depth)
        found = advise(seen, effort=AT_ONCE)
        jammed = found.option_of(50 * depth)
        assert jammed is not None and jammed.share == pytest.approx(jam[COMBO_CLASS[combo]], abs=1e-3)
        assert found.is_final and found.is_exact and found.kind is Method.SOLVER
        graded = grade(seen, 50 * depth if (jammed.share or 0) >= 0.5 else "fold", 1, 0, FEW)
        assert graded is not None and graded.grade == GradeName.BEST
