"""Histories: what we write is read back by us and by pokerkit; what is broken is refused in one sentence."""

import random
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import MalformedInput
from gutshot.games.acpc import parse_game, read_log
from gutshot.games.convert import as_phh
from gutshot.games.hand import Hand
from gutshot.games.history import from_hand, parse_move, plain, read_phh, to_phh, to_phhs
from gutshot.games.history_files import read_file
from gutshot.games.replay import Outcome, ReplayVerdict, judge, replay
from gutshot.games.seats import order

POKERSTARS = """PokerStars Hand #105024000105:  Hold'em No Limit ($0.10/$0.25 USD) - 2013/10/04 13:53:27 ET
Table 'Moctezuma' 6-max Seat #1 is the button
Seat 1: Hero ($26.87 in chips)
Seat 2: Sally ($25 in chips)
Seat 3: Bob ($14.90 in chips)
Sally: posts small blind $0.10
Bob: posts big blind $0.25
*** HOLE CARDS ***
Dealt to Hero [Ah Kd]
Hero: raises $0.50 to $0.75
Sally: calls $0.65
Bob: folds
*** FLOP *** [2c 7h Ks]
Sally: checks
Hero: bets $1
Sally: calls $1
*** TURN *** [2c 7h Ks] [9d]
Sally: checks
Hero: checks
*** RIVER *** [2c 7h Ks 9d] [4s]
Sally: bets $2.50
Hero: calls $2.50
*** SHOW DOWN ***
Sally: shows [Kh Qc] (a pair of Kings)
Hero: shows [Ah Kd] (a pair of Kings - Ace kicker)
Hero collected $8.35 from pot
*** SUMMARY ***
Total pot $8.75 | Rake $0.40
Board [2c 7h Ks 9d 4s]
Seat 1: Hero (button) showed [Ah Kd] and won ($8.35) with a pair of Kings
Seat 2: Sally (small blind) showed [Kh Qc] and lost with a pair of Kings
Seat 3: Bob (big blind) folded before Flop
"""


def random_hand(dice: random.Random) -> Hand:
    seats = dice.randint(2, 7)
    stacks = [dice.randint(20, 1500) + 200 for _ in range(seats)]
    options = dice.choice([{}, {"antes": 10}])
    deal: Any = dice.choice([Hand.holdem, Hand.badugi])
    hand: Hand = deal(stacks, button=dice.randrange(seats), seed=dice.getrandbits(30), **options)
    while hand.actor is not None:
        legal = hand.legal
        if legal.draw is not None:
            hand = hand.act(tuple(card for card in hand.cards(hand.actor) if dice.random() < 0.4))
        elif legal.min_raise_to and legal.max_raise_to and dice.random() < 0.3:
            hand = hand.act(dice.randint(legal.min_raise_to, legal.max_raise_to))
        else:
            hand = hand.act("fold" if legal.call and dice.random() < 0.2 else "call" if legal.call else "check")
    return hand


def test_our_hands_written_as_phh_replay_in_pokerkit_and_here() -> None:
    dice = random.Random(5)
    for _ in range(150):
        hand = random_hand(dice)
        text = to_phh(from_hand(hand))
        (again,) = read_phh(text)
        assert judge(again).outcome is Outcome.AGREE, text
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = pokerkit.HandHistory.loads(text)
        theirs = dict(zip(order(hand.seats, hand.button), state.stacks, strict=True))
        assert all(abs(hand.stacks[seat] - theirs[seat]) <= hand.seats for seat in theirs), text
        assert sum(theirs.values()) == sum(hand.stacks)


def test_reading_what_we_wrote_gives_the_same_history() -> None:
    dice = random.Random(6)
    histories = [from_hand(random_hand(dice), {"players": ['Ann "A"', "Bo\\b"], "hand": 7}) for _ in range(5)]
    for before, after in zip(histories, read_phh(to_phhs(histories)), strict=True):
        assert (after.variant, after.stacks, after.blinds, after.antes, after.bets, after.moves) == (
            before.variant, before.stacks, before.blinds, before.antes, before.bets, before.moves)  # fmt: skip
        assert after.details == before.details and after.payoffs == before.payoffs


