"""The API's description: up to date, complete, and true for requests that a fuzzer makes up from it."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import MEMORY
from gutshot.web.openapi import document, main, text
from tests.web.conftest import new_person, serving
from tests.web.playing import open_table, play_hand

RIVER = {"board": "QsJh2c8d4s", "oop": "AA", "ip": "KK", "pot": 10, "stack": 10}
FILE = Path(__file__).resolve().parents[2] / "frontend" / "openapi.json"


def test_the_front_ends_description_is_up_to_date() -> None:
    assert FILE.read_text() == text(), f"run python -m gutshot.web.openapi {FILE.name}"


def test_the_check_fails_on_an_old_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "openapi.json"
    assert main([str(old)]) == 0 and main(["--check", str(old)]) == 0
    old.write_text("{}")
    assert main(["--check", str(old)]) == 1
    assert "out of date" in capsys.readouterr().err


def test_every_route_is_described() -> None:
    described = document()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["operationId"] and operation["description"], f"{method} {path}"
            assert operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    names = described["components"]["schemas"]
    assert {"TableView", "SeatView", "Turn", "AdviceView", "HandReplay", "Stats", "ServerMessage"} <= set(names)
    assert "HTTPValidationError" not in json.dumps(described)


schema = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def played() -> Any:
    """A server with a table and a finished hand, and the person whose they are."""
    import random

    with serving(MEMORY, job_limits=JobLimits(at_once=0)) as url:
        client = new_person(url)
        assert client.post("/api/solves/estimate", json={"spot": RIVER}).status_code == 200  # its process has started
        view = play_hand(client, open_table(client), random.Random(1))
        yield url, dict(client.cookies), view["id"]
        client.close()


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_does_what_its_description_says(case: Any, played: tuple[str, dict[str, str], str]) -> None:
    url, cookies, table = played
    if case.operation.path.startswith("/api/tables/{table}") and hash(str(case.body)) % 3:
        if case.method == "DELETE":
            return
        case.path_parameters["table"] = table
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    response = case.call(base_url=url, cookies=cookies)
    case.validate_response(response, checks=(not_a_server_error, response_schema_conformance, status_code_conformance))


def test_an_unknown_address_is_answered_in_words() -> None:
    with serving(MEMORY) as url:
        answer = httpx.get(f"{url}/api/nothing", timeout=60)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert httpx.put(f"{url}/api/tables", timeout=60).status_code == 405
