"""Spots with three ranges as a strategy: three seats to look at, on every line and river."""

from typing import Any

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.actions import Action
from gutshot.postflop.three_equity import pairs_met
from gutshot.postflop.three_lines import ThreePlace
from gutshot.postflop.three_point import ThreePoint, mix_of
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_spot import SEATS
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
from gutshot.trees.betting_tree import STREET_NAMES


class ThreeStrategy(SolvedSpotStrategy):
    """A `ThreeSolution` to look into."""

    def __init__(self, solution: ThreeSolution, title: str) -> None:
        super().__init__(title)
        self.solution = solution

    def describe(self) -> About:
        solution = self.solution
        quality = {
            "gains_percent": list(solution.gains_percent),
            "iterations": solution.iterations,
            "seconds": solution.seconds,
        }
        abilities = [Ability.VALUES, Ability.LOCKS]
        if not solution.solver.is_river:
            abilities.append(Ability.RUNOUTS)
        return About(self._title, "three-way", solution.spot.to_dict(), quality, tuple(abilities), seats=SEATS)

    def _fresh_walk(self, line: str) -> tuple[Stop, ...]:
        stops: list[Stop] = []
        for place in self.solution.places(line):
            if stops:
                stops[-1] = stops[-1].left_by(str(place.steps[-1]))
            stops.append(self._stop(place))
        return tuple(stops)

    def _stop(self, place: ThreePlace) -> Stop:
        tree, spot, node = self.solution.solver.layout.tree, self.solution.spot, place.node
        board = (*spot.board, *place.cards)
        chairs = tuple(
            Chair(
                name.upper(),
                spot.stacks[seat] - int(tree.paid[node, seat]),
                int(tree.bets[node, seat]),
                not tree.live[node] >> seat & 1,
            )
            for seat, name in enumerate(spot.names)
        )
        acts = tree.is_decision(node) and not place.waits
        kind = StopKind.DECISION if acts else StopKind.CARD if place.waits else StopKind.OVER
        return Stop(
            place.line,
            kind,
            STREET_NAMES[len(board) - 3],
            board,
            tree.pot(node),
            chairs,
            tree.actor(node) if acts else None,
            tuple(self._move(node, action) for action in tree.actions(node)) if acts else (),
            1 if place.waits else 0,
        )

    def _move(self, node: int, action: Action) -> Move:
        tree = self.solution.solver.layout.tree
        bets = tree.bets[node]
        highest = int(bets.max())
        return Move.sized(action, tree.pot(node), highest, highest - int(bets[tree.actor(node)]))

    def _point(self, stop: Stop) -> ThreePoint:
        return self.solution.at(stop.line)

    def _fresh_runouts(self, line: str) -> list[dict[str, Any]]:
        return self.solution.runouts(line)

    def _require_seat(self, seat: int) -> int:
        if seat not in range(SEATS):
            raise BadConfig(f"seat {seat}: this spot has seats 0 to {SEATS - 1}, in order of action")
        return seat

    def _having_acted(self, before: Stop, after: Stop, seat: int | None) -> Hands:
        point = self._point(before)
        who = point.actor if seat is None else self._require_seat(seat)
        reach = list(point.reach)
        taken = [move.word for move in before.moves].index(before.taken)
        mix = mix_of(point.solver, point.node, point.where)[taken]
        reach[point.actor] = (reach[point.actor] * mix).astype(np.float32)
        boards = point.solver.layout.boards[point.where.street]
        met, kept = pairs_met(boards, point.where.board, who, reach), reach[who] > 0
        own = reach[who].astype(np.float64)
        return Hands(who, point.combos[who][kept], own[kept], weights_of((own * met)[kept]))
