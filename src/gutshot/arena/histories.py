"""The hands of a chunk, replayed from its action log: for the log as text and for hand histories."""

from collections.abc import Iterator

from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.config import MatchConfig
from gutshot.arena.schedule import hand_setup
from gutshot.games.actions import choice_of, format_choice
from gutshot.games.hand import Hand
from gutshot.games.history import from_hand, to_phh
from gutshot.games.seats import order

ACTION_COLUMNS = "hand,position,seat,agent,street,action\n"


def replayed(config: MatchConfig, played: PlayedChunk) -> Iterator[tuple[int, list[Hand], list[int]]]:
    """Every hand's number, its positions from the first decision to the end, and the action numbers between them."""
    stacks = [config.stack] * len(config.agents)
    actions = iter(played.actions.tolist())
    pending = next(actions, None)
    for index in range(len(played.plan)):
        path = [Hand(hand_setup(config, played.plan, index, stacks))]
        made: list[int] = []
        while pending is not None and pending[0] == index:
            made.append(pending[3])
            path.append(path[-1].act_unchecked(pending[3]))
            pending = next(actions, None)
        if config.carry:
            for agent, left in zip(played.plan.lineups[index], path[-1].stacks, strict=True):
                stacks[agent] = left if left >= config.big_blind else config.stack
        yield played.plan.first + index, path, made


def action_lines(config: MatchConfig, played: PlayedChunk) -> str:
    """One CSV line per decision: hand, position, seat, agent, street, action."""
    lines = []
    for (number, path, made), lineup in zip(replayed(config, played), played.plan.lineups, strict=True):
        for before, action in zip(path, made, strict=False):
            seat = before.actor
            assert seat is not None
            choice = format_choice(choice_of(before.rules, before.row, action))
            street = before.rules.streets[before.street].name
            agent = config.labels[lineup[seat]].replace('"', '""')
            lines.append(f'{number},{before.position(seat)},{seat},"{agent}",{street},{choice}\n')
    return "".join(lines)


def phh_sections(config: MatchConfig, played: PlayedChunk) -> str:
    """The chunk's hands as numbered PHH sections with the agents as players."""
    sections = []
    for (number, path, _), lineup in zip(replayed(config, played), played.plan.lineups, strict=True):
        names = [config.labels[lineup[seat]] for seat in order(config.seats, path[-1].button)]
        sections.append(f"[{number + 1}]\n{to_phh(from_hand(path[-1], {'players': names}))}\n")
    return "".join(sections)
