"""Flops with bettings of their own solved on a card, and what is read of each: points of the flop, action by action."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from gutshot.cards.combos import COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Reals
from gutshot.postflop import gpu_passes
from gutshot.postflop.gpu_flops import Begun, FlopGoal, FlopOrder, FlopPlan, FlopQueue, ShapeProgram
from gutshot.postflop.gpu_passes import EVALUATE, RESPOND, GpuSpot


class PointLine(FlopQueue):
    """Flops of which the points `lines[name]` are read: {"0.strategy": [actions, 1326], ...} for each."""

    def __init__(
        self,
        orders: Sequence[FlopOrder],
        lines: dict[str, Sequence[str]],
        goal: FlopGoal,
        wait: Callable[[], None] = lambda: None,
        **options: Any,
    ) -> None:
        super().__init__(orders, goal, **options)
        self._lines, self._wait = lines, wait

    def _work(self) -> None:
        self._wait()
        super()._work()

    def ending(self) -> Any:
        """What every action on the flop is worth: as both play, and if its actor answers best from then on."""
        return partial(_action_values, (EVALUATE, RESPOND))

    def figures(self, plan: FlopPlan, program: ShapeProgram, found: Begun, told: tuple[int, float, float]) -> Any:
        """Strategy, EV and best EV of every point, and its exploitability in percent of the pot."""
        values = program.end(found.cards, program.locks, found.tables)
        read: dict[str, Any] = {"name": plan.order.name, "told": told}
        for k, line in enumerate(self._lines[plan.order.name]):
            read |= {f"{k}.{what}": rows for what, rows in self._point(plan, found, values, line).items()}
        return read

    def _point(self, plan: FlopPlan, found: Begun, values: Any, line: str) -> dict[str, Any]:
        betting = self._bettings[plan.order.betting]
        tree, node = betting.tree, 0
        reach = [row.astype(np.float64) for row in plan.hands.reach]
        for word in [word.strip() for word in line.split(",") if word.strip()]:
            names = [str(action) for action in tree.actions(node)]
            if word not in names:
                raise BadConfig(f"line {line!r} of {plan.order.name}: no action {word!r} among {', '.join(names)}")
            actor = int(tree.actor[node])
            reach[actor] *= betting.shares(found.tables, node)[names.index(word)]
            node = int(tree.children(node)[names.index(word)])
        actor = int(tree.actor[node])
        together = plan.hands.together.astype(np.float64)
        met = together @ reach[1] if actor == 0 else reach[0] @ together
        paid = betting.spot.pot / 2 + int(tree.matched[node])
        number, place = betting.place_of(node)

        def chips(seen: Any) -> Floats:
            rows = np.stack([np.asarray(row)[0, place] for row in seen[number]]).astype(np.float64)
            ratio = np.divide(rows, met, out=np.full(rows.shape, np.nan), where=met > 0) + paid
            return self._by_combo(ratio, plan, actor)

        return {
            "strategy": self._by_combo(betting.shares(found.tables, node), plan, actor).astype(np.float16),
            "ev": chips(values[0]),
            "best": chips(values[1]),
            "actions": "|".join(str(action) for action in tree.actions(node)),
        }

    @staticmethod
    def _by_combo(rows: Reals, plan: FlopPlan, actor: int) -> Floats:
        combos = plan.hands.combos[actor]
        found = np.full((len(rows), COMBO_COUNT), np.nan, dtype=np.float32)
        found[:, combos] = rows[:, : len(combos)]
        return found


def _action_values(modes: tuple[int, ...], game: GpuSpot, *given: Any) -> Any:
    return gpu_passes.action_values(game, modes, *given)
