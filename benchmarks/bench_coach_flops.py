"""The coach's grades on flops against solutions over all cards, made on a GPU from the same ranges and sizes.

`python -m benchmarks.bench_coach_flops FILE` writes the flops to be solved, each as the coach would put it: the ranges
that the strategies give to a line, the sizes he thinks in, and one size that nobody offers. The solutions come back as
one NPZ. `GUTSHOT_BENCH_FLOPS=SOLVED python -m benchmarks coach_flops` compares: a hand of the range and a choice
are drawn at random, and the loss is compared with the one he finds. `GUTSHOT_BENCH_FLOPS_KEPT` names a file that keeps
what was compared, from which a later run goes on.
"""

import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row
from gutshot.cards.card import Card, format_cards, mask_of
from gutshot.cards.combos import COMBO_COUNT, combo_cards, combos_with_any
from gutshot.coach.effort import FLOP, GRADE
from gutshot.coach.grading import grade
from gutshot.coach.sources import search_for
from gutshot.games.actions import Choice, parse_action
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.search.endgame import Root, menu_for, packed
from gutshot.search.settings import MENUS
from gutshot.search.street_play import street_play

F: Choice = "fold"


@dataclass(frozen=True)
class Line:
    """What is done before the flop at 100 bb, and what on it; a bet that is faced, or asked about, is told in pots.

    A bet that is faced is one of those the coach thinks in; one that is asked about is not.
    """

    seats: int
    before: tuple[Choice, ...]
    checked: bool
    faced: float = 0.0
    asked: float = 0.0
    flops: int = 9


LINES = {
    "big blind against button, heads-up": Line(2, (200, "call"), True, faced=0.5, flops=6),
    "button against big blind, heads-up": Line(2, (300, "call"), True, asked=1.25, flops=7),
    "big blind who re-raised, heads-up": Line(2, (300, 900, "call"), False, asked=1.25),
    "button against big blind": Line(6, (F, F, F, 250, F, "call"), True, asked=0.2),
    "big blind against cutoff": Line(6, (F, F, 250, F, F, "call"), True, faced=0.33, flops=7),
    "UTG against big blind": Line(6, (250, F, F, F, F, "call"), True, asked=1.25),
    "small blind against big blind": Line(6, (F, F, F, F, 250, "call"), False, asked=0.2, flops=8),
    "small blind who re-raised the button": Line(6, (F, F, F, 250, 825, F, "call"), False, asked=0.2, flops=10),
    "cutoff against button who re-raised": Line(6, (F, F, 250, 825, F, F, "call"), True, faced=0.75, flops=10),
}
_STACK, _BLINDS = 10_000, (50, 100)


@dataclass(frozen=True)
class Flop:
    """One flop of a line."""

    name: str
    number: int

    @property
    def line(self) -> Line:
        return LINES[self.name]

    @property
    def board(self) -> tuple[Card, ...]:
        """Drawn by the number, the same for every line."""
        return tuple(Card(card) for card in random.Random(1000 + self.number).sample(range(52), 3))

    @property
    def decision(self) -> tuple[Choice, ...]:
        """What has been done on the flop."""
        faced = (round(self.line.faced * self.hand().pot),) if self.line.faced else ()
        return (*(("check",) if self.line.checked else ()), *faced)

    @property
    def asked(self) -> int | None:
        """The size in question, in chips."""
        return round(self.line.asked * self.hand().pot) if self.line.asked else None

    def hand(self, cards: tuple[int, int] | None = None, seat: int | None = None, done: Sequence[Choice] = ()) -> Hand:
        """The real hand, with these cards in a seat and any others elsewhere."""
        rest = [card for card in range(52) if card not in self.board and card not in (cards or ())]
        random.Random(self.number).shuffle(rest)
        seats = self.line.seats
        order = [(1 + place) % seats for place in range(seats)]
        dealt = [cards if each == seat and cards else (rest.pop(), rest.pop()) for each in order]
        deck = [Card(each) for each in (*(one for one, _ in dealt), *(two for _, two in dealt), *self.board)]
        return Hand.holdem([_STACK] * seats, _BLINDS, 0, deck=deck, seed=1, actions=(*self.line.before, *done))


def flops() -> list[Flop]:
    """Line by line in turn, so that the first of them are of all kinds."""
    most = max(line.flops for line in LINES.values())
    return [Flop(name, number) for number in range(most) for name, line in LINES.items() if number < line.flops]


def to_solve(flop: Flop) -> dict[str, Any]:
    """The flop as the coach's search would root it, over all cards."""
    hands = public_hands(flop.hand())
    search, play = search_for(flop.line.seats, FLOP), street_play(hands)
    assert play is not None
    ranges = [_trimmed(search.range_of(hands, seat), search.settings.least_weight) for seat in play.seats]
    root = Root(play.board, (packed(ranges[0]), packed(ranges[1])), play.pot, play.stack, play.street)
    menu = MENUS[FLOP][menu_for(root, search.settings)]
    done = [_word(each) for each in flop.decision]
    asked = [] if flop.asked is None else [", ".join([*done, f"bet {flop.asked}"])]
    return {
        "name": flop.name,
        "number": flop.number,
        "board": format_cards(play.board),
        "oop": _text(ranges[0]),
        "ip": _text(ranges[1]),
        "pot": play.pot,
        "stack": play.stack,
        "bets": menu.bets,
        "raises": menu.raises,
        "add_allin_threshold": menu.add_all_in,
        "force_allin_threshold": 0.1,
        "played": [*asked, *([", ".join(done)] if flop.line.faced else [])],
        "lines": list(dict.fromkeys(["", ", ".join(done)])),
    }


