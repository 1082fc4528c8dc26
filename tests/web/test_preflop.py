"""Play before the flop over the API: tables, charts, and jam or fold and raises solved as jobs."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.jam_fold_artifact import load_pushfold
from gutshot.preflop.solution import PreflopSolution
from gutshot.strategies.entries import Entry
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import sqlite_url
from gutshot.web.preflop.views import tables_of
from tests.web.conftest import new_person, serving
from tests.web.test_jobs import is_over, wait_for

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path, str]]:
    folder = tmp_path_factory.mktemp("preflop")
    with serving(sqlite_url(folder / "t.db"), data=folder, job_limits=JobLimits(at_once=1, threads=1)) as url:
        client = new_person(url)
        yield client, folder, url
        client.close()


def test_every_shipped_depth_and_seat_count_has_a_table(lab: tuple[httpx.Client, Path, str]) -> None:
    client, _, _ = lab
    tables = client.get("/api/preflop/tables").json()
    blueprints = {(each["seats"], each["stack"]) for each in tables if each["kind"] == "blueprint"}
    assert {(2, 15.0), (2, 25.0), (2, 100.0), (3, 25.0), (3, 100.0), (6, 20.0), (6, 100.0)} <= blueprints
    jams = {each["seats"] for each in tables if each["kind"] == "jam-or-fold"}
    assert jams == {2, 3, 4, 5, 6} and not any(each["own"] for each in tables)
    assert [each["seats"] for each in tables] == sorted(each["seats"] for each in tables)


def test_charts_are_those_of_the_explorer(lab: tuple[httpx.Client, Path, str]) -> None:
    client, _, _ = lab
    source = "shipped:jam_or_fold@3x10"
    charts = client.get("/api/preflop/charts", params={"source": source}).json()
    assert [(each["group"], each["position"], each["against"]) for each in charts["charts"]] == [
        ("open", "BTN", ""),
        ("open", "SB", ""),
        ("defend", "SB", "BTN"),
        ("defend", "BB", "BTN"),
        ("defend", "BB", "SB"),
    ]
    for chart in charts["charts"]:
        node = client.get("/api/explore/node", params={"source": source, "line": chart["line"]}).json()
        assert [share["share"] for share in chart["shares"]] == pytest.approx(node["hands"]["frequencies"], abs=1e-4)
        assert [share["word"] for share in chart["shares"]] == [move["word"] for move in node["path"][-1]["moves"]]
    drill = client.post("/api/drills", json={"source": source, "line": charts["charts"][3]["line"]})
    assert drill.status_code == 201, drill.text


def test_jam_or_fold_is_solved_as_a_job_and_has_charts(lab: tuple[httpx.Client, Path, str]) -> None:
    client, folder, url = lab
    answer = client.post("/api/preflop/jam", json={"stacks": [8, 14], "ante": 0.1, "title": "Heads-up"})
    assert answer.status_code == 201, answer.text
    job = answer.json()
    assert (job["kind"], job["title"]) == ("preflop", "Heads-up")
    detail = wait_for(client, job["id"], is_over)
    assert detail["job"]["state"] == "done", detail["job"]
    solved = load_pushfold(folder / "solutions" / detail["job"]["result"])
    plain = solve_pushfold(JamTable((8.0, 14.0), 0.1))
    assert solved.ev == pytest.approx(plain.ev, abs=1e-6)
    table = next(each for each in client.get("/api/preflop/tables").json() if each["own"])
    assert (table["title"], table["seats"], table["stack"], table["stacks"]) == ("Heads-up", 2, None, "8, 14 bb")
    charts = client.get("/api/preflop/charts", params={"source": table["source"]}).json()["charts"]
    assert [chart["group"] for chart in charts] == ["open", "defend"] and charts[0]["ev"] is not None
    other = new_person(url)
    assert other.get(f"/api/jobs/{job['id']}").status_code == 404
    other.close()


def test_a_game_of_raises_is_solved_round_by_round(lab: tuple[httpx.Client, Path, str]) -> None:
    client, folder, _ = lab
    ask = {"seats": 2, "stack": 10, "sizes": ["2.5x", "a"], "flops": "checked_down", "rounds": 2}
    job = client.post("/api/preflop/raises", json=ask).json()
    assert job["title"] == "Preflop, 2 seats, 10 bb"
    detail = wait_for(client, job["id"], is_over)
    assert detail["job"]["state"] == "done", detail["job"]
    assert [point["iteration"] for point in detail["curve"]] == [1, 2]
    assert len(PreflopSolution.load(folder / "solutions" / detail["job"]["result"]).reports) == 2


def test_a_count_of_seats_that_is_no_number_is_passed_over() -> None:
    """Manifests come from strangers: "²" is a digit, and no number."""
    facts = [("Seats", "²"), ("Stacks", "100 bb")]
    assert tables_of([Entry("file:odd", "odd", "preflop", facts, [])]) == []


def test_only_strategies_of_whole_ranges_before_the_flop_have_charts(lab: tuple[httpx.Client, Path, str]) -> None:
    client, _, _ = lab
    answer = client.get("/api/preflop/charts", params={"source": "agent:style:tag"})
    assert answer.status_code == 422 and "agent strategy" in answer.json()["message"]


@pytest.mark.parametrize(
    ("path", "ask", "words"),
    [
        ("jam", {"stacks": [8]}, "stacks"),
        ("jam", {"stacks": [8, 8], "prizes": [10, 20]}, "prizes"),
        ("jam", {"stacks": [8, 8], "prizes": [3, 2, 1]}, "3 prizes for 2 players"),
        ("jam", {"stacks": [8, 0]}, "stacks"),
        ("raises", {"stack": 25, "sizes": ["lots"]}, "lots"),
        ("raises", {"stack": 0.5}, "stack"),
    ],
)
def test_tables_that_do_not_exist_are_refused(
    lab: tuple[httpx.Client, Path, str], path: str, ask: dict[str, object], words: str
) -> None:
    client, _, _ = lab
    answer = client.post(f"/api/preflop/{path}", json=ask)
    assert answer.status_code == 422 and words in answer.json()["message"]
