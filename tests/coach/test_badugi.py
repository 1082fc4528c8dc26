"""The coach in badugi: the trained strategy's mix, ranges that its own play leaves, and values played out."""

import random
from collections import Counter

import numpy as np
import pytest

from gutshot.agents.badugi.batch import play_log
from gutshot.agents.badugi.possible_deals import hands_of, play_out, possible_deals, showdown_share
from gutshot.agents.badugi.states import STATE_SIZE
from gutshot.agents.registry import make
from gutshot.cards.badugi import size_of, strength_of
from gutshot.cards.card import DECK, Card, parse_cards
from gutshot.cards.made_badugi import STEP
from gutshot.coach import badugi
from gutshot.coach.advice import GradeName, Method
from gutshot.coach.against import Chairs
from gutshot.coach.badugi import completing_cards, mix_of
from gutshot.coach.badugi_against import against_table
from gutshot.coach.effort import AT_ONCE, Effort
from gutshot.coach.grading import advise, grade
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.row import DECK as DECK_AT
from gutshot.games.row import HOLE, LIVE, MAX_HOLE, POT, STACK, STUB, TOP

FEW = Effort(3_000)


def spot(cards: str, actions: list[Choice], seats: int = 2, hero: int = 0, others: int = 2) -> Observation:
    """The hero's decision with these cards to begin with; the others' are what is left, by a seed."""
    own = list(parse_cards(cards))
    rest = [card for card in DECK if card not in own]
    random.Random(others).shuffle(rest)
    dealt = {seat: own if seat == hero else [rest.pop() for _ in range(4)] for seat in range(seats)}
    deck = [dealt[(1 + seat) % seats][place] for place in range(4) for seat in range(seats)]
    hand = Hand.badugi([10_000] * seats, (50, 100), 0, deck=deck + rest, seed=1, actions=actions)
    assert hand.actor == hero
    return hand.observation(hero)


def self_play(seats: int, names: list[str], count: int) -> list[Observation]:
    """Decisions of hands that agents play, one a hand."""
    found, players = [], [make(name, 1) for name in names]
    for number in range(count):
        hand, seen = Hand.badugi([10_000] * seats, (50, 100), number % seats, seed=number), []
        for player in players:
            player.new_hand(number)
        while hand.actor is not None:
            seen.append(hand.observation(hand.actor))
            hand = hand.act(players[hand.actor].act(seen[-1]))
        found.append(random.Random(number).choice(seen))
    return found


def test_deals_stand_where_the_hand_stands_and_no_card_is_there_twice() -> None:
    for seen in [*self_play(2, ["badugi:cpu1"] * 2, 12), *self_play(6, ["badugi:cpu5"] * 6, 12)]:
        deals = possible_deals(seen, 500)
        for row in deals.rows[::25]:
            held = [row[HOLE + MAX_HOLE * seat : HOLE + MAX_HOLE * seat + 4].tolist() for seat in range(seen.seats)]
            assert held[seen.seat] == list(seen.cards)
            rest = row[DECK_AT + row[TOP] : DECK_AT + row[STUB]].tolist()
            cards = [card for hand in held for card in hand] + rest
            assert len(set(cards)) == len(cards)
            assert row[POT] == seen.pot and tuple(row[STACK : STACK + seen.seats]) == seen.stacks
            assert [bool(row[LIVE] >> seat & 1) for seat in range(seen.seats)] == list(seen.live)


