"""`python -m gutshot.web.openapi [FILE]`: write the API's description, from which the front end's types are made.

Without a file it goes to standard output; with `--check FILE` it fails where the file is out of date.
"""

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gutshot.web.app import make_app
from gutshot.web.jobs.schemas import JobServerMessage
from gutshot.web.table.schemas import ServerMessage


def document() -> dict[str, Any]:
    """The OpenAPI description, with the WebSockets' messages among its schemas."""
    described = make_app().openapi()
    template = "#/components/schemas/{model}"
    schemas = described["components"]["schemas"]
    adapters: dict[str, TypeAdapter[Any]] = {
        "ServerMessage": TypeAdapter(ServerMessage),
        "JobServerMessage": TypeAdapter(JobServerMessage),
    }
    for title, adapter in adapters.items():
        messages = adapter.json_schema(ref_template=template, mode="serialization")
        for name, schema in messages.pop("$defs").items():
            schemas.setdefault(name, schema)
        schemas[title] = messages
    for leftover in ("HTTPValidationError", "ValidationError"):
        schemas.pop(leftover, None)
    return described


def text() -> str:
    """The description as JSON."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the description, or check one."""
    if not arguments:
        sys.stdout.write(text())
        return 0
    path = Path(arguments[-1])
    if "--check" in arguments:
        if path.is_file() and path.read_text() == text():
            return 0
        print(f"{path} is out of date: run python -m gutshot.web.openapi {path}", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
