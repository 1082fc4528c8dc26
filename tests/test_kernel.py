"""A compiled kernel must be recompiled when any module of ours that it uses has changed."""

import importlib
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import Any, cast

import pytest
from numba.core import config

from gutshot import kernel as kernel_module
from gutshot.clock import FIRST_USE
from gutshot.kernel import source_digest

NO_JIT = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]
with_the_jit = pytest.mark.skipif(NO_JIT, reason="nothing is compiled with the JIT off")


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "low.py").write_text("def f(x): return x\n")
    (tmp_path / "middle.py").write_text("from gutshot.low import (\n    f,\n)\n")
    (tmp_path / "high.py").write_text("from gutshot import middle\n")
    (tmp_path / "aside.py").write_text("")
    monkeypatch.setattr(kernel_module, "_PACKAGE", tmp_path)
    return tmp_path


def digest(path):
    for cached in (source_digest, kernel_module._imports, kernel_module._file_digest):
        cached.cache_clear()
    return source_digest(path)


def test_digest_follows_imports_through_other_modules(package):
    before = digest(package / "high.py")
    (package / "aside.py").write_text("changed = True\n")
    assert digest(package / "high.py") == before
    (package / "low.py").write_text("def f(x): return x + 1\n")
    assert digest(package / "high.py") != before


def test_words_for_readers_and_imports_for_types_change_no_digest(package):
    (package / "low.py").write_text("if TYPE_CHECKING:\n    from gutshot.aside import T\n\ndef f(x): return x\n")
    before = digest(package / "high.py")
    (package / "aside.py").write_text("T = int\n")
    text = (package / "low.py").read_text().replace("x\n", "x  # itself\n")
    (package / "low.py").write_text(f'"""A file\nwith "words".\n"""\n# and these\n{text}')
    assert digest(package / "high.py") == before
    (package / "low.py").write_text(text + 'NAME = """\nf"""\n')
    named = digest(package / "high.py")
    (package / "low.py").write_text(text + 'NAME = """\ng"""  # "\n')
    assert before != named != digest(package / "high.py") != before


LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}


