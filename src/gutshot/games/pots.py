"""Pots: side pots from whole contributions, odd chips, payment.

A pot is a layer of the contributions between two levels at which some live seat ran out. Folded
chips above the last level stay in the last pot. Odd chips go one each to the winners from the left
of the button.
"""

from dataclasses import dataclass

from gutshot.games.row import ANTED, BUTTON, DEAD, LIVE, PAID, SEATS, STACK, STRENGTH, Row
from gutshot.kernel import inline_kernel, kernel

_NO_LEVEL = 1 << 62


@inline_kernel
def _level(hand: Row, seat: int) -> int:
    return int(hand[PAID + seat] - hand[ANTED + seat])


@kernel
def next_level(hand: Row, below: int) -> int:
    """The least contribution of a live seat above `below`; a huge number when there is none."""
    level = _NO_LEVEL
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1 and below < _level(hand, seat) < level:
            level = _level(hand, seat)
    return level


@kernel
def layer(hand: Row, below: int, level: int) -> tuple[int, int]:
    """Amount and mask of contenders of the pot between two levels; `below` is -1 for the main pot."""
    last = next_level(hand, level) == _NO_LEVEL
    amount = hand[DEAD] if below < 0 else 0
    contenders = 0
    for seat in range(hand[SEATS]):
        paid = _level(hand, seat)
        amount += max(0, (paid if last else min(paid, level)) - max(0, below))
        if hand[LIVE] >> seat & 1 and paid >= level:
            contenders |= 1 << seat
    return amount, contenders


@inline_kernel
def _best(hand: Row, contenders: int) -> int:
    """Mask of the contenders with the greatest strength."""
    winners = 0
    strongest = -_NO_LEVEL
    for seat in range(hand[SEATS]):
        if contenders >> seat & 1:
            if hand[STRENGTH + seat] > strongest:
                strongest = hand[STRENGTH + seat]
                winners = 0
            if hand[STRENGTH + seat] == strongest:
                winners |= 1 << seat
    return winners


@inline_kernel
def _share(hand: Row, amount: int, winners: int) -> None:
    """Pay a pot: equal parts, then the odd chips one each clockwise from the left of the button."""
    count = 0
    for seat in range(hand[SEATS]):
        count += winners >> seat & 1
    part = amount // count
    odd = amount - part * count
    seat = hand[BUTTON]
    for _ in range(hand[SEATS]):
        seat = seat + 1 if seat + 1 < hand[SEATS] else 0
        if winners >> seat & 1:
            hand[STACK + seat] += part
            if odd > 0:
                hand[STACK + seat] += 1
                odd -= 1


@kernel
def pay_pots(hand: Row) -> None:
    """Pay every pot by STRENGTH among the live seats. Contributions stay on record."""
    below = -1
    level = next_level(hand, below)
    while level != _NO_LEVEL:
        amount, contenders = layer(hand, below, level)
        _share(hand, amount, _best(hand, contenders))
        below = level
        level = next_level(hand, below)


@dataclass(frozen=True)
class Pot:
    """The main pot or a side pot, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def pots(hand: Row) -> tuple[Pot, ...]:
    """The pots as the contributions stand, main pot first."""
    found = []
    below, level = -1, int(next_level(hand, -1))
    while level != _NO_LEVEL:
        amount, contenders = layer(hand, below, level)
        if amount:
            found.append(Pot(int(amount), tuple(s for s in range(int(hand[SEATS])) if contenders >> s & 1)))
        below, level = level, int(next_level(hand, level))
    return tuple(found)


def winners(hand: Row, pot: Pot) -> tuple[int, ...]:
    """The seats that win a pot at a showdown whose STRENGTH is known; the only contender otherwise."""
    strongest = max(hand[STRENGTH + seat] for seat in pot.seats)
    return tuple(seat for seat in pot.seats if hand[STRENGTH + seat] == strongest)


def fair_shares(hand: Row) -> tuple[float, ...]:
    """What each seat takes out when pots divide without odd chips; STRENGTH decides among the live seats."""
    taken = [0.0] * int(hand[SEATS])
    for pot in pots(hand):
        best = winners(hand, pot)
        for seat in best:
            taken[seat] += pot.amount / len(best)
    return tuple(taken)
