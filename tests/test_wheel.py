"""The wheel, as a person has it: installed into an empty environment, served from there, and a hand played on it."""

import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.web.playing import open_table, play_hand

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / "frontend" / "dist" / "index.html").is_file():
        pytest.skip("the page is not built: make run builds it")
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        ".",
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("gutshot-*.whl")
    return found


def test_it_carries_page_configs_and_bundles(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = {f"gutshot/data/{name}/manifest.json" for name in ("blueprint_hu", "blueprint_6max", "ppo_6max")}
    assert {"gutshot/web/static/index.html", "gutshot/configs/spot_flop.yaml", "gutshot/py.typed"} | shipped <= names
    assert not [name for name in names if name.endswith((".nbi", ".nbc", ".pyc")) or name.startswith("tests")]


def test_a_hand_is_played_from_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    installed = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", f"{wheel}[web]"], capture_output=True, text=True, check=False
    )
    if installed.returncode:
        pytest.skip(f"the packages cannot be had here: {installed.stderr.strip().splitlines()[-1]}")
    environment = {
        "PATH": "/usr/bin:/bin",
        "GUTSHOT_CACHE": str(tmp_path / "cache"),
        "GUTSHOT_DATA": str(tmp_path / "data"),
    }
    serve = [str(python), "-m", "gutshot", "serve", "--port", "0", "--json"]
    with subprocess.Popen(serve, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            details = json.loads(server.stdout.readline())
            with httpx.Client(base_url=details["url"], timeout=300) as you:
                assert "<script" in you.get("/").text
                assert you.post("/api/session").status_code == 200
                view = play_hand(you, open_table(you), random.Random(1))
                assert view["status"] == "hand_over"
        finally:
            server.terminate()
