"""Two servers never play the same tables: the second says so and ends, and a killed one leaves no claim behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import MEMORY, sqlite_url
from gutshot.web.claim import Claim

HOLD = """
import sys
from gutshot.web.claim import Claim
claim = Claim(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_server_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "trainer.db")
    first = Claim(database)
    with pytest.raises(BadConfig, match=r"another server is running on the database '.*trainer\.db': stop it"):
        Claim(database)
    other = Claim(sqlite_url(tmp_path / "other.db"))
    first.release()
    Claim(database).release()
    other.release()


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "trainer.db")
    command = [sys.executable, "-c", HOLD, database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stdout.readline() == "held\n"
        with pytest.raises(BadConfig, match="another server"):
            Claim(database)
        server.kill()
        server.wait(30)
    Claim(database).release()


def test_every_database_in_memory_is_its_own(tmp_path: Path) -> None:
    Claim(MEMORY)
    Claim(MEMORY)


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"cannot write to '.*nowhere"):
        Claim(sqlite_url(tmp_path / "nowhere" / "trainer.db"))


@pytest.mark.heavy
def test_the_command_says_it_in_a_sentence(tmp_path: Path) -> None:
    claim = Claim(sqlite_url(tmp_path / "trainer.db"))
    command = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--data", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    claim.release()
    assert ended.returncode == 2 and ended.stderr.startswith("gutshot: another server is running")
    assert ended.stderr.count("\n") == 1
