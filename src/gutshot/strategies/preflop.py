"""Solved preflop games as a source. Lines end where the flop comes; values are chips taken out of the pot."""

from collections.abc import Sequence
from dataclasses import replace
from threading import RLock

import numpy as np

from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action
from gutshot.games.hand import Hand
from gutshot.games.lines import Act, Deal, format_line, parse_line, pick, require_seat
from gutshot.preflop.solution import LineChart, PreflopSolution
from gutshot.preflop.tree import CHIPS, NOBODY
from gutshot.strategies.equities import facing, the_rival
from gutshot.strategies.strategy import (
    Ability,
    About,
    Chair,
    Hands,
    Move,
    Reals,
    Stop,
    StopKind,
    weights_of,
)
from gutshot.trees.amounts import round_half_up


class PreflopSource:
    """A `PreflopSolution` to look into; its big blind is 1,000 chips."""

    def __init__(self, solution: PreflopSolution, title: str) -> None:
        self.solution = solution
        self._title = title
        self._lock = RLock()

    def describe(self) -> About:
        config, last = self.solution.config, self.solution.reports[-1]
        plain = {"players": config.num_players, "stacks": list(config.stack_depth), "bet_sizes": list(config.bet_sizes)}
        quality = {
            "joint_exploitability_mbb": 1000 * last.joint_exploitability,
            "rounds": len(self.solution.reports),
            "seconds": sum(report.seconds for report in self.solution.reports),
        }
        return About(self._title, "preflop", plain, quality, (Ability.VALUES,), CHIPS)

    def _first(self) -> Hand:
        config = self.solution.config
        stacks = [round_half_up(stack * CHIPS) for stack in config.stack_depth]
        blinds = (round_half_up(config.small_blind * CHIPS), CHIPS)
        button = 0 if config.num_players == 2 else config.num_players - 1
        return Hand.holdem(stacks, blinds, button, antes=round_half_up(config.ante * CHIPS), seed=0)

    def walk(self, line: str) -> Sequence[Stop]:
        return self._walked(line)[0]

    def _walked(self, line: str) -> tuple[list[Stop], list[int]]:
        """The stops of a line, and the nodes of the tree they are at."""
        tree, hand, node = self.solution.rounds.tree, self._first(), 0
        stops, nodes, done = [self._stop(hand, hand, 0, ())], [0], tuple[Action, ...]()
        for step in parse_line(line, CHIPS, small_in_blinds=True):
            place = self._place(stops[-1], step, line)
            move = stops[-1].moves[place]
            node = tree.children(node)[place]
            after = hand.act(move.action.choice)
            done = (*done, move.action)
            stops[-1] = stops[-1].left_by(move.word)
            stops.append(self._stop(hand, after, node, done))
            nodes.append(node)
            hand = after
        return stops, nodes

    def _place(self, stop: Stop, step: Act | Deal, line: str) -> int:
        """Which of the actions a step means."""
        if stop.actor is None or isinstance(step, Deal):
            raise IllegalAction(f"line {line!r}: no '{step}' there, the solution ends before the flop")
        require_seat(step, stop.chairs[stop.actor].name, line)
        return pick(step, [move.action for move in stop.moves], line)

    def _stop(self, before: Hand, hand: Hand, node: int, done: tuple[Action, ...]) -> Stop:
        tree = self.solution.rounds.tree
        names = [hand.position(seat) for seat in range(hand.seats)]
        if tree.actor[node] == NOBODY:
            pot = sum(hand.contributions) if not hand.is_over else before.pot
            chairs = tuple(Chair(name, hand.stacks[seat], 0, not hand.live[seat]) for seat, name in enumerate(names))
            return Stop(format_line(done), StopKind.OVER, "preflop", (), pot, chairs)
        chairs = tuple(
            Chair(name, hand.stacks[seat], hand.bets[seat], not hand.live[seat]) for seat, name in enumerate(names)
        )
        moves = tuple(_move(action, hand) for action in tree.actions(node))
        return Stop(format_line(done), StopKind.DECISION, "preflop", (), hand.pot, chairs, hand.actor, moves)

    def hands(self, line: str, seat: int | None = None) -> Hands:
        stops, nodes = self._walked(line)
        last = stops[-1]
        who = seat if seat is not None else next(stop.actor for stop in reversed(stops) if stop.actor is not None)
        if who is None or not 0 <= who < len(last.chairs):
            raise BadConfig(f"seat {who}: this game has seats 0 to {len(last.chairs) - 1}")
        with self._lock:
            reach = self._reach(stops, nodes, who)
            live = np.flatnonzero(reach > 0)
            held = Hands(who, live, reach[live], weights_of(reach[live]), equity=self._equity(stops, nodes, who, reach))
            if who != last.actor:
                return held
            chart = self._chart(nodes[-1])
        cells = COMBO_CLASS[live]
        mix = chart.strategy[cells].T
        values = CHIPS * chart.ev[cells].T + self._paid(line, who)
        return replace(held, mix=mix, ev=(mix * values).sum(axis=0), action_ev=values)

    def _reach(self, stops: Sequence[Stop], nodes: Sequence[int], who: int) -> Reals:
        """[1326] what the seat's own choices leave of its hands."""
        reach = np.ones(COMBO_COUNT)
        for stop, node in zip(stops[:-1], nodes, strict=False):
            if stop.actor == who:
                taken = [move.word for move in stop.moves].index(stop.taken)
                reach *= self._chart(node).strategy[COMBO_CLASS, taken]
        return reach

    def _equity(self, stops: Sequence[Stop], nodes: Sequence[int], who: int, reach: Reals) -> Reals | None:
        """Against the only other player in the hand, if there is just one."""
        rival = the_rival(stops[-1], who)
        found = None if rival is None else facing(who, reach, self._reach(stops, nodes, rival), ())
        return None if found is None else found.equity

    def _chart(self, node: int) -> LineChart:
        return self.solution.at(self.solution.rounds.tree.line(node))

    def _paid(self, line: str, seat: int) -> int:
        """What a seat has put in before the decision."""
        stops = self.walk(line)
        return round_half_up(self.solution.config.stack_depth[seat] * CHIPS) - stops[-1].chairs[seat].stack


def _move(action: Action, hand: Hand) -> Move:
    if not action.is_sized:
        return Move(action)
    return Move(action, (action.amount - max(hand.bets)) / (hand.pot + (hand.legal.call or 0)))
