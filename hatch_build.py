"""What a wheel carries besides the package: the built page and the example configs.

The page is taken from frontend/dist, built there first where npm is at hand. Without either the wheel serves the API
and says so here.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE, CONFIGS = "gutshot/web/static", "gutshot/configs"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for wheels only; an editable installation reads both from the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return
        build_data["force_include"][str(root / "configs")] = CONFIGS
        dist = root / "frontend" / "dist"
        if not (dist / "index.html").is_file():
            _build_page(root / "frontend")
        if (dist / "index.html").is_file():
            build_data["force_include"][str(dist)] = PAGE
        else:
            print("gutshot: this wheel has no page: npm is needed to build it (make run does)", file=sys.stderr)


def _build_page(frontend: Path) -> None:
    npm = shutil.which("npm")
    if npm is None or not (frontend / "package.json").is_file():
        return
    for command in (["install", "--no-save", "--silent"], ["run", "--silent", "build"]):
        if subprocess.run([npm, *command], cwd=frontend, check=False).returncode:
            return
