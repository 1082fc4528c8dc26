"""`import gutshot as gs`: every name is there, a type checker knows it, and importing costs next to nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import gutshot as gs

SOURCE = Path(gs.__file__)


def test_every_name_resolves() -> None:
    for name in gs.__all__:
        assert getattr(gs, name) is not None
    assert set(gs.__all__) <= set(dir(gs))
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        getattr(gs, "solv")  # noqa: B009 - a type checker would refuse `gs.solv`


def test_type_checkers_see_what_is_loaded() -> None:
    """The imports that a type checker reads lead to the same objects, one for each name of `__all__`."""
    block = next(node for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.If))
    seen: dict[str, object] = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom) and line.module
        room = __import__(line.module, fromlist=["it"])
        seen |= {alias.asname or alias.name: getattr(room, alias.name) for alias in line.names}
    assert {*seen, "__version__"} == set(gs.__all__)
    for name, found in seen.items():
        assert getattr(gs, name) is found


def test_importing_is_light() -> None:
    heavy = "('numpy', 'numba', 'jax', 'scipy', 'pydantic', 'fastapi', 'typer', 'rich')"
    lines = f"import gutshot, sys; dir(gutshot); print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


SCRIPT = """
import gutshot as gs

spot = gs.Spot(board="Td9d6hQc2s", oop="AA,KK", ip="QQ,JJ", pot=200, stack=900, bets="60%", raises="2.5x")
solution = gs.solve(spot)
reveal_type(solution)
reveal_type(solution.at("check").actions)
reveal_type(gs.equity(["AsAh", "KK"]))
reveal_type(gs.Range.parse("77+"))
reveal_type(gs.Hand.holdem([1000, 1000], seed=1).act("call"))
reveal_type(gs.make_agent("call"))
reveal_type(gs.run_match)
reveal_type(gs.Cfr(gs.unroll(gs.Kuhn()), gs.parse_rule("cfr+")))
reveal_type(gs.icm([10, 20], [50, 30]))
reveal_type(gs.parse_line("check,bet 120")[0])
reveal_type(gs.__version__)
"""


@pytest.mark.slow
def test_a_users_script_type_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is a development tool, which is not installed")
    script = tmp_path / "study.py"
    script.write_text(SCRIPT + "".join(f"reveal_type(gs.{name})\n" for name in gs.__all__))
    monkeypatch.setenv("MYPYPATH", str(SOURCE.parents[1]))
    told, problems, _ = api.run(["--strict", str(script)])
    revealed = [line for line in told.splitlines() if "Revealed type" in line]
    assert ": error:" not in told and not problems, told
    assert len(revealed) == SCRIPT.count("reveal_type") + len(gs.__all__)
    assert not [line for line in revealed if line.split("Revealed type is ")[1].strip('"') == "Any"]
    assert "gutshot.postflop.solution.Solution" in revealed[0] and "gutshot.games.actions.Action" in revealed[1]
    script.write_text("import gutshot as gs\ngs.solv\n")
    assert 'has no attribute "solv"' in api.run(["--strict", str(script)])[0]
