"""A user's own agent: by the name of its class, on threads, with free names; what is wrong with it is said."""

from dataclasses import replace
from pathlib import Path

import pytest

import gutshot as gs
from gutshot.arena.python_play import AgentFailed
from gutshot.errors import BadConfig

SOURCE = """
class MyAgent:
    '''Calls everything.'''
    name = "my agent"
    def __init__(self, seed=0):
        self.seed = seed
    def new_hand(self, number):
        pass
    def act(self, observation):
        return "call" if observation.legal.call else "check"

class Shy(MyAgent):
    variants = ("badugi",)

class Silent:
    def new_hand(self, number): ...

NotAClass = 3
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own_agents.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return "own_agents"


def test_an_own_agent_plays_by_the_name_of_its_class(module: str) -> None:
    match = gs.MatchConfig((f"{module}:MyAgent", "call"), hands=20, seed=3)
    alone, spread = (gs.run_match(match, threads=threads) for threads in (1, 2))
    assert alone.complete and alone.as_json() == spread.as_json()
    same = gs.run_match(gs.MatchConfig(("call", "call"), hands=20, seed=3))
    assert [agent.bb100 for agent in alone.agents] == [agent.bb100 for agent in same.agents]


def test_names_of_players_are_free(module: str) -> None:
    match = gs.MatchConfig(("Anna", "Bert"), hands=10, free_names=True)
    players = [gs.make_agent(f"{module}:MyAgent"), gs.make_agent("call")]
    assert [agent.name for agent in gs.run_match(match, players=players).agents] == ["Anna", "Bert"]
    with pytest.raises(BadConfig, match="the players must be passed"):
        gs.run_match(match)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("own_agents:Nobody", "has no 'Nobody'"),
        ("no_such_module:Agent", "there is no module 'no_such_module'"),
        ("own_agents:Silent", "has no method 'act'"),
        ("own_agents:NotAClass", "has no method"),
        ("own_agents:Shy", "plays badugi, not holdem"),
        ("own_agents:small", "unknown agent"),
    ],
)
def test_what_is_no_agent_is_said(module: str, name: str, why: str) -> None:
    with pytest.raises(BadConfig, match=why):
        gs.MatchConfig((name, "call"))


STUBBORN = """
import numpy as np


class Silent:
    name = "stubborn"

    def new_hand(self, number): pass

    def act(self, seen): return "check" if seen.to_call == 0 else "fold"


class Nameless:
    def new_hand(self, number): pass

    def act(self, seen): return "check"


class Choosy(Silent):
    def __init__(self, table): pass


class Leaves(Silent):
    def act(self, seen): raise SystemExit(7)


class Refuses(Silent):
    def new_hand(self, number): raise ValueError("not today")


class Batch(Silent):
    def act_batch(self, seen, numbers): return []


class BatchRaises(Silent):
    def act_batch(self, seen, numbers): raise KeyError(5)


class Rows(Silent):
    def act_rows(self, rules, views, records, logs, lengths, numbers): return None


class RowsShort(Silent):
    def act_rows(self, rules, views, records, logs, lengths, numbers): return np.zeros(0, np.int64)


class RowsReal(Silent):
    def act_rows(self, rules, views, records, logs, lengths, numbers): return np.full(len(views), 1e30)


class RowsBelow(Silent):
    def act_rows(self, rules, views, records, logs, lengths, numbers): return np.full(len(views), -9)


class Mixes(Silent):
    def mix(self, seen, number): return "half"
"""


@pytest.fixture
def stubborn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    (tmp_path / "unfinished.py").write_text("def (")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("stubborn:Nameless", "has no `name`"),
        ("stubborn:Choosy", "cannot be made: TypeError: .*'table'"),
        ("unfinished:It", "importing 'unfinished' raised SyntaxError"),
        ("leaving:It", "importing 'leaving' raised SystemExit: 3"),
        ("stubborn:Nobody", "module 'stubborn' has no 'Nobody'"),
    ],
)
def test_a_class_that_cannot_be_seated_is_told(stubborn: None, name: str, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        gs.make_agent(name)


@pytest.mark.parametrize(
    ("kind", "words", "counts"),
    [
        ("Leaves", "raised SystemExit: 7", True),
        ("Refuses", "raised ValueError: not today when hand", False),
        ("Batch", r"made 0 choices in \d+ decisions", True),
        ("BatchRaises", "raised KeyError: 5", True),
        ("Rows", r"rows with object of shape \[\]: expected an action number for each", True),
        ("RowsShort", r"rows with int64 of shape \[0\]: expected", True),
        ("RowsReal", "rows with float64", True),
        ("RowsBelow", "illegal action .number -9: expected -1 to fold", True),
    ],
)
def test_an_agent_that_fails_is_named_or_folded_for(stubborn: None, kind: str, words: str, counts: bool) -> None:
    """Whatever it answers, compiled code does not follow it out of its arrays."""
    match = gs.MatchConfig((f"stubborn:{kind}", "call"), hands=4)
    with pytest.raises(AgentFailed, match=words):
        gs.run_match(match, threads=1)
    if counts:
        report = gs.run_match(replace(match, substitute=True), threads=1)
        assert report.complete and bool(report.agents[0].failures) == (kind == "Leaves")


def test_a_mix_that_is_none_is_refused(stubborn: None) -> None:
    match = gs.MatchConfig(("stubborn:Mixes", "call"), hands=4, aivat=True)
    with pytest.raises(AgentFailed, match="told 'half' of a hand: expected an OwnMix or None"):
        gs.run_match(match, threads=1)
