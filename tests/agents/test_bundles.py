"""Installed bundles: found in the package and in the user's folder, named, listed, and made by name."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.agents import registry
from gutshot.cli import main
from gutshot.errors import BadConfig
from gutshot.strategies import entries
from gutshot.strategies.catalogue import Library
from gutshot.strategies.openers import OPENERS
from gutshot.trainer.table.opponents import is_bundle, kind_of, kinds_of


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GUTSHOT_DATA", str(tmp_path))
    return tmp_path / "bundles"


def save(folder: Path, kind: str, config: dict[str, object], summary: dict[str, object]) -> None:
    folder.parent.mkdir(exist_ok=True)
    artifacts.save(folder, kind, {"a": np.zeros(1)}, config, summary=summary)


def test_the_shipped_network_is_there_with_its_measure(mine: Path) -> None:
    pytest.importorskip("jax")
    shipped = Library().player("neural:ppo_6max")
    assert shipped is not None and shipped.path is not None and Library().player("ppo_6max") == shipped
    manifest = json.loads((shipped.path / "manifest.json").read_text())
    rate = manifest["summary"]["measures"]["tight-aggressive@6"]
    assert f"{rate:+.0f} bb/100" in shipped.about and "for 2, 3, 6 or 10 seats" in shipped.about


def test_the_users_bundles_are_found_named_and_come_first(mine: Path) -> None:
    pytest.importorskip("jax")
    before = len(Library().players())
    save(mine / "blueprint_tiny", "blueprint", {"game": {"num_players": 3}}, {"quality": "wins a little"})
    save(mine / "ppo_6max", "ppo-policy", {"tables": [{"players": [2]}]}, {})
    save(mine / "river", "postflop-solution", {}, {})
    (mine / "broken").mkdir()
    (mine / "broken" / "manifest.json").write_text("{")
    found = {entry.agent: entry for entry in Library().players()}
    assert len(found) == before + 1
    assert found["blueprint:tiny"].about == "for 3 seats; wins a little"
    assert found["neural:ppo_6max"].path == mine / "ppo_6max"


def test_a_family_is_listed_where_it_can_be_played(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(mine / "blueprint_tiny", "blueprint", {"game": {"num_players": 3}}, {})
    (mine.parent / "uploads").mkdir()
    save(mine.parent / "uploads" / "mine", "blueprint", {"game": {"num_players": 3}}, {})
    monkeypatch.setitem(registry.BUNDLE_FAMILIES, "blueprint", ("about", lambda path, seed: path))
    made: Any = registry.make
    assert made("blueprint:tiny") == str(mine / "blueprint_tiny")
    assert made("tiny") == str(mine / "blueprint_tiny")
    assert made("blueprint:/elsewhere/b") == "/elsewhere/b"
    assert "blueprint:tiny" in [name for name, _, _ in registry.listing()]
    assert kind_of("holdem", "blueprint:tiny").label == "Solved strategy tiny"
    assert is_bundle("blueprint:tiny") and not is_bundle("style:tag")
    assert [kind.agent for kind in kinds_of("badugi") if is_bundle(kind.agent)] == ["coach"]
    assert made("blueprint:uploads/mine") == str(mine.parent / "uploads" / "mine")
    assert "blueprint:uploads/mine" in [name for name, _, _ in registry.listing()]
    monkeypatch.setitem(OPENERS, "blueprint", replace(OPENERS["blueprint"], needs="no_such_package"))
    entries._read.cache_clear()
    assert "blueprint:tiny" not in [name for name, _, _ in registry.listing()]
    with pytest.raises(BadConfig, match="no opponent 'blueprint:tiny'"):
        kind_of("holdem", "blueprint:tiny")


def test_the_command_lists_them(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax")
    assert main(["agents", "--json"]) == 0
    names = [agent["name"] for agent in json.loads(capsys.readouterr().out)["agents"]]
    assert "neural:ppo_6max" in names and "style:tag" in names


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    pytest.importorskip("jax")
    with pytest.raises(BadConfig, match="did you mean 'neural:ppo_6max'"):
        registry.find("neurl:ppo_6max")