def code_of(text: bytes) -> list[str]:
    """The tokens of a module, without comments and without strings that stand alone as statements."""
    kept, begins = [], True
    for token in tokenize.tokenize(io.BytesIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        if token.type not in LAYOUT and not (begins and token.type == tokenize.STRING):
            kept.append(token.string)
        begins = token.type in LAYOUT
    return kept


def test_only_words_for_readers_are_left_out_of_a_digest():
    own = Path(kernel_module.__file__)
    for path in own.parent.rglob("*.py"):
        if path != own:  # whose pattern for docstrings looks like one
            assert code_of(kernel_module._without_remarks(path)) == code_of(path.read_bytes()), path


def test_no_module_goes_through_the_front_door():
    """Its names are left out of the digests."""
    package = kernel_module._PACKAGE
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for names in re.findall(r"^\s*from gutshot import (\([^)]*\)|[^\n]*)", text, re.MULTILINE):
            for name in re.findall(r"\w+", names.partition("#")[0].partition(" as ")[0]):
                assert kernel_module._module_file(f"gutshot.{name}") is not None, (file, name)


@with_the_jit
def test_our_kernels_use_our_stamp():
    from gutshot.cards import evaluate

    compiled = [value for value in vars(evaluate).values() if hasattr(value, "_cache")]
    assert compiled
    assert all(isinstance(function._cache._impl.locator, kernel_module._WholeSourceStamp) for function in compiled)


@kernel_module.kernel
def times(number, factor, is_negative):
    return -number * factor if is_negative else number * factor


@kernel_module.kernel
def six_times(number):
    return times(number, 2, False) + times(number, 3, False) - times(number, number // number, True)


@with_the_jit
def test_constants_compile_no_kernel_of_their_own():
    assert six_times(5) == 30
    inner: Any = times  # its cache, since a second run of this test loads `six_times` and compiles neither
    inner = inner.get_call_template.__closure__[0].cell_contents._kernel
    assert len(inner._cache._cache_file._load_index()) == 1


@with_the_jit
def test_a_kernel_is_called_by_python_and_by_kernels():
    """It has a way in from Python only where Python calls it."""
    assert six_times(5) == 30 and times(5, 2, True) == -10 and six_times(5) == 30


@with_the_jit
def test_options_of_a_compilation_are_the_same_if_their_values_are():
    """Numba keys what it has compiled by them; ours are compared by what differs from the defaults."""
    from numba.core.compiler import Flags

    plain, spelt, other = (cast(Any, Flags()) for _ in range(3))
    spelt.release_gil, other.release_gil = False, True
    assert plain == spelt and hash(plain) == hash(spelt) and plain.values() == spelt.values()
    assert plain != other and plain.values() != other.values() and plain != "flags"


@with_the_jit
def test_so_do_kernels_outside_the_package(tmp_path, monkeypatch):
    file = tmp_path / "kernels_of_a_user.py"
    text = "from gutshot.kernel import kernel\n\n\n@kernel\ndef add(x):\n    return x + {}\n"
    file.write_text(text.format(1))
    monkeypatch.syspath_prepend(tmp_path)
    found = importlib.import_module("kernels_of_a_user").add._cache._impl.locator
    assert isinstance(found, kernel_module._WholeSourceStamp)
    before = found.get_source_stamp()
    file.write_text(text.format(2))
    assert found.get_source_stamp() != before


@with_the_jit
def test_what_is_stored_may_name_a_class_that_is_gone(tmp_path, monkeypatch):
    monkeypatch.delenv("GUTSHOT_CACHE", raising=False)
    file = tmp_path / "pairs.py"
    text = """
from typing import NamedTuple
from gutshot.kernel import kernel

class {name}(NamedTuple):
    first: int
    second: int

@kernel
def total(pair):
    return pair.first + pair.second

print(total({name}(1, {second})))
"""
    for name, second in (("Pair", 2), ("Couple", 3), ("Couple", 3)):
        file.write_text(text.format(name=name, second=second))
        found = subprocess.run([sys.executable, "-c", "import pairs"], cwd=tmp_path, capture_output=True, text=True)
        assert (found.stdout, found.stderr.removesuffix(f"{FIRST_USE}\n")) == (f"{1 + second}\n", "")
    assert len(list(tmp_path.glob("__pycache__/pairs.total*.nbi"))) == 1


@with_the_jit
def test_processes_that_compile_at_once_do_not_take_each_others_code(tmp_path):
    """The index names no code that is not there yet, and every signature of every source has a file of its own."""

    def cache(source):
        file = kernel_module._SharedCacheFile(str(tmp_path), "f-1.py311", source)
        file._version = source
        return file

    cache("old").save("int", "old code")
    saving = cache("new")
    saving._save_index = lambda overloads: None
    saving.save("int", "new code")
    assert cache("new").load("int") is None
    one, other = cache("new"), cache("new")
    one._load_index = other._load_index = dict
    one.save("int", "for ints")
    other.save("float", "for floats")
    assert cache("new").load("float") == "for floats" and cache("new").load("int") in (None, "for ints")
    assert cache("old").load("int") is None


@with_the_jit
def test_what_is_only_called_by_kernels_is_linked_from_the_cache_too(tmp_path, monkeypatch):
    """Errors raised in it arrive, also where its caller alone is compiled again."""
    (tmp_path / "called.py").write_text(
        "from gutshot.kernel import kernel, row_kernel\n\n"
        "@row_kernel\ndef inner(x):\n    if x > 5:\n        raise ValueError('more than five')\n    return 2 * x\n"
    )
    (tmp_path / "caller.py").write_text(
        "from gutshot.kernel import kernel\nfrom called import inner\n\n"
        "@kernel\ndef outer(x):\n    return inner(x) + 1\n"
    )
    asks = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import caller\n"
    asks += "print(caller.outer(5))\ntry:\n    caller.outer(6)\nexcept ValueError as error:\n    print(error)\n"
    monkeypatch.setenv("GUTSHOT_CACHE", str(tmp_path / "cache"))

    def answer() -> str:
        return subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True).stdout

    assert answer() == "11\nmore than five\n"
    callers = list((tmp_path / "cache").rglob("caller.outer*"))
    assert callers
    for path in callers:
        path.unlink()
    assert answer() == "11\nmore than five\n"
