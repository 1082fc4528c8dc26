"""The rules one by one, by hand: each test is a situation a player would describe."""

from typing import Any

import numpy as np
import pytest

from gutshot.cards.card import DECK, format_cards, parse_cards
from gutshot.errors import BadConfig, GutshotError, IllegalAction, MalformedInput
from gutshot.games.actions import Choice
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.rules import ACPC_LIMIT, TDA_LIMIT, Betting, Limit

pytestmark = pytest.mark.nojit


def play(hand: Hand, *choices: Choice) -> Hand:
    for choice in choices:
        hand = hand.act(choice)
    return hand


def bounds(hand: Hand) -> tuple[int | None, int | None]:
    return hand.legal.min_raise_to, hand.legal.max_raise_to


def kinds(hand: Hand) -> list[str]:
    return [event.kind.value for event in hand.events]


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    hand = Hand.holdem([1000, 1000], button=1, seed=1)
    assert hand.bets == (100, 50) and hand.actor == 1
    assert play(hand, "call", "check").actor == 0


def test_the_big_blind_keeps_his_option() -> None:
    hand = play(Hand.holdem([1000] * 3, seed=1), "call", "call")
    assert hand.actor == 2 and hand.legal.check and bounds(hand) == (200, 1000)
    assert play(hand, "check").street == 1
    assert play(hand, 300).actor == 0


def test_the_least_raise_is_the_last_full_raise() -> None:
    """After 50 -> 200 over a big blind of 50 the next raise is to 350."""
    hand = play(Hand.holdem([5000] * 4, blinds=(25, 50), seed=1), 200)
    assert bounds(hand)[0] == 350
    assert bounds(play(hand, 350))[0] == 500
    assert bounds(play(hand, 1000))[0] == 1800


def test_the_least_raise_starts_afresh_on_every_street() -> None:
    hand = play(Hand.holdem([5000, 5000], seed=1), 1000, "call")
    assert bounds(hand) == (100, 4000)


def test_a_short_all_in_does_not_reopen_to_those_who_acted() -> None:
    """A bets 100, B is all-in for 150: A may call the 50 but not raise; C, who has not acted, may."""
    hand = play(Hand.holdem([5000, 5000, 250, 5000], button=3, seed=1), "call", "call", "call", "check")
    hand = play(hand, 100, "fold", 150)
    assert hand.actor == 3 and bounds(hand)[0] == 250
    back = play(hand, "call")
    assert back.actor == 0 and back.legal.call == 50 and not back.legal.can_raise


def test_short_all_ins_in_a_row_reopen_when_they_add_up_to_a_raise() -> None:
    hand = Hand.holdem([5000, 5000, 250, 300, 5000], button=4, seed=1)
    hand = play(hand, "call", "call", "call", "call", "check", 100, "fold", 150, 200, "call")
    assert hand.actor == 0 and hand.legal.call == 100 and bounds(hand)[0] == 300


def test_a_further_short_all_in_closes_the_betting_again_as_pokerkit_plays_it() -> None:
    """100, all-in 150, all-in 200 add up; the all-in to 230 begins a new count, so A may not raise."""
    for limit, may in ((Limit(), False), (TDA_LIMIT, True)):
        hand = Hand.holdem([5000, 5000, 250, 300, 330, 5000], button=5, seed=1, limit=limit)
        hand = play(hand, *["call"] * 5, "check", 100, "fold", 150, 200, 230, "call")
        assert hand.actor == 0 and hand.legal.call == 130 and hand.legal.can_raise is may


def test_a_limper_facing_a_short_all_in_by_default_and_by_tda() -> None:
    """pokerkit lets the limper raise; the tournament directors do not, since 50 is no full raise of 100."""
    for limit, may in ((Limit(), True), (TDA_LIMIT, False)):
        hand = play(Hand.holdem([150, 5000, 5000, 5000], button=0, limit=limit, seed=1), "call", 150, "call", "call")
        assert hand.actor == 3 and hand.legal.call == 50
        assert hand.legal.can_raise is may


