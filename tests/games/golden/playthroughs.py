"""Hands played by a script and told in words: what a reader can check against the rules without running anything."""

from collections.abc import Callable
from pathlib import Path

from gutshot.cards.card import format_cards
from gutshot.games.actions import Choice, Legal, format_choice
from gutshot.games.hand import Hand
from gutshot.games.rules import ACPC_LIMIT, TDA_LIMIT

FOLDER = Path(__file__).parent


def play(hand: Hand, *choices: Choice) -> list[Hand]:
    path = [hand]
    for choice in choices:
        path.append(path[-1].act(choice))
    return path


def passively(hand: Hand) -> list[Hand]:
    """To the end with checks, calls and pat hands."""
    path = [hand]
    while path[-1].actor is not None:
        legal = path[-1].legal
        path.append(path[-1].act(() if legal.draw is not None else "call" if legal.call else "check"))
    return path


def heads_up_walk() -> list[Hand]:
    return play(Hand.holdem([1000, 1000], button=1, seed=1), "fold")


def three_layers_of_side_pots() -> list[Hand]:
    hand = Hand.holdem([300, 700, 1500, 4000], antes=25, button=0, seed=11)
    return play(hand, 3000, "call", "call", "call")


def short_all_in_does_not_reopen() -> list[Hand]:
    hand = Hand.holdem([5000, 5000, 250, 5000], button=3, seed=12)
    path = play(hand, "call", "call", "call", "check", 100, "fold", 150, "call", "call")
    return path[:-1] + passively(path[-1])


def short_all_ins_add_up() -> list[Hand]:
    hand = Hand.holdem([5000, 5000, 250, 300, 5000], button=4, seed=13)
    path = play(hand, *["call"] * 4, "check", 100, "fold", 150, 200, "call", 400, "fold")
    return path[:-1] + passively(path[-1])


def tda_limper_and_short_all_in() -> list[Hand]:
    hand = Hand.holdem([150, 5000, 5000, 5000], button=0, limit=TDA_LIMIT, seed=14)
    path = play(hand, "call", 150, "call", "fold", "call")
    return path[:-1] + passively(path[-1])


def acpc_dealer_reopens() -> list[Hand]:
    hand = Hand.holdem([5000, 5000, 250, 5000], button=3, limit=ACPC_LIMIT, seed=12)
    path = play(hand, "call", "call", "call", "check", 100, "fold", 150, "call", 400, "fold")
    return path[:-1] + passively(path[-1])


def big_blind_ante_and_straddle() -> list[Hand]:
    hand = Hand.holdem([2000] * 4, blinds=(50, 100, 200), big_blind_ante=100, button=0, seed=15)
    path = play(hand, "call", "fold", "fold", "check")
    return path[:-1] + passively(path[-1])


def chopped_pot_with_odd_chips() -> list[Hand]:
    hand = Hand.holdem([1000] * 3, blinds=(25, 25), seed=1, deck="2c2d3c 4c4d5c AhKhQhJhTh")
    path = play(hand, 51, "call", "fold")
    return path[:-1] + passively(path[-1])


def badugi_all_in_players_draw() -> list[Hand]:
    path = play(Hand.badugi([150, 1000, 1000], button=0, seed=16), "call", "call", "check")
    path += play(path[-1], path[-1].cards(1)[:2])[1:]
    path += play(path[-1], path[-1].cards(2)[:1])[1:]
    path += play(path[-1], ())[1:]
    path += play(path[-1], 100, "call", "call")[1:]
    return path[:-1] + passively(path[-1])


SCENES: dict[str, Callable[[], list[Hand]]] = {
    scene.__name__: scene
    for scene in (
        heads_up_walk, three_layers_of_side_pots, short_all_in_does_not_reopen, short_all_ins_add_up,
        tda_limper_and_short_all_in, acpc_dealer_reopens, big_blind_ante_and_straddle, chopped_pot_with_odd_chips,
        badugi_all_in_players_draw,
    )
}  # fmt: skip


def options(legal: Legal) -> str:
    if legal.draw is not None:
        return f"draw up to {legal.draw}"
    words = ["fold", "check" if legal.check else f"call {legal.call}"]
    if legal.min_raise_to is not None:
        words.append(f"raise to {legal.min_raise_to}..{legal.max_raise_to}")
    return ", ".join(words)


def transcript(path: list[Hand]) -> str:
    """The table, every event, and before each decision the position with its legal actions."""
    first, last = path[0], path[-1]
    lines = [f"{first.rules.name}, {first.seats} seats, button at seat {first.button}"]
    lines += [
        f"  seat {seat} {first.position(seat):6} {stack:5} chips  {format_cards(first.cards(seat), ' ')}"
        for seat, stack in enumerate(first.setup.stacks)
    ]
    told = 0
    for before, after in zip(path, [*path[1:], None], strict=True):
        lines += [f"{event}" for event in before.events[told:]]
        told = len(before.events)
        if after is not None:
            choice = format_choice(after.actions[-1])
            lines.append(f"    stacks {before.stacks} bets {before.bets} pot {before.pot}")
            lines.append(f"    seat {before.actor} may {options(before.legal)} -> {choice}")
    lines.append(f"payoffs {last.payoffs}")
    return "\n".join(lines) + "\n"
