"""Taking luck out: exact where it can be, unbiased always, and worth the trouble."""

from itertools import combinations

import numpy as np
import pytest

from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.luck import HOLE_VALUES, add_hole_luck
from gutshot.cards.card import DECK, Card, parse_cards
from gutshot.games.hand import Hand
from gutshot.games.luck import add_board_luck, all_in_value, undealt
from gutshot.games.row import MAX_SEATS, SIZE
from gutshot.games.shuffle import seed_random
from tests.naive import agents as naive


def all_in(board: str, streets: int, stacks: tuple[int, ...] = (3_000, 8_000, 8_000)) -> Hand:
    """Three players who check to the street and then go all-in; the button is seat 0."""
    deck = "Ah Kd 7c Ac Kh 7d" + board
    hand = Hand.holdem(stacks, deck=deck)
    while hand.street < streets:
        hand = hand.act("call" if hand.legal.call else "check")
    hand = hand.act(hand.legal.max_raise_to or 0)
    while not hand.is_over:
        hand = hand.act("call")
    return hand


def mean_payoffs(hand: Hand, known: int) -> np.ndarray:
    """Enumerate the rest of the board and let the engine pay each of them."""
    dealt = {card for seat in range(hand.seats) for card in hand.cards(seat)} | set(hand.board[:known])
    rest = [card for card in DECK if card not in dealt]
    order = [(hand.button + 1 + step) % hand.seats for step in range(hand.seats)]
    holes = [hand.cards(seat)[place] for place in (0, 1) for seat in order]
    outcomes = []
    for run_out in combinations(rest, 5 - known):
        deck = (*holes, *hand.board[:known], *run_out)
        outcomes.append(Hand.holdem(hand.setup.stacks, deck=deck, actions=hand.actions).payoffs)
    return np.mean(outcomes, axis=0)


def value_of(hand: Hand, known: int, seed: int = 1) -> np.ndarray:
    dice, cards, trial = np.zeros(4, np.int64), np.zeros(52, np.int64), np.zeros(SIZE, np.int64)
    seed_random(dice, 0, seed, 0)
    means = np.zeros(MAX_SEATS)
    all_in_value(hand.rules.packed, hand.row, known, dice, cards, trial, means)
    return means[: hand.seats]


def test_the_last_card_is_enumerated() -> None:
    hand = all_in("Qs Js 2d 9c 4h", 2)
    value = value_of(hand, 4)
    assert value == pytest.approx(mean_payoffs(hand, 4))
    assert value.sum() == pytest.approx(0)


def test_several_cards_are_sampled_around_the_mean_of_all_run_outs() -> None:
    hand = all_in("Qs Js 2d 9c 4h", 1)
    values = np.array([value_of(hand, 3, seed) for seed in range(60)])
    spread = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    assert (np.abs(values.mean(axis=0) - mean_payoffs(hand, 3)) < 4 * spread + 1e-6).all()
    assert np.abs(values.sum(axis=1)).max() < 1e-6


def test_all_in_before_the_flop_is_sampled_around_the_exact_equity() -> None:
    """AA against KK: .819461 of the pot over all suits; a suit overlap moves it by less than a percent."""
    hand = Hand.holdem((1_000, 1_000), deck="Ah Kd As Kc 2c 3d 4h 8s 9s")
    hand = hand.act(1_000).act("call")
    value = np.mean([value_of(hand, 0, seed) for seed in range(40)], axis=0)
    aces = next(seat for seat in (0, 1) if hand.cards(seat)[0] == parse_cards("Ah")[0])
    assert (value[aces] / 1_000 + 1) / 2 == pytest.approx(0.8195, abs=0.015)


@pytest.mark.nojit
def test_undealt_cards() -> None:
    hand = all_in("Qs Js 2d 9c 4h", 1)
    cards = np.zeros(52, np.int64)
    count = undealt(hand.row, 3, cards)
    assert set(cards[:count]) == set(DECK) - set(parse_cards("Ah Kd 7c Ac Kh 7d Qs Js 2d"))


def test_board_luck_is_what_was_dealt_less_its_mean() -> None:
    hand = Hand.holdem((5_000, 5_000), deck="Ah Kd As Kc Qs Js 2d 9c", actions=["call", "check", "check", "check"])
    luck, dice = np.zeros(MAX_SEATS), np.zeros(4, np.int64)
    cards, trial = np.zeros(52, np.int64), np.zeros(SIZE, np.int64)
    seed_random(dice, 0, 1, 0)
    add_board_luck(hand.row, 3, dice, cards, trial, luck)
    hands = [hand.cards(0), hand.cards(1)]
    seen = {*hands[0], *hands[1], *hand.board[:3]}

    def ahead(card: Card) -> float:
        return naive.share(hands[0], [hands[1]], (*hand.board[:3], card))

    mean = np.mean([ahead(card) for card in DECK if card not in seen])
    assert luck[0] == pytest.approx(1.3 * hand.pot * (ahead(hand.board[3]) - mean))
    assert luck.sum() == pytest.approx(0)


def test_hole_luck_sums_to_zero_over_seats_and_over_hands() -> None:
    assert HOLE_VALUES.mean() == pytest.approx(0, abs=1e-12)
    hand, luck = Hand.holdem((5_000,) * 3, deck="Ah 7d 2c As 2s 8h"), np.zeros(MAX_SEATS)
    add_hole_luck(hand.row, 100, luck)
    assert luck.sum() == pytest.approx(0) and np.abs(luck).max() > 1


@pytest.mark.parametrize(("level", "narrower"), [(Luck.ALL_IN, 0.99), (Luck.ALL, 0.85)])
@pytest.mark.parametrize("agents", [("tag", "station"), ("lag", "maniac", "rock", "shark")])
def test_adjusted_results_have_the_same_mean_and_less_spread(
    agents: tuple[str, ...], level: Luck, narrower: float
) -> None:
    played = play(MatchConfig(agents, hands=24_000, seed=6, luck=level), 0, 24_000, False)
    assert np.abs(played.adjusted.sum(axis=1)).max() < 1e-6
    for agent in range(len(agents)):
        mine = played.plan.lineups == agent
        removed = (played.payoffs - played.adjusted)[mine]
        assert abs(removed.mean()) < 3.9 * removed.std() / np.sqrt(removed.size)
        assert played.adjusted[mine].std() < narrower * played.payoffs[mine].std()


def test_without_luck_taken_out_adjusted_is_real() -> None:
    played = play(MatchConfig(("tag", "maniac"), hands=500, luck=Luck.NONE), 0, 500, False)
    assert np.array_equal(played.adjusted, played.payoffs)
