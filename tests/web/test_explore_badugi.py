"""A badugi strategy over HTTP: classes in the explorer, and drills of draws."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import numpy as np
import pytest

from gutshot import Strategy, open_strategy, parse_cards
from gutshot.blueprint.badugi.hands import class_of
from gutshot.cards.badugi import strength
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


@pytest.mark.heavy
def test_whole_hands_are_drilled_to_their_ends(you: httpx.Client) -> None:
    """Cards are one hand's: what stays after a draw was there before it."""
    strategy = open_strategy(SOURCE)
    begun = you.post("/api/drills", json={"source": SOURCE, "line": "", "whole": True})
    assert begun.status_code == 201, begun.text
    drill, drawn, ended = begun.json(), 0, set[str]()
    for number in range(1, 100):
        stop, held = drill["path"][-1], set(drill["cards"])
        word = _most_likely(strategy, stop["line"], drill["cards"])
        answer = you.post(f"/api/drills/{drill['id']}/act", json={"number": number, "action": word})
        assert answer.status_code == 200, answer.text
        drill = answer.json()["drill"]
        if (sentence := answer.json()["ended"]) is not None:
            ended.add(sentence.partition(":")[0])
            if drawn and "Showdown" in ended:
                return
        else:
            count = int(word.removeprefix("draw ")) if word.startswith("draw ") else 0
            drawn += count
            assert len(held & set(drill["cards"])) >= 4 - count
    raise AssertionError(f"no hand with draws comes to a showdown: {ended}")


def _most_likely(strategy: Strategy, line: str, cards: list[str]) -> str:
    """What the strategy does most often with these cards, other than folding where it can."""
    hands = strategy.hands(line)
    assert hands.mix is not None
    place = np.flatnonzero(hands.combos == class_of(int(strength(*parse_cards("".join(cards))))))[0]
    words = [move.word for move in strategy.walk(line)[-1].moves]
    shares = {word: share for word, share in zip(words, hands.mix[:, place], strict=True) if share > 0}
    return max(shares, key=lambda word: (word != "fold", shares[word]))
