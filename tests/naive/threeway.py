"""A three-player spot the obvious way: every deal of three hands, every line replayed on the rules engine."""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import Card
from gutshot.cards.combos import combo_cards
from gutshot.cards.evaluate import strength_of
from gutshot.games.betting import bet
from gutshot.games.poker import start_spot
from gutshot.games.pots import fair_shares
from gutshot.games.row import BUTTON, LIVE, PAID, SEATS, START, STRENGTH, Row, blank
from gutshot.games.rules import holdem
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.postflop.three_tree import ThreeTree

Mix = Callable[[int], dict[int, NDArray[np.float64]]]
"""A decision -> for every combo of its actor the probabilities of the actions."""

RULES = holdem(min_bet=1)


class NaiveThree:
    """All deals of a river spot side by side: [D] weights, hands and strengths."""

    def __init__(self, tree: ThreeTree) -> None:
        self.tree, self.spot = tree, tree.spot
        hands = [[int(c) for c in np.flatnonzero(own) if _is_left(int(c), self.spot)] for own in self.spot.weights]
        deals = [deal for deal in product(*hands) if _apart(*deal)]
        self.hands = np.array(deals).reshape(-1, 3)
        self.weight = np.array([np.prod([self.spot.weights[q][c] for q, c in enumerate(deal)]) for deal in deals])
        strength = {c: strength_of((*combo_cards(c), *self.spot.board)) for own in hands for c in own}
        self.strengths = [[strength[c] for c in deal] for deal in deals]

    def start(self) -> Row:
        row = blank()
        row[SEATS], row[BUTTON] = 3, 2
        row[START : START + 3] = self.spot.stacks
        start_spot(RULES.packed, row, 3, self.spot.pot)
        return row

    def taken(self, row: Row, deal: int, player: int) -> float:
        """What a player takes out at an end beyond what he has put in; rake from every called chip alike."""
        row = row.copy()
        row[STRENGTH : STRENGTH + 3] = self.strengths[deal]
        paid = [int(row[PAID + seat]) for seat in range(3)]
        top = max(paid)
        uncalled = top - sorted(paid)[-2]
        called = self.spot.pot + sum(paid) - uncalled
        kept = 1 - min(called * self.spot.rake.rate, self.spot.rake.cap) / called
        back = uncalled if paid[player] == top else 0
        if bin(int(row[LIVE])).count("1") == 1:
            won = float(self.spot.pot + sum(paid)) if row[LIVE] == 1 << player else 0.0
        else:
            won = fair_shares(row)[player]
        won_called = won - (uncalled if back else 0)
        return won_called * kept + back - paid[player]

    def value(self, player: int, mix: Mix, respond: bool) -> float:
        """What a player takes out of the pot on average, by his own mix or by his best answer to the others'."""
        return float(self._values(0, self.start(), player, mix, respond, self.weight).sum() / self.weight.sum())

    def _values(
        self, node: int, row: Row, player: int, mix: Mix, respond: bool, reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """[D] reach of the others times what the player takes."""
        tree = self.tree
        if not tree.is_decision(node):
            return np.array([w * self.taken(row, d, player) if w else 0.0 for d, w in enumerate(reach)])
        actor, shares = tree.actor(node), mix(node)
        after = []
        for place, child in enumerate(tree.children(node)):
            below = row.copy()
            bet(RULES.packed, below, tree.action_number(child))
            share = np.array([shares[c][place] for c in self.hands[:, actor]])
            followed = reach if actor == player and respond else reach * share
            after.append(self._values(child, below, player, mix, respond, followed))
        if actor != player or not respond:
            return np.asarray(sum(after))
        best = np.zeros(len(reach))
        for combo in set(self.hands[:, player]):
            own = self.hands[:, player] == combo
            best[own] = max(after, key=lambda values: values[own].sum())[own]
        return best


def _is_left(combo: int, spot: ThreeSpot) -> bool:
    return not set(combo_cards(combo)) & set(spot.board)


def _apart(*combos: int) -> bool:
    cards: list[Card] = [card for combo in combos for card in combo_cards(combo)]
    return len(set(cards)) == len(cards)


def meeting_weights(
    mine: list[tuple[int, int, int]],
    others: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]],
    fixed: tuple[NDArray[np.float32], NDArray[np.float32]],
    rising: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> NDArray[np.float64]:
    """Settlement by pairs: hands are (card, card, strength); a rising weight counts by who wins, and ties share."""
    out = np.zeros(len(mine))
    for h, (p, q, own) in enumerate(mine):
        for (i, a), (j, b) in product(enumerate(others[0]), enumerate(others[1])):
            if len({p, q, *a[:2], *b[:2]}) == 6:
                one, other = (float(own > rival[2]) + 0.5 * (own == rival[2]) for rival in (a, b))
                both = 1 / 3 if own == a[2] == b[2] else one * other
                out[h] += fixed[0][i] * fixed[1][j] + fixed[0][i] * rising[1][j] * other
                out[h] += rising[0][i] * fixed[1][j] * one + rising[0][i] * rising[1][j] * both
    return out
