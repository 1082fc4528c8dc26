"""Sets of blueprints by depth: jam or fold below 12 bb is exact, the nearest tree answers above, and each says so."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.agents import make, open_strategy
from gutshot.blueprint.real_betting import log_of
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import view_of
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.short_spot import EFFECTIVE, JAM_LINE, LINE, OTHER_LINE
from gutshot.strategies.catalogue import Library
from gutshot.strategies.depth_set import DepthSet, members_for, spots_of
from gutshot.strategies.strategy import Knowledge

EXACT, NEAR = Knowledge.EXACT, Knowledge.NEAR


def dealt(stacks: list[int], choices: list[Choice], seed: int = 0, ante: int = 0) -> Hand:
    hand = Hand.holdem(stacks, (50, 100), 0, antes=ante, seed=seed)
    for choice in choices:
        hand = hand.act(choice)
    return hand


@pytest.fixture(scope="module")
def heads_up() -> DepthSet:
    found = open_strategy("hu")
    assert isinstance(found, DepthSet)
    return found


def spot_at(hand: Hand) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    assert hand.actor is not None
    seen = hand.observation(hand.actor)
    log = log_of(seen)
    return spots_of(view_of(seen)[0][None], log[None], np.array([len(log)]), 100)[0]


def test_short_stacks_play_the_exact_jam_or_fold_solution(heads_up: DepthSet) -> None:
    charts = {depth: solve_pushfold(JamTable((depth, depth))).charts for depth in (8.0, 10.0, 12.0)}
    dice = np.random.default_rng(5)
    for seed in range(500):
        depth, faces_jam = float(dice.choice([8, 10, 12])), bool(dice.integers(2))
        hand = dealt([round(100 * depth)] * 2, [round(100 * depth)] if faces_jam else [], seed)
        answer, chart = heads_up.at(hand), charts[depth][int(faces_jam)]
        assert hand.actor is not None and answer.hands.mix is not None and answer.knowledge is EXACT
        low, high = sorted(int(card) for card in hand.observation(hand.actor).cards)
        combo = combo_of(low, high)
        plays = answer.hands.mix[1, np.flatnonzero(answer.hands.combos == combo)[0]]
        assert plays == pytest.approx(chart.frequency[COMBO_CLASS[combo]], abs=1e-9)


def test_values_of_jam_or_fold_are_chips_out_of_the_pot(heads_up: DepthSet) -> None:
    held = heads_up.at(dealt([1000, 1000], [1000])).hands
    chart = solve_pushfold(JamTable((10.0, 10.0))).charts[1]
    assert held.action_ev is not None
    np.testing.assert_allclose(held.action_ev[0], 0, atol=1e-9)
    np.testing.assert_allclose(held.action_ev[1], 100 * chart.ev[COMBO_CLASS[held.combos]] + 100)


@pytest.mark.parametrize(
    ("stacks", "choices", "knowledge", "note"),
    [
        ([1200, 1200], [], EXACT, ""),
        ([1200, 1200], [1200], EXACT, ""),
        ([9000, 800], [800], EXACT, ""),
        ([1500, 1500], [], EXACT, ""),
        ([1500, 1500], [1500], EXACT, ""),
        ([10_000, 10_000], [], EXACT, ""),
        ([1300, 1300], [], NEAR, "12 bb behind and 14 bb in the bundle's tree"),
        ([1300, 1300], [1300], NEAR, "13 bb and 15 bb"),
        ([30_000, 30_000], [300], NEAR, "bb behind"),
        ([1000, 1000], ["call"], NEAR, "9 bb behind and 14 bb in the bundle's tree"),
        ([400, 400], ["call"], NEAR, "no jam is answered as one"),
        ([400, 400], [200], NEAR, "no jam is answered as one"),
        ([1000, 1000], ["call", "check"], NEAR, "9 bb behind and 14 bb in the bundle's tree"),
    ],
)
def test_what_is_near_is_said(
    heads_up: DepthSet, stacks: list[int], choices: list[Choice], knowledge: Knowledge, note: str
) -> None:
    answer = heads_up.at(dealt(stacks, choices))
    assert answer.knowledge is knowledge and note in "; ".join(answer.hands.notes)
    assert bool(answer.hands.notes) == (knowledge is NEAR) and answer.hands.mix is not None


@pytest.mark.parametrize(
    ("stacks", "choices", "knowledge", "note"),
    [
        ([1000] * 3, [], EXACT, ""),
        ([1000] * 3, [1000, "fold"], EXACT, ""),
        ([900] * 3, [900], NEAR, "between or beyond the solved charts"),
        ([1000] * 3, ["fold"], NEAR, "the two who are left"),
        ([1000, 800, 1000], [], NEAR, "stacks differ"),
        ([500, 10_000, 10_000], [500], NEAR, "somebody behind has more"),
        ([1000] * 4, ["fold"], EXACT, ""),
    ],
)
def test_three_and_more_seats_ask_the_shipped_charts(
    stacks: list[int], choices: list[Choice], knowledge: Knowledge, note: str
) -> None:
    answer = open_strategy("3max" if len(stacks) == 3 else "6max").at(dealt(stacks, choices))
    assert answer.knowledge is knowledge and note in "; ".join(answer.hands.notes)


def test_a_short_jam_is_called_and_not_raised_where_somebody_deep_is_behind() -> None:
    answer = open_strategy("3max").at(dealt([500, 10_000, 10_000], [500]))
    assert [move.word for move in answer.moves] == ["fold", "call"]


@st.composite
def lines(draw: st.DrawFn) -> Hand:
    """A hand before the flop at a table of random stacks, after some legal actions."""
    stacks = draw(st.lists(st.integers(150, 20_000), min_size=2, max_size=6))
    hand = dealt(stacks, [], ante=draw(st.sampled_from([0, 10])))
    for _ in range(draw(st.integers(0, 6))):
        if hand.is_over or hand.actor is None or hand.board:
            break
        legal = hand.legal
        choices: list[Choice] = ["call" if legal.call else "check"]
        choices += ["fold"] if legal.call else []
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            choices += [legal.min_raise_to, legal.max_raise_to]
        before, hand = hand, hand.act(draw(st.sampled_from(choices)))
        if hand.is_over or hand.actor is None or hand.board:
            return before
    return hand


@given(lines())
def test_the_effective_stack_is_that_of_the_pot(hand: Hand) -> None:
    if hand.actor is None:
        return
    start, me = hand.setup.stacks, hand.actor
    entered = {event.seat for event in hand.observation(me).history if event.is_betting and event.kind.value != "fold"}
    others = [seat for seat in range(hand.seats) if hand.live[seat] and seat != me]
    rivals = [seat for seat in others if seat in entered] or others
    spot = spot_at(hand)
    assert spot[EFFECTIVE] == min(start[me], max(start[seat] for seat in rivals))
    nearest, short = members_for(spot[None], 100, (15.0, 40.0, 100.0))
    depth = spot[EFFECTIVE] / 100
    assert nearest[0] == min(range(3), key=lambda place: abs(np.log(depth / (15.0, 40.0, 100.0)[place])))
    assert not short[0] or depth <= 12


@pytest.mark.parametrize(
    ("stacks", "choices", "kind"),
    [
        ([1000, 1000, 1000], [1000, 1000], JAM_LINE),
        ([1000, 1000, 1000], ["fold", 1000], JAM_LINE),
        ([1000, 300, 1000], [1000], JAM_LINE),
        ([5000, 300, 400], [400], JAM_LINE),  # covers everybody
        ([5000, 300, 400], [300], OTHER_LINE),
        ([1000, 1000, 1000], [200], OTHER_LINE),
        ([1000, 1000, 1000], ["call"], OTHER_LINE),
        ([1000, 1000, 1000], ["fold", "call"], OTHER_LINE),
    ],
)
def test_lines_of_jam_or_fold_are_folds_jams_and_calls_of_them(
    stacks: list[int], choices: list[Choice], kind: int
) -> None:
    legal = [choice if choice != choices[0] or index == 0 else "call" for index, choice in enumerate(choices)]
    assert spot_at(dealt(stacks, legal))[LINE] == kind


def test_one_bundle_of_a_set_is_named_by_its_depth() -> None:
    assert open_strategy("hu@15").describe().depth == 15 and open_strategy("blueprint:hu@100").describe().depth == 100
    with pytest.raises(BadConfig, match=r"no bundle of that depth, expected one of 15, .*100"):
        open_strategy("hu@33")
    assert open_strategy("shipped:blueprint_hu").describe().depth == 100


def test_sets_are_listed_once_as_players_and_before_their_bundles_in_the_library() -> None:
    players = [entry.agent for entry in Library().players()]
    assert players.count("blueprint:hu") == 1 and "blueprint:hu_15" not in players
    entries = [entry.name for entry in Library().entries()]
    assert entries.index("set:hu") < entries.index("shipped:blueprint_hu_15")
    one = Library().player("blueprint:hu@15")
    assert one is not None and one.agent == "blueprint:hu@15" and one.label.endswith("at 15 bb")


def test_the_agent_counts_an_exact_jam_as_followed_and_another_depth_as_matched() -> None:
    for stack, way in (
        (1000, "followed"),
        (1500, "followed"),
        (1300, "matched"),
        (10_000, "followed"),
        (300, "followed"),
    ):
        agent = make("blueprint:hu", 3)
        hand = dealt([stack, stack], [])
        agent.new_hand(1)
        agent.act(hand.observation(0))
        assert dict(agent.spots) == {way: 1}  # type: ignore[attr-defined]


def test_the_agent_plays_the_frequencies_of_the_strategy(heads_up: DepthSet) -> None:
    agent, hand = make("blueprint:hu", 1), dealt([800, 800], [], seed=4)
    answer = heads_up.at(hand)
    seen = hand.observation(0)
    low, high = sorted(int(card) for card in seen.cards)
    assert answer.hands.mix is not None
    plays = answer.hands.mix[1, np.flatnonzero(answer.hands.combos == combo_of(low, high))[0]]
    jams = 0
    for number in range(400):
        agent.new_hand(number)
        jams += agent.act(seen) == 800
    assert jams / 400 == pytest.approx(plays, abs=0.08)
