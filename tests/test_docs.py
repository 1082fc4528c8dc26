"""The snippets of README and docs run: Python blocks as they stand, console blocks command by command."""

import contextlib
import importlib
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from gutshot.cli import app, main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|tsx|md|yaml|json))`|`([\w-]+(?:/[\w-]+)*)/`")
PLACES = (ROOT, ROOT / "src", ROOT / "src/gutshot", ROOT / "frontend/src", ROOT / "docs")
OF_THE_SITE = {"examples.md", "notebooks.md", "reference.md"}  # made by docs_site.py, where dead links are errors
MADE = {"manifest.json", "report.json", "about.json", "matches", "solutions"}  # written by commands
SHOWN = re.compile(r"^    (?:\.venv/bin/)?gutshot (.*)$", re.MULTILINE)
QUOTED = re.compile(r"`gutshot ([^`\n]*)`")
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)


def blocks(language):
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
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


def _commands() -> Iterator[Any]:
    """Commands that pages only show: indented, or between backquotes."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for line in (*SHOWN.findall(text), *QUOTED.findall(text)):
            words = re.split(r"\s+#|\s\s+[a-z#]|\s>\s|\s\|\s", line)[0].rstrip(" \\")
            if page.name != "CHANGELOG.md" and not re.search(r"\.\.\.|[{(]", words):
                yield pytest.param(words, id=f"{page.name}-{words}")


@pytest.mark.parametrize("line", list(dict.fromkeys(_commands())))
def test_commands_that_pages_show_are_there_with_their_options(line: str) -> None:
    command: Any = typer.main.get_command(app)
    words = shlex.split(line)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not hasattr(command, "commands") or words in ([], ["--help"]), "no such command"
    known = {"--help"}.union(*(set(one.opts) | set(one.secondary_opts) for one in command.params))
    assert {word.split("=")[0] for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_named_files_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [target for target in LINK.findall(text) if target not in OF_THE_SITE]
    missing = [target for target in links if not (page.parent / target).exists()]
    if page.name != "CHANGELOG.md":  # which names what was there at the time
        named = {file or folder for file, folder in NAMED.findall(text)} - MADE
        missing += [name for name in sorted(named) if not _stands_somewhere(name)]
    assert missing == []


def _stands_somewhere(name: str) -> bool:
    if any((place / name).exists() for place in PLACES):
        return True
    return "/" not in name and any((ROOT / "src").rglob(name))


def test_figures_beside_peers_stand_in_one_place() -> None:
    """README shows the rows of docs/speed.md, and no other page repeats what a row measures."""
    tables = [
        [
            line
            for line in (ROOT / file).read_text(encoding="utf-8").splitlines()
            if re.match(r"\| .* \| .*\d.* \|", line)
        ]
        for file in ("README.md", "docs/speed.md")
    ]
    assert len(tables[1]) >= 9 and tables[0] == tables[1]
    measured = [line.split("|")[1].strip() for line in tables[1]]
    for page in (ROOT / "docs").rglob("*.md"):
        if page.name != "speed.md":
            assert not [what for what in measured if what in page.read_text(encoding="utf-8")], page.name


@pytest.fixture(scope="module")
def site() -> Any:
    """The hooks of the docs site."""
    pytest.importorskip("mkdocs", reason="MkDocs is the extra `docs`, which is not installed")
    return importlib.import_module("docs_site")


def test_the_reference_has_every_name_once(site: Any) -> None:
    import gutshot

    names = [name for group in site.GROUPS.values() for name in group.split()]
    assert sorted([*names, "__version__"]) == sorted(gutshot.__all__)


@pytest.mark.heavy
def test_the_site_is_built_without_a_warning(site: Any, tmp_path: Path) -> None:
    """Strict: dead links, dead anchors, pages outside the navigation and names that are not there are errors."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    page = (tmp_path / "site" / "reference" / "index.html").read_text(encoding="utf-8")
    assert "Solve until the exploitability" in page or "gutshot.postflop.solve.solve" in page
