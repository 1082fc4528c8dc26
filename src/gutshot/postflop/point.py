"""`SolvedPoint`: everything known at one line of a solved spot, hand by hand, as plain arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.arguments import CheckedMethods, shown
from gutshot.cards.card import Card, format_cards
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS, by_class, combo_name
from gutshot.errors import BadConfig
from gutshot.frames import Frame, matrix_html
from gutshot.games.actions import Action
from gutshot.numeric.arrays import Floats, Reals, Shorts
from gutshot.postflop.board_view import BoardPlace, BoardView, meeting
from gutshot.postflop.boards import Side
from gutshot.postflop.line_equity import edges
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import PLAYERS
from gutshot.trees.betting_tree import STREET_NAMES, NodeKind


@dataclass(frozen=True, repr=False)
class SolvedPoint(Frame, CheckedMethods):
    """A decision in a solved spot. Arrays over hands follow `combos[player]`; players are 0 (oop) and 1 (ip)."""

    solver: Solver
    line: str
    cards: tuple[Card, ...]
    node: int  # of the betting tree
    view: BoardView
    best_view: Callable[[], BoardView]  # of best responses, found when asked for

    def __repr__(self) -> str:
        told = zip(self.actions, self.frequencies, strict=True)
        mix = ", ".join(f"{action} {100 * share:.1f} %" for action, share in told)
        return f"SolvedPoint({format_cards(self.board)} {self.line!r}, {PLAYERS[self.actor]}: {mix})"

    def _repr_html_(self) -> str:
        shares, reach = by_class(self.combos[self.actor], self.reach[self.actor], self.strategy)
        names = [str(action) for action in self.actions]
        return matrix_html(CLASS_NAMES, reach.tolist(), shares.tolist(), names, repr(self)[12:-1])

    @property
    def _tree(self) -> Any:
        return self.solver.layout.tree

    @property
    def _place(self) -> BoardPlace:
        return self.view.place

    @cached_property
    def _index(self) -> int:
        """The node's number in the forest of its street."""
        return int(np.flatnonzero(self.solver.layout.forests[self._place.street].nodes == self.node)[0])

    @property
    def board(self) -> tuple[Card, ...]:
        """All open cards."""
        return (*self.solver.spot.board, *self.cards)

    @property
    def street(self) -> str:
        """flop, turn or river."""
        return STREET_NAMES[len(self.board) - 3]

    @property
    def actor(self) -> int:
        return int(self._tree.actor[self.node])

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the actor can do."""
        return tuple(self._tree.actions(self.node))

    @property
    def paid(self) -> tuple[int, int]:
        """What each player has put in since the spot began."""
        matched, faced = int(self._tree.matched[self.node]), to_call_at(self._tree, self.node)
        return (matched, matched + faced) if self.actor == 0 else (matched + faced, matched)

    @property
    def pot(self) -> int:
        """With the bets of this street."""
        return self.solver.spot.pot + sum(self.paid)

    def _side(self, player: int) -> Side:
        return self.solver.layout.boards[self._place.street].sides[player]

    def _by_hand(self, by_row: NDArray[Any], player: int) -> Reals:
        """From rows of hands that are solved as one to hands."""
        return by_row[..., self._side(player).rows_of(self._place.board)].astype(float)

    def is_live(self, player: int) -> bool:
        """Whether a player is still in the hand: with two players, both are at every decision."""
        return player in (0, 1)

    @cached_property
    def combos(self) -> tuple[Shorts, Shorts]:
        """The hands of each player that the board leaves, 0..1325."""
        board, real = self._place.board, self._place.real
        return real[self._side(0).combos_of(board)], real[self._side(1).combos_of(board)]

    @cached_property
    def reach(self) -> tuple[Reals, Reals]:
        """How likely each player comes here with each hand: its weight in his range times what he chose."""
        views = self.solver.layout.forests[self._place.street].wide_views
        columns = [int(views[1 - player].column[self._index]) for player in range(2)]
        return self._by_hand(self.view.reach[0][columns[0]], 0), self._by_hand(self.view.reach[1][columns[1]], 1)

    @cached_property
    def met(self) -> tuple[Reals, Reals]:
        """For each hand, the opponent's reach that shares no card with it."""
        return (
            meeting(self.combos[0], self.combos[1], self.reach[1]),
            meeting(self.combos[1], self.combos[0], self.reach[0]),
        )

    @cached_property
    def weights(self) -> tuple[Reals, Reals]:
        """How much each hand counts in averages: its reach times what it meets."""
        return self.reach[0] * self.met[0], self.reach[1] * self.met[1]

    @cached_property
    def strategy(self) -> Reals:
        """[actions, hands] of the player to act."""
        forest = self.solver.layout.forests[self._place.street]
        store = self.solver.store_at(self._place.street, self.actor, self._place.board)
        rows = int(self._side(self.actor).rows[self._place.board])
        slot = int(forest.slot[self._index])
        block = store.block("average", self._place.board, slot, len(self.actions), rows)
        return self._by_hand(normalized(block), self.actor)

    @cached_property
    def frequencies(self) -> Reals:
        """[actions] over the whole range of the player to act."""
        return mean(self.strategy, self.weights[self.actor])

    def _chips(self, values: Reals, player: int) -> Reals:
        """From sums over the opponent's hands to chips taken from the pot as it stands."""
        met = self.met[player]
        ratio = np.divide(values, met, out=np.full(values.shape, np.nan), where=met > 0)
        return np.asarray(ratio + self.solver.spot.pot / 2 + self.paid[player])

    @cached_property
    def hand_ev(self) -> tuple[Reals, Reals]:
        """Chips each hand takes out of the pot from here on; the two players' averages sum to the pot less rake."""
        return self._chips_in(self.view)

    def _chips_in(self, view: BoardView) -> tuple[Reals, Reals]:
        values = [self._by_hand(view.values[player][self._index], player) for player in range(2)]
        return self._chips(values[0], 0), self._chips(values[1], 1)

    @cached_property
    def action_ev(self) -> Reals:
        """[actions, hands] of the player to act."""
        return self._action_chips(self.view)

    @cached_property
    def best_action_ev(self) -> Reals:
        """The same if he responds best from then on."""
        return self._action_chips(self.best_view())

    def _action_chips(self, board: BoardView) -> Reals:
        view = self.solver.layout.forests[self._place.street].wide_views[self.actor]
        first = int(view.edge[self._index])
        rows = view.child[first : first + len(self.actions)]
        return self._chips(self._by_hand(board.values[self.actor][rows], self.actor), self.actor)

    @cached_property
    def best_ev(self) -> tuple[Reals, Reals]:
        """Chips each hand would take by the best response from here on to the opponent's strategy."""
        return self._chips_in(self.best_view())

    @cached_property
    def hand_equity(self) -> tuple[Reals, Reals]:
        """The share each hand would win if all cards came without another bet."""
        return self.equity_of(0), self.equity_of(1)

    def equity_of(self, player: int, faced: Reals | None = None) -> Reals:
        """The same of one player, which on a flop is most of the work; `faced` stands for the opponent's reach."""
        boards, place, player = self.solver.layout.boards, self._place, player_number(player)
        faced = self.reach[1 - player] if faced is None else faced
        edge, met = edges(boards, place.street, place.board, player, faced)
        return np.asarray(0.5 + np.divide(edge, met, out=np.full(edge.shape, np.nan), where=met > 0) / 2)

    def _mean_of(self, arrays: tuple[Reals, Reals]) -> tuple[float, float]:
        return float(mean(arrays[0], self.weights[0])), float(mean(arrays[1], self.weights[1]))

    @property
    def ev(self) -> tuple[float, float]:
        """Chips of the pot each player takes on average."""
        return self._mean_of(self.hand_ev)

    @property
    def equity(self) -> tuple[float, float]:
        """Of both ranges, were it checked down."""
        return self._mean_of(self.hand_equity)

    @property
    def best_response(self) -> tuple[float, float]:
        """Chips each player would take on average by best responses from here on."""
        return self._mean_of(self.best_ev)

    @property
    def eqr(self) -> tuple[float, float]:
        """Equity realised: EV as a share of what equity alone would take."""
        return tuple(  # type: ignore[return-value]
            ev / (equity * self.pot) if equity > 0 else float("nan")
            for ev, equity in zip(self.ev, self.equity, strict=True)
        )

    def rows(self, player: int | str | None = None) -> list[dict[str, Any]]:
        """One plain row per hand of the player to act (or `player`: 0 or "oop", 1 or "ip"), ready for a data frame."""
        table = self.columns(player)
        return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]

    def columns(self, player: int | str | None = None) -> dict[str, list[Any]]:
        """The same, column by column."""
        who = self.actor if player is None else player_number(player)
        combos, total, taken = self.combos[who], self.weights[who].sum(), self.hand_equity[who] * self.pot
        table: dict[str, list[Any]] = {"player": [PLAYERS[who]] * len(combos)}
        table["hand"] = [combo_name(combo) for combo in combos.tolist()]
        table["class"] = [CLASS_NAMES[cell] for cell in COMBO_CLASS[combos].tolist()]
        table["reach"] = self.reach[who].tolist()
        table["weight"] = (self.weights[who] / (total if total > 0 else 1.0)).tolist()
        table["equity"] = self.hand_equity[who].tolist()
        table["ev"] = self.hand_ev[who].tolist()
        table["eqr"] = np.divide(self.hand_ev[who], taken, out=np.full(len(taken), np.nan), where=taken > 0).tolist()
        table["best_ev"] = self.best_ev[who].tolist()
        if who == self.actor:
            table |= {str(action): self.strategy[k].tolist() for k, action in enumerate(self.actions)}
            table |= {f"ev {action}": self.action_ev[k].tolist() for k, action in enumerate(self.actions)}
        return table

    def summary(self) -> dict[str, Any]:
        """The averages, as plain numbers."""
        actions = [str(action) for action in self.actions]
        return {
            "line": self.line,
            "street": self.street,
            "actor": PLAYERS[self.actor],
            "pot": self.pot,
            "actions": actions,
            "frequencies": [float(share) for share in self.frequencies],
            "ev": list(self.ev),
            "equity": list(self.equity),
            "eqr": list(self.eqr),
        }