def test_the_acpc_dealer_reopens_and_counts_short_raises() -> None:
    hand = Hand.holdem([5000, 5000, 250, 5000], button=3, seed=1, limit=ACPC_LIMIT)
    hand = play(hand, "call", "call", "call", "check", 100, "fold", 150)
    assert bounds(hand)[0] == 200  # max(100 + 100, 150 + 50)
    assert play(hand, "call").legal.can_raise


def test_short_blinds_and_antes_are_all_in() -> None:
    hand = Hand.holdem([1000, 30, 60, 5], antes=10, seed=1)
    assert hand.stacks == (990, 0, 0, 0) and hand.bets == (0, 20, 50, 0)
    assert hand.actor == 0 and hand.legal.call == 50


def test_a_short_big_blind_is_called_in_full_by_tda() -> None:
    hand = Hand.holdem([1000, 1000, 30, 1000], limit=TDA_LIMIT, seed=1)
    assert hand.actor == 3 and hand.legal.call == 100
    assert Hand.holdem([1000, 1000, 30, 1000], seed=1).legal.call == 50


def test_pot_limit_bounds() -> None:
    """The pot after calling is 350: 100 to call, then up to 250 more."""
    hand = Hand.holdem([5000] * 3, limit=Limit(Betting.POT_LIMIT), seed=1)
    assert bounds(hand) == (200, 350)
    assert bounds(play(hand, 350))[1] == 350 + 350 + 350 + 100


def test_an_uncalled_bet_comes_back() -> None:
    hand = play(Hand.holdem([1000, 400], button=0, seed=1), 1000, "call")
    assert hand.is_over and hand.contributions == (400, 400)
    assert [event.amount for event in hand.events if event.kind is Kind.REFUND] == [600]
    walk = play(Hand.holdem([1000] * 3, seed=1), "fold", "fold")
    assert walk.payoffs == (0, -50, 50)


def test_nobody_is_asked_who_faces_nothing_alone() -> None:
    """The small blind is all-in, the button folds: the big blind has nothing to decide."""
    hand = play(Hand.holdem([1000, 60, 1000], seed=1), "fold", "call")
    assert hand.is_over and len(hand.board) == 5
    assert Hand.holdem([40, 1000], button=0, seed=1).is_over


def test_the_board_runs_out_when_at_most_one_can_act() -> None:
    hand = play(Hand.holdem([300, 500, 900], seed=3), 300, "fold", "call")
    assert hand.is_over and kinds(hand).count("board") == 3
    assert kinds(hand).count("show") == 2


def test_the_big_blind_ante_is_dead_money_in_the_main_pot() -> None:
    hand = Hand.holdem([1000, 1000, 1000], big_blind_ante=100, seed=1)
    assert hand.stacks == (1000, 950, 800) and hand.pot == 250
    assert play(hand, "fold", "fold").payoffs == (0, -50, 50)


def test_a_straddle_acts_last_before_the_flop() -> None:
    hand = Hand.holdem([1000] * 4, blinds=(50, 100, 200), button=0, seed=1)
    assert hand.bets == (0, 50, 100, 200) and hand.actor == 0
    option = play(hand, "call", "call", "call")
    assert option.actor == 3 and option.legal.check


def test_a_late_post_does_not_move_the_first_turn() -> None:
    hand = Hand.holdem([1000] * 5, posts=(0, 50, 100, 0, -100), seed=1)
    assert hand.actor == 3 and hand.bets == (0, 50, 100, 0, 100)
    assert play(hand, "call").legal.check


def test_the_last_aggressor_shows_first_and_a_beaten_hand_is_mucked() -> None:
    hand = Hand.holdem([1000] * 3, seed=1, deck="2c7dAs 3h8dAh KsQsJs2h9c")
    hand = play(hand, "call", "call", "check", *["check"] * 6, "check", 100, "fold", "call")
    shown = [(event.seat, event.kind) for event in hand.events if event.kind in (Kind.SHOW, Kind.MUCK)]
    assert [format_cards(hand.cards(seat)) for seat in range(3)] == ["AsAh", "2c3h", "7d8d"]
    assert shown == [(2, Kind.SHOW), (1, Kind.SHOW)]  # the pair of twos beats the bettor
    checked = play(Hand.holdem([1000] * 2, seed=1, deck="As2c Ah3h KsQsJs2h9c"), "call", *["check"] * 7)
    shown = [(event.seat, event.kind) for event in checked.events if event.kind in (Kind.SHOW, Kind.MUCK)]
    assert shown == [(1, Kind.SHOW), (0, Kind.MUCK)]


