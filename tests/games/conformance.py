"""The one check that every game passes: what algorithms may rely on, tried on random play or the whole tree."""

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import pytest

from gutshot.errors import IllegalAction
from gutshot.game import CHANCE, TERMINAL, Action, State

Redeal = Callable[[Any, random.Random], Any]

MAX_LENGTH = 10_000
MEMBERS = ("num_players", "actor", "legal", "chances", "apply", "payoffs", "infoset")


@dataclass(frozen=True)
class TreeCounts:
    """The golden numbers of a game: histories by kind, and infosets."""

    chance: int
    decision: int
    terminal: int
    infosets: int


def check_game(root: State, redeal: Redeal | None = None, playouts: int = 100, seed: int = 0) -> None:
    """Play at random and check every state on the way.

    `redeal(state, dice)` gives a state that differs only in what the actor cannot see, for instance in the
    other players' cards; his infoset and actions must then be the same.
    """
    dice = random.Random(seed)
    menus: dict[tuple[int, Hashable], tuple[Action, ...]] = {}
    for _ in range(playouts):
        state, played = root, []
        while state.actor != TERMINAL:
            check_state(state, root.num_players)
            if state.actor >= 0:
                assert menus.setdefault((state.actor, state.infoset), state.legal) == state.legal
            if state.actor >= 0 and redeal is not None:
                check_hidden(state, redeal(state, dice))
            played.append(choose(state, dice))
            state = state.apply(played[-1])
            assert len(played) < MAX_LENGTH, f"random play did not end: {state!r}"
        check_end(state, root.num_players)
        assert replay(root, played) == state


def check_state(state: State, players: int) -> None:
    """A state in play: a proper actor, a proper menu, and no change by looking at it or acting from it."""
    assert all(hasattr(type(state), member) for member in MEMBERS)
    assert state.num_players == players
    assert state.actor == CHANCE or 0 <= state.actor < players
    if state.actor == CHANCE:
        outcomes, weights = zip(*state.chances, strict=True)
        assert state.legal == () and len(set(outcomes)) == len(outcomes)
        assert all(weight > 0 for weight in weights) and sum(weights) == pytest.approx(1.0, abs=1e-12)
    else:
        outcomes = state.legal
        assert state.chances == () and len(outcomes) > 0 and len(set(outcomes)) == len(outcomes)
        assert hash(state.infoset) == hash(state.infoset)
    before = repr(state)
    assert state.apply(outcomes[0]) == state.apply(outcomes[0])
    with pytest.raises(IllegalAction):
        state.apply("no such action")
    assert repr(state) == before


def check_hidden(state: State, other: State) -> None:
    assert other.actor == state.actor
    assert other.infoset == state.infoset, f"{state!r} and {other!r} differ only in hidden cards"
    assert other.legal == state.legal


def check_end(state: State, players: int) -> None:
    assert state.legal == () and state.chances == ()
    assert len(state.payoffs) == players
    assert sum(state.payoffs) == pytest.approx(0.0, abs=1e-9), f"chips were made or lost: {state!r}"
    with pytest.raises(IllegalAction):
        state.apply("no such action")


def choose(state: State, dice: random.Random) -> Action:
    if state.actor != CHANCE:
        return dice.choice(state.legal)
    outcomes, weights = zip(*state.chances, strict=True)
    return dice.choices(outcomes, weights)[0]


def replay(root: State, played: list[Action]) -> State:
    state = root
    for action in played:
        state = state.apply(action)
    return state


def count_tree(root: State) -> TreeCounts:
    """Every history and infoset, by a plain walk."""
    chance = decision = terminal = 0
    infosets: set[tuple[int, Hashable]] = set()
    stack = [root]
    while stack:
        state = stack.pop()
        if state.actor == TERMINAL:
            terminal += 1
        elif state.actor == CHANCE:
            chance += 1
            stack += [state.apply(outcome) for outcome, _ in state.chances]
        else:
            decision += 1
            infosets.add((state.actor, state.infoset))
            stack += [state.apply(action) for action in state.legal]
    return TreeCounts(chance, decision, terminal, len(infosets))
