"""A user's own agent by the place of its class: `my_module:MyAgent`, imported here, on threads and on Ray workers.

Only names from the command line and from Python come here: a page can seat what the catalogue has, and nothing else.
"""

import importlib
import inspect
import os
import re
import sys
from typing import Any

from gutshot.agents.agent import Agent
from gutshot.errors import BadConfig

_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Z]\w*")


def is_own(name: str) -> bool:
    """Whether a name is written as a module and a class, which begins with a capital."""
    return _NAME.fullmatch(name) is not None


def class_of(name: str) -> Any:
    """The class; modules are looked for in the working folder, too."""
    module, _, kind = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        room = importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise BadConfig(f"agent {name!r}: there is no module {error.name!r}") from None
    except (Exception, SystemExit) as error:  # whatever a module does when it is imported
        raise BadConfig(f"agent {name!r}: importing {module!r} raised {type(error).__name__}: {error}") from error
    found = getattr(room, kind, None)
    if found is None:
        raise BadConfig(f"agent {name!r}: module {module!r} has no {kind!r}")
    missing = [member for member in ("new_hand", "act") if not callable(getattr(found, member, None))]
    if not inspect.isclass(found) or missing:
        what = f"has no method {missing[0]!r}" if missing else "is no class"
        raise BadConfig(f"agent {name!r} {what}: expected a class with new_hand(number) and act(observation)")
    return found


def load_own(name: str, seed: int) -> Agent:
    """An agent of the class; it is given the seed if it takes one."""
    kind = class_of(name)
    takes_seed = "seed" in inspect.signature(kind).parameters
    try:
        agent: Agent = kind(seed=seed) if takes_seed else kind()
    except (Exception, SystemExit) as error:
        raise BadConfig(f"agent {name!r} cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(getattr(agent, "name", None), str):
        raise BadConfig(f"agent {name!r} has no `name`: expected text by which reports call it")
    return agent
