"""While the database is away the server answers 503 in a sentence, and everything goes on when it is back."""

from contextlib import closing
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import MEMORY, Store, open_engine
from tests.web.conftest import new_person, serving
from tests.web.playing import open_table


def test_a_database_that_went_away_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> Any:
        raise OperationalError("SELECT", {}, Exception("connection refused\nwith details"))

    with serving(MEMORY) as url, closing(new_person(url)) as you:
        table = open_table(you)
        with monkeypatch.context() as broken:
            broken.setattr(Store, "rows", away)
            answer = you.get("/api/history")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert "retry-after" in answer.headers and "refused" not in answer.text
        assert you.get("/api/history").status_code == 200
        assert you.get(f"/api/tables/{table['id']}").status_code == 200


@pytest.mark.parametrize("url", ["mysql://", "mysql://me:secret@host/db", "oracle://x", "nonsense"])
def test_other_databases_are_refused_by_name(url: str) -> None:
    with pytest.raises(BadConfig, match="expected sqlite:///FILE or postgresql") as caught:
        open_engine(url)
    assert "secret" not in str(caught.value)
