"""Games before the flop as strategies: solved raising games, and jam or fold.

Lines end at the flop, or when everyone has decided about an all-in. Hands are classes; values are chips taken
out of the pot, of which 1,000 are a big blind.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from threading import RLock

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, pick, require_seat
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.preflop.charts import PreflopCharts
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.jam_fold import PushFold
from gutshot.preflop.rounds import RoundReport
from gutshot.preflop.solution import PreflopSolution
from gutshot.preflop.tree import CHIPS, NOBODY, PreflopTree, jam_tree
from gutshot.strategies.equities import facing, the_rival
from gutshot.strategies.real_hand import SAME, Entrance, answer
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
from gutshot.strategies.table_walk import move_at
from gutshot.trees.amounts import round_half_up

_SAME_DEPTH = 0.25
"""Stacks that differ by less are near."""


class PreflopTreeStrategy(Named, ABC):
    """A tree of betting before the flop with a chart of the 169 classes at every decision."""

    def __init__(self, tree: PreflopTree, first: Hand) -> None:
        self._tree, self._first = tree, first
        self._lock = RLock()

    @abstractmethod
    def describe(self) -> About: ...

    @abstractmethod
    def _chart(self, node: int) -> tuple[Reals, Reals | None]:
        """[169, actions] the strategy at a decision, and the values in big blinds, of being there."""

    @abstractmethod
    def _moves(self, node: int, hand: Hand) -> tuple[Move, ...]:
        """What the actor chooses from, in the order of the node's children."""

    def walk(self, line: str) -> Sequence[Stop]:
        return self._walked(line)[0]

    @checked
    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        hands = public_hands(seen)
        return answer(self, hands, self._entrance(hands[0]), seat)

    def _entrance(self, real: Hand) -> Entrance | None:
        """The start of a hand with as many seats and about the same stacks."""
        own, factor = self._first, CHIPS / real.rules.streets[0].bet
        if real.seats != own.seats:
            return None
        seats = tuple((seat - own.button + real.button) % own.seats for seat in range(own.seats))
        stacks = [(own.setup.stacks[seat], real.setup.stacks[seats[seat]] * factor) for seat in range(own.seats)]
        worst = max(abs(theirs - mine) / mine for mine, theirs in stacks)
        if worst > _SAME_DEPTH:
            return None
        deep = ", ".join(f"{theirs / CHIPS:g}" for _, theirs in stacks)
        notes = (f"stacks of {deep} bb, and those of the strategy are others",) if worst > SAME else ()
        return Entrance(0, factor, seats, notes)

    def _walked(self, line: str) -> tuple[list[Stop], list[int]]:
        """The stops of a line, and the nodes of the tree they are at."""
        hand, node = self._first, 0
        stops, nodes, done = [self._stop(hand, hand, 0, ())], [0], tuple[Action, ...]()
        for step in parse_line(line, CHIPS, small_in_blinds=True):
            place = self._place(stops[-1], step, line)
            move = stops[-1].moves[place]
            node = self._tree.children(node)[place]
            after = self._on(hand.act(move.choice), node)
            done = (*done, move.action)
            stops[-1] = stops[-1].left_by(move.word)
            stops.append(self._stop(hand, after, node, done))
            nodes.append(node)
            hand = after
        return stops, nodes

    def _on(self, hand: Hand, node: int) -> Hand:
        """Skips seats that the rules ask and the tree does not, because they have nothing left to decide."""
        actor = self._tree.actor[node]
        while actor != NOBODY and not hand.is_over and hand.actor != actor:
            hand = hand.act("check" if hand.legal.check else "call")
        return hand

    def _place(self, stop: Stop, step: ActionStep | DealStep, line: str) -> int:
        """The position of a step among the actions."""
        if stop.actor is None or isinstance(step, DealStep):
            raise IllegalAction(f"line {line!r}: no '{step}' there, the solution ends before the flop")
        require_seat(step, stop.chairs[stop.actor].name, line)
        return pick(step, [move.action for move in stop.moves], line)

    def _stop(self, before: Hand, hand: Hand, node: int, done: tuple[Action, ...]) -> Stop:
        names = [hand.position(seat) for seat in range(hand.seats)]
        if self._tree.actor[node] == NOBODY:
            pot = sum(hand.contributions) if not hand.is_over else before.pot
            chairs = tuple(Chair(name, hand.stacks[seat], 0, not hand.live[seat]) for seat, name in enumerate(names))
            return Stop(format_line(done), StopKind.OVER, "preflop", (), pot, chairs)
        chairs = tuple(
            Chair(name, hand.stacks[seat], hand.bets[seat], not hand.live[seat]) for seat, name in enumerate(names)
        )
        moves = self._moves(node, hand)
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
            strategy, ev = self._chart(nodes[-1])
        cells = COMBO_CLASS[live]
        mix = strategy[cells].T
        if ev is None:
            return replace(held, mix=mix)
        values = CHIPS * ev[cells].T + self._first.setup.stacks[who] - last.chairs[who].stack
        error = self.ev_error
        return replace(held, mix=mix, ev=(mix * values).sum(axis=0), action_ev=values, ev_error=error)

    @property
    def ev_error(self) -> float | None:
        """The standard error of the values in chips, None if unknown."""
        return None

    def _reach(self, stops: Sequence[Stop], nodes: Sequence[int], who: int) -> Reals:
        """[1326] what the seat's own choices leave of its hands."""
        reach = np.ones(COMBO_COUNT)
        for stop, node in zip(stops[:-1], nodes, strict=False):
            if stop.actor == who:
                taken = [move.word for move in stop.moves].index(stop.taken)
                reach *= self._chart(node)[0][COMBO_CLASS, taken]
        return reach

    def _equity(self, stops: Sequence[Stop], nodes: Sequence[int], who: int, reach: Reals) -> Reals | None:
        """Against the other player in the hand, if only one is left."""
        rival = the_rival(stops[-1], who)
        found = None if rival is None else facing(who, reach, self._reach(stops, nodes, rival), ())
        return None if found is None else found.equity


