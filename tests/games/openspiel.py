"""Walks a game of ours beside OpenSpiel's: same actors, menus, chances, payoffs and infosets at every step."""

import random
from collections.abc import Hashable

import pyspiel
import pytest

from gutshot.game import CHANCE, TERMINAL, State


class Twins:
    """Our states and OpenSpiel's, kept in step; `names` is the bijection of infosets found so far."""

    def __init__(self, root: State, game: str) -> None:
        self.root, self.game = root, pyspiel.load_game(game)
        self.names: dict[Hashable, str] = {}

    def walk(self) -> int:
        """The whole tree; the number of histories."""
        return self._walk(self.root, self.game.new_initial_state())

    def _walk(self, ours: State, theirs: "pyspiel.State") -> int:
        self._compare(ours, theirs)
        return 1 + sum(self._walk(*step) for step in self._steps(ours, theirs))

    def play(self, dice: random.Random) -> None:
        """One random playout."""
        ours, theirs = self.root, self.game.new_initial_state()
        while True:
            self._compare(ours, theirs)
            if ours.actor == TERMINAL:
                return
            ours, theirs = dice.choice(self._steps(ours, theirs))

    def _steps(self, ours: State, theirs: "pyspiel.State") -> list[tuple[State, "pyspiel.State"]]:
        actions = [outcome for outcome, _ in ours.chances] if ours.actor == CHANCE else ours.legal
        return [(ours.apply(a), theirs.child(b)) for a, b in zip(actions, theirs.legal_actions(), strict=True)]

    def _compare(self, ours: State, theirs: "pyspiel.State") -> None:
        if theirs.is_terminal():
            assert ours.actor == TERMINAL
            assert ours.payoffs == pytest.approx(theirs.returns(), abs=1e-12)
        elif theirs.is_chance_node():
            assert ours.actor == CHANCE
            assert [p for _, p in ours.chances] == pytest.approx([p for _, p in theirs.chance_outcomes()])
        else:
            assert ours.actor == theirs.current_player()
            assert self.names.setdefault(ours.infoset, theirs.information_state_string()) == (
                theirs.information_state_string()
            )

    def require_bijection(self) -> None:
        assert len(set(self.names.values())) == len(self.names)