def test_odd_chips_of_a_chopped_pot() -> None:
    hand = Hand.holdem([1000] * 3, blinds=(25, 25), seed=1, deck="2c2d3c 4c4d5c AhKhQhJhTh")
    hand = play(hand, 51, "call", "fold", *["check"] * 6)
    assert hand.pot == 127 and hand.payoffs == (63 - 51, 64 - 51, -25)


def test_badugi_bets_small_small_big_big_up_to_the_cap() -> None:
    hand = Hand.badugi([5000, 5000], button=0, seed=2)
    sizes = []
    for street in range(4):
        if street:
            hand = play(hand, (), ())
        sizes.append(bounds(hand))
        hand = play(hand, "call" if hand.legal.call else "check", "check")
    assert sizes == [(200, 200), (100, 100), (200, 200), (200, 200)] and hand.is_over


@pytest.mark.parametrize("cap", [4, 5])
def test_badugi_cap(cap: int) -> None:
    hand = Hand.badugi([9000, 9000], cap=cap, seed=2)
    for _ in range(cap):
        hand = hand.act(hand.legal.min_raise_to or 0)
    assert not hand.legal.can_raise


def test_all_in_players_still_draw_and_draw_counts_are_public() -> None:
    hand = play(Hand.badugi([100, 100, 1000], seed=4), "call", "call")
    assert hand.is_drawing and hand.actor == 1
    throw = hand.cards(1)[:2]
    hand = play(hand, throw, (), ())
    assert hand.draws[1] == (0, 2, 0) and not set(throw) & set(hand.cards(1))
    assert hand.observation(0).draws[1] == (0, 2, 0)


def test_discards_are_shuffled_back_when_the_stub_runs_out() -> None:
    hand = play(Hand.badugi([5000] * 7, seed=5), *["call"] * 6, "check")
    for _ in range(3):
        while hand.is_drawing:
            before = hand.cards(hand.actor or 0)
            seat, hand = hand.actor or 0, hand.act(before)
            assert len(set(hand.cards(seat))) == 4 and not set(before) & set(hand.cards(seat))
            held = [card for other in range(7) for card in hand.cards(other)]
            assert len(set(held)) == 28
        while hand.actor is not None and not hand.is_drawing:
            hand = hand.act("check")
    assert hand.is_over


@pytest.mark.parametrize(
    "hand",
    [
        play(Hand.holdem([500, 900, 300], antes=5, button=2, seed=9), 200, "call", 300),
        play(Hand.badugi([500, 900], cap=5, seed=9), "call", "check", parse_cards("")),
        Hand.holdem([500, 900, 300], big_blind_ante=50, limit=ACPC_LIMIT, deck="As Kd", seed=9),
    ],
)
def test_repr_rebuilds_the_hand(hand: Hand) -> None:
    from gutshot.games import hand as hands
    from gutshot.games import rules

    names = {name: getattr(rules, name) for name in ("Limit", "Betting", "Reopen", "Showdown", "Rules", "Street")}
    rebuilt = eval(repr(hand), {"__builtins__": {}}, {**names, "Hand": Hand, "Setup": hands.Setup})
    assert rebuilt == hand and rebuilt.stacks == hand.stacks and hash(rebuilt) == hash(hand)
    assert rebuilt.events == hand.events


def test_the_seed_decides_the_cards_whatever_is_bet() -> None:
    calls = play(Hand.holdem([1000, 1000], seed=42), "call", *["check"] * 7)
    raises = play(Hand.holdem([1000, 1000], seed=42), 1000, "call")
    assert calls.board == raises.board and calls.cards(0) == raises.cards(0)
    assert Hand.holdem([1000, 1000]).setup.seed != Hand.holdem([1000, 1000]).setup.seed


