"""The simplest players: random, always call, always fold, always raise as little or as much as allowed. They play every
variant."""

from gutshot.agents.agent import AgentKind, Builtin
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.playout import random_bet
from gutshot.games.row import BETTING, PHASE, Row
from gutshot.games.rules import HOLE_CARDS
from gutshot.games.shuffle import random_below
from gutshot.kernel import kernel

RANDOM = int(AgentKind.RANDOM)
ALWAYS_CALL = int(AgentKind.CALL)
ALWAYS_FOLD = int(AgentKind.FOLD)
ALWAYS_JAM = int(AgentKind.JAM)
STAND_PAT = 0

SIMPLE = (
    Builtin("random", "any legal action and any amount with equal probability", AgentKind.RANDOM),
    Builtin("call", "checks and calls; never draws", AgentKind.CALL),
    Builtin("fold", "folds to any bet", AgentKind.FOLD),
    Builtin("min-raise", "makes the minimum bet or raise whenever allowed; never draws", AgentKind.MIN_RAISE),
    Builtin("jam", "goes all-in whenever allowed, with every hand; never draws", AgentKind.JAM),
)


@kernel
def decide_simply(kind: int, rules: Row, view: Row, dice: Row) -> int:
    """The actor's action number, or mask of discards."""
    if view[PHASE] != BETTING:
        return random_below(dice, 0, 1 << rules[HOLE_CARDS]) if kind == RANDOM else STAND_PAT
    if kind == RANDOM:
        return random_bet(rules, view, dice)
    if kind == ALWAYS_CALL:
        return CALL
    if kind == ALWAYS_FOLD:
        return FOLD if to_call(view) > 0 else CALL
    least, most = raise_bounds(rules, view)
    return most if kind == ALWAYS_JAM else least