def test_ranges_are_those_of_self_play() -> None:
    """Raise, call, then two cards and one: how many cards play in the button's hand, in hands really played so."""
    log = play_log(["solved", "solved"], 30_000, seed=4)
    starts = np.flatnonzero(np.r_[True, log.hand[1:] != log.hand[:-1]])
    line = [(0, 200), (0, 0), (1, 2), (1, 1)]
    sizes = []
    for first in starts[:-9]:
        done = [(int(log.phase[first + k]), int(log.action[first + k])) for k in range(4)]
        done = [(phase, bin(action).count("1") if phase else action) for phase, action in done]
        if done == line and log.hand[first + 5] == log.hand[first]:
            sizes.append(int(STATE_SIZE[log.state[first + 5]]))
    assert len(sizes) > 300
    deals = possible_deals(after_the_draw(), 8_000, looks=False)
    found = (hands_of(deals, 0) + STEP - 1) // STEP
    for size in (3, 4):
        share = float(deals.weight @ (found == size) / deals.weight.sum())
        assert share == pytest.approx(np.mean(np.array(sizes) == size), abs=0.05)


def after_the_draw() -> Observation:
    """The big blind's decision after a raise, a call, two cards and one."""
    hand = Hand.badugi([10_000] * 2, (50, 100), 0, seed=3, actions=[200, "call"])
    hand = hand.act(hand.observation(1).cards[:2])
    hand = hand.act(hand.observation(0).cards[:1])
    assert hand.actor == 1
    return hand.observation(1)


def test_the_mix_is_what_the_agent_plays() -> None:
    """Over many dice `badugi:solved` does what is advised, as often as that."""
    for seen in self_play(2, ["badugi:solved"] * 2, 12):
        told, agent, done = mix_of(seen), make("badugi:solved", 1), Counter[Choice]()
        for number in range(300):
            agent.new_hand(number)
            choice = agent.act(seen)
            done[next(each for each in told if each == choice or _alike(each, choice))] += 1
        for choice, share in told.items():
            assert done[choice] / 300 == pytest.approx(share, abs=0.1)


def _alike(one: Choice, other: Choice) -> bool:
    return isinstance(one, tuple) and isinstance(other, tuple) and set(one) == set(other)


def test_hidden_cards_change_nothing() -> None:
    """Worked out anew for two deals that differ in the other's cards and in what is still to come."""
    found = []
    for others in (1, 2):
        badugi.advise.cache_clear()
        found.append(advise(spot("As2d3hKh", [], others=others), effort=FEW))
    assert found[0] == found[1]
    assert advise(spot("As2d3hKd", []), effort=FEW) != found[0]


def test_the_best_badugi_stands_pat_and_raises_and_a_king_goes() -> None:
    best, drawing = advise(spot("As2d3h4c", []), effort=FEW), advise(spot("As2d3hKh", []), effort=FEW)
    assert best.best is not None and isinstance(best.best.choice, int)
    assert drawing.best is not None and drawing.best.choice != "fold"
    hand = Hand.badugi([10_000] * 2, (50, 100), 0, seed=3, actions=[200, "call", ()])
    seen = hand.observation(0)
    if size_of(strength_of(seen.cards)) < 4:
        told = advise(seen, (), effort=FEW)
        pat = told.option_of(())
        assert pat is not None and told.best is not None and (pat.value or 0) < (told.best.value or 0)


def nuts_at_the_end() -> Observation:
    """A-2-3-4 that stood pat, and the big blind, who drew three times, bets."""
    hand = Hand.badugi([10_000] * 2, (50, 100), 0, deck=_deck("As2d3h4c"), seed=3, actions=[200, "call"])
    for _ in range(3):
        hand = hand.act(hand.observation(1).cards[:1]).act(()).act("check")
        hand = hand.act("check") if hand.street < 3 else hand
    return hand.observation(0)


def _deck(cards: str) -> list[Card]:
    own = parse_cards(cards)
    rest = [card for card in DECK if card not in own]
    return [card for pair in zip(rest[20:24], own, strict=True) for card in pair] + rest[:20] + rest[24:]


