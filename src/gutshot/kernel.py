"""`@kernel`: how every compiled function of the project is declared.

Numba caches a compiled function next to its source and recompiles it when that one file changes. A
kernel that inlines another module's kernel would then keep running the old code of the other. So the
stamp here covers the module and everything of ours that it imports, directly or not, without docstrings
and comments.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching, event, targetconfig, types
from numba.np import arrayobj

from gutshot.clock import COMPILING
from gutshot.linked import OPTIMISED_FIRST, link_only

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n|\n)+", re.MULTILINE)
_REMARKS_AND_TEXTS = re.compile(
    r'''
    (?P<remark> ^[ \t]*(?:\#[^\n]*|"""(?:[^"\\]|\\.|"(?!""))*"""[ \t]*)\n | [ \t]*\#[^\n]* )
    | """(?:[^"\\]|\\.|"(?!""))*""" | "(?:[^"\\\n]|\\.)*" | \'(?:[^\'\\\n]|\\.)*\'
    ''',
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_IMPORT = re.compile(
    r"^\s*(?:from\s+(gutshot[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(gutshot[\w.]*))", re.MULTILINE
)


class _Timed(event.Listener):
    """Tells the clock when Numba compiles."""

    def on_start(self, event: Any) -> None:
        COMPILING.begin()

    def on_end(self, event: Any) -> None:
        COMPILING.end()


event.register("numba:compile", _Timed())  # type: ignore[no-untyped-call]


def _unusual(options: Any) -> tuple[tuple[str, Any], ...]:
    """The options of a compilation that are not at their defaults."""
    return tuple(sorted((k, v) for k, v in options._values.items() if v != options.options[k].default))


def _are_same(options: Any, others: Any) -> Any:
    if not isinstance(others, targetconfig.TargetConfig):
        return NotImplemented
    return type(options) is type(others) and _unusual(options) == _unusual(others)


# Numba asks a thousand times per kernel whether its options are the same, and looks all thirty up each time: a sixth of
# what it takes to compile the rules.
_options: Any = targetconfig.TargetConfig
_options.__hash__, _options.__eq__ = lambda options: hash(_unusual(options)), _are_same


def _say_less(array_objects: Any) -> None:
    """A slice that takes an array of another length raises without telling both lengths.

    Numba would compile how text is made of numbers for that, in every process that compiles: a tenth of a first solve.
    """
    told = getattr(array_objects, "ol_raise_with_shape_context_cpu", None)
    plain = getattr(array_objects, "ol_raise_with_shape_context_generic", None)
    if told is not None and plain is not None:
        told.__code__ = plain.__code__


_say_less(arrayobj)
link_only()


def kernel(function: F) -> F:
    """Compile on first call: no GIL, C-like division, cached on disk. Plain Python with the JIT off."""
    return _compiled(function, inline=False)


def inline_kernel(function: F) -> F:
    """As `kernel`, and always inlined by LLVM's optimiser: for tiny helpers inside hot loops."""
    return _compiled(function, inline=True)


def row_kernel(function: F) -> F:
    """As `inline_kernel`, for loops over rows: their vector code is better when made before they are linked."""
    OPTIMISED_FIRST.add(f"{function.__module__}.{function.__qualname__}")
    return inline_kernel(function)


_SOURCES: set[Path] = set()


def _compiled(function: F, *, inline: bool) -> F:
    _SOURCES.add(Path(function.__code__.co_filename).resolve())
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    options["forceinline"] = inline
    compiled: Any = numba.njit(**options)(function)
    if hasattr(compiled, "_cache"):
        _share(compiled._cache, function)
        _Inner(function, options).serve(compiled)
    return cast(F, compiled)


class _Inner:
    """A kernel as other kernels call it: without the way in from Python, which most are never called by.

    That way in is a function of its own: a first solve compiles in 32 s of CPU instead of 44 without it.
    """

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        self._function, self._options = function, {**options, "no_cpython_wrapper": True}
        self._made: Any = None

    def serve(self, outer: Any) -> None:
        """Answer what a calling kernel asks of the one that Python sees."""
        outer.get_call_template = lambda args, kws: _plainly(self._kernel.get_call_template, args, kws)
        outer.get_overload = lambda signature: self._kernel.get_overload(signature)

    @property
    def _kernel(self) -> Any:
        if self._made is None:
            self._made = numba.njit(**self._options)(self._function)
            _share(self._made._cache, self._function, "-inner")
        return self._made


def _share(cache: Any, function: Callable[..., Any], suffix: str = "") -> None:
    """Numba compares stamps after it has unpickled what it had stored, and that fails where a class of ours is named
    that is gone; versions it compares before."""
    file = cache._cache_file
    shared = _SharedCacheFile(file._cache_path, _name_of(function, file) + suffix, file._source_stamp)
    shared._version = f"{file._version} {file._source_stamp}"
    cache._cache_file = shared


def _name_of(function: Callable[..., Any], file: Any) -> str:
    """Of a kernel's cache, without the number of its line, which a longer docstring above it moves."""
    name = str(file._index_name).removesuffix(".nbi")
    is_alone = function.__qualname__ == function.__name__
    return name.replace(f"-{function.__code__.co_firstlineno}.py", ".py", 1) if is_alone else name


def _plainly(get_call_template: Callable[..., Any], args: Any, kws: Any) -> Any:
    """A kernel called with constants is the kernel for numbers: Numba would compile one for each constant."""
    plain = {name: _unliteral(kind) for name, kind in kws.items()}
    return get_call_template(tuple(map(_unliteral, args)), plain)


def _unliteral(kind: Any) -> Any:
    is_constant = isinstance(kind, types.IntegerLiteral | types.BooleanLiteral)
    return types.unliteral(kind) if is_constant else kind  # type: ignore[no-untyped-call]


_NumbasCacheFile: Any = caching.IndexDataCacheFile


class _SharedCacheFile(_NumbasCacheFile):  # type: ignore[misc]
    """A function's cache that several processes may fill at once, as a server and its helpers do.

    Numba writes the index before the code it names, and gives the first free number without asking others: on a busy
    machine a process then loads what an older source left there, or the code of another signature.
    """

    def save(self, key: Any, data: Any) -> None:
        """The code first, under a name of its own; of two indexes written at once one is lost, and compiled again."""
        overloads = self._load_index()
        if not overloads:
            self._remove_stale()
        stamp = hashlib.sha256(repr((self._version, key)).encode()).hexdigest()[:12]
        name = self._index_name.replace(".nbi", f".{stamp}.nbc")
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})

    def _remove_stale(self) -> None:
        """What an older source left; a process about to load it compiles it instead."""
        for path in Path(self._cache_path).glob(self._index_name.replace(".nbi", ".*.nbc")):
            path.unlink(missing_ok=True)


