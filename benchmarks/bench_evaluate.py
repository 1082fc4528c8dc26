"""Strength of 7-card hands, one core: random hands from an array of bytes, and all 133,784,560 in sequence."""

import hashlib
from itertools import starmap

import numpy as np
import numpy.typing as npt
from phevaluator import _pheval

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.cards import evaluate
from gutshot.cards.card import DECK, format_card
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import kernel

RANDOM_HANDS = 4_000_000
PEER_HANDS = 200_000
SEVEN_CARD_COUNTS = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]


def random_hands(count: int) -> npt.NDArray[np.uint8]:
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(7).permuted(deck, axis=1)[:, :7])


@kernel
def _count(counts: npt.NDArray[np.int64]) -> None:
    keys, masks = CARD_KEYS, CARD_MASKS
    for a in range(46):
        for b in range(a + 1, 47):
            for c in range(b + 1, 48):
                key3, mask3 = keys[a] + keys[b] + keys[c], masks[a] | masks[b] | masks[c]
                for d in range(c + 1, 49):
                    for e in range(d + 1, 50):
                        key5, mask5 = key3 + keys[d] + keys[e], mask3 | masks[d] | masks[e]
                        for f in range(e + 1, 51):
                            key6, mask6 = key5 + keys[f], mask5 | masks[f]
                            for g in range(f + 1, 52):
                                counts[evaluate_key(key6 + keys[g], mask6 | masks[g]) >> 12] += 1


def count_seven_card_hands() -> npt.NDArray[np.int64]:
    """[9] how many of all seven-card hands fall into each category."""
    counts = np.zeros(9, np.int64)
    _count(counts)
    return counts


def _random_rows(hands: npt.NDArray[np.uint8]) -> list[Row]:
    # Here, since a test borrows the counting above: eval7 warns when imported, and tests go without pkrbot.
    import eval7
    import pkrbot

    what = "random 7-card hands"
    strengths = np.empty(len(hands), np.uint16)
    fingerprint = hashlib.sha256(evaluate.strengths(hands).astype("<u2").tobytes()).hexdigest()[:16]
    few = hands[:PEER_HANDS].tolist()
    eval7_deck = [eval7.Card(format_card(card)) for card in DECK]
    pkrbot_deck = [pkrbot.Card(format_card(card)) for card in DECK]
    eval7_hands = [[eval7_deck[card] for card in hand] for hand in few]
    pkrbot_hands = [[pkrbot_deck[card] for card in hand] for hand in few]
    jobs = {
        "phevaluator, native": lambda: list(starmap(_pheval.evaluate_7cards, few)),
        "pkrbot": lambda: list(map(pkrbot.evaluate, pkrbot_hands)),
        "eval7": lambda: list(map(eval7.evaluate, eval7_hands)),
    }
    speed = harness.rate(lambda: evaluate.strengths(hands, out=strengths), len(hands), repeats=11)
    rows = [Row(what, "gutshot", speed / 1e6, "M hands/s", f"fingerprint {fingerprint}")]
    return rows + [Row(what, who, harness.rate(job, PEER_HANDS) / 1e6, "M hands/s") for who, job in jobs.items()]


def run() -> list[Row]:
    harness.pin_to_one_core()
    rows = _random_rows(random_hands(RANDOM_HANDS))
    right = count_seven_card_hands().tolist() == SEVEN_CARD_COUNTS
    note = "counts by category are right" if right else "COUNTS ARE WRONG"
    took = harness.seconds(count_seven_card_hands, repeats=3)
    return rows + [Row("all 133,784,560 7-card hands", "gutshot", took, "s", note)]
