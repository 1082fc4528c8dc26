"""Betting trees by recursion over `Hand`: what each size comes to, and every line there is."""

import math
from collections.abc import Callable, Iterable, Iterator

from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.row import RAISES
from gutshot.trees.bet_sizes import BetSize, SizeKind
from gutshot.trees.betting_tree import TreeConfig

Line = tuple[int, ...]


def half_up(amount: float) -> int:
    whole = math.floor(amount)
    return whole + (amount - whole >= 0.5)


def raises_of(hand: Hand) -> int:
    return int(hand.row[RAISES])


def amount_of(size: BetSize, hand: Hand) -> int | None:
    """What a size raises to, before legal bounds."""
    faced, most, made = max(hand.bets), hand.legal.max_raise_to or 0, raises_of(hand)
    pot = hand.pot + (hand.legal.call or 0)
    if size.kind is SizeKind.POT:
        return faced + half_up(pot * size.value)
    if size.kind is SizeKind.TIMES:
        return half_up(faced * size.value)
    if size.kind is SizeKind.CHIPS:
        return None if size.count and made > size.count else faced + int(size.value)
    if size.kind is SizeKind.ALL_IN:
        return most
    rounds = size.count or 4 - hand.street
    if made:
        rounds = max(rounds - made + 1, 1)
    share = ((2 * (most - faced) / pot + 1) ** (1 / rounds) - 1) / 2
    return faced + half_up(pot * min(share, size.value))


def raises(hand: Hand, sizes: Iterable[BetSize], force: float, add: float = 0.0, merging: float = 0.0) -> list[int]:
    """The raises that sizes make of a decision, in order."""
    if hand.legal.min_raise_to is None or hand.legal.max_raise_to is None:
        return []
    low, high, faced = hand.legal.min_raise_to, hand.legal.max_raise_to, max(hand.bets)
    pot = hand.pot + (hand.legal.call or 0)
    amounts = set()
    for size in sizes:
        amount = amount_of(size, hand)
        if amount is not None:
            amount = min(max(amount, low), high)
            left = half_up((pot + 2 * (amount - faced)) * force)
            amounts.add(high if high <= amount + left else amount)
    if high <= faced + half_up(pot * add):
        amounts.add(high)
    kept: list[int] = []
    for amount in sorted(amounts, reverse=True):
        share = (amount - faced) / pot
        if not kept or share < ((kept[0] - faced) / pot - merging) / (1 + merging) * (1 - 1e-12):
            kept.insert(0, amount)
    return kept


def walk(hand: Hand, choices: Callable[[Hand, Line], list[int]], last_street: int = 3) -> Iterator[tuple[Line, Hand]]:
    """Every line with the position it leads to, depth first."""
    stack: list[tuple[Line, Hand]] = [((), hand)]
    while stack:
        line, now = stack.pop()
        yield line, now
        if not now.is_over and now.street <= last_street:
            stack += [((*line, action), now.act_unchecked(action)) for action in reversed(choices(now, line))]


def passive(hand: Hand) -> list[int]:
    return [FOLD, CALL] if hand.legal.call else [CALL]


def spot_hand(config: TreeConfig) -> Hand:
    """The spot, whose pot is even, as a hand that was limped and checked so far."""
    half = config.pot // 2
    hand = Hand.holdem([config.stack + half] * 2, (half, half), 1, seed=1, min_bet=1)
    while hand.street < config.first_street + 1:
        hand = hand.act_unchecked(CALL)
    return hand


def spot_lines(config: TreeConfig) -> Iterator[tuple[Line, Hand]]:
    """All lines of a spot; a lead after calling on the street before has sizes of its own."""
    start = spot_hand(config)

    def choices(hand: Hand, line: Line) -> list[int]:
        own = config.sizes[hand.street - config.first_street - 1][int(hand.actor or 0)]
        sizes = own.raises if hand.legal.call else own.bets
        if own.donk is not None and hand.actor == 0 and not hand.legal.call and _called(start, line, hand.street):
            sizes = own.donk
        thresholds = config.force_allin_threshold, config.add_allin_threshold, config.merging_threshold
        return passive(hand) + raises(hand, sizes, *thresholds)

    return walk(start, choices)


def _called(start: Hand, line: Line, street: int) -> bool:
    """Whether the last action was a call of the player out of position that ended the street before."""
    before, hand = start, start
    for action in line:
        before, hand = hand, hand.act_unchecked(action)
    return bool(line) and line[-1] == CALL and before.actor == 0 and before.street < street and bool(before.legal.call)
