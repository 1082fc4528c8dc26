"""Gutshot: a poker laboratory. Play, study, solve, train and simulate on one set of rules.

The front door: `import gutshot as gs`, then `gs.solve(gs.Spot(...))`. A name is loaded when it is first asked for, so
that importing the package loads neither NumPy nor Numba.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gutshot.agents import open_strategy
    from gutshot.agents.agent import Agent
    from gutshot.agents.registry import make as make_agent
    from gutshot.arena.config import MatchConfig
    from gutshot.arena.local_best_response import local_best_response
    from gutshot.arena.match import run_match
    from gutshot.arena.report import Report as MatchReport
    from gutshot.blueprint.bundle import Blueprint
    from gutshot.blueprint.config import BlueprintConfig
    from gutshot.blueprint.local_best_response import LocalBestResponse
    from gutshot.blueprint.run import train as train_blueprint
    from gutshot.cards.card import Card, format_cards, parse_cards
    from gutshot.cards.equity import EquityResult, equity
    from gutshot.cards.ranges import Range
    from gutshot.cfr.best_response import best_response, expected_values, nash_conv
    from gutshot.cfr.flat import FlatGame, unroll
    from gutshot.cfr.mccfr import Mccfr, Sampling
    from gutshot.cfr.open_spiel import from_open_spiel, to_open_spiel
    from gutshot.cfr.strategy import TabularStrategy
    from gutshot.cfr.updates import UpdateRule, parse_rule
    from gutshot.cfr.vanilla import Cfr
    from gutshot.errors import BadConfig, GutshotError, IllegalAction, MalformedInput
    from gutshot.game import State
    from gutshot.games.actions import Action, ActionKind, Choice, Legal
    from gutshot.games.hand import Hand
    from gutshot.games.kuhn import Kuhn
    from gutshot.games.leduc import Leduc
    from gutshot.games.lines import format_line, parse_line
    from gutshot.games.observation import Observation
    from gutshot.games.rules import Rules, badugi, holdem, limit_holdem
    from gutshot.postflop.flop_batch import Batch, run_batch
    from gutshot.postflop.locks import Lock
    from gutshot.postflop.many_rivers import solve_many
    from gutshot.postflop.simplify import simplify
    from gutshot.postflop.solution import Solution
    from gutshot.postflop.solve import resume, solve
    from gutshot.postflop.spot import Spot
    from gutshot.postflop.three_solution import ThreeSolution
    from gutshot.postflop.three_solve import solve_three
    from gutshot.postflop.three_spot import ThreeSpot
    from gutshot.preflop.config import JamTable, PreflopConfig
    from gutshot.preflop.icm import icm
    from gutshot.preflop.jam_fold import PushFold as JamFold
    from gutshot.preflop.jam_fold import solve_pushfold as solve_jam_fold
    from gutshot.preflop.run import solve_preflop
    from gutshot.preflop.solution import PreflopSolution
    from gutshot.search.opening import open_search
    from gutshot.search.settings import SearchSettings
    from gutshot.strategies.strategy import Answer, Knowledge, Strategy

__version__ = "0.2.0"

__all__ = [
    "Action",
    "ActionKind",
    "Agent",
    "Answer",
    "BadConfig",
    "Batch",
    "Blueprint",
    "BlueprintConfig",
    "Card",
    "Cfr",
    "Choice",
    "EquityResult",
    "FlatGame",
    "GutshotError",
    "Hand",
    "IllegalAction",
    "JamFold",
    "JamTable",
    "Knowledge",
    "Kuhn",
    "Leduc",
    "Legal",
    "LocalBestResponse",
    "Lock",
    "MalformedInput",
    "MatchConfig",
    "MatchReport",
    "Mccfr",
    "Observation",
    "PreflopConfig",
    "PreflopSolution",
    "Range",
    "Rules",
    "Sampling",
    "SearchSettings",
    "Solution",
    "Spot",
    "State",
    "Strategy",
    "TabularStrategy",
    "ThreeSolution",
    "ThreeSpot",
    "UpdateRule",
    "__version__",
    "badugi",
    "best_response",
    "equity",
    "expected_values",
    "format_cards",
    "format_line",
    "from_open_spiel",
    "holdem",
    "icm",
    "limit_holdem",
    "local_best_response",
    "make_agent",
    "nash_conv",
    "open_search",
    "open_strategy",
    "parse_cards",
    "parse_line",
    "parse_rule",
    "resume",
    "run_batch",
    "run_match",
    "simplify",
    "solve",
    "solve_jam_fold",
    "solve_many",
    "solve_preflop",
    "solve_three",
    "to_open_spiel",
    "train_blueprint",
    "unroll",
]

if not TYPE_CHECKING:  # so that a type checker refuses names that are not here
    _ROOMS = {  # the imports above, to be made when asked for
        "agents": "open_strategy",
        "agents.agent": "Agent",
        "agents.registry": "make as make_agent",
        "arena.config": "MatchConfig",
        "arena.local_best_response": "local_best_response",
        "arena.match": "run_match",
        "arena.report": "Report as MatchReport",
        "blueprint.bundle": "Blueprint",
        "blueprint.config": "BlueprintConfig",
        "blueprint.local_best_response": "LocalBestResponse",
        "blueprint.run": "train as train_blueprint",
        "cards.card": "Card, format_cards, parse_cards",
        "cards.equity": "equity, EquityResult",
        "cards.ranges": "Range",
        "cfr.best_response": "best_response, expected_values, nash_conv",
        "cfr.flat": "FlatGame, unroll",
        "cfr.mccfr": "Mccfr, Sampling",
        "cfr.open_spiel": "from_open_spiel, to_open_spiel",
        "cfr.strategy": "TabularStrategy",
        "cfr.updates": "parse_rule, UpdateRule",
        "cfr.vanilla": "Cfr",
        "errors": "BadConfig, GutshotError, IllegalAction, MalformedInput",
        "game": "State",
        "games.actions": "Action, ActionKind, Choice, Legal",
        "games.hand": "Hand",
        "games.kuhn": "Kuhn",
        "games.leduc": "Leduc",
        "games.lines": "format_line, parse_line",
        "games.observation": "Observation",
        "games.rules": "badugi, holdem, limit_holdem, Rules",
        "postflop.flop_batch": "Batch, run_batch",
        "postflop.locks": "Lock",
        "postflop.many_rivers": "solve_many",
        "postflop.simplify": "simplify",
        "postflop.solution": "Solution",
        "postflop.solve": "resume, solve",
        "postflop.spot": "Spot",
        "postflop.three_solution": "ThreeSolution",
        "postflop.three_solve": "solve_three",
        "postflop.three_spot": "ThreeSpot",
        "preflop.config": "JamTable, PreflopConfig",
        "preflop.icm": "icm",
        "preflop.jam_fold": "PushFold as JamFold, solve_pushfold as solve_jam_fold",
        "preflop.run": "solve_preflop",
        "preflop.solution": "PreflopSolution",
        "search.opening": "open_search",
        "search.settings": "SearchSettings",
        "strategies.strategy": "Answer, Knowledge, Strategy",
    }
    _HOMES = {
        entry.split(" as ")[-1]: (room, entry.split(" as ")[0])
        for room, entries in _ROOMS.items()
        for entry in entries.split(", ")
    }

    def __getattr__(name):
        """What the front door offers, from the room where it lives."""
        if name not in _HOMES:
            raise AttributeError(f"module 'gutshot' has no attribute {name!r}")
        from importlib import import_module

        room, own_name = _HOMES[name]
        try:
            found = globals()[name] = getattr(import_module(f"gutshot.{room}"), own_name)
        except ModuleNotFoundError as error:
            from gutshot.extras import missing_extra

            raise missing_extra(error, f"gutshot.{name}") or error from None
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