@pytest.mark.parametrize(
    ("stacks", "options", "message"),
    [
        ([1000, -5], {}, "seat 1 has a stack of -5"),
        ([0, 1000], {}, "seat 0 has a stack of 0"),
        ([1000], {}, "1 seats"),
        ([1000] * 11, {}, "11 seats"),
        ([60, 70], {}, "blind 100 is larger than every stack .the largest is 70"),
        ([1000, 1000], {"button": 2}, "button at seat 2"),
        ([1000, 1000], {"blinds": (-5, 10)}, "blinds"),
        ([1000, 1000], {"blinds": (0, 0)}, "no blind and no ante"),
        ([1000, 1000], {"antes": -1}, "ante"),
        ([1000, 1000], {"antes": (1, 2, 3)}, "3 antes for 2 seats"),
        ([1000, 10.5], {}, "whole numbers"),
        ([1000, 1000], {"deck": "AsAs"}, "duplicate card As"),
        ([1000, 1000], {"deck": [99]}, "card 99"),
        ([1000, 1000], {"blinds": (1, 2, 4)}, "3 blinds"),
        ([1000, 10**20], {}, "at most"),
        ([1000, 1000], {"seed": -1}, "seed -1"),
    ],
)
def test_bad_tables_are_refused_in_one_sentence(stacks: list[int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(GutshotError, match=message) as caught:
        Hand.holdem(stacks, **options)
    assert "\n" not in str(caught.value)


def test_badugi_has_room_for_seven() -> None:
    with pytest.raises(BadConfig, match="8 seats: badugi has room for 7"):
        Hand.badugi([1000] * 8)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (250, "raise to 250: seat 2 may raise to 300 to 1000"),
        (1001, "raise to 1001"),
        ("check", "faces a bet of 200 and has 100 to call"),
        ((), "is betting, not drawing"),
        (-1, "raise to -1"),
    ],
)
def test_illegal_bets_are_refused_with_the_numbers(choice: Choice, message: str) -> None:
    hand = play(Hand.holdem([1000] * 3, seed=1), 200, "fold")
    before = repr(hand), hand.row.tobytes()
    with pytest.raises(IllegalAction, match=message):
        hand.act(choice)
    assert (repr(hand), hand.row.tobytes()) == before and not hand.can(choice)


def test_acting_out_of_turn_or_after_the_end_is_refused() -> None:
    hand = Hand.holdem([1000] * 3, seed=1)
    with pytest.raises(IllegalAction, match="seat 2 cannot act: it is seat 0's turn"):
        hand.act("fold", seat=2)
    over = play(hand, "fold", "fold")
    with pytest.raises(IllegalAction, match="hand is over"):
        over.act("check")
    with pytest.raises(IllegalAction, match="hand is over"):
        over.act("check", seat=1)
    with pytest.raises(IllegalAction, match="nothing to call"):
        play(hand, "call", "call").act("call")


@pytest.mark.parametrize(
    ("discards", "message"),
    [
        (parse_cards("2c3c4c5c6c"), "5 discards: seat 1 holds 4 cards"),
        ("fold", "is to draw"),
        ((99,), "discard 99"),
    ],
)
def test_illegal_draws_are_refused(discards: Choice, message: str) -> None:
    hand = play(Hand.badugi([1000, 1000, 1000], seed=1), "call", "call", "check")
    with pytest.raises(IllegalAction, match=message):
        hand.act(discards)
    stranger = next(card for card in DECK if card not in hand.cards(1))
    with pytest.raises(IllegalAction, match="does not hold it"):
        hand.act((stranger,))
    with pytest.raises(IllegalAction, match="discarded only once"):
        hand.act((hand.cards(1)[0], hand.cards(1)[0]))


def test_words_that_are_no_action() -> None:
    hand = Hand.holdem([1000] * 2, seed=1)
    words: Any
    for words in ("", "bluff", "raise", "raise 3oo", "draw 1x", True, 300.0, None):
        with pytest.raises(MalformedInput):
            hand.act(words)
    words = np.int64(300)
    assert play(hand, "Raise to 300").bets == play(hand, words).bets == (300, 100)
