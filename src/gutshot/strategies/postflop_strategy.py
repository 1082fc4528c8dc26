"""Solved postflop spots as a strategy: strategies, values and equities of every line and runout."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gutshot.cards.card import Card, format_cards
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line
from gutshot.numeric.arrays import Reals
from gutshot.postflop.board_view import meeting
from gutshot.postflop.lines import act, deal, dealt_card
from gutshot.postflop.point import SolvedPoint
from gutshot.postflop.solution import Solution
from gutshot.strategies.solved_spot import SolvedSpotStrategy
from gutshot.strategies.strategy import (
    Ability,
    About,
    Chair,
    Hands,
    Move,
    Stop,
    StopKind,
    weights_of,
)
from gutshot.trees.betting_tree import STREET_NAMES, BettingTree, NodeKind

NAMES = ("OOP", "IP")


@dataclass(frozen=True)
class _Here:
    """A node of the betting tree on the way along a line, with the chips of this street."""

    node: int
    steps: tuple[Action | DealStep, ...]
    cards: tuple[Card, ...]
    base: int  # what each player has put in on earlier streets
    bets: tuple[int, int]


class PostflopStrategy(SolvedSpotStrategy):
    """A `Solution` to look into, with reports over the next card."""

    def __init__(self, solution: Solution, title: str) -> None:
        super().__init__(title)
        self.solution = solution

    @property
    def _tree(self) -> BettingTree:
        return self.solution.solver.layout.tree

    def describe(self) -> About:
        solution = self.solution
        abilities = [Ability.VALUES, Ability.LOCKS]
        if solution.spot.first_street < 2:
            abilities.append(Ability.RUNOUTS)
        if solution.solver.precision == "f32":
            abilities.append(Ability.SIMPLIFY)
        return About(
            self._title,
            "postflop",
            solution.spot.to_dict(),
            {
                "exploitability_percent": solution.exploitability_percent,
                "iterations": solution.iterations,
                "seconds": solution.seconds,
            },
            tuple(abilities),
        )

    def _fresh_walk(self, line: str) -> tuple[Stop, ...]:
        here = _Here(0, (), (), 0, (0, 0))
        stops = [self._stop(here)]
        for step in parse_line(line):
            after = self._act(here, step, line) if isinstance(step, ActionStep) else self._deal(here, step, line)
            stops[-1] = stops[-1].left_by(str(after.steps[-1]))
            stops.append(self._stop(after))
            here = after
        return tuple(stops)

    def _deal(self, here: _Here, step: DealStep, line: str) -> _Here:
        card, node = dealt_card(step, (*self.solution.spot.board, *here.cards), line), deal(self._tree, here.node, line)
        if self._runs_out(here.node):
            raise IllegalAction(f"line {line!r}: all players are all-in, so no card changes the play")
        return _Here(node, (*here.steps, step), (*here.cards, card), here.base + max(here.bets), (0, 0))

    def _act(self, here: _Here, step: ActionStep, line: str) -> _Here:
        child = act(self._tree, here.node, step, line)
        action = self._tree.action(child)
        bets = _after(here.bets, int(self._tree.actor[here.node]), action)
        return _Here(child, (*here.steps, action), here.cards, here.base, bets)

    def _runs_out(self, node: int) -> bool:
        tree = self._tree
        return bool(tree.kind[node] == NodeKind.CHANCE and tree.kind[int(tree.children(node)[0])] != NodeKind.DECISION)

    def _stop(self, here: _Here) -> Stop:
        tree, spot = self._tree, self.solution.spot
        kind, board = NodeKind(tree.kind[here.node]), (*spot.board, *here.cards)
        folded = int(tree.actor[here.node]) if kind is NodeKind.FOLD else -1
        chairs = tuple(
            Chair(NAMES[player], spot.stack - here.base - here.bets[player], here.bets[player], player == folded)
            for player in range(2)
        )
        stop = {
            "line": format_line(here.steps),
            "street": STREET_NAMES[len(board) - 3],
            "board": board,
            "chairs": chairs,
        }
        pot = spot.pot + 2 * here.base + sum(here.bets)
        if kind is NodeKind.DECISION:
            least, most = sorted(here.bets)
            moves = tuple(Move.sized(action, pot, most, most - least) for action in tree.actions(here.node))
            return Stop(kind=StopKind.DECISION, pot=pot, actor=int(tree.actor[here.node]), moves=moves, **stop)  # type: ignore[arg-type]
        ends = kind is not NodeKind.CHANCE or self._runs_out(here.node)
        return Stop(kind=StopKind.OVER if ends else StopKind.CARD, pot=pot, deals=0 if ends else 1, **stop)  # type: ignore[arg-type]

    def _point(self, stop: Stop) -> SolvedPoint:
        return self.solution.at(stop.line)

    def _require_seat(self, seat: int) -> int:
        if seat not in (0, 1):
            raise BadConfig(f"seat {seat}: this spot has seats 0 (out of position) and 1 (in position)")
        return seat

    def _having_acted(self, before: Stop, after: Stop, seat: int | None) -> Hands:
        position = self._point(before)
        who = position.actor if seat is None else self._require_seat(seat)
        own, other = (_reach_after(position, before, player) for player in (who, 1 - who))
        kept = own > 0
        weight = (own * meeting(position.combos[who], position.combos[1 - who], other))[kept]
        ends = any(chair.folded for chair in after.chairs)
        equity = None if ends else position.equity_of(who, other)[kept]
        return Hands(who, position.combos[who][kept].astype(np.int64), own[kept], weights_of(weight), equity=equity)

    def position(self, line: str) -> SolvedPoint:
        """The solver's own view of a decision."""
        with self._lock:
            return self.solution.at(self.walk(line)[-1].line)

    def _fresh_runouts(self, line: str) -> list[dict[str, Any]]:
        return self.solution.runouts(line)


def _reach_after(position: SolvedPoint, stop: Stop, player: int) -> Reals:
    """[H] what is left of a player's range when the actor has done what the line does."""
    if player != position.actor:
        return position.reach[player]
    return np.asarray(position.reach[player] * position.strategy[[move.word for move in stop.moves].index(stop.taken)])


def _after(bets: tuple[int, int], actor: int, action: Action) -> tuple[int, int]:
    if action.kind in (ActionKind.FOLD, ActionKind.CHECK):
        return bets
    own = max(bets) if action.kind is ActionKind.CALL else action.amount
    return (own, bets[1]) if actor == 0 else (bets[0], own)


def title_of(solution: Solution) -> str:
    """The default title of a solved spot."""
    spot = solution.spot
    return f"{format_cards(spot.board)}, pot {spot.pot}, stack {spot.stack}"
