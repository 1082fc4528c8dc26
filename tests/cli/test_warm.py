"""`gutshot warm`: after it nothing of what it names is compiled again."""

import json
import subprocess
import sys

import pytest

from gutshot.trainer.warm import TABLE
from gutshot.trainer.warm_lab import LAB


def test_each_part_has_a_name_of_its_own() -> None:
    names = [what for what, _ in (*TABLE, *LAB)]
    assert len({*names}) == len(names) >= 11


@pytest.mark.slow
def test_a_second_call_compiles_nothing() -> None:
    for _ in range(2):
        command = [sys.executable, "-m", "gutshot", "warm", "--json"]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
    steps = json.loads(ran.stdout)["steps"]
    assert [step["what"] for step in steps] == [what for what, _ in (*TABLE, *LAB)]
    assert sum(step["compiling"] for step in steps) < 1, ran.stderr
    assert f"{len(steps)} of {len(steps)}" in ran.stderr
