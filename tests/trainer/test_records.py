"""What is kept and counted: tracker figures, the adjusted result, PHH that hides, imports, the store itself."""

import json
import math
import random
import statistics
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy.engine import RowMapping

from gutshot.cards.card import format_card
from gutshot.cards.equity import equity
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.history import read_phh
from gutshot.games.variants import Game
from gutshot.trainer.records import store
from gutshot.trainer.records.counts import count_hand
from gutshot.trainer.records.history import Record
from gutshot.trainer.records.imports import import_hand, read_text
from gutshot.trainer.records.luck import adjusted_net
from gutshot.trainer.records.phh import export_phh
from gutshot.trainer.records.statistics import thinned, win_rate
from gutshot.trainer.records.store import Store, sqlite_url
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.setup import YOU, TableSettings
from gutshot.trainer.table.table import Deal, choices_to_text, deal_hand
from gutshot.web.study.grader import _adjusted
from gutshot.web.study.replay import replay_view
from tests.trainer.tables import play_hand, table_of


def test_counts_of_a_told_hand() -> None:
    """The cutoff opens, the button 3-bets, the blinds fold; one bet and a call, then a showdown."""
    hand = Hand.holdem([5000] * 4, (25, 50), 0, seed=3)
    for choice in (125, 400, "fold", "fold", "call", "check", 300, "call", "check", "check", "check", "check"):
        hand = hand.act(choice)
    assert hand.is_over
    button, small, big, cutoff = count_hand(hand.events, 4)
    assert (button.vpip, button.pfr, button.three_bet_chances, button.three_bets) == (1, 1, 1, 1)
    assert (cutoff.vpip, cutoff.pfr, cutoff.three_bet_chances) == (1, 1, 0)
    assert (small.vpip, small.three_bet_chances, big.three_bet_chances) == (0, 0, 0)
    assert (button.aggressive, button.calls, cutoff.aggressive, cutoff.calls) == (1, 0, 0, 1)
    assert [seat.saw_flop for seat in (button, small, big, cutoff)] == [1, 0, 0, 1]
    assert [seat.showdowns for seat in (button, small, big, cutoff)] == [1, 0, 0, 1]
    assert button.showdowns_won + cutoff.showdowns_won >= 1


def test_a_walk_is_no_vpip() -> None:
    hand = Hand.holdem([5000] * 3, (25, 50), 0, seed=3, actions=["fold", "fold"])
    assert [seat.vpip for seat in count_hand(hand.events, 3)] == [0, 0, 0]


def test_the_adjusted_result_is_the_equity_of_an_all_in() -> None:
    deck = "KsAsKhAh" + "2c7d9hJs3d"
    hand = Hand.holdem([1000, 1000], (25, 50), 0, seed=1, deck=deck, actions=[1000, "call"])
    share = equity(["AsAh", "KsKh"], exact=True).players[0].equity
    assert hand.payoffs == (1000, -1000)
    assert adjusted_net(hand, 0) == pytest.approx(2000 * share - 1000, abs=150)  # 256 run-outs
    turn = Hand.holdem(
        [1000, 1000], (25, 50), 0, seed=1, deck=deck, actions=[100, "call", "check", "check", 900, "call"]
    )
    exact = equity(["AsAh", "KsKh"], turn.board[:4], exact=True).players[0].equity
    assert adjusted_net(turn, 0) == pytest.approx(2000 * exact - 1000)


def test_without_a_run_out_nothing_is_adjusted() -> None:
    hand = Hand.holdem([1000, 1000], (25, 50), 0, seed=1, actions=["fold"])
    assert adjusted_net(hand, 0) == hand.payoffs[0]


def test_win_rate_and_its_interval() -> None:
    results = [1.5, -1.0, 0.0, 12.0, -7.5, 2.0]
    value, low, high = win_rate(results) or (0, 0, 0)
    error = 1.96 * statistics.stdev(results) / math.sqrt(len(results))
    assert value == pytest.approx(100 * statistics.mean(results))
    assert (high - low) / 200 == pytest.approx(error)
    assert win_rate([1.0]) is None


def test_thinned_series_keep_their_ends() -> None:
    assert thinned(3) == [0, 1, 2]
    places = thinned(123_456)
    assert (places[0], places[-1], len(places)) == (0, 123_455, 1000)


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 6), (Game.HOLDEM, 2), (Game.BADUGI, 4)])
def test_phh_tells_only_what_was_seen(game: Game, seats: int) -> None:
    table, dice = table_of(game, seats, seed=9, rebuys=True), random.Random(9)
    for _ in range(20):
        play_hand(table, dice)
        text = export_phh(table.setup, table.deal, table.hand)
        actions = text.split("actions = ")[1].split("\n")[0]
        seat = table.deal.chairs.index(YOU)
        known = {card for event in table.hand.events for card in event.seen_by(seat).cards + event.seen_by(seat).taken}
        dealt = {
            card
            for event in table.hand.events
            if event.kind in (Kind.DEAL, Kind.DRAW)
            for card in event.cards + event.taken
        }
        from gutshot.cards.card import format_card

        for card in dealt - known:
            assert format_card(card) not in actions
        (history,) = read_phh(text)
        assert len(history.moves) == len(json.loads(actions))
        table.next_hand()