def player_number(given: int | str) -> int:
    """0 or 1, by number or by name."""
    for number, name in enumerate(PLAYERS):
        if given in (number, name):
            return number
    raise BadConfig(f"player {shown(given)}: expected 0 or 'oop', 1 or 'ip'")


def to_call_at(tree: Any, node: int) -> int:
    """What the player to act has to call."""
    faced = 0
    while node > 0 and tree.kind[tree.parent[node]] == NodeKind.DECISION:
        amount = int(tree.action_amount[node])
        if faced == 0:
            faced = amount
        elif amount:
            return faced - amount
        node = int(tree.parent[node])
    return faced


def normalized(block: Floats) -> Reals:
    """Columns that sum to one; even where there is nothing to go by."""
    positive = np.maximum(block.astype(np.float64), 0.0)
    total = positive.sum(axis=0)
    return np.where(total > 0, positive / np.where(total > 0, total, 1.0), 1.0 / len(block))


def mean(values: Reals, weights: Reals) -> Reals:
    """Average over the last axis; hands without weight do not count, whatever their value."""
    total = weights.sum()
    if total <= 0:
        return np.full(values.shape[:-1], np.nan)
    return np.asarray(np.where(weights > 0, values, 0.0) @ weights / total)


__all__ = ["SolvedPoint", "mean", "normalized"]
