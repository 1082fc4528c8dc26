"""Examples and notebooks assert their own claims; here each is run as a user would run it."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1] / "examples"
EXAMPLES = sorted(HOME.glob("*.py"))
NOTEBOOKS = sorted((HOME / "notebooks").glob("*.ipynb"))
MOST_LINES = 30


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example(path, tmp_path):
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_there_are_ten_and_five_and_they_are_short() -> None:
    assert len(EXAMPLES) == 10 and len(NOTEBOOKS) == 5
    for path in EXAMPLES:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        assert len(lines) <= MOST_LINES, f"{path.name} has {len(lines)} lines"
        assert any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse("\n".join(lines)))), path.name


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook(path: Path, tmp_path: Path) -> None:
    """Cell by cell in a process of its own; what a cell ends with shows itself, as Jupyter would have it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert not any(cell.get("outputs") for cell in notebook["cells"]), "outputs are not kept"
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    command = [sys.executable, "-c", RUN_CELLS, json.dumps(cells)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "<table" in done.stdout


RUN_CELLS = """
import ast, json, sys
names = {"__name__": "__main__"}
for text in json.loads(sys.argv[1]):
    tree = ast.parse(text)
    shown = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, text, "exec"), names)
    if shown is not None:
        value = eval(compile(ast.Expression(shown.value), text, "eval"), names)
        print(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
"""
