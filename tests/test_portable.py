"""What only some systems have is asked for, not taken for granted: every module is imported as on Windows and macOS."""

import subprocess
import sys
from pathlib import Path

import pytest

import gutshot

PACKAGE = Path(gutshot.__file__).parent
MISSING = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "uvloop", "httptools")
MODULES = sorted(
    ".".join(("gutshot", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "__main__.py"
)
IMPORT_ALL = """
import importlib, os, signal, sys
import psutil
for module in {modules!r}:  # first as they are: what others bring has ways of its own
    importlib.import_module(module)
for name in [name for name in sys.modules if name.split(".")[0] == "gutshot"]:
    del sys.modules[name]
for name in {missing!r}:
    sys.modules[name] = None
for name in ("nice", "sysconf", "getuid", "sched_getaffinity", "fork", "killpg", "setsid", "posix_fallocate"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGPROF", "setitimer", "ITIMER_PROF", "SIGHUP", "SIGUSR1"):
    if hasattr(signal, name):
        delattr(signal, name)
for module in {modules!r}:
    importlib.import_module(module)
from gutshot.numeric.memory import free_memory, total_memory
from gutshot.numeric.threads import thread_count
assert 0 < free_memory() <= total_memory() and thread_count(None) >= 1
print("all", len({modules!r}))
"""


@pytest.mark.heavy
def test_every_module_is_imported_without_what_only_linux_has() -> None:
    """JAX and Ray, which bring their own ways, are left to themselves."""
    modules = [name for name in MODULES if not name.startswith("gutshot.rl") and "gpu" not in name]
    script = IMPORT_ALL.format(missing=MISSING, modules=modules)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"all {len(modules)}\n"


@pytest.mark.parametrize(("system", "cache", "data"), [
    ("linux", ".cache/gutshot", ".local/share/gutshot"),
    ("darwin", "Library/Caches/gutshot", "Library/Application Support/gutshot"),
])  # fmt: skip
def test_folders_lie_where_each_system_has_them(system: str, cache: str, data: str, tmp_path: Path) -> None:
    script = (
        f"import sys; sys.platform = {system!r}\n"
        "from gutshot.numeric.folders import cache_folder, data_folder; print(cache_folder()); print(data_folder())"
    )
    environment = {"HOME": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [str(tmp_path / cache), str(tmp_path / data)]
