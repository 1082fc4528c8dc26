"""Badugi with one draw: against `cfr/` on the game written plainly, and against counts of hands."""

import re
from collections.abc import Hashable
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from gutshot.blueprint.badugi import rounds
from gutshot.blueprint.one_draw import run
from gutshot.blueprint.one_draw.cards import DrawGame, HandTables, hand_tables, real_cards
from gutshot.blueprint.one_draw.one_deck import look_up, play_at_one_deck
from gutshot.blueprint.one_draw.report import lines_of
from gutshot.blueprint.one_draw.solver import RULE, SEATS, OneDraw
from gutshot.blueprint.one_draw.sums import LANES, compare_all, draw_all, undo_draws, weigh_all
from gutshot.blueprint.one_draw.walk import BEST, VALUE, Strategies, folds_at, line_of, raised_from, width_at
from gutshot.cards.badugi import strength_of
from gutshot.cards.card import Card
from gutshot.cfr.best_response import Quality, measure
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.strategy import TabularStrategy
from gutshot.errors import BadConfig
from tests.naive.one_draw import BLIND, PlainOneDraw, ranks_that_play, suit_maps

TINY = DrawGame(ranks=3, suits=2, held=2, most_drawn=1, cap=1)
SMALL = DrawGame(ranks=4, suits=3, held=3, most_drawn=3, cap=2)


@cache
def full_tables() -> HandTables:
    return hand_tables(DrawGame())


def class_of(hands: HandTables, game: DrawGame, hand: tuple[int, ...]) -> tuple[int, list[dict[int, int]]]:
    """The class of a hand, and every way in which its cards are those of the class."""
    for number, like in enumerate(hands.cards.tolist()):
        maps = suit_maps(hand, tuple(like), game.suits)
        if maps:
            return number, maps
    raise AssertionError(hand)


def mix(numbers: np.ndarray) -> np.ndarray:
    positive = np.maximum(numbers, 0)
    return positive / positive.sum() if positive.sum() > 0 else np.full(len(numbers), 1 / len(numbers))


def shares_at(state: PlainOneDraw, hands: HandTables, of: Strategies) -> list[float]:
    """What a strategy of the solver does at a history of the plain game."""
    game, seat = state.game, state.actor
    number, maps = class_of(hands, game, state.after(seat))
    counts = [len(goes) for goes in state.thrown]
    if state.stage == "throw":
        line = line_at(state.bets[0])
        numbers = of.blind[line, number] if seat == BLIND else of.button[line, counts[0], number]
        played = mix(numbers)
        found = []
        for goes in state.legal:
            assert isinstance(goes, tuple)
            places = [sum(1 << hands.cards[number].tolist().index(moved[card]) for card in goes) for moved in maps]
            found.append(float(np.mean([played[hands.masks.tolist().index(place)] for place in places])))
        return found
    bets = state.bets[0] if state.stage == "first" else state.bets[1] if len(state.bets) > 1 else ""
    turn = 2 * bets.count("r") + len(bets) % 2
    numbers = of.first[number, turn]
    if state.stage == "second":
        numbers = of.after[line_at(state.bets[0]), counts[0], counts[1], number, turn]
    return mix(numbers[: len(state.legal)]).tolist()


def line_at(bets: str) -> int:
    return line_of(2 * bets.count("r") + (len(bets) - 1) % 2)


@cache
def plain(one_deck: bool) -> tuple[FlatGame, dict[Hashable, PlainOneDraw]]:
    """The small game unrolled, and a history for each of its infosets."""
    start = PlainOneDraw(TINY, one_deck=one_deck)
    found, waiting = dict[Hashable, PlainOneDraw](), [start]
    while waiting:
        state = waiting.pop()
        if state.actor >= 0:
            found[state.infoset] = state
        waiting += [state.apply(action) for action in ([a for a, _ in state.chances] or state.legal)]
    return unroll(start), found


def quality_of(hands: HandTables, of: Strategies, one_deck: bool = False) -> Quality:
    """What `cfr/` says of a strategy of the solver."""
    game, states = plain(one_deck)
    shares = [share for key in game.infosets.keys for share in shares_at(states[key], hands, of)]
    return measure(game, TabularStrategy(game.infosets, np.array(shares)))


