"""Card abstraction, one core: exact river values beside eval7, and buckets of deals and of single boards."""

import warnings
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.abstraction.abstraction import Abstraction, build
from gutshot.abstraction.config import AbstractionConfig
from gutshot.abstraction.lookup import BucketTables, deal_buckets
from gutshot.abstraction.rivers import fill_values
from gutshot.abstraction.tables import board_buckets
from gutshot.cards.card import DECK, format_card, parse_cards
from gutshot.kernel import kernel

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

BOARD = "Td9d6h2c3s"
DEALS = 5_000


def run() -> list[Row]:
    harness.pin_to_one_core()
    abstraction = build(AbstractionConfig())
    return [*_river_rows(), *_deal_rows(abstraction), *_single_rows(abstraction)]


def _river_rows() -> list[Row]:
    what = "exact equity against a random hand of all 1,081 hands on a river"
    board, values = np.array(parse_cards(BOARD), np.int64), np.empty(1326, np.int16)
    fill_values(board, values)
    ours = harness.seconds(lambda: fill_values(board, values), 201)
    question = _eval7_question()
    theirs = harness.seconds(lambda: eval7.py_hand_vs_range_exact(*question), 21) * 1081
    return [
        Row(what, "gutshot", ours, "s", f"sum {values[values >= 0].sum()}"),
        Row(what, "eval7, its exact hand against range, one hand timed", theirs, "s"),
    ]


def _eval7_question() -> tuple[Any, Any, Any]:
    """AsKs against every hand that is left."""
    board = [eval7.Card(BOARD[i : i + 2]) for i in range(0, 10, 2)]
    dead = {*(BOARD[i : i + 2] for i in range(0, 10, 2)), "As", "Ks"}
    left = [eval7.Card(format_card(card)) for card in DECK if format_card(card) not in dead]
    hand = (eval7.Card("As"), eval7.Card("Ks"))
    return hand, [(pair, 1.0) for pair in combinations(left, 2)], board


@kernel
def _many(tables: BucketTables, deals: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", players: int) -> int:
    out, total = np.zeros((players, 4), np.int32), 0
    for i in range(len(deals)):
        deal_buckets(tables, deals[i], players, out)
        total += out.sum()
    return total


def _deal_rows(abstraction: Abstraction) -> list[Row]:
    generator = np.random.default_rng(1)
    deals = np.array([generator.permutation(52)[:17] for _ in range(DEALS)])
    rows = []
    for players in (2, 6):
        total = _many(abstraction.tables, deals, players)
        taken = harness.seconds(lambda players=players: _many(abstraction.tables, deals, players), 5)  # type: ignore[misc]
        rows.append(
            Row(f"buckets of {players} players on all streets", "gutshot", DEALS / taken, "deals/s", f"{total}")
        )
    return rows


def _single_rows(abstraction: Abstraction) -> list[Row]:
    rows = []
    for street, cards in (("flop", BOARD[:6]), ("turn", BOARD[:8])):
        board = np.array(parse_cards(cards), np.int64)
        taken = harness.seconds(lambda board=board: board_buckets(abstraction.description, board), 5)  # type: ignore[misc]
        rows.append(Row(f"buckets of all hands on a {street} without tables", "gutshot", taken, "s"))
    return rows
