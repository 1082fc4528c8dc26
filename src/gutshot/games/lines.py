"""Lines: actions and the cards dealt between them, as text. Everything that takes or gives a line uses this language.

    fold,raise 250,call|Td9d6h|check,bet 300,all-in 9750      as we write it
    utg:f btn:r2.5bb bb:c / Td9d6h / x b3bb a                  as a user may type it

- Commas or spaces separate actions: `fold` or `f`, `check` (`x`, `k`), `call` (`c`), `bet 300` (`b300`),
  `raise 300` (`raise to 300`, `r300`, `300`), `all-in 9750` (`all-in`, `a`, `jam`). A bet or raise is known by its
  amount, whatever it is called; an all-in may leave it out. The letters c, x and k stand for check or call, whichever
  is possible there.
- In draw games `pat`, `draw 1`, `draw 2` say how many cards are drawn.
- An amount is what the action raises *to* on its street, in chips, or in big blinds with `bb` behind it.
- Bars or slashes separate streets, and what is dealt stands between two of them; `*` stands for any cards. Where cards
  do not matter they may be left out.
- A seat's name and a colon may stand before an action. It is for the reader, but it has to be right.

The empty line is the start. `parse_line(format_line(x)) == x`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gutshot.arguments import checked
from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.games.actions import Action, ActionKind, action_matched, match_action

LONGEST_LINE = 2000
ANY = "*"
_BARS = re.compile(r"\||(?<!btn)/", re.IGNORECASE)  # the slash of `BTN/SB:` is part of a name
_SEAT = re.compile(r"(btn/sb|[a-z][a-z0-9+]*)\s*:\s*", re.IGNORECASE)
_GAP = re.compile(r"[\s,-]*")
_CARDS = re.compile(r"\s*(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠][\s,]{0,9})+", re.IGNORECASE)
_EITHER = ("c", "x", "k")


@dataclass(frozen=True)
class ActionStep:
    """An action of a line, with its seat if named; `either`: it means check or call."""

    action: Action
    seat: str = ""
    either: bool = False

    def __str__(self) -> str:
        return f"{self.seat}:{self.action}" if self.seat else str(self.action)

    def means(self, offered: Action) -> bool:
        """Whether an offered action is the requested one."""
        asked = self.action
        if asked.is_sized and offered.is_sized:
            open_all_in = asked.kind is ActionKind.ALL_IN and not asked.amount
            return offered.kind is ActionKind.ALL_IN if open_all_in else asked.amount == offered.amount
        if asked.kind is ActionKind.DRAW:
            return asked == offered
        return asked.kind is offered.kind or (self.either and offered.is_passive)


@dataclass(frozen=True)
class DealStep:
    """Cards dealt; empty: any cards."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return format_cards(self.cards) or ANY


Line: TypeAlias = tuple[ActionStep | DealStep, ...]


@checked
def parse_line(text: str, big_blind: int | None = None, small_in_blinds: bool = False) -> Line:
    """The steps of a line, amounts in chips; MalformedInput if it is not a line.

    `small_in_blinds`: bare amounts of no more than a big blind's chips are big blinds (`raise 2.5`), as lines before
    the flop used to be written.
    """
    if len(text) > LONGEST_LINE:
        raise MalformedInput(f"a line of {len(text)} characters: expected at most {LONGEST_LINE}")
    steps: list[ActionStep | DealStep] = []
    for part in _BARS.split(text):
        if part.strip() == ANY:
            steps.append(DealStep())
        elif _CARDS.fullmatch(part):
            steps.append(DealStep(parse_cards(part)))
        else:
            steps += _actions(part, text, big_blind, small_in_blinds)
    return tuple(steps)


def _actions(part: str, line: str, big_blind: int | None, small_in_blinds: bool) -> list[ActionStep]:
    """The actions of one street."""
    steps: list[ActionStep] = []
    at = _past(_GAP, part, 0)
    while at < len(part):
        seat = _SEAT.match(part, at)
        found = match_action(part, seat.end() if seat else at)
        after = _past(_GAP, part, found.end()) if found else at
        if found is None or (after == found.end() < len(part)):
            word = re.split(r"[,|]", part[at:])[0].strip()
            expected = "expected one like 'check', 'call', 'bet 120', 'r2.5bb' or 'all-in'"
            raise MalformedInput(f"unknown action {word!r} in line {line!r}: {expected}")
        count_blinds = small_in_blinds and big_blind is not None and _is_small(found, big_blind)
        action = action_matched(found, big_blind, count_blinds)
        steps.append(ActionStep(action, seat[1] if seat else "", (found["plain"] or "").lower() in _EITHER))
        at = after
    return steps


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _is_small(found: re.Match[str], big_blind: int) -> bool:
    return bool(found["amount"]) and float(found["amount"]) <= big_blind


def line_after(line: str, step: str, is_deal: bool = False) -> str:
    """The text of a line continued by an action or by cards."""
    if is_deal:
        return f"{line}|{step}|"
    return f"{line},{step}" if line and not line.endswith("|") else line + step


@checked
def format_line(steps: Iterable[ActionStep | DealStep | Action]) -> str:
    """The text that `parse_line` reads back: what an address, a file or a screen holds."""
    line = ""
    for step in steps:
        line = line_after(line, str(step), isinstance(step, DealStep))
    return line


def pick(act: ActionStep, offered: Sequence[Action], line: str, big_blind: int | None = None) -> int:
    """The index of the requested action; IllegalAction if it is not offered."""
    for place, action in enumerate(offered):
        if act.means(action):
            return place
    listed = ", ".join(action.text(big_blind) for action in offered) or "nothing: the line ends there"
    raise IllegalAction(f"line {line!r}: no '{act.action.text(big_blind)}' there, expected one of {listed}")


def require_seat(act: ActionStep, name: str, line: str) -> None:
    """A named seat must be the one to act."""
    if act.seat and act.seat.upper() not in (name.upper(), *name.upper().split("/")):
        raise IllegalAction(f"line {line!r}: it is {name}'s turn at '{act.action}', not {act.seat}'s")
