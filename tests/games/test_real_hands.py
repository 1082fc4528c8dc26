"""Real hands and a referee's logs: everything in the shared data replays to the recorded or pokerkit's result."""

from collections import Counter
from pathlib import Path

import pytest

from gutshot.games.history_files import read_file
from gutshot.games.replay import judge

# (agree, unjudged) of each file; nothing differs. Unjudged: other variants, hidden showdowns, hands cut short.
PHH = {
    "pluribus.phhs": (5053, 0),
    "handhq-sidepots.phhs": (1078, 0),
    "handhq-sample.phhs": (1963, 42),
    "wsop-2023-event43-day5.phhs": (18, 65),
    "notable.phhs": (2, 3),
}
ACPC = {
    "m_holdem.limit.2p.reverse_blinds.game.log": 1500,
    "m_holdem.nolimit.2p.reverse_blinds.game.log": 1500,
    "m_holdem.nolimit.3p.game.log": 1500,
    "m_holdem.nolimit.6p.game.log": 500,
    "m_kuhn.limit.3p.game.log": 1500,
    "m_leduc.game.log": 1500,
    "m_nl6u.game.log": 1500,
    "m_nl10u.game.log": 1000,
}


def outcomes(file: Path) -> Counter[str]:
    content = read_file(file)
    assert not content.unread
    return Counter(judge(history).outcome.value for history in content.hands)


@pytest.mark.parametrize("name", PHH)
def test_phh_hands(name: str, shared: Path) -> None:
    agree, unjudged = PHH[name]
    assert outcomes(shared / "data" / "phh" / name) == Counter(agree=agree, unjudged=unjudged)


@pytest.mark.parametrize("name", ACPC)
def test_acpc_logs(name: str, shared: Path) -> None:
    assert outcomes(shared / "data" / "acpc" / name) == Counter(agree=ACPC[name])
