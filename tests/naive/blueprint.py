"""Blueprint trees by recursion over `Hand`, side pots by sorting, and external sampling by recursion."""

from typing import Any

import numpy as np

from gutshot.blueprint.config import GameConfig
from gutshot.blueprint.tree import PublicTree
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.numeric.dice import roll
from tests.naive import trees


def lines(game: GameConfig) -> set[tuple[int, ...]]:
    """All lines that end a hand in the abstraction."""
    hand = Hand.holdem(list(game.stacks), blinds=game.blinds, antes=game.ante, button=0, seed=1)
    found: set[tuple[int, ...]] = set()
    _grow(game, hand, (), 0, found)
    return found


def _grow(game: GameConfig, hand: Hand, line: tuple[int, ...], limpers: int, found: set[tuple[int, ...]]) -> None:
    if hand.is_over:
        found.add(line)
        return
    for action in _choices(game, hand, limpers):
        limp = hand.street == 0 and action == CALL and (hand.legal.call or 0) > 0 and trees.raises_of(hand) == 0
        _grow(game, hand.act_unchecked(action), (*line, action), limpers + limp, found)


def _choices(game: GameConfig, hand: Hand, limpers: int) -> list[int]:
    owed = hand.legal.call or 0
    actions = [FOLD] if owed else []
    if _call_is_offered(game, hand, limpers):
        actions.append(CALL)
    raises = trees.raises_of(hand)
    if raises >= game.raise_caps()[hand.street]:
        return actions
    if hand.street == 0 and limpers and raises >= game.max_raises_after_limp:
        return actions
    crowd = hand.street > 0 and sum(hand.live) > 2
    levels = (game.multiway_levels() if crowd else game.levels())[hand.street]
    return actions + trees.raises(hand, levels[min(raises, len(levels) - 1)], game.force_allin_threshold)


def _call_is_offered(game: GameConfig, hand: Hand, limpers: int) -> bool:
    seat = hand.actor
    assert seat is not None
    if hand.street > 0 or not hand.legal.call:
        return True
    blind = game.blinds[1] if seat == (2 % hand.seats if hand.seats > 2 else 1) else 0
    blind = game.blinds[0] if seat == (1 if hand.seats > 2 else 0) else blind
    raises = trees.raises_of(hand)
    if raises == 0 and (
        limpers >= game.max_limpers or game.limps == "none" or (game.limps == "small_blind" and not blind)
    ):
        return False
    if raises > game.max_cold_call_raises and hand.contributions[seat] <= blind + game.ante:
        return False
    in_already = sum(
        hand.live[other] and other != seat and (hand.bets[other] == max(hand.bets) or hand.stacks[other] == 0)
        for other in range(hand.seats)
    )
    return in_already < game.max_flop_players


def gains(paid: list[int], live: list[bool], strengths: list[int]) -> list[float]:
    """What everybody wins at a showdown, chip by chip of the levels."""
    result = [-float(own) for own in paid]
    levels = sorted({own for own, in_hand in zip(paid, live, strict=True) if in_hand})
    for number, level in enumerate(levels):
        below = levels[number - 1] if number else 0
        top = level if number + 1 < len(levels) else max(paid)
        pot = sum(max(0, min(own, top) - below) for own in paid)
        rivals = [seat for seat, own in enumerate(paid) if live[seat] and own >= level]
        best = max(strengths[seat] for seat in rivals)
        winners = [seat for seat in rivals if strengths[seat] == best]
        for seat in winners:
            result[seat] += pot / len(winners)
    return result


class Walker:
    """External sampling, action by action, with the dice of the compiled walk."""

    dice: Any

    def __init__(self, tree: PublicTree, table: Any, tremble: float = 0.0) -> None:
        self.tree, self.table, self.tremble = tree, table, tremble

    def walk(self, node: int, buckets: Any, strengths: Any, seat: int, weight: float) -> float:
        tree = self.tree
        if not tree.is_decision(node):
            at = tree.nodes[node, 5]
            paid = [int(x) for x in tree.table.paid[at]]
            if tree.actor(node) == -1:
                return -float(paid[seat])
            live = [bool(int(tree.table.live[at]) >> s & 1) for s in range(tree.seats)]
            return gains(paid, live, [int(s) for s in strengths])[seat]
        actor, width = tree.actor(node), tree.width(node)
        base = 2 * tree.slot(node, int(buckets[actor][tree.street(node)]))
        known = self.table[base : base + width].astype(float)
        regrets = np.maximum(known, 0)
        play = np.full(width, 1 / width)
        if known.any():
            play = regrets / regrets.sum() if regrets.sum() > 0 else np.eye(width)[known.argmax()]
        if actor != seat:
            if known.any():
                self.table[base + width : base + 2 * width] += (weight * play).astype(np.float32)
            self.dice, u = roll(np.uint64(self.dice))
            chosen = min(int(np.searchsorted(np.cumsum(play), u, side="right")), width - 1)
            return self.walk(tree.children(node)[chosen], buckets, strengths, seat, weight)
        values = np.array([self.walk(child, buckets, strengths, seat, weight) for child in tree.children(node)])
        mean = float(play @ values)
        self.table[base : base + width] += (weight * (values - mean)).astype(np.float32)
        return mean
