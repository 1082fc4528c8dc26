"""Lines as a person may write them: `sb:2bb,bb:call|Td9d6h|bb:check,sb:4bb`, or without seats and in chips.

Bars separate betting from the cards dealt. A seat's name before an action is for the reader; it must be right where it
is given. An amount alone is a bet or raise to it; `bb` counts it in big blinds.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gutshot.errors import IllegalAction, MalformedInput

LONGEST_LINE = 2000
_STEP = re.compile(r"(?:([A-Za-z+/0-9]+)\s*:)?\s*([^:]*)")
_AMOUNT = re.compile(r"(?:(bet|raise|all-?in)(?:\s+to)?\s*)?(\d+(?:\.\d+)?)\s*(bb)?", re.IGNORECASE)


@dataclass(frozen=True)
class LineStep:
    """One part of a line: cards dealt, or an action with the name of its seat where one was given."""

    text: str
    is_deal: bool = False
    seat: str = ""


def read_line(line: str, big_blind: int | None = None) -> tuple[LineStep, ...]:
    """The steps of a line, amounts in chips."""
    if len(line) > LONGEST_LINE:
        raise MalformedInput(f"a line of {len(line)} characters: expected at most {LONGEST_LINE}")
    steps: list[LineStep] = []
    for number, part in enumerate(line.split("|")):
        if number % 2:
            steps.append(LineStep(part.strip(), True))
        else:
            steps += [_action(word, big_blind, line) for word in part.split(",") if word.strip()]
    return tuple(steps)


def _action(text: str, big_blind: int | None, line: str) -> LineStep:
    found = _STEP.fullmatch(text.strip())
    if found is None:
        raise MalformedInput(f"{text.strip()!r} in line {line!r}: expected an action such as 'bb:call' or 'bet 120'")
    return LineStep(_in_chips(" ".join(found[2].split()), big_blind, line), seat=found[1] or "")


def _in_chips(word: str, big_blind: int | None, line: str) -> str:
    amount = _AMOUNT.fullmatch(word)
    if amount is None:
        return word.lower()
    if amount[3] and big_blind is None:
        raise MalformedInput(f"{word!r} in line {line!r}: this game does not count in big blinds: give chips")
    chips = float(amount[2]) * (big_blind if amount[3] and big_blind else 1)
    return f"{(amount[1] or 'bet').lower()} {round(chips)}"


def joined(steps: Iterable[LineStep]) -> str:
    """The plain text of steps: what a URL holds."""
    parts = [""]
    for step in steps:
        if step.is_deal:
            parts += [step.text, ""]
        else:
            parts[-1] += ("," if parts[-1] else "") + step.text
    return "|".join(parts)


def require_seat(step: LineStep, name: str, line: str) -> None:
    """A seat that is named must be the one to act."""
    if step.seat and step.seat.upper() not in name.upper().split("/") and step.seat.upper() != name.upper():
        raise IllegalAction(f"line {line!r}: it is {name}'s turn at {step.text!r}, not {step.seat}'s")
