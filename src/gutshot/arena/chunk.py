"""One chunk of a match, played compiled as far as the agents allow it, hand by hand in Python otherwise."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from gutshot.agents.agent import Agent, Builtin
from gutshot.agents.kernel_agent import tables_for
from gutshot.agents.registry import find, make
from gutshot.arena.compiled_play import (
    LOG_COLUMNS,
    LOG_MARGIN,
    ChunkResults,
    Field,
    MatchDeals,
    MatchTable,
    make_work,
    play_chunk,
)
from gutshot.arena.config import MatchConfig
from gutshot.arena.counts import COUNTS
from gutshot.arena.schedule import MatchSchedule, schedule
from gutshot.games.row import ANTE, SEATS, blank
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.dice import dice_seeds

_LOG_PER_HAND = 64


@dataclass(frozen=True)
class PlayedChunk:
    """The result of a chunk. `actions` has a row (hand, seat, street, action) per decision, if requested."""

    plan: MatchSchedule
    payoffs: Ints  # [hands, seats]
    adjusted: Reals  # [hands, seats]
    counts: Ints  # [agents, COUNTS]
    failures: Ints  # [agents]
    actions: Ints32  # [decisions, LOG_COLUMNS], the hand counted from the chunk's first
    aivat: Reals | None = None  # [hands, seats], if requested
    spots: dict[str, Counter[str]] = field(default_factory=dict)  # how agents that count it came to their decisions


def all_builtin(config: MatchConfig) -> bool:
    """Whether the match can run compiled."""
    return all(find(name) is not None for name in config.agents)


def play(config: MatchConfig, first: int, count: int, log: bool, players: Sequence[Agent] | None = None) -> PlayedChunk:
    """Play hands `first` to `first + count`; given `players` are used instead of making the agents by name."""
    plan = schedule(config, first, count)
    if players is None and all_builtin(config) and not config.aivat:
        return _play_compiled(config, plan, log)
    from gutshot.arena.python_play import AgentFailed, play_in_python
    from gutshot.arena.row_play import decide_from_rows, play_by_rows

    seated = [make(name, config.seed) for name in config.agents] if players is None else list(players)
    by_rows = decide_from_rows(seated) and not config.carry
    before = [Counter(getattr(player, "spots", ())) for player in seated]
    if by_rows:
        try:
            played = play_by_rows(config, plan, log or config.aivat, seated)
        except AgentFailed:
            if not config.substitute:
                raise
            by_rows = False  # each hand is asked about alone, so that failures can be counted
    if not by_rows:
        played = play_in_python(config, plan, log or config.aivat, seated)
    if config.aivat:
        from gutshot.arena.aivat import aivat_values

        played = replace(played, aivat=aivat_values(config, plan, played.actions, seated))
    return replace(played, spots=_spots(config, seated, before))


def _spots(config: MatchConfig, players: Sequence[Agent], before: Sequence[Counter[str]]) -> dict[str, Counter[str]]:
    """By label, what agents with `spots` have counted since `before`."""
    found = zip(config.labels, players, before, strict=True)
    return {label: Counter(player.spots) - old for label, player, old in found if hasattr(player, "spots")}


def _play_compiled(config: MatchConfig, plan: MatchSchedule, log: bool) -> PlayedChunk:
    agents = [_found(name) for name in config.agents]
    kinds = np.array([agent.kind for agent in agents], np.int64)
    field = Field(kinds, np.array([agent.packed for agent in agents]), tables_for(*kinds.tolist()))
    deals = MatchDeals(plan.lineups, plan.buttons, plan.deal_seeds, dice_seeds(config.seed, plan.dice_streams))
    hand = blank()
    hand[SEATS] = config.seats
    hand[ANTE : ANTE + config.seats] = config.ante
    stacks, blinds = np.full(len(agents), config.stack, np.int64), np.array(config.posts, np.int64)
    table = MatchTable(config.rules.packed, hand, blinds, stacks, config.stack, config.carry, int(config.luck))
    payoffs, adjusted = np.zeros((len(plan), config.seats), np.int64), np.zeros((len(plan), config.seats))
    counts = np.zeros((len(agents), COUNTS), np.int64)
    buffer = np.zeros((len(plan) * _LOG_PER_HAND + LOG_MARGIN if log else 0, LOG_COLUMNS), np.int32)
    work, logs, done = make_work(), [], 0
    while done < len(plan):
        left = MatchDeals(*(part[done:] for part in deals))
        results = ChunkResults(payoffs[done:], adjusted[done:], counts, buffer)
        played, logged = play_chunk(table, field, left, work, results)
        logs.append(buffer[:logged] + np.array([done, 0, 0, 0], np.int32))
        done += played
    return PlayedChunk(plan, payoffs, adjusted, counts, np.zeros(len(agents), np.int64), np.concatenate(logs))


def _found(name: str) -> Builtin:
    builtin = find(name)
    assert builtin is not None
    return builtin
