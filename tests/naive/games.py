"""Slow, obvious twins of the kernels in `gutshot.games`: side pots by peeling one chip at a time, sfc32 by the book."""

from collections.abc import Sequence


def settle_by_chips(
    paid: Sequence[int], live: Sequence[bool], strength: Sequence[int], button: int, dead: int = 0
) -> list[int]:
    """What each seat takes. Each level of one chip is a pot of its own, and pots of equal contenders are one."""
    seats = len(paid)
    pots: list[tuple[int, tuple[int, ...]]] = [(dead, tuple(seat for seat in range(seats) if live[seat]))]
    for chip in range(1, max(paid) + 1):
        inside = tuple(seat for seat in range(seats) if live[seat] and paid[seat] >= chip)
        amount = sum(1 for seat in range(seats) if paid[seat] >= chip)
        contenders = inside or pots[-1][1]
        if contenders == pots[-1][1]:
            pots[-1] = (pots[-1][0] + amount, contenders)
        else:
            pots.append((amount, contenders))
    taken = [0] * seats
    for amount, contenders in pots:
        best = max(strength[seat] for seat in contenders)
        winners = [(button + 1 + step) % seats for step in range(seats)]
        winners = [seat for seat in winners if seat in contenders and strength[seat] == best]
        for chip in range(amount):
            taken[winners[chip % len(winners)]] += 1
    return taken


class Sfc32:
    """Chris Doty-Humphrey's small fast chaotic generator, as published, on 32-bit words."""

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        self.words = [a, b, c, counter]

    def next(self) -> int:
        a, b, c, counter = self.words
        result = (a + b + counter) % 2**32
        rotated = (c * 2**21) % 2**32 + c // 2**11
        self.words = [b ^ (b // 2**9), (c + c * 8) % 2**32, (rotated + result) % 2**32, (counter + 1) % 2**32]
        return result
