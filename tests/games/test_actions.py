"""Actions as text: what is printed can be read back, and no text can break a hand."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.cards.card import DECK
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice, action_of, format_choice, parse_choice
from gutshot.games.betting import CALL, is_legal
from gutshot.games.events import Kind
from gutshot.games.hand import Hand

CHOICES = st.one_of(
    st.sampled_from(["fold", "check", "call"]),
    st.integers(1, 10**12),
    st.lists(st.sampled_from(DECK), max_size=5, unique=True).map(tuple),
)
WORDS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["fold", "check", "call", "pat", "raise 200", "raise 0", "bet 99999999999999999999", "draw As"]),
    st.builds("raise {}".format, st.integers(-10, 3000)),
    st.builds("draw {}".format, st.text("AKQ2cdhsx ", max_size=10)),
)


@given(CHOICES)
def test_a_printed_choice_reads_back(choice: Choice) -> None:
    assert parse_choice(format_choice(choice)) == choice


@settings(max_examples=150)
@given(st.booleans(), st.integers(2, 7), st.integers(0, 2**30), st.lists(WORDS, max_size=40))
def test_fuzzed_words_never_crash_or_corrupt_a_hand(draws: bool, seats: int, seed: int, words: list[str]) -> None:
    stacks = [random.Random(seed + seat).randint(1, 2000) + 100 * (seat == 0) for seat in range(seats)]
    hand = (Hand.badugi if draws else Hand.holdem)(stacks, seed=seed)
    for text in words:
        before = hand.row.tobytes()
        try:
            after = hand.act(text)
        except GutshotError as error:
            assert "\n" not in str(error).replace(repr(text), "")
            assert hand.row.tobytes() == before
            continue
        hand = after
        assert sum(hand.stacks) + (0 if hand.is_over else hand.pot) == sum(stacks)
        assert min(hand.stacks) >= 0
        assert (hand.actor is None) == hand.is_over == (not hand.legal)


def test_the_menu_the_mask_and_both_doors_agree() -> None:
    """`legal`, `can`, the kernel's `is_legal` and `act` say the same of every number; the fast door does the same."""
    dice = random.Random(8)
    for number in range(40):
        hand = Hand.holdem([dice.randint(1, 700) + 100 for _ in range(dice.randint(2, 6))], seed=number)
        while hand.actor is not None:
            legal, packed = hand.legal, hand.rules.packed
            low, high = legal.min_raise_to or 0, legal.max_raise_to or -1
            for amount in range(1, 900, 7):
                assert hand.can(amount) == (low <= amount <= high) == bool(is_legal(packed, hand.row, amount))
            assert hand.can("fold") and hand.can("check") == legal.check and hand.can("call") == bool(legal.call)
            choice = dice.choice(["call" if legal.call else "check", legal.min_raise_to or "fold"])
            after = hand.act(choice)
            assert after == hand.act_unchecked(hand.verify(choice)) and after.actions[-1] == choice
            hand = after


@pytest.mark.parametrize("draws", [False, True])
def test_decisions_are_the_choices_that_were_made(draws: bool) -> None:
    """Events say which of them a seat chose, and betting events by which number of the kernels."""
    dice = random.Random(3)
    for number in range(20):
        hand = (Hand.badugi if draws else Hand.holdem)([1000] * dice.randint(2, 5), seed=number)
        numbers = []
        while hand.actor is not None:
            legal = hand.legal
            choice: Choice = dice.choice(["call" if legal.call else "check", legal.min_raise_to or "fold"])
            choice = choice if legal.draw is None else ()
            if legal.draw is None:
                numbers.append(hand.verify(choice))
                named = action_of(hand.row, numbers[-1])
                assert (named.number, named.choice) == (numbers[-1], choice)
            hand = hand.act(choice)
        chosen = [event for event in hand.events if event.is_decision]
        assert len(chosen) == len(hand.actions)
        betting = [event for event in chosen if event.is_betting]
        assert [event.number for event in betting] == numbers
        assert [event for event in betting if event.is_raise] == [event for event in betting if event.number > CALL]
        paid = sum(event.amount for event in hand.events if event.is_payment)
        assert paid - sum(event.amount for event in hand.events if event.kind is Kind.REFUND) == hand.pot
