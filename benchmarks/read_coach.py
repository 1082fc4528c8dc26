"""Decisions of random hands with everything the coach says, a few lines each, for a player to read.

`python -m benchmarks.read_coach 500 --seed 1 --streets 0,1,2,3` plays hands of styles and blueprints at 2 to 9 seats
and 8 to 200 big blinds, one in five of them a sit-and-go, takes one decision of each, and prints cards, line, mix,
values, words and the grades of what the player did and of one choice at random.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.agents.agent import Agent
from gutshot.agents.registry import builtins, make
from gutshot.cards.card import format_cards
from gutshot.coach.advice import Advice, Option
from gutshot.coach.effort import ADVICE
from gutshot.coach.grading import advise, grade
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.seats import position

STYLES = tuple(name for name in builtins() if name.startswith("style:"))
_SEATS = (2, 2, 2, 3, 3, 4, 5, 6, 6, 6, 6, 6, 9)
_DEPTHS = (8, 12, 15, 20, 30, 50, 100, 100, 100, 100, 150, 200)
_PAYS = {2: (100.0,), 3: (65.0, 35.0), 4: (50.0, 30.0, 20.0), 6: (50.0, 30.0, 20.0)}
_BLIND = 100


@dataclass(frozen=True)
class Drawn:
    """A decision, what the player did there, and what is played for."""

    seen: Observation
    done: Choice
    prizes: Prizes


def drawn(seed: int, streets: Sequence[int]) -> Drawn:
    """One decision of a random hand, on one of these streets."""
    dice = random.Random(seed)
    street = dice.choice(list(streets))
    while True:
        found = [each for each in _played(dice) if each.seen.street == street]
        if found:
            return dice.choice(found)


def _played(dice: random.Random) -> list[Drawn]:
    """All decisions of a hand."""
    is_sng = dice.random() < 0.2
    seats = dice.choice(tuple(_PAYS)) if is_sng else dice.choice(_SEATS)
    if is_sng:
        stacks = [round(dice.uniform(3, 25)) * _BLIND for _ in range(seats)]
    else:
        stacks = [dice.choice(_DEPTHS) * _BLIND] * seats if dice.random() < 0.6 else [
            dice.choice(_DEPTHS) * _BLIND for _ in range(seats)
        ]  # fmt: skip
    players = [_player(dice, seats) for _ in range(seats)]
    hand, found = Hand.holdem(stacks, (_BLIND // 2, _BLIND), dice.randrange(seats), seed=dice.randrange(2**40)), []
    while hand.actor is not None:
        seen = hand.observation(hand.actor)
        choice = players[hand.actor].act(seen)
        found.append(Drawn(seen, choice, Prizes(_PAYS[seats]) if is_sng else NO_PRIZES))
        hand = hand.act(choice)
    return found


def _player(dice: random.Random, seats: int) -> Agent:
    name = dice.choice(STYLES) if dice.random() < 0.4 else {2: "blueprint:hu", 3: "blueprint:3max"}.get(
        seats, "blueprint:6max"
    )  # fmt: skip
    player = make(name, dice.randrange(1000))
    player.new_hand(dice.randrange(2**30))
    return player


def told(number: int, case: Drawn, dice: random.Random) -> str:
    """Everything said about it, in lines."""
    seen, prizes = case.seen, case.prizes
    advice = advise(seen, case.done, ADVICE, prizes)
    big = seen.big_blind
    stacks = "/".join(f"{stack / big:g}" for stack in seen.starting_stacks)
    where = position(seen.seat, seen.seats, seen.button)
    money = f" prizes {prizes.money}" if prizes else ""
    lines = [
        f"#{number} {seen.seats}p {stacks} bb, {where} has {format_cards(seen.cards)} on "
        f"{format_cards(seen.board) or '-'}; pot {seen.pot}, to call {seen.to_call}{money}",
        f"   {_history(seen)}",
        f"   {' | '.join(_option(option, big) for option in advice.options)}",
        f"   {_facts(seen, advice)}",
        f"   WHY {advice.why}",
        f"   {advice.method}",
        *[
            f"   seat {position(read.seat, seen.seats, seen.button)}: {read.words}"
            for read in advice.reads
            if "not entered" not in read.words
        ],
    ]
    other = dice.choice([option.choice for option in advice.options] or [case.done])
    for choice in dict.fromkeys((case.done, other)):
        found = grade(seen, choice, 1, 0, ADVICE, prizes)
        lines.append(f"   GRADE {choice}: {'none' if found is None else f'{found.grade} {found.ev_lost} {found.text}'}")
    return "\n".join(lines)


def _history(seen: Observation) -> str:
    """The line, with what each has in on the street."""
    words, street, paid = [], 0, dict[int, int]()
    for event in seen.history:
        if event.street != street:
            street, paid = event.street, {}
            words.append("/")
        if event.seat is None:
            continue
        paid[event.seat] = paid.get(event.seat, 0) + (event.amount or 0)
        if event.is_decision:
            upto = f" {paid[event.seat]}" if event.amount else ""
            words.append(f"{position(event.seat, seen.seats, seen.button)} {event.kind.value}{upto},")
    return " ".join(words)


def _option(option: Option, big: int) -> str:
    share = "?" if option.share is None else f"{100 * option.share:.0f}%"
    value = "" if option.value is None else f" {option.value / big:+.2f}±{option.error / big:.2f}"
    lost = "" if option.lost is None else f" (-{option.lost / big:.2f})"
    return f"{option.label} {share}{value}{lost}{' [' + option.note + ']' if option.note else ''}"


def _facts(seen: Observation, advice: Advice) -> str:
    equity = "no equity" if advice.equity is None else f"equity {100 * advice.equity:.0f}%"
    whole = ", ".join(f"{name} {100 * share:.0f}%" for name, share in advice.whole_range)
    better = ", ".join(f"{each.words} {100 * each.chance:.0f}%" for each in advice.improvements if seen.board)
    return f"{equity}; range: {whole}; outs {advice.outs}; spr {advice.stack_to_pot or 0:.1f}; {better}"


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--streets", default="0,0,1,2,3")
    given = parser.parse_args()
    streets = [int(street) for street in given.streets.split(",")]
    for number in range(given.deals):
        seed = given.seed * 100_000 + number
        print(told(seed, drawn(seed, streets), random.Random(seed)), flush=True)


if __name__ == "__main__":
    main()
