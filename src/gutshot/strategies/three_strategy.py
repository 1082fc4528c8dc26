"""Spots with three ranges as a strategy: three seats to look at, on every line and river."""

from collections.abc import Sequence
from functools import lru_cache
from threading import RLock

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.actions import Action
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.postflop.three_equity import pairs_met
from gutshot.postflop.three_lines import ThreePlace
from gutshot.postflop.three_point import ThreePoint, mix_of
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_spot import SEATS
from gutshot.strategies.real_hand import answer, entrance
from gutshot.strategies.strategy import (
    Ability,
    About,
    Answer,
    Chair,
    Hands,
    Move,
    Named,
    Stop,
    StopKind,
    weights_of,
)
from gutshot.trees.betting_tree import STREET_NAMES

_KEPT = 256


class ThreeStrategy(Named):
    """A `ThreeSolution` to look into. One question at a time: the solver's rooms are shared."""

    def __init__(self, solution: ThreeSolution, title: str) -> None:
        self.solution = solution
        self._title = title
        self._lock = RLock()
        self._hands = lru_cache(maxsize=_KEPT)(self._fresh_hands)
        self._walked = lru_cache(maxsize=_KEPT)(self._fresh_walk)

    def describe(self) -> About:
        solution = self.solution
        quality = {
            "gains_percent": list(solution.gains_percent),
            "iterations": solution.iterations,
            "seconds": solution.seconds,
        }
        return About(self._title, "three-way", solution.spot.to_dict(), quality, (Ability.VALUES,), seats=SEATS)

    # --- where a line leads ----------------------------------------------------------------------------------------

    def walk(self, line: str) -> Sequence[Stop]:
        return self._walked(line)

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
        if not action.amount:
            return Move(action)
        bets = tree.bets[node]
        owed = int(bets.max() - bets[tree.actor(node)])
        return Move(action, (action.amount - int(bets.max())) / (tree.pot(node) + owed))

    # --- what the hands do -----------------------------------------------------------------------------------------

    def hands(self, line: str, seat: int | None = None) -> Hands:
        with self._lock:
            return self._hands(line, seat)

    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        hands = public_hands(seen)
        return answer(self, hands, entrance(self.walk("")[0], hands), seat)

    def _fresh_hands(self, line: str, seat: int | None) -> Hands:
        stops = self.walk(line)
        if stops[-1].kind is StopKind.DECISION:
            return self._deciding(self.solution.at(stops[-1].line), seat)
        return self._having_acted(stops, seat)

    def _deciding(self, point: ThreePoint, seat: int | None) -> Hands:
        who = point.actor if seat is None else _seat(seat)
        acts, kept = who == point.actor, point.reach[who] > 0
        live = point.is_live(who)
        return Hands(
            who,
            point.combos[who][kept],
            point.reach[who][kept].astype(np.float64),
            weights_of(point.weights[who][kept]),
            point.strategy[:, kept] if acts else None,
            point.hand_ev[who][kept] if live else None,
            point.equity_of(who)[kept] if live else None,
            point.action_ev[:, kept] if acts else None,
            ev_error=0.0,
        )

    def _having_acted(self, stops: Sequence[Stop], seat: int | None) -> Hands:
        """The ranges after the last decision, where no more is to be decided."""
        before = next(stop for stop in reversed(stops) if stop.kind is StopKind.DECISION)
        point = self.solution.at(before.line)
        who = point.actor if seat is None else _seat(seat)
        reach = list(point.reach)
        taken = [move.word for move in before.moves].index(before.taken)
        mix = mix_of(point.solver, point.node, point.where)[taken]
        reach[point.actor] = (reach[point.actor] * mix).astype(np.float32)
        boards = point.solver.layout.boards[point.where.street]
        met, kept = pairs_met(boards, point.where.board, who, reach), reach[who] > 0
        own = reach[who].astype(np.float64)
        return Hands(who, point.combos[who][kept], own[kept], weights_of((own * met)[kept]))


def _seat(seat: int) -> int:
    if seat not in range(SEATS):
        raise BadConfig(f"seat {seat}: this spot has seats 0 to {SEATS - 1}, in order of action")
    return seat
