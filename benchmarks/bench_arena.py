"""Matches: compiled fields, Python agents, and the loops of pokerkit and RLCard with random players."""

import random
from typing import Any

from benchmarks.harness import Row, pin_to_one_core, seconds
from gutshot.agents import make
from gutshot.agents.style_profiles import STYLE_NAMES
from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation

_COMPILED_HANDS = 30_720
_PYTHON_HANDS = 120
_STYLES_MATCH = "6 styles, hold'em match with its report"
_RANDOM_MATCH = "6 random agents, hold'em match"


class PlainRandom:
    """A random agent in plain Python: the same choices as the built-in one, from an observation."""

    name = "plain random"

    def new_hand(self, number: int) -> None:
        self._dice = random.Random(number)

    def act(self, observation: Observation) -> Choice:
        legal = observation.legal
        options: list[Choice] = ["fold", "call"] if legal.call else ["check"]
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            options.append(self._dice.randint(legal.min_raise_to, legal.max_raise_to))
        return self._dice.choice(options)


def _compiled(agents: tuple[str, ...], luck: Luck) -> float:
    config = MatchConfig(agents, hands=_COMPILED_HANDS, seats=6, luck=luck)
    return _COMPILED_HANDS / seconds(lambda: run_match(config), repeats=3)


def _python_rates(players: list[Any], hands: int) -> tuple[float, float]:
    """Hands and decisions per second."""
    config = MatchConfig(("random",) * 6, hands=hands, luck=Luck.NONE)
    decisions = len(play(config, 0, hands, True, players).actions)
    spent = seconds(lambda: play(config, 0, hands, False, players), repeats=3)
    return hands / spent, decisions / spent


def _pokerkit_hands(hands: int) -> None:
    from pokerkit import Automation, NoLimitTexasHoldem

    dice = random.Random(1)
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (50, 100), 100, (10_000,) * 6, 6)
        while state.status:
            options = ["call"] + (["fold"] if state.can_fold() and state.checking_or_calling_amount else [])
            options += ["raise"] if state.can_complete_bet_or_raise_to() else []
            match dice.choice(options):
                case "fold":
                    state.fold()
                case "call":
                    state.check_or_call()
                case _:
                    low = state.min_completion_betting_or_raising_to_amount
                    high = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(dice.randint(low or 0, high or 0))


def _rlcard_hands(hands: int) -> None:
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make("no-limit-holdem", config={"game_num_players": 6, "seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(6)])
    for _ in range(hands):
        table.run(is_training=False)


def run() -> list[Row]:
    pin_to_one_core()
    python_hands, decisions = _python_rates([PlainRandom() for _ in range(6)], _PYTHON_HANDS)
    built_in_hands, built_in = _python_rates([make(name) for name in STYLE_NAMES[:6]], _PYTHON_HANDS)
    peers = 60
    return [
        Row(_STYLES_MATCH, "gutshot, all-in luck out", _compiled(STYLE_NAMES, Luck.ALL_IN), "hands/s", "compiled"),
        Row(_STYLES_MATCH, "gutshot, no adjustment", _compiled(STYLE_NAMES, Luck.NONE), "hands/s", "compiled"),
        Row(_STYLES_MATCH, "gutshot, all card luck out", _compiled(STYLE_NAMES, Luck.ALL), "hands/s", "compiled"),
        Row(_STYLES_MATCH, "gutshot, agents as objects", built_in_hands, "hands/s", f"{built_in:.0f} decisions/s"),
        Row(_RANDOM_MATCH, "gutshot, compiled", _compiled(("random",) * 6, Luck.NONE), "hands/s"),
        Row(_RANDOM_MATCH, "gutshot, agents in Python", python_hands, "hands/s", f"{decisions:.0f} decisions/s"),
        Row(_RANDOM_MATCH, "pokerkit", peers / seconds(lambda: _pokerkit_hands(peers), repeats=3), "hands/s"),
        Row(_RANDOM_MATCH, "RLCard", peers / seconds(lambda: _rlcard_hands(peers), repeats=3), "hands/s"),
    ]