def at_random(solver: OneDraw, seed: int) -> Strategies:
    dice = np.random.default_rng(seed)
    of = Strategies.room(solver.game, solver.hands)
    for numbers in of:
        numbers[:] = dice.random(numbers.shape) * (dice.random(numbers.shape) < 0.7)
    return of


@pytest.mark.parametrize("seed", [1, 2])
def test_values_and_best_responses_are_those_of_the_plain_game(seed: int) -> None:
    """A best response that remembers all it has seen wins no more than one that forgets what it threw away."""
    solver = OneDraw(TINY)
    of = at_random(solver, seed)
    quality = quality_of(solver.hands, of)
    for seat in SEATS:
        assert solver.won(seat, VALUE, of, of) == pytest.approx(quality.values[seat], abs=1e-6)
        assert solver.won(seat, BEST, other=of) == pytest.approx(quality.best_responses[seat], abs=1e-6)


def test_an_answer_that_is_written_down_wins_what_it_says() -> None:
    solver = OneDraw(TINY)
    of, answer = at_random(solver, 5), Strategies.room(TINY, solver.hands)
    for seat in SEATS:
        best = solver.won(seat, BEST, answer, of)
        assert solver.won(seat, VALUE, answer, of) == pytest.approx(best, abs=1e-9)


@pytest.mark.slow
def test_at_one_deck_a_pair_wins_what_cfr_says_of_that_game() -> None:
    solver = OneDraw(TINY)
    of = at_random(solver, 6)
    mean, half = play_at_one_deck(solver, 200_000, 3, of, of)
    assert half < 0.02 and abs(mean - quality_of(solver.hands, of, one_deck=True).values[0]) < 1.5 * half


def test_every_hand_is_found_with_its_cards_in_place() -> None:
    hands = hand_tables(SMALL)
    lookup = look_up(SMALL, hands)
    held, number = every_hand(SMALL, hands)
    for hand, c in list(zip(held, number, strict=True))[::3]:
        at = sum(int(lookup.choose[card, k + 1]) for k, card in enumerate(hand))
        like, maps = hands.cards[c].tolist(), class_of(hands, SMALL, hand)[1]
        places = [[like.index(moved[card]) for card in hand] for moved in maps]
        assert lookup.number[at] == c and lookup.place[at].tolist() in places


@pytest.mark.slow
def test_a_solved_game_is_solved_for_the_plain_one_too() -> None:
    solver = OneDraw(TINY)
    solver.run(400)
    found, quality = solver.measure(), quality_of(solver.hands, solver.played)
    assert found.nash_conv == pytest.approx(quality.nash_conv, abs=1e-6) and 0 <= found.nash_conv < 0.002
    assert found.button == pytest.approx(quality.values[0], abs=1e-6)
    assert solver.won(1) == pytest.approx(-found.button, abs=1e-6)


def test_hands_are_counted_up_to_suits() -> None:
    """ACCEPTANCE: 270,725 hands in 16,432 classes, by cards that play."""
    hands = full_tables()
    assert len(hands.combos) == 16_432 and hands.combos.sum() == 270_725
    size = np.ceil(hands.strength / (1 << 13)).astype(int)
    assert [int(hands.combos[size == cards].sum()) for cards in (4, 3, 2, 1)] == [17_160, 154_440, 96_252, 2_873]
    assert (np.diff(hands.strength) >= 0).all() and len(hands.groups) == 1_092 + 1
    for number in (0, 5_000, 16_431):
        cards = real_cards(DrawGame(), hands.cards[number]).tolist()
        assert strength_of([Card(card) for card in cards]) == hands.strength[number]


def every_hand(game: DrawGame, hands: HandTables) -> tuple[list[tuple[int, ...]], list[int]]:
    held = list(combinations(range(game.deck), game.held))
    return held, [class_of(hands, game, hand)[0] for hand in held]


