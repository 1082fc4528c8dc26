"""Habits: which decisions are chances of what, and how they compare with the strategy."""

import math
import random

import pytest

from gutshot.games.hand import Hand
from gutshot.games.variants import Game
from gutshot.trainer.records import habits, store
from gutshot.trainer.records.habits import HABITS, Noted, added_up, chances, note_hand, to_text, wilson
from gutshot.trainer.records.store import Store
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.setup import TableSettings
from gutshot.trainer.table.table import choices_to_text
from tests.trainer.tables import play_hand, table_of


def at(*choices: object, seats: int = 6) -> set[str]:
    """The chances of whoever is to act after these choices; the button is seat 0."""
    hand = Hand.holdem([10_000] * seats, (50, 100), 0, seed=3, actions=choices)  # type: ignore[arg-type]
    return set(chances(hand.observation(hand.actor or 0)))


FOLDED = ("fold", "fold", "fold")  # to the button of six
OPENED = (*FOLDED, 250, "fold")  # the button raises, the big blind is next
CALLED = (*OPENED, "call")  # the big blind acts first on the flop


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ((), {"open", "limp"}),
        (("fold", "fold"), {"open", "limp", "steal"}),
        (FOLDED, {"open", "limp", "steal"}),
        ((*FOLDED, "fold"), {"open", "limp", "steal"}),
        ((*FOLDED, "fold", "call"), set()),  # the big blind after a limp
        (("fold", "call", "fold", "fold", "fold"), set()),
        ((*FOLDED, 250), {"three_bet"}),
        (OPENED, {"three_bet", "fold_to_steal"}),
        ((250, *FOLDED, "fold"), {"three_bet"}),  # no steal from under the gun
        ((*FOLDED, 250, "call"), {"three_bet"}),  # nor with a caller between
        ((*OPENED, 900), {"fold_to_three_bet", "four_bet"}),
        ((250, 900, "fold"), set()),  # cold, between two who raised
        (CALLED, {"donk"}),
        ((*CALLED, "check"), {"c_bet_flop"}),
        ((*CALLED, "check", 300), {"fold_to_c_bet_flop", "raise_c_bet_flop"}),
        ((*CALLED, 300), set()),  # bet into: no continuation bet to be made
        ((*CALLED, "check", 300, 900), set()),
        ((*CALLED, "check", 300, "call", "check"), {"c_bet_turn"}),
        ((*CALLED, "check", "check", "check"), set()),  # the line was broken on the flop
        ((*CALLED, "check", 300, "call", "check", 800), {"fold_to_c_bet_turn"}),
        ((*CALLED, "check", 300, "call", "check", 800, "call", "check"), {"c_bet_river"}),
        ((*CALLED, "check", 300, "call", "check", 800, "call", "check", 2000), {"fold_to_c_bet_river"}),
        ((*CALLED, "check", 300, 900, "call", "check"), set()),  # raised on the flop
    ],
)
def test_decisions_are_chances_of_what_players_call_so(choices: tuple[object, ...], expected: set[str]) -> None:
    assert at(*choices) == expected


def test_heads_up_the_button_opens_and_the_big_blind_defends() -> None:
    assert at(seats=2) == {"open", "limp", "steal"}
    assert at(250, seats=2) == {"three_bet", "fold_to_steal"}


def test_a_habit_is_held_against_the_strategy_at_the_same_hands() -> None:
    noted = [Noted("c_bet_flop", True, 0.5)] * 60 + [Noted("c_bet_flop", False, 0.5)] * 40
    (habit,) = added_up([*noted, Noted("c_bet_flop", True, None)])
    assert (habit.taken, habit.chances, habit.known) == (61, 101, 100)
    assert habit.own == 0.6 and habit.expected == 0.5
    assert habit.spread == pytest.approx(0.05) and habit.differs == 1
    assert habit.low < 61 / 101 < habit.high
    few = added_up(noted[50:70])[0]
    assert few.own == 0.5 and few.differs == 0
    assert added_up([Noted("open", False, 1.0)] * 3)[0].differs == -1
    assert added_up([Noted("open", False, None)])[0].differs == 0


def test_who_plays_as_the_strategy_does_differs_in_five_of_a_hundred_cases() -> None:
    dice, seen = random.Random(1), 0
    for _ in range(2000):
        shares = [dice.random() for _ in range(60)]
        (habit,) = added_up(Noted("open", dice.random() < share, share) for share in shares)
        seen += habit.differs != 0
    assert 60 < seen < 140  # 100, give or take


@pytest.mark.parametrize(
    ("taken", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_intervals_are_wilsons(taken: int, of: int, low: float, high: float) -> None:
    assert wilson(taken, of) == pytest.approx((low, high), abs=1e-4)


def test_hands_are_looked_through_once_and_added_up_by_source_and_position() -> None:
    database, dice = Store(), random.Random(2)
    table = table_of(seats=3, seed=4, rebuys=True)
    database.write(store.new_person("me", "x"), store.new_table("t", "me", table.whole, TableSettings()))
    played = 8
    for _ in range(played):
        play_hand(table, dice)
        summary = summarise(table.setup, table.deal, table.hand)
        database.write(store.new_hand("t", "me", table.setup, table.deal, choices_to_text(table.choices), summary))
        noted = note_hand(table.setup, table.deal, table.choices)
        assert all(each.habit in HABITS and (each.share is None or 0 <= each.share <= 1 + 1e-6) for each in noted)
        table.next_hand()
    assert habits.count_uncounted(database, "me") == played == len(habits.uncounted(database, "me", 100))
    assert habits.habits(database, "me") == ([], 0)
    for number in range(1, played + 1):
        database.write(store.change_hand("t", number, habits=to_text([Noted("open", number % 2 == 0, 0.25)])))
    (habit,), counted = habits.habits(database, "me")
    assert (habit.taken, habit.chances, counted) == (4, 8, 8) and math.isclose(habit.expected or 0, 0.25)
    assert habits.habits(database, "me", imported=True) == ([], 0)
    assert 0 < habits.habits(database, "me", place="BTN")[1] < played
    assert habits.count_uncounted(database, "me") == 0
    database.write(store.change_hand("t", 1, habits="[0]"))  # counted in an earlier way
    assert habits.count_uncounted(database, "me") == 1
    database.close()


def test_badugi_has_no_habits_of_these() -> None:
    table = table_of(game=Game.BADUGI, seats=3, seed=1)
    play_hand(table, random.Random(1))
    assert note_hand(table.setup, table.deal, table.choices) == []
