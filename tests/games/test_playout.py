"""Compiled play: the shuffler against its twin, batches against single hands, and chips that add up."""

import numpy as np
import pytest

from gutshot.games import betting, poker, rules
from gutshot.games.hand import Hand
from gutshot.games.playout import DICE_SIZE, play_many, play_randomly
from gutshot.games.row import (
    BLIND,
    BUTTON,
    CARDS,
    DECK,
    OVER,
    PAID,
    PHASE,
    POT,
    RANDOM,
    SEATS,
    SHOWDOWN,
    SHUFFLED,
    SIZE,
    STACK,
    START,
    STUB,
    Row,
    blank,
)
from gutshot.games.shuffle import deal_card, random_word, seed_random, shuffle_ahead
from tests.naive.games import Sfc32


def table(seats: int, stack: int = 10_000) -> Row:
    row = blank()
    row[SEATS] = seats
    row[START : START + seats] = stack
    row[BLIND + 1], row[BLIND + 2 % seats] = 50, 100
    return row


@pytest.mark.nojit
def test_the_shuffler_is_sfc32() -> None:
    row = np.zeros(4, np.int64)
    for seed, stream in ((0, 0), (1, 2), (2**62 + 12345, 2**40 + 7)):
        seed_random(row, 0, seed, stream)
        twin = Sfc32(seed % 2**32, seed >> 32, stream % 2**32, (stream >> 32) + 1)
        for _ in range(12):
            twin.next()
        assert [random_word(row, 0) for _ in range(50)] == [twin.next() for _ in range(50)]


@pytest.mark.nojit
def test_shuffling_ahead_deals_the_same_cards_as_shuffling_on_the_way() -> None:
    game = rules.holdem(100).packed
    ahead, on_the_way = blank(), blank()
    for row in (ahead, on_the_way):
        poker.new_deck(game, row, 99, 3)
    shuffle_ahead(ahead, 20)
    assert [deal_card(ahead) for _ in range(52)] == [deal_card(on_the_way) for _ in range(52)]
    assert ahead[RANDOM : RANDOM + 4].tolist() == on_the_way[RANDOM : RANDOM + 4].tolist()


def test_every_card_is_as_likely_in_every_place() -> None:
    game, row = rules.holdem(100).packed, blank()
    counts = np.zeros((52, 52), np.int64)
    hands = 20_000
    for hand in range(hands):
        poker.new_deck(game, row, 5, hand)
        shuffle_ahead(row, 52)
        counts[np.arange(52), row[DECK : DECK + 52]] += 1
    expected = hands / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - 51 * 51) < 6 * np.sqrt(2 * 51 * 51)


@pytest.mark.parametrize("game", [rules.holdem(100), rules.badugi(100, 200), rules.limit_holdem(100, 200)])
@pytest.mark.parametrize("seats", [2, 3, 6, 7])
def test_many_random_hands_conserve_chips(game: rules.Rules, seats: int) -> None:
    payoffs = np.zeros((3_000, seats), np.int64)
    decisions = play_many(game.packed, table(seats), 1, 0, payoffs)
    assert decisions > len(payoffs) and not payoffs.sum(axis=1).any()
    assert payoffs.min() >= -10_000 and (payoffs != 0).any()


def test_hands_do_not_depend_on_the_batch_they_are_in() -> None:
    game, whole, halves = rules.holdem(100).packed, np.zeros((60, 6), np.int64), np.zeros((60, 6), np.int64)
    play_many(game, table(6), 7, 0, whole)
    row = table(6)
    play_many(game, row, 7, 0, halves[:30])
    play_many(game, row, 7, 30, halves[30:])
    assert whole.tolist() == halves.tolist()


@pytest.mark.nojit
def test_a_batch_of_rows_plays_like_single_hands() -> None:
    """[B, SIZE]: every row of a batch is a hand of its own."""
    game, batch = rules.badugi(100, 200).packed, blank(8)
    dice = np.zeros(DICE_SIZE, np.int64)
    for index in range(len(batch)):
        batch[index] = table(4)
        poker.new_deck(game, batch[index], 3, index)
        poker.start(game, batch[index])
        single = batch[index].copy()
        for row in (batch[index], single):
            seed_random(dice, 0, 11, index)
            play_randomly(game, row, dice)
        assert batch.shape == (8, SIZE) and batch[index].tolist() == single.tolist()
        assert batch[index, PHASE] == OVER


@pytest.mark.nojit
def test_betting_alone_stops_at_the_showdown() -> None:
    game, row = rules.holdem(100).packed, table(3)
    row[CARDS] = 0
    poker.start(game, row)
    while row[PHASE] < SHOWDOWN:
        poker.act(game, row, 0)
    assert row[PHASE] == SHOWDOWN and row[POT] == 300 and row[STACK : STACK + 3].tolist() == [9900] * 3


@pytest.mark.nojit
def test_a_spot_begins_in_the_middle_of_a_hand() -> None:
    """Pot 200, stacks 900, flop, the out-of-position seat first; undoing is keeping a copy."""
    game, row = rules.holdem(10).packed, blank()
    row[SEATS], row[BUTTON] = 2, 1
    row[START : START + 2] = 900
    poker.start_spot(game, row, 1, 200)
    before = row.copy()
    betting.bet(game, row, 150)
    assert (row[POT], row[STACK], row[PAID]) == (350, 750, 150)
    betting.bet(game, row, -1)
    poker.advance(game, row)
    assert row[PHASE] == OVER and row[STACK : STACK + 2].tolist() == [1100, 900]
    assert before[POT] == 200 and before[SHUFFLED] == before[STUB] == 0


def test_the_first_hands_never_change() -> None:
    """One fingerprint that a refactoring may not move: the deals and payoffs of seed 1."""
    assert Hand.holdem([1000] * 2, seed=1).cards(0) == (8, 41)
    payoffs = np.zeros((200, 6), np.int64)
    play_many(rules.holdem(100).packed, table(6), 1, 0, payoffs)
    assert np.abs(payoffs).sum() == 9278246
