"""What an installation without this or that extra does, and where it keeps what it makes."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gutshot.extras import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
BLOCKED = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from gutshot.cli import main
sys.exit(main({words!r}))
"""


def test_every_extra_brings_what_it_is_said_to_bring() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {*EXTRAS} <= {*project["optional-dependencies"]}
    for extra, packages in EXTRAS.items():
        text = " ".join(project["optional-dependencies"][extra])
        usual = {"starlette", "jaxlib", "pyspiel", "open_spiel"}  # come with fastapi, jax and open-spiel
        assert all(package in text for package in {*packages} - usual), extra
    core = " ".join(project["dependencies"])
    assert not [package for packages in EXTRAS.values() for package in packages if package in core]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "web"),
        (["rl", "train", "configs/ppo_kuhn.yaml"], "rl"),
        (["arena", "call", "fold", "--engine", "ray"], "cluster"),
    ],
)
def test_a_missing_extra_is_one_sentence(words: list[str], extra: str, tmp_path: Path) -> None:
    script = BLOCKED.format(names=EXTRAS[extra], words=words)
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1 and f"`pip install 'gutshot[{extra}]'`" in ran.stderr


def test_a_name_of_the_front_door_says_which_extra_it_needs() -> None:
    script = f"import sys\nfor name in {EXTRAS['rl']!r}: sys.modules[name] = None\n"
    script += "import gutshot as gs\ntry: gs.solve_many\nexcept gs.BadConfig as told: print(told)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "gutshot.solve_many needs jax: install it with `pip install 'gutshot[rl]'`\n"


def test_without_matplotlib_a_run_keeps_everything_but_its_picture(tmp_path: Path) -> None:
    words = ["toy", "kuhn", "--iterations", "10", "--out", str(tmp_path / "run"), "--json"]
    script = BLOCKED.format(names=EXTRAS["plot"], words=words)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "pip install 'gutshot[plot]'" in ran.stderr
    assert (tmp_path / "run" / "manifest.json").is_file() and not (tmp_path / "run" / "convergence.png").exists()


def test_compiled_code_is_kept_where_gutshot_cache_says(tmp_path: Path) -> None:
    """Also without a home, as in a container."""
    script = "from gutshot.numeric.bits import bit_count; print(bit_count(7))"
    kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "NUMBA_CACHE_DIR")}
    environment = kept | {"GUTSHOT_CACHE": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "3\n"
    assert [*(tmp_path / "numba").rglob("*.nbi")]
