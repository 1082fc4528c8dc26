"""The engine as a `game.State`: conformance, and Leduc rebuilt from rules gives Leduc's golden tree."""

import random
from typing import Any

import pytest

from gutshot.cards.card import parse_cards
from gutshot.errors import BadConfig
from gutshot.game import CHANCE
from gutshot.games.betting import CALL, FOLD
from gutshot.games.rules import Betting, Limit, Rules, Showdown, Street
from gutshot.games.small_holdem import SmallHoldem, small_rules
from gutshot.games.spot_state import RiverSpot
from tests.games.conformance import TreeCounts, check_game, count_tree

LEDUC = Rules(
    "leduc",
    (Street("first", hole=1, bet=2, cap=2), Street("second", board=1, bet=4, cap=2)),
    Limit(Betting.FIXED),
    Showdown.PAIR,
    deck=tuple(4 * rank + suit for rank in (10, 11, 12) for suit in (0, 1)),
)
RANGES: Any = ({parse_cards("AhAd"): 1.0, parse_cards("KhQh"): 0.5, parse_cards("7d2c"): 1.0},
          {parse_cards("KdKc"): 1.0, parse_cards("AhKh"): 0.25})  # fmt: skip


def river() -> RiverSpot:
    return RiverSpot.new(parse_cards("Ks9s5h2d3c"), RANGES, pot=100, stacks=(150, 120), sizes=(50, 100, 150))


def test_leduc_by_rules_has_the_golden_tree() -> None:
    root = SmallHoldem.new(LEDUC, (1000, 1000), (0, 0), antes=1)
    assert count_tree(root) == TreeCounts(157, 3780, 5520, 936)


@pytest.mark.parametrize(
    ("rules", "stacks", "blinds"),
    [
        (small_rules(4, bet=2), (9, 5, 7), (1, 2)),
        (small_rules(5, bet=1, board=(0, 1)), (6, 3), (0, 1)),
        (small_rules(6, bet=1, hole=2, board=(3,)), (4, 4), (0, 1)),
    ],
)
def test_small_games_conform(rules: Rules, stacks: tuple[int, ...], blinds: tuple[int, int]) -> None:
    def redeal(state: SmallHoldem, dice: random.Random) -> SmallHoldem:
        """Other players' hands dealt again, the line kept."""
        other = SmallHoldem.new(rules, stacks, blinds)
        mine = dict(zip(range(len(stacks)), state.holes, strict=True))[state.actor]
        board = list(state.board)
        free = [card for card in rules.deck if card not in mine and card not in board]
        dice.shuffle(free)
        for seat in range(len(stacks)):
            hole = mine if seat == state.actor else tuple(sorted(free.pop() for _ in mine))
            other = other.apply(hole)
        for action in state.line:
            other = other.apply(state.board if action == "/" else action)
        return other

    check_game(SmallHoldem.new(rules, stacks, blinds), redeal, playouts=60)


def test_river_spot_conforms() -> None:
    def redeal(state: RiverSpot, dice: random.Random) -> RiverSpot:
        mine = state.hands[state.actor]
        choices = [hands for hands in deals(state) if hands[state.actor] == mine]
        other = river().apply(choices[dice.randrange(len(choices))][0])
        return rebuilt(other, dice.choice([h for h in choices if h[0] == other.hands[0]])[1], state.line)

    root = river()
    check_game(root, None, playouts=100)
    shown = root.apply(parse_cards("7d2c")).apply(parse_cards("KdKc")).apply(CALL).apply(50)
    assert redeal(shown, random.Random(1)).infoset == shown.infoset


def deals(state: RiverSpot) -> list[tuple[object, object]]:
    return [(first, second) for first, others in state.game.deals.items() for second in others]


def rebuilt(state: RiverSpot, second: object, line: tuple[int, ...]) -> RiverSpot:
    state = state.apply(second)
    for action in line:
        state = state.apply(action)
    return state


def test_river_deal_probabilities_multiply_to_the_joint_weights() -> None:
    root, joint = river(), {}
    for first, chance in root.chances:
        after = root.apply(first)
        assert after.actor == CHANCE
        for second, other in after.chances:
            joint[first, second] = chance * other
    weights = {
        (a, b): wa * wb for a, wa in RANGES[0].items() for b, wb in RANGES[1].items()
        if not {*a} & {*b} and not {*a, *b} & set(root.game.board)
    }  # fmt: skip
    total = sum(weights.values())
    assert joint == pytest.approx({hands: weight / total for hands, weight in weights.items()})


def test_river_payoffs_by_hand() -> None:
    dealt = river().apply(parse_cards("AhAd")).apply(parse_cards("KdKc"))
    assert dealt.legal == (CALL, 50, 100, 150)
    assert dealt.apply(50).legal == (FOLD, CALL, 100)
    assert dealt.apply(CALL).apply(CALL).payoffs == (-50.0, 50.0)
    assert dealt.apply(50).apply(FOLD).payoffs == (50.0, -50.0)
    assert dealt.apply(50).apply(100).apply(CALL).payoffs == (-150.0, 150.0)


@pytest.mark.parametrize(
    ("board", "pot", "message"),
    [("Ks9s5h2d", 100, "five cards"), ("Ks9s5h2d3c", 0, "positive"), ("AhKd7d2d3c", 100, "no pair of hands")],
)
def test_bad_spots_are_refused(board: str, pot: int, message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        RiverSpot.new(parse_cards(board), RANGES, pot, (100, 100))


def test_rules_that_cannot_be_unrolled_are_refused() -> None:
    with pytest.raises(BadConfig, match="needs five"):
        small_rules(4, bet=1, hole=2, board=(1,))
    with pytest.raises(BadConfig, match="too few cards"):
        SmallHoldem.new(small_rules(1, bet=1), (5, 5, 5), (0, 1))
