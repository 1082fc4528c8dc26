"""Hands of sites, from samples with results worked out by hand; our own hands written as PokerStars text and read."""

import json
import random
from pathlib import Path

import pytest

from gutshot.cards.card import format_card
from gutshot.games.events import Kind
from gutshot.games.history_files import read_histories
from gutshot.trainer.records.imports import read_text
from gutshot.trainer.records.pokerstars import export_pokerstars
from gutshot.trainer.table.setup import YOU
from tests.trainer.tables import play_hand, table_of

SITES = Path(__file__).parents[1] / "data" / "sites"
# position, cards, board, net and pot in the smallest unit, big blind, ante, currency, rake
SAMPLES = {
    "pokerstars_zoom": ("BB", "KsKd", "Td7c2s3hQc", 905, 2005, 10, 0, "$", "1"),
    "pokerstars_tournament": ("SB", "9h9c", "", 250, 475, 200, 25, "", "0"),
    "ggpoker": ("SB", "Ac5c", "Qc8c3d2cQh", -1000, 2000, 50, 0, "$", "1"),
    "winamax": ("BTN", "AhQs", "Qd6s4h8c2h", 22, 47, 2, 0, "€", "0.02"),
    "888poker": ("BTN", "AdTd", "Ts7h2c", 183, 385, 10, 0, "$", "0"),
    "ipoker": ("BTN", "AsKs", "", 15, 25, 10, 0, "$", "0"),
}


@pytest.mark.parametrize("site", SAMPLES)
def test_a_sites_hand_is_read_with_its_result(site: str) -> None:
    (imported,), problems = read_text((SITES / f"{site}.txt").read_text())
    summary, level = imported.summary, imported.setup.schedule.levels[0]
    assert problems == []
    told = (*(summary[name] for name in ("position", "cards", "board", "net", "pot")), level.big_blind, level.ante)
    origin = json.loads(summary["origin"])
    assert (*told, origin["currency"], origin["rake"]) == SAMPLES[site]
    assert origin["number"] and origin["site"] and summary["played"] > 1.7e9


def test_several_hands_in_one_file_are_told_apart_and_the_unreadable_named() -> None:
    text = (SITES / "pokerstars_zoom.txt").read_text()
    twice = text.replace("234567890123", "234567890124").replace("posts small blind", "posts small & big blinds")
    found, problems = read_text(f"{text}\n\n{twice}\n\n{text}")
    assert len(found) == 2 and found[0].mark("me") == found[1].mark("me")
    assert len(problems) == 1 and "234567890124" in problems[0] and "small & big blinds" in problems[0]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Bert: posts small blind $0.05\n", "", "no player posts a small blind"),
        ("*** TURN ***", "*** FIRST TURN ***", "run twice"),
        ("raises $0.75 to $1", "raises $0.75", "expected a raise that states its amount"),
        ("Hold'em No Limit", "Omaha Pot Limit", "not no-limit hold'em"),
        ("Seat #1 is the button", "Seat #2 is the button", "not where it should be"),
    ],
)
def test_what_cannot_be_reviewed_is_said(old: str, new: str, words: str) -> None:
    text = (SITES / "pokerstars_zoom.txt").read_text().replace(old, new)
    found = read_histories(text, "the text", lambda: "")
    assert found.hands == () and words in found.unread[0]


def test_our_own_hands_come_back_from_pokerstars_text_without_what_was_not_seen() -> None:
    table, dice = table_of(seats=5, seed=8, rebuys=True), random.Random(8)
    for number in range(1, 16):
        play_hand(table, dice)
        text = export_pokerstars(table.setup, table.deal, table.hand, 1.7e9, number)
        (history,) = read_histories(text, "ours", lambda: "").hands
        (imported,), problems = read_text(text)
        assert problems == [] and history.details["hand"] == str(number)
        assert sorted(imported.hand.payoffs) == sorted(table.hand.payoffs)
        assert [event.kind for event in imported.hand.events if event.is_betting] == [
            event.kind for event in table.hand.events if event.is_betting
        ]
        you = table.deal.chairs.index(YOU)
        shown = {event.seat for event in table.hand.events if event.kind is Kind.SHOW} | {you}
        for seat in range(table.hand.seats):
            if seat not in shown:
                assert not any(format_card(card) in text for card in table.hand.cards(seat))
        table.next_hand()
