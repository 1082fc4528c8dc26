"""Strength of badugi hands, one core: all 270,725 in random order, many times over."""

import hashlib
from itertools import combinations

import numpy as np
from pokerkit import BadugiHand, Card

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.cards import badugi
from gutshot.cards.card import format_cards

ROUNDS = 16
PEER_HANDS = 4_000


def run() -> list[Row]:
    harness.pin_to_one_core()
    every = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    hands = np.random.default_rng(7).permutation(np.tile(every, (ROUNDS, 1)))
    strengths = np.empty(len(hands), np.uint16)
    fingerprint = hashlib.sha256(badugi.strengths(every).astype("<u2").tobytes()).hexdigest()[:16]
    parsed = [tuple(Card.parse(format_cards(hand))) for hand in hands[:PEER_HANDS].tolist()]
    ours = harness.rate(lambda: badugi.strengths(hands, out=strengths), len(hands), repeats=11)
    theirs = harness.rate(lambda: [BadugiHand.from_game(hand) for hand in parsed], PEER_HANDS, repeats=3)
    what = "random badugi hands"
    return [
        Row(what, "gutshot", ours / 1e6, "M hands/s", f"fingerprint {fingerprint}"),
        Row(what, "pokerkit", theirs / 1e6, "M hands/s"),
    ]
