"""The same server on PostgreSQL: play, look back, restart in mid-hand. Runs where GUTSHOT_POSTGRES names a database."""

import os
import random

import httpx
import pytest

from gutshot.trainer.records.store import metadata, open_engine
from tests.web.conftest import new_person, serving
from tests.web.playing import command, open_table, play_hand

URL = os.environ.get("GUTSHOT_POSTGRES", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not URL, reason="GUTSHOT_POSTGRES does not name a database to play on"),
]


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