def _word(choice: Choice) -> str:
    return f"bet {choice}" if isinstance(choice, int) else str(choice)


def _trimmed(reach: Reals, least: float) -> Reals:
    weights = reach / reach.max()
    return np.where(weights < least, 0.0, weights)


def _text(weights: Reals) -> list[float]:
    """Of 1,326 hands in the order of `gutshot.cards.combos`, to four digits."""
    return [round(float(weight), 4) for weight in weights]


# --- the comparison ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A decision: the loss of a choice in big blinds as solved and as graded, and the grade of the best choice."""

    name: str
    number: int
    choice: str
    exact: float
    graded: float | None
    best: str | None
    seconds: float


def compare(place: int, solved: Mapping[str, Any]) -> Compared | None:
    """The decision of one flop, with a hand of the actor's range and a choice drawn by its place; None if unsolved."""
    flop, began = flops()[place], time.process_time()
    spot = to_solve(flop)
    key = f"{place}.{len(spot['lines']) - 1}"
    if f"{key}.ev" not in solved:
        return None
    dice = random.Random(place)
    worth = np.array(solved[f"{key}.best" if f"{key}.best" in solved else f"{key}.ev"], dtype=np.float64)
    choices = [_choice(word, flop) for word in str(solved[f"{key}.actions"]).split("|")]
    combo = _hand_of(flop, spot, solved, place, dice)
    picked = dice.randrange(len(choices))
    own = worth[:, combo] / _BLINDS[1]
    seen = _seen(flop, combo)
    told, best = (grade(seen, choices[each], 1, 0, GRADE) for each in (picked, int(own.argmax())))
    return Compared(
        flop.name,
        flop.number,
        str(choices[picked]),
        float(own.max() - own[picked]),
        None if told is None else told.ev_lost,
        None if best is None else best.grade,
        time.process_time() - began,
    )


def _hand_of(flop: Flop, spot: Mapping[str, Any], solved: Mapping[str, Any], place: int, dice: random.Random) -> int:
    """A hand of the actor's, as often as it comes there; one that has checked before as often as it checks."""
    is_first = len(flop.decision) != 1
    weights = np.array(spot["oop" if is_first else "ip"])
    weights[combos_with_any(mask_of(flop.board))] = 0.0
    if len(flop.decision) == 2:
        words = str(solved[f"{place}.0.actions"]).split("|")
        weights *= np.nan_to_num(np.array(solved[f"{place}.0.strategy"], dtype=np.float64)[words.index("check")])
    return dice.choices(range(COMBO_COUNT), weights=weights.tolist())[0]


def _seen(flop: Flop, combo: int) -> Observation:
    """The decision with a hand."""
    actor = flop.hand(done=flop.decision).actor
    assert actor is not None
    return flop.hand(combo_cards(combo), actor, flop.decision).observation(actor)


def _choice(word: str, flop: Flop) -> Choice:
    action = parse_action(word)
    if not action.is_sized:
        return word
    return action.amount or flop.hand().stacks[flop.hand().actor or 0]


def _kept(file: str) -> dict[tuple[str, int], Compared]:
    if not file or not Path(file).exists():
        return {}
    rows = [Compared(**json.loads(line)) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    return {(row.name, row.number): row for row in rows}


def _compared(solved: Mapping[str, Any], file: str) -> Iterator[Compared]:
    kept = _kept(file)
    for place, flop in enumerate(flops()):
        found = kept.get((flop.name, flop.number)) or compare(place, solved)
        if found is None:
            continue
        if file and (flop.name, flop.number) not in kept:
            with Path(file).open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(asdict(found)) + "\n")
        yield found


def run() -> list[Row]:
    """How far the losses are apart, and how the best choices are graded."""
    solved = np.load(os.environ["GUTSHOT_BENCH_FLOPS"])
    every = list(_compared(solved, os.environ.get("GUTSHOT_BENCH_FLOPS_KEPT", "")))
    known = [each for each in every if each.graded is not None]
    gaps = np.array([abs(each.exact - (each.graded or 0.0)) for each in known])
    grades = Counter(each.best for each in every)
    note = f"{len(known)} of {len(every)} graded, 75 % below {np.quantile(gaps, 0.75):.2f} bb; best choices: "
    note += ", ".join(f"{count} {name}" for name, count in grades.most_common())
    note += f"; {np.mean([each.seconds for each in every]):.1f} CPU s a flop"
    return [Row("flops", "median gap in EV lost", float(np.median(gaps)), "bb", note)]


def main() -> None:
    """Write the file; ranges of a line are the same on all of its flops but for the cards of the board."""
    found = [to_solve(flop) for flop in flops()]
    Path(sys.argv[1]).write_text(json.dumps(found, separators=(",", ":")), encoding="utf-8")
    print(f"{len(found)} flops, {Path(sys.argv[1]).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
