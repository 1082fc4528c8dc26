"""The same server on PostgreSQL: play, look back, restart in mid-hand. Runs where GUTSHOT_POSTGRES names a database."""

import os
import random
import threading
import time

import httpx
import pytest
import sqlalchemy as sql

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import metadata, open_engine
from gutshot.web.claim import Claim
from tests.web.conftest import new_person, serving
from tests.web.playing import command, open_table, play_hand

URL = os.environ.get("GUTSHOT_POSTGRES", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not URL, reason="GUTSHOT_POSTGRES does not name a database to play on"),
]


def test_a_claim_is_made_again_when_the_database_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A restart of PostgreSQL forgets its locks; for whoever was quicker, the first server stops."""
    monkeypatch.setattr("gutshot.web.claim._LOOK", 0.1)
    lost, engine = threading.Event(), open_engine(URL)
    first = Claim(URL, lost.set)
    cut_off = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    with engine.begin() as connection:
        connection.execute(sql.text(cut_off))
    time.sleep(2)
    with pytest.raises(BadConfig, match="another server"):
        Claim(URL)
    assert not lost.is_set()
    monkeypatch.setattr("gutshot.web.claim._LOOK", 1000)
    first.release()
    second = Claim(URL)
    second.release()
    engine.dispose()


def test_hands_are_played_kept_graded_and_resumed() -> None:
    engine = open_engine(URL)
    metadata.drop_all(engine)
    engine.dispose()
    with serving(URL) as url:
        you = new_person(url)
        view, dice = open_table(you, rebuys=True, seed=12), random.Random(12)
        for _ in range(6):
            view = command(you, play_hand(you, view, dice), "next").json()
        page = you.get("/api/history", params={"sort": "ev_lost", "result": "lost"}).json()
        assert 0 < page["total"] < 6
        assert you.get("/api/stats").json()["hands"] == 6
        ref = you.get("/api/history").json()["hands"][0]["ref"]
        assert you.get(f"/api/history/{ref}").json()["grades"] is not None
        assert you.delete(f"/api/tables/{open_table(you)['id']}").status_code == 204
    with serving(URL) as url:
        again = httpx.Client(base_url=url, cookies=you.cookies, timeout=60)
        resumed = again.get(f"/api/tables/{view['id']}").json()
        assert (resumed["hand"], resumed["step"], resumed["board"]) == (view["hand"], view["step"], view["board"])
        assert again.get("/api/history").json()["total"] == 6
        again.close()
    you.close()