def test_our_own_hands_can_be_imported_again() -> None:
    table, dice = table_of(seats=6, seed=21, rebuys=True), random.Random(21)
    for _ in range(12):
        play_hand(table, dice)
        (history,) = read_phh(export_phh(table.setup, table.deal, table.hand))
        imported = import_hand(history)
        again = imported.hand
        seat = table.deal.chairs.index(YOU)
        if any(event.kind is Kind.MUCK for event in table.hand.events):
            assert again.is_over
        assert set(again.cards(0)) == set(table.hand.cards(seat)) or len(again.cards(0)) == 2
        assert sorted(again.payoffs) == sorted(table.hand.payoffs)
        table.next_hand()


POKERSTARS = """PokerStars Hand #123456789:  Hold'em No Limit ($0.25/$0.50 USD) - 2020/01/02 03:04:05 ET
Table 'Test' 6-max Seat #1 is the button
Seat 1: Anna ($50 in chips)
Seat 2: Bert ($50 in chips)
Seat 3: Cora ($50 in chips)
Bert: posts small blind $0.25
Cora: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Anna [Ah Kd]
Anna: raises $1 to $1.50
Bert: folds
Cora: calls $1
*** FLOP *** [Ks 7d 2c]
Cora: checks
Anna: bets $2
Cora: folds
Uncalled bet ($2) returned to Anna
Anna collected $3.25 from pot
*** SUMMARY ***
Total pot $3.25 | Rake $0
Board [Ks 7d 2c]
Seat 1: Anna (button) collected ($3.25)
Seat 2: Bert (small blind) folded before Flop
Seat 3: Cora (big blind) folded on the Flop
"""


def test_a_pokerstars_hand_is_read() -> None:
    found, problems = read_text(POKERSTARS)
    assert problems == []
    (imported,) = found
    hand = imported.hand
    summary = summarise(imported.setup, imported.deal, hand)
    assert (summary["position"], summary["cards"], summary["board"]) == ("BTN", "AhKd", "Ks7d2c")
    assert summary["net_bb"] == pytest.approx(1.75 / 0.5)
    assert imported.setup.names == ("Bert", "Cora")


SHOWDOWN = """PokerStars Hand #123456790:  Hold'em No Limit ($0.25/$0.50 USD) - 2020/01/02 03:05:05 ET
Table 'Test' 6-max Seat #1 is the button
Seat 1: Anna ($50 in chips)
Seat 2: Bert ($50 in chips)
Seat 3: Cora ($50 in chips)
Bert: posts small blind $0.25
Cora: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Cora [Ah Kd]
Anna: calls $0.50
Bert: calls $0.25
Cora: checks
*** FLOP *** [Ks 7d 2c]
Bert: checks
Cora: checks
Anna: checks
*** TURN *** [Ks 7d 2c] [3h]
Bert: checks
Cora: checks
Anna: checks
*** RIVER *** [Ks 7d 2c 3h] [9s]
Bert: checks
Cora: checks
Anna: checks
*** SHOW DOWN ***
Bert: shows [Kh 4d] (a pair of Kings)
Cora: shows [Ah Kd] (a pair of Kings - Ace kicker)
Anna: mucks hand
Cora collected $1.40 from pot
*** SUMMARY ***
Total pot $1.50 | Rake $0.10
Board [Ks 7d 2c 3h 9s]
Seat 1: Anna (button) mucked
Seat 2: Bert (small blind) showed [Kh 4d] and lost with a pair of Kings
Seat 3: Cora (big blind) showed [Ah Kd] and won ($1.40) with a pair of Kings
"""


def test_the_person_is_who_was_dealt_to_rake_is_taken_off_and_mucked_hands_stay_hidden() -> None:
    (imported,), problems = read_text(SHOWDOWN)
    assert problems == []
    summary = imported.summary
    assert (summary["position"], summary["cards"]) == ("BB", "AhKd"), "not Bert, who sits before and showed his"
    assert summary["net"] == 90 and summary["net_bb"] == pytest.approx(0.9 / 0.5)
    chairs = {imported.setup.name_of(chair): chair for chair in range(3)}
    assert imported.deal.hidden == (chairs["Anna"],)
    made_up = imported.hand.cards(imported.deal.chairs.index(chairs["Anna"]))
    phh = export_phh(imported.setup, imported.deal, imported.hand)
    assert not any(format_card(card) in phh for card in made_up)
    record = Record(_row(summary), imported.setup, imported.deal, imported.choices, ())
    told = replay_view(record, (), phh).model_dump_json()
    assert '"Kh"' in told and not any(f'"{format_card(card)}"' in told for card in made_up)
    assert _adjusted(imported.hand, imported.deal) == 90
    assert summary["played"] == datetime(2020, 1, 2, 3, 5, 5, tzinfo=UTC).timestamp()
    twice, problems = read_text(POKERSTARS + "\n" + SHOWDOWN)
    assert problems == [] and [hand.mark("me") == imported.mark("me") for hand in twice] == [False, True]
    assert imported.mark("me") != imported.mark("you")
    assert Deal.from_json(json.loads(json.dumps(imported.deal.to_json()))) == imported.deal


