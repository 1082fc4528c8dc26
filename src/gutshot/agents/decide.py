"""One door to every built-in decision: the kernel of a kind, on what its actor may know."""

from gutshot.agents.agent import AgentKind, Params
from gutshot.agents.badugi.cpu import decide as decide_cpu
from gutshot.agents.badugi.cpu import decide_solved
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.badugi.tight import decide_tight
from gutshot.agents.simple import decide_simply
from gutshot.agents.style_play import decide_style
from gutshot.games.public_record import DECISIONS
from gutshot.games.row import ACTOR, Row
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel

STYLE = int(AgentKind.STYLE)
BADUGI_CPU = int(AgentKind.BADUGI_CPU)
BADUGI_SOLVED = int(AgentKind.BADUGI_SOLVED)
BADUGI_TIGHT = int(AgentKind.BADUGI_TIGHT)


@kernel
def decide(
    kind: int,
    rules: Row,
    view: Row,
    record: Row,
    params: Params,
    seed: int,
    dice: Row,
    reading: Row,
    tables: Odds,
    scratch: Scratch,
) -> int:
    """The actor's action number, or mask of discards; `dice` [4], `reading` [READING] and `scratch` are workspaces."""
    if kind == BADUGI_CPU:
        return decide_cpu(rules, view, params, seed, tables, scratch)
    if kind == BADUGI_SOLVED:
        return decide_solved(rules, view, params, seed, tables, scratch)
    if kind == BADUGI_TIGHT:
        return decide_tight(rules, view)
    seed_random(dice, 0, seed, record[DECISIONS + view[ACTOR]])
    if kind == STYLE:
        return decide_style(rules, view, record, params, dice, reading)
    return decide_simply(kind, rules, view, dice)
