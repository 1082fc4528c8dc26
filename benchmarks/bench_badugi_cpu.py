"""Badugi opponents: whole hands and single decisions, beside pokerkit dealing badugi to players without a strategy."""

import random
import warnings

import numpy as np
from pokerkit import Automation, FixedLimitBadugi

from benchmarks.harness import Row, pin_to_one_core, rate, seconds
from gutshot.agents.badugi import batch, ranges
from gutshot.agents.badugi import draw_outcomes as future
from gutshot.agents.badugi.cpu import decide
from gutshot.agents.badugi.profiles import CPU_PROFILES
from gutshot.agents.badugi.ranges import KNOTS, odds
from gutshot.agents.registry import make
from gutshot.games.hand import Hand

CPUS = [f"cpu{number}" for number in range(1, 7)]
HANDS = 20_000
CALLS = 2_000
PEER_HANDS = 20


def _pokerkit_hand() -> None:
    """Six players who fold, call, raise and discard at random."""
    state = FixedLimitBadugi.create_state(tuple(Automation), True, 0, (50, 100), 100, 200, (10_000,) * 6, 6)
    while state.status:
        if state.stand_patter_or_discarder_index is not None:
            cards = list(state.get_down_cards(state.stand_patter_or_discarder_index))
            state.stand_pat_or_discard(cards[: random.randrange(5)])
            continue
        choice = random.randrange(3)
        if choice == 0 and state.can_fold():
            state.fold()
        elif choice == 2 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()


def _pokerkit_hands() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns whenever the discards are shuffled back
        for _ in range(PEER_HANDS):
            _pokerkit_hand()


def _last_draw_spot() -> Hand:
    """Heads-up before the last draw, facing a bet: a decision that needs the tables."""
    hand = Hand.badugi([10_000] * 2, seed=7)
    for choice in ("call", "check", (), (), 100, "call", (), (), 200):
        hand = hand.act(choice)
    return hand


def _decide_often(hand: Hand) -> None:
    row, scratch, profile = hand.row.copy(), np.empty(KNOTS, np.float32), CPU_PROFILES[2].packed
    for seed in range(CALLS):
        decide(hand.rules.packed, row, profile, seed, odds(), scratch)


def _act_often(hand: Hand) -> None:
    agent = make("badugi:cpu3", seed=1)
    observation = hand.observation(int(hand.actor or 0))
    for _ in range(CALLS):
        agent.act(observation)


def _build() -> None:
    for table in (future.step, future.dealt, future.reference, ranges.holdings, ranges.odds):
        table.cache_clear()
    ranges.odds()


def run() -> list[Row]:
    pin_to_one_core()
    hand = _last_draw_spot()
    decisions = batch.count_decisions(CPUS, HANDS)
    whole = rate(lambda: batch.play_match(CPUS, HANDS), HANDS)
    return [
        Row("badugi hands, six seats", "gutshot, six CPUs", whole, "hands/s", "every decision by enumerated odds"),
        Row(
            "badugi hands, six seats",
            "pokerkit, random",
            rate(_pokerkit_hands, PEER_HANDS, repeats=3),
            "hands/s",
            "rules only, no strategy",
        ),
        Row("decision inside a match", "gutshot", whole * decisions / HANDS, "decisions/s", "rules and deal included"),
        Row("decision from Python", "gutshot, on a row", rate(lambda: _decide_often(hand), CALLS), "decisions/s"),
        Row("decision from Python", "gutshot, on an Observation", rate(lambda: _act_often(hand), CALLS), "decisions/s"),
        Row("tables, once per process", "gutshot", seconds(_build, repeats=3), "s"),
    ]