def test_sums_are_those_over_every_hand() -> None:
    hands = hand_tables(SMALL)
    held, number = every_hand(SMALL, hands)
    dice, classes = np.random.default_rng(3), len(hands.combos)
    reach = dice.random((classes, LANES))
    apart = np.array([[not set(one) & set(other) for other in held] for one in held], float)
    made = [ranks_that_play(hand, SMALL.suits) for hand in held]
    better = np.array([[(one > other) - (one < other) for other in made] for one in made])
    room, ahead, total = np.zeros((hands.sets, LANES)), np.zeros((classes, LANES)), np.zeros((classes, LANES))
    compare_all(hands, reach, room, ahead, total)
    first = [number.index(c) for c in range(classes)]
    assert total == pytest.approx((apart @ reach[number])[first], rel=1e-5)
    assert ahead == pytest.approx(((apart * better) @ reach[number])[first], rel=1e-5, abs=1e-4)
    again = np.zeros_like(total)
    weigh_all(hands, reach, room, again)
    assert again == pytest.approx(total)


def test_draws_are_those_of_every_hand() -> None:
    """Forward and back: what hands become, and what they are worth by it."""
    hands = hand_tables(SMALL)
    held, number = every_hand(SMALL, hands)
    dice, classes, masks = np.random.default_rng(4), len(hands.combos), hands.masks.tolist()
    reach, value = dice.random((classes, len(masks))), dice.random((SMALL.counts, classes))
    drawn, worth = np.zeros((SMALL.counts, classes)), np.zeros((classes, len(masks)))
    for hand, c in zip(held, number, strict=True):
        maps = class_of(hands, SMALL, hand)[1]
        for moved in maps:
            like = hands.cards[c].tolist()
            for m, mask in enumerate(masks):
                stays = [card for card in hand if not mask >> like.index(moved[card]) & 1]
                left = [card for card in range(SMALL.deck) if card not in hand]
                count = mask.bit_count()
                chance = 1 / comb(len(left), count) / len(maps)
                for new in combinations(left, count):
                    after = number[held.index(tuple(sorted((*stays, *new))))]
                    drawn[count, after] += reach[c, m] * chance / hands.combos[after]
                    worth[c, m] += value[count, after] * chance / hands.combos[c]
    parts, found, back = np.zeros(hands.room), np.zeros_like(drawn), np.zeros_like(worth)
    draw_all(hands, reach, parts, found)
    undo_draws(hands, value, parts, back)
    assert found == pytest.approx(drawn, rel=1e-4)
    assert back == pytest.approx(worth, rel=1e-4)


def test_turns_are_those_of_the_whole_game() -> None:
    """The same widths and ends as `blueprint.badugi.rounds`, before the draw and on the last street."""
    for ours, street in ((0, 0), (1, rounds.STREETS - 1)):
        for turn in range(rounds.TURNS):
            offered = rounds.steps(street, turn)
            assert width_at(ours, turn, rounds.CAP) == len(offered)
            assert folds_at(ours, turn) == rounds.faces_bet(street, turn)
            if offered[-1].action == rounds.RAISE:
                assert offered[-1].turn == raised_from(turn)
    assert sorted(line_of(turn) for turn in range(1, rounds.TURNS)) == list(range(DrawGame().lines))


def test_a_game_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(BadConfig, match="4 cards each out of 4"):
        DrawGame(ranks=1)
    with pytest.raises(BadConfig, match="5 drawn"):
        DrawGame(most_drawn=5)


def test_a_run_goes_on_from_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "OneDraw", lambda rule=RULE: OneDraw(TINY, rule))
    said: list[str] = []
    run.solve(tmp_path / "a", 1e-9, say=said.append, iterations=40)
    run.solve(tmp_path / "a", 1e-9, resume=True, say=said.append, iterations=60)
    run.solve(tmp_path / "b", 1e-9, say=said.append, iterations=60)
    one, other = (run.load(tmp_path / name)[0] for name in "ab")
    assert all((mine == theirs).all() for mine, theirs in zip(one.played, other.played, strict=True))
    assert len(said) == 5 and one.iteration == 60
    with pytest.raises(BadConfig, match="there already"):
        run.solve(tmp_path / "a")


def test_a_report_tells_shares_that_add_up() -> None:
    solver = OneDraw(SMALL)
    solver.run(3)
    told = list(lines_of(solver))
    assert told[0].startswith("The button opens: fold") and any("pat without a badugi" in line for line in told)
    for line in told:
        numbers = [float(number) for number in re.findall(r"(?:fold|call|raise|pat|draws \d) ([\d.]+) %", line)]
        assert len(numbers) < 3 or sum(numbers) == pytest.approx(100, abs=0.3)
