"""Hooks of the docs site (`make docs`): pages that are written elsewhere or made from the sources.

Architecture and changes come from the files at the root, the reference from the front door's names, examples and
notebooks from `examples/`. Links between them are turned to where they stand on the site.
"""

import ast
import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent
FROM_ROOT = {"ARCHITECTURE.md": "architecture.md", "CHANGELOG.md": "changelog.md"}
_LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")

GROUPS = {
    "Cards and equity": "Card Range EquityResult equity format_cards parse_cards",
    "The rules": "Hand Rules holdem limit_holdem badugi Observation Legal Choice Action ActionKind format_line "
    "parse_line",
    "Regret minimisation": "State Kuhn Leduc FlatGame unroll Cfr Mccfr Sampling UpdateRule parse_rule TabularStrategy "
    "best_response expected_values nash_conv from_open_spiel to_open_spiel",
    "Postflop": "Spot Solution Lock solve solve_many resume simplify Batch run_batch ThreeSpot "
    "ThreeSolution solve_three",
    "Preflop and prizes": "PreflopConfig PreflopSolution solve_preflop JamTable JamFold solve_jam_fold icm",
    "Strategies": "Strategy Answer Knowledge open_strategy open_search SearchSettings Blueprint BlueprintConfig "
    "train_blueprint",
    "Agents and matches": "Agent make_agent MatchConfig MatchReport run_match local_best_response LocalBestResponse",
    "Errors": "GutshotError MalformedInput IllegalAction BadConfig",
}
"""Every name of the front door, by what it is for; a test compares this with `gutshot.__all__`."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that no file of `docs/` holds."""
    made = {site: _moved((ROOT / name).read_text(encoding="utf-8")) for name, site in FROM_ROOT.items()}
    made |= {"reference.md": reference(), "examples.md": examples(), "notebooks.md": notebooks()}
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """A page's links to files at the root lead to where those are on the site."""
    for name, site in FROM_ROOT.items():
        markdown = markdown.replace(f"](../{name}", f"]({site}").replace(f"](../../{name}", f"](../{site}")
    return markdown


def _moved(text: str) -> str:
    """Links of a file at the root, seen from `docs/`."""
    return _LINK.sub(lambda found: f"]({found[1].removeprefix('docs/')}{found[2] or ''})", text)


def reference() -> str:
    """The front door by subject, each name from where it lives, with its docstrings."""
    homes = _homes()
    parts = ["# Reference\n\n`import gutshot as gs` has every name of this page; each is loaded when first used.\n"]
    for title, names in GROUPS.items():
        parts.append(f"\n# {title}\n")
        parts += [f"\n::: {homes[name]}\n" for name in names.split()]
    return "\n".join(parts)


def _homes() -> dict[str, str]:
    """Name -> dotted place, from the imports that the front door shows to type checkers."""
    tree = ast.parse((ROOT / "src/gutshot/__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    lines = [line for line in block.body if isinstance(line, ast.ImportFrom)]
    return {alias.asname or alias.name: f"{line.module}.{alias.name}" for line in lines for alias in line.names}


def examples() -> str:
    """Every script of `examples/`, as it stands."""
    parts = ["# Examples\n\nEach is a file of `examples/`, asserts what it claims, and runs in the tests.\n"]
    for path in sorted((ROOT / "examples").glob("*.py")):
        parts.append(
            f"## {path.stem.replace('_', ' ').capitalize()}\n\n```python\n{path.read_text(encoding='utf-8')}```\n"
        )
    return "\n".join(parts)


def notebooks() -> str:
    """The cells of every notebook; what they show is seen by running them."""
    parts = ["# Notebooks\n\nThese are in `examples/notebooks/` and run in the tests. Results show themselves there."]
    for path in sorted((ROOT / "examples/notebooks").glob("*.ipynb")):
        parts += map(_cell, json.loads(path.read_text(encoding="utf-8"))["cells"])
    return "\n\n".join(parts) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    """A cell as Markdown; titles stand one level lower than in the notebook."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "code":
        return f"```python\n{text}\n```"
    return f"#{text}" if text.startswith("#") else text
