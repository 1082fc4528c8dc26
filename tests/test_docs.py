"""The snippets of README and docs run: Python blocks as they stand, console blocks command by command."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from gutshot.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|tsx|md|yaml|json))`|`([\w-]+(?:/[\w-]+)*)/`")
PLACES = (ROOT, ROOT / "src", ROOT / "src/gutshot", ROOT / "frontend/src", ROOT / "docs")
MADE = {"manifest.json", "report.json", "about.json", "matches", "solutions"}  # written by commands
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)


def blocks(language):
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        found = [text for kind, text in BLOCK.findall(file.read_text(encoding="utf-8")) if kind == language]
        yield from (pytest.param(text, id=f"{file.name}-{number}") for number, text in enumerate(found))


@pytest.mark.parametrize("text", list(blocks("python")))
def test_python_block_runs(text, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(text, "snippet", "exec"), {"__name__": "snippet"})


@pytest.mark.parametrize("text", list(blocks("console")))
def test_console_block_prints_what_it_shows(text, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *shown = step.strip().splitlines()
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = main([word.replace("OUT", str(tmp_path)) for word in shlex.split(command)[1:]])
        assert code == 0, command
        for line in filter(None, map(str.strip, shown)):
            assert line == "..." or line in out.getvalue(), f"{line!r} is not in the output of {command!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_named_files_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = [target for target in LINK.findall(text) if not (page.parent / target).exists()]
    if page.name != "CHANGELOG.md":  # which names what was there at the time
        named = {file or folder for file, folder in NAMED.findall(text)} - MADE
        missing += [name for name in sorted(named) if not _stands_somewhere(name)]
    assert missing == []


def _stands_somewhere(name: str) -> bool:
    if any((place / name).exists() for place in PLACES):
        return True
    return "/" not in name and any((ROOT / "src").rglob(name))
