"""Lines as text: one language for every spelling, and what is written reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.card import DECK, parse_cards
from gutshot.errors import GutshotError, IllegalAction, MalformedInput
from gutshot.games.actions import Action, ActionKind, parse_action
from gutshot.games.betting import CALL, FOLD
from gutshot.games.lines import ActionStep, DealStep, Line, format_line, line_after, parse_line, pick, require_seat

SEATS = ("", "BTN", "sb", "BB", "BTN/SB", "utg+1", "OOP", "ip")
ACTIONS = st.one_of(
    st.sampled_from([Action(kind) for kind in ActionKind if kind not in (ActionKind.BET, ActionKind.RAISE)]),
    st.builds(Action, st.just(ActionKind.DRAW), st.integers(0, 4)),
    st.builds(Action, st.sampled_from([ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN]), st.integers(1, 10**15)),
)
STEPS = st.one_of(
    st.builds(ActionStep, ACTIONS, st.sampled_from(SEATS)),
    st.builds(DealStep, st.lists(st.sampled_from(DECK), max_size=5, unique=True).map(tuple)),
)


@given(st.lists(STEPS, max_size=30).map(tuple))
def test_a_written_line_reads_back(line: Line) -> None:
    assert parse_line(format_line(line)) == line


@given(st.text("fcxkbra0123456789. ,|/:-*allinjmTd9d6hsb", max_size=40))
def test_any_text_is_a_line_or_refused_in_one_sentence(text: str) -> None:
    try:
        line = parse_line(text, 100)
    except GutshotError as error:
        assert "\n" not in str(error)
        return
    plain = format_line(line)
    assert format_line(parse_line(plain)) == plain


# Every way that addresses, saved drills, commands and examples have written lines, and the one text of each.
SPELLINGS = [
    ("", ""),
    ("check,bet 120,call|Qc|check", "check,bet 120,call|Qc|check"),
    ("check, bet 120 , call | Qc | check", "check,bet 120,call|Qc|check"),
    ("oop:check,ip:bet 120,oop:call|Qc|oop:check", "oop:check,ip:bet 120,oop:call|Qc|oop:check"),
    ("bet 120,allin", "bet 120,all-in"),
    ("bet 120,all-in,call", "bet 120,all-in,call"),
    ("all-in 900,call|Qc||2d|", "all-in 900,call|Qc||2d|"),
    ("check,raise to 300", "check,raise 300"),
    ("sb:2bb,bb:call|Td9d6h|bb:check,sb:4bb", "sb:raise 200,bb:call|Td9d6h|bb:check,sb:raise 400"),
    ("sb:2.5 bb,bb:call|Td 9d 6h|", "sb:raise 250,bb:call|Td9d6h|"),
    ("BTN/SB:2.5bb,BB:CALL", "BTN/SB:raise 250,BB:call"),
    ("f f r250 c / c r300", "fold,fold,raise 250,call,call,raise 300"),
    ("f-f-r250-c/c-r300", "fold,fold,raise 250,call,call,raise 300"),
    ("r2.5bb x / k r300, f", "raise 250,check,check,raise 300,fold"),
    ("raise 250 bb:call", "raise 250,bb:call"),
    ("fold jam call", "fold,all-in,call"),
    ("r250 c / Td9d6h / x b3bb a", "raise 250,call|Td9d6h|check,bet 300,all-in"),
    ("a,c|Ac|", "all-in,call|Ac|"),
    ("check,check|*|", "check,check|*|"),
    ("call,check|10d9d6h|", "call,check|Td9d6h|"),
    ("r200 c draw 1 stand pat / x bb:b100 discard 2", "raise 200,call,draw 1,pat,check,bb:bet 100,draw 2"),
]


@pytest.mark.parametrize(("text", "plain"), SPELLINGS)
def test_every_spelling_is_read(text: str, plain: str) -> None:
    assert format_line(parse_line(text, 100)) == plain


def test_small_amounts_before_the_flop_are_big_blinds() -> None:
    for text in ("raise 2.5,all-in 100", "raise 2500,all-in 100000", "r2.5bb a100bb"):
        assert format_line(parse_line(text, 1000, small_in_blinds=True)) == "raise 2500,all-in 100000"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("jump", "unknown action 'jump'"),
        ("check,call 250", "unknown action 'call 250'"),
        ("bet", "unknown action 'bet'"),
        ("bet 3bb", "does not count in big blinds"),
        ("raise 2.5", "chips are whole numbers"),
        ("check,check|Zz|", "unknown action 'Zz'"),
        ("check,check|QcQc|", "duplicate card Qc"),
        ("bb:", "unknown action 'bb:'"),
        ("r250x", "unknown action"),
        ("draw 5", "unknown action 'draw 5'"),
        ("x" * 3000, "3000 characters"),
    ],
)
def test_what_is_no_line_is_refused(text: str, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        parse_line(text)


def test_actions_are_known_by_their_amount_and_letters_by_what_is_possible() -> None:
    offered = [Action(ActionKind.CHECK), Action(ActionKind.BET, 120), Action(ActionKind.ALL_IN, 900)]
    asked = {"check": 0, "c": 0, "x": 0, "k": 0, "120": 1, "raise 120": 1, "all-in": 2, "jam": 2, "bet 900": 2}
    for text, place in asked.items():
        (act,) = parse_line(text)
        assert isinstance(act, ActionStep) and pick(act, offered, text) == place
    for text in ("call", "fold", "bet 99", "all-in 120000"):
        (act,) = parse_line(text)
        with pytest.raises(IllegalAction, match="expected one of check, bet 120, all-in 900"):
            pick(act, offered, text)  # type: ignore[arg-type]


def test_a_seat_that_is_named_has_to_be_right() -> None:
    (act,) = parse_line("sb:call")
    assert isinstance(act, ActionStep)
    require_seat(act, "BTN/SB", "sb:call")
    with pytest.raises(IllegalAction, match="it is BB's turn at 'call', not sb's"):
        require_seat(act, "BB", "sb:call")


def test_steps_are_added_to_a_text() -> None:
    assert line_after("", "check") == "check"
    assert line_after("check", "check") == "check,check"
    assert line_after(line_after("check,check", "Qc", True), "bet 120") == "check,check|Qc|bet 120"
    assert parse_line("|Td9d6h|") == (DealStep(parse_cards("Td9d6h")),)


def test_actions_and_kernel_numbers() -> None:
    numbers = [parse_action(text).number for text in ("fold", "check", "call", "bet 120", "all-in 900")]
    assert numbers == [FOLD, CALL, CALL, 120, 900]
    assert [parse_action(text).choice for text in ("fold", "check", "call", "raise 7")] == ["fold", "check", "call", 7]