def _module_file(dotted: str) -> Path | None:
    base = _PACKAGE.joinpath(*dotted.split(".")[1:])
    for candidate in (base.with_suffix(".py"), base / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of ours that a module imports; not the front door, through which no module of ours goes."""
    found: set[Path] = set()
    for module, names, plain in _IMPORT.findall(_FOR_TYPES.sub("", path.read_text(encoding="utf-8"))):
        dotted = [module or plain]
        dotted += [f"{module}.{name}" for name in re.findall(r"\w+", names)] if module else []
        found.update(file for file in map(_module_file, dotted) if file is not None)
    return tuple(sorted(found - {path, _PACKAGE / "__init__.py"}))


def _without_remarks(path: Path) -> bytes:
    """What a file does: other words in its docstrings and comments compile nothing."""
    text = path.read_text(encoding="utf-8")
    return _REMARKS_AND_TEXTS.sub(lambda found: "" if found["remark"] else found[0], text).encode()


@cache
def _file_digest(path: Path) -> bytes:
    return hashlib.sha256(_without_remarks(path)).digest()


@cache
def source_digest(path: Path) -> str:
    """One digest of a module's text and of every module of ours it reaches by imports."""
    seen = {path}
    queue = [path]
    while queue:
        fresh = [file for file in _imports(queue.pop()) if file not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    digest = hashlib.sha256()
    for file in sorted(seen):
        digest.update(file.relative_to(_PACKAGE).as_posix().encode() + _file_digest(file))
    return digest.hexdigest()


def _digest_outside(path: Path) -> str:
    """The same for a file that is not ours, and may be written anew while the process runs."""
    digest = hashlib.sha256(_without_remarks(path))
    for file in _imports.__wrapped__(path):
        digest.update(source_digest(file).encode())
    return digest.hexdigest()


class _WholeSourceStamp:
    """Mixin over Numba's cache locators: serves only files with kernels, ours or a user's, and stamps their closure."""

    _py_file: str

    def get_source_stamp(self) -> str:
        path = Path(self._py_file).resolve()
        return source_digest(path) if path.is_relative_to(_PACKAGE) else _digest_outside(path)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        if Path(py_file).resolve() not in _SOURCES:
            return None
        return super().from_function(py_func, py_file)  # type: ignore[misc]


class _UserProvided(_WholeSourceStamp, caching.UserProvidedCacheLocator):
    """Where NUMBA_CACHE_DIR says, if it says."""


class _Own(_WholeSourceStamp, caching.UserProvidedCacheLocator):
    """Below GUTSHOT_CACHE, which holds everything that can be made anew."""

    _root: str | None = os.environ.get("GUTSHOT_CACHE")

    def get_cache_path(self) -> str:
        return os.path.join(str(self._root), "numba", self.get_suitable_cache_subpath(self._py_file))  # type: ignore[no-untyped-call]

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        if cls._root is None or Path(py_file).resolve() not in _SOURCES:
            return None
        found = cls.__new__(cls)
        found._py_file, found._lineno = py_file, py_func.__code__.co_firstlineno
        try:
            found.ensure_cache_path()  # type: ignore[no-untyped-call]
        except OSError:
            return None
        return found


class _Passing(_Own):
    """Where nothing else can be written: a read-only installation without a home."""

    _root = os.path.join(tempfile.gettempdir(), f"gutshot-{getattr(os, 'getuid', int)()}")


class _InTree(_WholeSourceStamp, caching.InTreeCacheLocator):
    """Beside the sources, where they can be written."""


class _UserWide(_WholeSourceStamp, caching.UserWideCacheLocator):
    """In the user's cache folder, for read-only installations."""


caching.CacheImpl._locator_classes[:0] = [_UserProvided, _Own, _InTree, _UserWide, _Passing]