@given(st.decimals(0, 10**9, places=2, allow_nan=False))
def test_amounts_are_written_exactly(amount: Decimal) -> None:
    assert Decimal(plain(amount)) == amount
    assert parse_move(f"p2 cbr {plain(amount)}").amount == amount


@pytest.mark.parametrize(
    "text", ["p1 cc", "p10 f", "p3 cbr 12.5", "d dh p2 As??", "d db QcJdTh", "p1 sd 9c", "p1 sd", "p4 sm"]
)
def test_moves_print_as_they_were_read(text: str) -> None:
    assert str(parse_move(text)) == text


@pytest.mark.parametrize(
    "text", ["", "p0 cc", "p1 cbr", "p1 cbr lots", "d dh p1 AsXx", "d db Asd", "p1 all in", "q1 f"]
)
def test_moves_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="action"):
        parse_move(text)


def phh(actions: list[str], **changes: object) -> str:
    fields = {
        "variant": "NT", "ante_trimming_status": True, "antes": [0, 0], "blinds_or_straddles": [1, 2],
        "min_bet": 2, "starting_stacks": [100, 100], "actions": actions,
    } | changes  # fmt: skip
    return "".join(
        f"{name} = {str(value).lower() if isinstance(value, bool) else value!r}\n" for name, value in fields.items()
    )


DEALT = ["d dh p1 AsAd", "d dh p2 KsKd"]
ALL_IN = [*DEALT, "p2 cbr 100", "p1 cc"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (phh([*DEALT, "p2 cbr 3"]), "a raise may be to 4 up to 100"),
        (phh([*DEALT, "p2 cbr 101"]), "a raise may be to 4 up to 100"),
        (phh([*DEALT, "p2 f", "p1 cc"]), "no player is to act"),
        (phh([*DEALT, "p7 f"]), "there are 2 players"),
        (phh([*DEALT, "d dh p1 2c"]), "more than 2 cards"),
        (phh([*DEALT, "p2 cc", "p1 cc", "p1 cc"]), "board has not been dealt"),
        (phh([*ALL_IN, "d db AsKhQh", "d db Jh", "d db Th"], finishing_stacks=[200, 0]), "duplicate card As"),
        (phh([*ALL_IN, "d db 2c3c4c", "d db 5d", "d db 8h"], finishing_stacks=[0, 200]), "we pay 100, -100"),
        (phh([*DEALT, "p2 cbr 100"], finishing_stacks=[200, 0]), "p1 still has to act, but it states"),
        (phh([*DEALT, "p2 f"], starting_stacks=[0, 100]), "a stack of 0"),
        (phh([*DEALT, "p2 f"], starting_stacks=[10**20, 100]), "more than"),
        (phh([*DEALT, "p2 f"], antes=[-1, 0]), "an ante of -1"),
    ],
)
def test_contradictory_histories_differ_and_say_why(text: str, message: str) -> None:
    (history,) = read_phh(text)
    verdict = judge(history)
    assert verdict.outcome is Outcome.DIFFER and message in verdict.reason and "\n" not in verdict.reason


@pytest.mark.parametrize(("move", "payoffs"), [("p2 cc", [10, -10, 0]), ("p2 f", [10, -10, 0])])
def test_moves_that_we_do_not_ask_for_are_taken(move: str, payoffs: list[int]) -> None:
    """The small blind is all-in by calling, the button has folded: pokerkit still asks the big blind."""
    dealt = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 2c7h"]
    board = ["p1 sm AsAd", "p2 sm KsKd", "d db 2d3c4c", "d db 5d", "d db 8h"] if move == "p2 cc" else []
    text = phh([*dealt, "p3 f", "p1 cc", move, *board], antes=[0] * 3, blinds_or_straddles=[1, 20, 0], min_bet=20,
               starting_stacks=[10, 100, 100])  # fmt: skip
    (history,) = read_phh(text)
    assert judge(history) == ReplayVerdict("", Outcome.AGREE)
    *_, end = replay(history)
    assert list(end.payoffs()[0]) == payoffs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (phh([*DEALT, "p2 cc"]), "ends before the hand does"),
        (phh(DEALT, variant="PO"), "variant PO"),
        (phh([*ALL_IN, "p1 sm ????", "p2 sm ????", "d db 2c3c4c", "d db 5d", "d db 8h"]), "hidden"),
    ],
)
def test_what_cannot_be_judged_is_named(text: str, message: str) -> None:
    (history,) = read_phh(text)
    verdict = judge(history)
    assert verdict.outcome is Outcome.UNJUDGED and message in verdict.reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant = 'NT'\nactions = ['p1 f", "not a complete PHH file"),
        ("variant = 'NT'\n", "no field 'starting_stacks'"),
        (phh(["p1 dances"]), "action 'p1 dances'"),
        (phh([], antes=[0, 0, 0]), "3 antes for 2 players"),
        (phh([], starting_stacks=["many", 2]), "'many' is not an amount"),
    ],
)
def test_broken_files_are_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(MalformedInput, match=message) as caught:
        read_phh(text)
    assert "\n" not in str(caught.value)