def first_hand(stacks: Sequence[float], small_blind: float, ante: float) -> Hand:
    """The start of a game whose seats count from the small blind."""
    chips = [round_half_up(stack * CHIPS) for stack in stacks]
    button = 0 if len(stacks) == 2 else len(stacks) - 1
    blinds = (round_half_up(small_blind * CHIPS), CHIPS)
    return Hand.holdem(chips, blinds, button, antes=round_half_up(ante * CHIPS), seed=0)


def _depth(stacks: Sequence[float]) -> float | None:
    return stacks[0] if len(set(stacks)) == 1 else None


class RaiseTreeStrategy(PreflopTreeStrategy, ABC):
    """A raising game that was solved in rounds."""

    def __init__(self, config: PreflopConfig, tree: PreflopTree, reports: Sequence[RoundReport], title: str) -> None:
        super().__init__(tree, first_hand(config.stack_depth, config.small_blind, config.ante))
        self._config, self._reports, self._title = config, reports, title

    def describe(self) -> About:
        config, last = self._config, self._reports[-1]
        plain = {"players": config.num_players, "stacks": list(config.stack_depth), "bet_sizes": list(config.bet_sizes)}
        quality = {
            "joint_exploitability_mbb": 1000 * last.joint_exploitability,
            "rounds": len(self._reports),
            "seconds": sum(report.seconds for report in self._reports),
        }
        abilities = (Ability.VALUES,)
        return About(
            self._title, "preflop", plain, quality, abilities, CHIPS, config.num_players, _depth(config.stack_depth)
        )

    def _moves(self, node: int, hand: Hand) -> tuple[Move, ...]:
        highest, owed = max(hand.bets), hand.legal.call or 0
        return tuple(Move.sized(action, hand.pot, highest, owed) for action in self._tree.actions(node))


class PreflopStrategy(RaiseTreeStrategy):
    """A `PreflopSolution`."""

    def __init__(self, solution: PreflopSolution, title: str) -> None:
        super().__init__(solution.config, solution.rounds.tree, solution.reports, title)
        self.solution = solution

    def _chart(self, node: int) -> tuple[Reals, Reals | None]:
        chart = self.solution.at(self._tree.line(node))
        return chart.strategy, chart.ev


class PreflopChartStrategy(RaiseTreeStrategy):
    """The charts of a solution (`preflop.charts`); decisions that hardly come up have no values."""

    def __init__(self, charts: PreflopCharts, title: str) -> None:
        super().__init__(charts.config, charts.tree, charts.reports, title)
        self.charts = charts

    def _chart(self, node: int) -> tuple[Reals, Reals | None]:
        return self.charts.at(node)


class JamFoldStrategy(PreflopTreeStrategy):
    """A jam-or-fold equilibrium (`PushFold`). Played for prizes it has no values in chips."""

    def __init__(self, solved: PushFold, title: str) -> None:
        table, tree = solved.table, jam_tree(solved.table)
        super().__init__(tree, first_hand(table.stacks, table.small_blind, table.ante))
        self.solved, self._title = solved, title
        self._charts = dict(zip(tree.decisions(), solved.charts, strict=True))
        self._first = self._on(self._first, 0)

    def describe(self) -> About:
        table, solved = self.solved.table, self.solved
        plain = {"players": table.seats, "stacks": list(table.stacks), "ante": table.ante}
        unit = "prize money" if solved.prizes else "big blinds"
        quality = {"exploitability": solved.exploitability, "unit": unit, "sampling_error": solved.sampling_error}
        abilities = () if solved.prizes else (Ability.VALUES,)
        plain |= {"prizes": list(solved.prizes)}
        return About(self._title, "jam-or-fold", plain, quality, abilities, CHIPS, table.seats, _depth(table.stacks))

    @property
    def ev_error(self) -> float | None:
        """Of sampled three-way pots."""
        return self.solved.sampling_error * CHIPS

    def _chart(self, node: int) -> tuple[Reals, Reals | None]:
        chart = self._charts[node]
        strategy = np.stack([1 - chart.frequency, chart.frequency], axis=1)
        return strategy, None if self.solved.prizes else np.stack([chart.ev_fold, chart.ev], axis=1)

    def _moves(self, node: int, hand: Hand) -> tuple[Move, ...]:
        """Fold or all-in; a call where no raise is possible."""
        most = hand.legal.max_raise_to
        return move_at(hand, FOLD), move_at(hand, CALL if most is None else most)
