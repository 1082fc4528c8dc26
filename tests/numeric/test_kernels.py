"""Every kernel of the package takes what belongs together as one struct."""

import ast
from collections.abc import Iterator
from pathlib import Path

import gutshot

PACKAGE = Path(gutshot.__file__).parent
MOST_ARGUMENTS = 10
DECORATORS = {"kernel", "inline_kernel"}
EXCEPTIONS: dict[str, str] = {}
"""Kernels that measured faster with more arguments, by `path:name`, and words of their docstring that say so."""


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and {ast.unparse(d) for d in node.decorator_list} & DECORATORS:
                yield f"{file.relative_to(PACKAGE).as_posix()}:{node.name}", node


def test_no_kernel_takes_more_than_ten_arguments() -> None:
    found = dict(kernels())
    assert len(found) > 300
    many = {name: len(node.args.args) for name, node in found.items() if len(node.args.args) > MOST_ARGUMENTS}
    assert not {name: count for name, count in many.items() if name not in EXCEPTIONS}
    for name, words in EXCEPTIONS.items():
        assert name in many and words in (ast.get_docstring(found[name]) or ""), name
