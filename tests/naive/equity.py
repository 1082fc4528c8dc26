"""Equity by brute force: every deal and every board in turn, strengths from eval7."""

from itertools import combinations, product

from tests.naive.ranges import weights_of
from tests.peers import eval7

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_CARDS = {word: eval7.Card(word) for word in DECK}


def equities(ranges: list[str], board: list[str], dead: list[str]) -> list[dict[str, float]]:
    """For each player the sums over deals and boards, weighted, divided by all deals: equity, win, tie."""
    totals = [dict.fromkeys(("equity", "win", "tie"), 0.0) for _ in ranges]
    seen = 0.0
    for weight, _hands, results in showdowns(ranges, board, dead):
        seen += weight
        for total, result in zip(totals, results, strict=True):
            for name in total:
                total[name] += weight * result[name]
    return [{name: value / seen for name, value in total.items()} for total in totals]


def equities_by_combo(ranges: list[str], board: list[str], dead: list[str]) -> list[dict[frozenset[str], float]]:
    """For each player the equity of every combo that can be dealt."""
    sums: list[dict[frozenset[str], list[float]]] = [{} for _ in ranges]
    for weight, hands, results in showdowns(ranges, board, dead):
        for own, hand, result in zip(sums, hands, results, strict=True):
            entry = own.setdefault(hand, [0.0, 0.0])
            entry[0] += weight
            entry[1] += weight * result["equity"]
    return [{hand: won / seen for hand, (seen, won) in own.items() if seen} for own in sums]


def showdowns(ranges, board, dead):
    """Every deal and board: its weight, the hands, and each player's result."""
    for deal in product(*(weights_of(text).items() for text in ranges)):
        hands = [hand for hand, _ in deal]
        used = [card for hand in hands for card in hand] + board + dead
        if len(set(used)) < len(used):
            continue
        weight = 1.0
        for _, own in deal:
            weight *= own
        rest = [card for card in DECK if card not in used]
        for runout in combinations(rest, 5 - len(board)):
            yield weight, hands, _results(hands, board + list(runout))


def _results(hands, board):
    strengths = [eval7.evaluate([_CARDS[card] for card in [*hand, *board]]) for hand in hands]
    winners = strengths.count(max(strengths))
    return [_result(strength == max(strengths), winners) for strength in strengths]


def _result(best, winners):
    return {"equity": best / winners, "win": float(best and winners == 1), "tie": float(best and winners > 1)}
