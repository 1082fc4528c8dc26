"""Reports over flops as jobs: their rows, what is kept, and whose they are."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import httpx
import pytest

from gutshot.cards.card import parse_cards
from gutshot.postflop.flop_batch import straights
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import sqlite_url
from tests.web.conftest import new_person, serving
from tests.web.test_jobs import is_over, wait_for

pytestmark = pytest.mark.heavy

SPOT = {"oop": "QQ,87s", "ip": "JJ,AKs", "pot": 20, "stack": 20, "bets": "a"}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path, str]]:
    folder = tmp_path_factory.mktemp("reports")
    with serving(sqlite_url(folder / "t.db"), data=folder, job_limits=JobLimits(at_once=1, threads=1)) as url:
        client = new_person(url)
        yield client, folder, url
        client.close()


def test_a_report_has_a_row_for_each_flop_and_leads_into_it(lab: tuple[httpx.Client, Path, str]) -> None:
    client, folder, url = lab
    ask = {"spot": SPOT, "flops": ["AsKd2c", "7h7d2c"], "target": 0.02, "keep": True, "title": "Two flops"}
    answer = client.post("/api/reports", json=ask)
    assert answer.status_code == 201, answer.text
    job = answer.json()
    detail = wait_for(client, job["id"], is_over)
    assert detail["job"]["state"] == "done" and detail["job"]["text"] == "2 of 2 flops", detail["job"]
    report = client.get(f"/api/reports/{job['id']}").json()
    high, paired = report["rows"]
    assert (high["flop"], high["suits"], high["pairing"], high["high"]) == ("AsKd2c", "rainbow", "unpaired", "A")
    assert (paired["pairing"], paired["high"]) == ("paired", "7")
    assert {row["straights"] for row in report["rows"]} == {"no straight"}
    for row in report["rows"]:
        assert row["ev_oop"] + row["ev_ip"] == pytest.approx(report["pot"], abs=1e-3)
        assert sum(share["share"] for share in row["shares"] if share["player"] == "oop") == pytest.approx(1, abs=1e-4)
        node = client.get("/api/explore/node", params={"source": row["source"]}).json()
        assert node["hands"]["mean_ev"] == pytest.approx(row["ev_oop"], abs=0.02)
    titles = {entry["title"] for entry in client.get("/api/explore/library").json()}
    assert "Two flops: AsKd2c" in titles
    table = client.get(f"/api/reports/{job['id']}/export")
    assert table.headers["content-type"].startswith("text/csv") and table.text.count("\n") == 3
    other = new_person(url)
    assert other.get(f"/api/reports/{job['id']}").status_code == 404
    gone = other.post("/api/explore/library/remove", json={"source": high["source"]})
    assert gone.status_code == 404, "what another person's job has made is not there for him to delete"
    other.close()
    assert client.delete(f"/api/jobs/{job['id']}").status_code == 204
    assert not list((folder / "reports").glob("*/batch.json"))


def test_a_report_on_a_gpu_that_is_not_there_says_so(lab: tuple[httpx.Client, Path, str]) -> None:
    client, _, _ = lab
    job = client.post("/api/reports", json={"spot": SPOT, "flops": 1, "target": 0.02, "engine": "gpu"}).json()
    detail = wait_for(client, job["id"], is_over)
    assert detail["job"]["state"] == "failed" and "no GPU here" in detail["job"]["error"], detail["job"]
    assert client.delete(f"/api/jobs/{job['id']}").status_code == 204


def test_how_connected_a_flop_is() -> None:
    runs = [set("A2345"), *(set("23456789TJQKA"[low : low + 5]) for low in range(9))]
    for ranks in combinations("23456789TJQKA", 3):
        told = straights(parse_cards("".join(map("".join, zip(ranks, "chd", strict=True)))))
        assert (told != "no straight") == any(set(ranks) <= run for run in runs), ranks
    assert straights(parse_cards("4h3d2c")) == straights(parse_cards("Ah2d3c")) == "three in a row"
    assert straights(parse_cards("AhKdTc")) == "straight possible" and straights(parse_cards("7h7d8c")) == "no straight"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"flops": 0}, "flops"),
        ({"flops": ["AsKd"]}, "flops"),
        ({"flops": ["AsKdAs"]}, "As"),
        ({"flops": 41, "keep": True}, "at most 40"),
        ({"spot": SPOT | {"oop": "nonsense"}}, "nonsense"),
        ({"engine": "abacus"}, "engine"),
        ({"spot": SPOT | {"board": "AsKd2c"}}, "board"),
    ],
)
def test_reports_that_cannot_be_made_are_refused(
    lab: tuple[httpx.Client, Path, str], changes: dict[str, object], words: str
) -> None:
    client, _, _ = lab
    answer = client.post("/api/reports", json={"spot": SPOT, "flops": 2} | changes)
    assert answer.status_code == 422 and words in answer.json()["message"], answer.text