def test_the_nuts_win_the_pot_and_hardly_ever_share_it() -> None:
    """Another 4-3-2-A is possible, but nearly never there."""
    seen = nuts_at_the_end()
    deals = possible_deals(seen, 1_000)
    assert showdown_share(seen, deals, (1,)) > 0.999
    found = play_out(seen, ["check", seen.legal.min_raise_to or 0], deals)
    assert found.values[0] == pytest.approx(seen.pot, rel=1e-3) and found.values[1].mean() >= 0.999 * seen.pot
    graded = grade(seen, "check", 1, 0, FEW)
    assert graded is not None and graded.method == Method.STRATEGY.value


def test_folding_the_best_hand_is_a_blunder() -> None:
    hand = Hand.badugi([10_000] * 2, (50, 100), 0, deck=_deck("As2d3h4c"), seed=3, actions=[200, 300])
    graded = grade(hand.observation(0), "fold", 1, 0, FEW)
    assert graded is not None and graded.grade in (GradeName.MISTAKE, GradeName.BLUNDER)


def test_among_many_it_says_that_nothing_is_solved_and_values_decide() -> None:
    seen = spot("7c5s9dKd", [200], seats=6, hero=4)
    quick, found = advise(seen, effort=AT_ONCE), advise(seen, effort=FEW)
    assert quick.best is None and found.kind is Method.RULES and "No strategy" in found.method
    assert all(option.share is None and option.value is not None for option in found.options)
    assert found.best is not None and found.best.value == max(option.value or 0.0 for option in found.options)


def test_every_decision_is_answered_in_words() -> None:
    for seen in [*self_play(2, ["badugi:cpu2"] * 2, 10), *self_play(5, ["badugi:cpu5"] * 5, 10)]:
        told = advise(seen, effort=Effort(1_000))
        assert told.why.endswith(".") and 1 <= told.why.count(". ") <= 2 and told.is_final
        shares = [option.share for option in told.options if option.share is not None]
        assert not shares or 0.9 < sum(shares) <= 1.001


def test_the_coach_plays_badugi_and_beats_a_plain_player() -> None:
    coach, tight = make("coach", 1), make("badugi:tight", 2)
    won = 0
    for number in range(400):
        hand = Hand.badugi([10_000] * 2, (50, 100), number % 2, seed=number // 2)
        for player in (coach, tight):
            player.new_hand(number)
        while hand.actor is not None:
            hand = hand.act((coach, tight)[hand.actor].act(hand.observation(hand.actor)))
        won += hand.payoffs[0]
    assert won > 0


def test_ten_cards_complete_a_three_card_hand() -> None:
    assert len(completing_cards(parse_cards("As2d3hKh"))) == 10


def test_against_a_loose_table_a_good_hand_is_worth_more_than_against_a_tight_one() -> None:
    """A made badugi before the first draw: who plays more hands pays more."""
    seen = spot("2c3d4h6s", [], seats=4, hero=3)
    loose: Chairs = dict.fromkeys((0, 1, 2), (("badugi:cpu5", 1.0),))
    tight: Chairs = dict.fromkeys((0, 1, 2), (("badugi:cpu4", 1.0),))
    found = [against_table(seen, chairs, 24_000) for chairs in (loose, tight)]
    for answer in found:
        assert answer.options[0].choice != "fold" and 0.5 <= answer.sure <= 1
        assert [option.lost for option in answer.options] == sorted(option.lost or 0.0 for option in answer.options)
    assert (found[0].options[0].value or 0) > (found[1].options[0].value or 0)


def test_a_raise_of_a_tight_player_says_more_than_one_of_a_loose_one() -> None:
    """Badugis among the hands of a first raiser, as his own rules raise."""
    seen = spot("2c3d4h6s", [200], seats=3, hero=1)
    made = {}
    for cpu in ("cpu4", "cpu5"):
        deals = possible_deals(seen, 20_000, seated={0: cpu})
        hands = hands_of(deals, 0)
        sizes = (hands + STEP - 1) // STEP
        made[cpu] = float(deals.weight @ sizes / deals.weight.sum())
    assert made["cpu4"] > made["cpu5"] + 0.02