def test_a_pokerstars_hand_through_pokerkit(tmp_path: Path) -> None:
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n\n" + POKERSTARS.replace("Hold'em No Limit", "Stud"))
    content = read_file(file)
    (history,) = content.hands
    assert len(content.unread) == 1 and "is not no-limit hold'em as PokerStars writes it" in content.unread[0]
    assert judge(history).outcome is Outcome.AGREE
    *_, end = replay(history)
    payoffs, _ = end.payoffs()
    assert [float(payoff) for payoff in payoffs] == [-4.25, -0.25, 4.5]


def test_unreadable_files(tmp_path: Path) -> None:
    empty, binary, log = tmp_path / "empty.phh", tmp_path / "binary.phh", tmp_path / "some.log"
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe\x00")
    log.write_text("STATE:0:f:AsKd|QhQd:1|-1:a|b\n")
    prose = tmp_path / "prose.txt"
    prose.write_text("It was a dark and stormy night.\n")
    with pytest.raises(MalformedInput, match="not a known hand history"):
        read_file(prose)
    for file, message in (
        (empty, "is empty"),
        (binary, "not text"),
        (log, "game file"),
        (tmp_path / "no", "cannot be read"),
    ):
        with pytest.raises(MalformedInput, match=message):
            read_file(file)


GAME = """GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
LOG = "STATE:0:rrrc/rrrrc/rrrf:3h5c|8cAc/7sQcQs/4d:120|-120:P0|P1\nSTATE:2:cc/cc/crf:Qc6h|JsTc/2c3h5c/5s:-10|10:P0|P1\n"


def test_acpc_logs_replay_and_convert(tmp_path: Path) -> None:
    histories = list(read_log(LOG, parse_game(GAME), "log"))
    assert [judge(history).outcome for history in histories] == [Outcome.AGREE] * 2
    converted = read_phh(as_phh(histories, "out.phhs"))
    assert [judge(history).outcome for history in converted] == [Outcome.AGREE] * 2
    assert [str(move) for move in converted[1].moves][2:6] == ["p2 cc", "p1 cc", "d db 2c3h5c", "p1 cc"]
    with pytest.raises(MalformedInput, match="one hand, not 2"):
        as_phh(histories, "out.phh")
    with pytest.raises(MalformedInput, match="written as"):
        as_phh(histories, "out.txt")


@pytest.mark.parametrize(
    ("game", "log", "message"),
    [
        (GAME[:40], LOG, "not a complete GAMEDEF"),
        (GAME.replace("blind =", "blond ="), LOG, "no blind"),
        (GAME.replace("= 2 1 1 1", "= 1 1 1 1"), LOG, "firstPlayer is .1, 1, 1, 1."),
        (GAME, "STATE:0:rrrc", "line 1 is not STATE"),
        (GAME, "STATE:0:f:3h5c|8cAc|2c2d:1|-1:a|b", "3 hands and 2 values"),
    ],
)
def test_broken_acpc_files(game: str, log: str, message: str) -> None:
    with pytest.raises(MalformedInput, match=message):
        list(read_log(log, parse_game(game), "log"))


def test_a_wrong_value_in_an_acpc_log_differs() -> None:
    (history, _) = read_log(LOG.replace("120|-120", "130|-130"), parse_game(GAME))
    assert judge(history).outcome is Outcome.DIFFER