def _row(summary: dict[str, Any]) -> RowMapping:
    """The stored line of an imported hand, ungraded."""
    stored = {
        "table": "t",
        "number": 1,
        "imported": True,
        "played": 0.0,
        "game": "holdem",
        "ev_lost": None,
        "worst": None,
    }
    return cast(RowMapping, stored | summary)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("hello", "not a known hand history"),
        ("STATE:0:cc/:AhKd|QsQd:0|0:a|b", "does not say its game"),
    ],
)
def test_what_is_no_history_is_refused(text: str, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        read_text(text)


ACPC = """# name/game/hands/seed match holdem.nolimit.2p.reverse_blinds.game 3000 1234
STATE:0:r12049c/cc/r17843r20000c/:3h5c|8cAc/7sQcQs/4d/2s:-20000|20000:P0|P1
STATE:1:r300c/cc/cr600f:Kh8s|4sTc/9s3sJs/8c:-300|300:P1|P0
"""


def test_a_competition_log_is_read_by_the_name_of_its_game_or_its_definition() -> None:
    found, problems = read_text(ACPC)
    assert problems == [] and len(found) == 2
    assert [imported.hand.payoffs[imported.deal.chairs.index(0)] for imported in found] == [-20000, -300]
    assert choices_to_text(found[1].choices) == "raise 300,call,check,check,check,raise 300,fold"
    game = "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 4\nstack = 400 400\nblind = 2 1\nfirstPlayer = 2 1 1 1\n"
    game += "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    other, problems = read_text(game + "STATE:7:r6f:3h5c|8cAc:-2|2:P0|P1\n")
    assert problems == [] and other[0].setup.schedule.levels[0].big_blind == 2


def test_hands_that_cannot_be_reviewed_are_named() -> None:
    badugi = 'variant = "FB"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\n'
    badugi += 'starting_stacks = [100, 100]\nactions = ["d dh p1 2c3d4h5s", "d dh p2 ????????", "p2 f"]\n'
    found, problems = read_text(badugi)
    assert not found and "only no-limit hold'em" in problems[0]


def test_a_store_gives_back_what_it_was_given(tmp_path: Path) -> None:
    database = Store(sqlite_url(tmp_path / "a.db"))
    table = table_of(seed=8)
    table.agents_act()
    text = choices_to_text(table.choices)
    database.write(
        store.new_table("t1", "me", table.setup, TableSettings()),
        store.new_hand("t1", "me", table.setup, table.deal, text, None),
    )
    database.close()
    again = Store(sqlite_url(tmp_path / "a.db"))
    stored = again.table("t1")
    assert stored is not None and stored.deal is not None
    assert (stored.setup, stored.settings, stored.deal, stored.choices) == (
        table.setup,
        TableSettings(),
        table.deal,
        text,
    )
    assert deal_hand(stored.setup, stored.deal, table.choices) == table.hand
    assert again.table("t2") is None and again.count_open("me") == 1 and again.count_open("you") == 0
    again.close()


def test_many_threads_write_at_once_and_a_bad_write_fails_alone(tmp_path: Path) -> None:
    database = Store(sqlite_url(tmp_path / "b.db"))
    failures = []

    def work(name: str) -> None:
        for number in range(30):
            database.write(store.new_person(f"{name}{number}", f"{name}{number}"))
        try:
            database.write(store.new_person("same", "same"))
        except Exception:
            failures.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(failures) == 3, "one of four may be called the same"
    assert all(database.person_with(f"{name}{number}") for name in "abcd" for number in range(30))
    database.close()


def test_readers_undo_no_write_of_a_passing_store() -> None:
    database = Store()

    def read() -> None:
        for _ in range(500):
            database.person_with("nobody")

    readers = [threading.Thread(target=read) for _ in range(3)]
    for thread in readers:
        thread.start()
    for number in range(300):
        database.write(store.new_person(store.new_id(), f"digest {number}"))
    for thread in readers:
        thread.join()
    assert all(database.person_with(f"digest {number}") for number in range(300))
    database.close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/folder/x.db", "mysql+nothing://x"])
def test_a_database_that_cannot_be_used_is_refused_in_words(url: str) -> None:
    with pytest.raises(BadConfig, match="cannot be used"):
        Store(url)
