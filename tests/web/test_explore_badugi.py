"""A badugi strategy over HTTP: classes in the explorer, and drills of draws."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from gutshot.trainer.records.store import sqlite_url
from tests.web.conftest import new_person, serving

SOURCE = "shipped:badugi_hu"


@pytest.fixture(scope="module")
def you(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    data: Path = tmp_path_factory.mktemp("badugi")
    with serving(sqlite_url(data / "trainer.db"), data=data) as url, closing(new_person(url)) as client:
        yield client


@pytest.mark.heavy
def test_the_explorer_shows_classes(you: httpx.Client) -> None:
    asked = {"source": SOURCE, "line": "raise 200,call"}
    hands = you.get("/api/explore/node", params=asked).json()["hands"]
    assert hands["combos"] == "" and hands["classes"]["rows"] == ["badugi", "three cards", "two cards", "one card"]
    assert len(hands["classes"]["names"]) == len(hands["reach"]) == len(hands["mix"][0])
    report = you.get("/api/explore/report", params=asked).json()
    assert {part["name"] for part in report["made"]} <= set(hands["classes"]["rows"])
    written = you.get("/api/explore/export", params=asked | {"format": "csv"})
    assert written.status_code == 200 and "badugi" in written.text
    refused = you.get("/api/explore/export", params=asked | {"format": "range"})
    assert refused.status_code == 422 and "in hold'em only" in refused.text


@pytest.mark.heavy
def test_a_spot_is_drilled(you: httpx.Client) -> None:
    begun = you.post("/api/drills", json={"source": SOURCE, "line": "raise 200,call"})
    assert begun.status_code == 201, begun.text
    drill = begun.json()
    assert len(drill["cards"]) == 4
    answer = you.post(f"/api/drills/{drill['id']}/act", json={"number": 1, "action": "draw 1"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["answer"]["cards"] == drill["cards"] and sum(answer.json()["mix"]) == pytest.approx(
        1, abs=0.01
    )
    whole = you.post("/api/drills", json={"source": SOURCE, "line": "", "whole": True})
    assert whole.status_code == 422 and "in hold'em only" in whole.text
