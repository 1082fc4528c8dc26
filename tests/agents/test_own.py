"""A user's own agent: by the name of its class, on threads, with free names; what is wrong with it is said."""

from pathlib import Path

import pytest

import gutshot as gs
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
