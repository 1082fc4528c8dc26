"""Equity against estimated ranges, by sampling: each opponent's actions narrow the hands he may hold.

Before the flop a line gives a band of the hand order (raised: the top, called: below it, limped: wider, nothing:
any hand). After the flop every bet or raise makes an opponent's sampled hand the best of one more candidate on the
board as it lies, a call does so half the time. Hands come from the bands without replacement, the board is run out,
ties are shared.
"""

from gutshot.agents.preflop_order import ORDERED_KEYS, ORDERED_MASKS, ORDERED_SUITS
from gutshot.cards.combos import COMBO_COUNT
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.games.public_record import CALLED, RAISED, at
from gutshot.games.row import (
    ACTOR,
    BOARD,
    BOARD_COUNT,
    HOLE,
    LIVE,
    MAX_BOARD,
    MAX_HOLE,
    MAX_SEATS,
    SEATS,
    STREET,
    Row,
)
from gutshot.games.shuffle import random_below, random_word
from gutshot.kernel import inline_kernel, kernel

SAMPLES = 32
# Places in a reading: per opponent the first of its band, the band's width, its pressure, its sampled combo.
_LOW, _WIDTH, _PRESSURE, _COMBO = 0, MAX_SEATS, 2 * MAX_SEATS, 3 * MAX_SEATS
READING = 4 * MAX_SEATS
_MOST_CANDIDATES = 4
_TRIES = 12

# Bands of the hand order, as shares of all hands: from, to.
_RERAISED = (0.0, 0.08)
_RAISED = (0.0, 0.28)
_CALLED_RAISE = (0.02, 0.42)
_LIMPED = (0.06, 0.75)
_ANY = (0.0, 1.0)


@kernel
def band_of(record: Row, seat: int) -> tuple[int, int]:
    """First and past-the-last place in the hand order that the seat's play before the flop suggests."""
    raised, called = record[at(RAISED, 0, seat)], record[at(CALLED, 0, seat)]
    someone_raised = False
    for other in range(MAX_SEATS):
        someone_raised |= record[at(RAISED, 0, other)] > 0
    low, high = _ANY
    if raised > 1:
        low, high = _RERAISED
    elif raised == 1:
        low, high = _RAISED
    elif called > 0:
        low, high = _CALLED_RAISE if someone_raised else _LIMPED
    return int(low * COMBO_COUNT), int(high * COMBO_COUNT)


@kernel
def pressure_of(record: Row, seat: int, street: int) -> int:
    """Twice the number of sampled hands of which the seat's best is taken: a bet or raise adds one, a call a half."""
    twice = 2
    for past in range(1, street + 1):
        twice += 2 * record[at(RAISED, past, seat)] + record[at(CALLED, past, seat)]
    return int(min(2 * _MOST_CANDIDATES, twice))


@kernel
def read_opponents(view: Row, record: Row, reading: Row) -> int:
    """Band and pressure of every live opponent, clockwise, into `reading` [READING]; how many they are."""
    count = 0
    seat = view[ACTOR]
    for _ in range(view[SEATS] - 1):
        seat = seat + 1 if seat + 1 < view[SEATS] else 0
        if view[LIVE] >> seat & 1:
            low, high = band_of(record, seat)
            reading[_LOW + count] = low
            reading[_WIDTH + count] = high - low
            reading[_PRESSURE + count] = pressure_of(record, seat, view[STREET])
            count += 1
    return count


@inline_kernel
def _draw_combo(low: int, width: int, used: int, dice: Row) -> int:
    """A combo of the band that avoids the used cards, or -1 when a dozen tries find none."""
    for _ in range(_TRIES):
        combo = low + random_below(dice, 0, width)
        if ORDERED_MASKS[combo] & used == 0:
            return combo
    return -1


@inline_kernel
def _strength(combo: int, key: int, mask: int) -> int:
    """The hand of a combo on a board given by its sums."""
    return int(evaluate_key(key + ORDERED_KEYS[combo], mask | ORDERED_SUITS[combo]))


@inline_kernel
def _sample_hands(reading: Row, opponents: int, used: int, key: int, mask: int, dice: Row) -> int:
    """One hand for every opponent into `reading`; returns all cards used, or 0 when a band had none left."""
    for index in range(opponents):
        low, width = reading[_LOW + index], reading[_WIDTH + index]
        candidates = (reading[_PRESSURE + index] + (random_word(dice, 0) & 1)) >> 1
        best = _draw_combo(low, width, used, dice)
        if candidates > 1 and best >= 0:
            strongest = _strength(best, key, mask)
            for _ in range(candidates - 1):
                combo = _draw_combo(low, width, used, dice)
                strength = _strength(combo, key, mask) if combo >= 0 else -1
                if strength > strongest:
                    best, strongest = combo, strength
        if best < 0:
            return 0
        used |= ORDERED_MASKS[best]
        reading[_COMBO + index] = best
    return int(used)


@inline_kernel
def _run_out(used: int, cards: int, key: int, mask: int, dice: Row) -> tuple[int, int]:
    """The board's sums after as many more cards, chosen among those not used."""
    for _ in range(cards):
        card = random_below(dice, 0, 52)
        while used >> card & 1:
            card = random_below(dice, 0, 52)
        used |= 1 << card
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    return key, mask


@inline_kernel
def _share(own: int, reading: Row, opponents: int, key: int, mask: int) -> float:
    """The part of the pot that a strength wins against the sampled hands."""
    winners = 1
    for index in range(opponents):
        other = _strength(reading[_COMBO + index], key, mask)
        if other > own:
            return 0.0
        winners += other == own
    return 1.0 / winners


@kernel
def read_equity(view: Row, record: Row, dice: Row, reading: Row) -> tuple[float, float]:
    """The actor's share of the pot after all cards, and as the board lies now. `reading` [READING] is scratch."""
    hole = HOLE + MAX_HOLE * view[ACTOR]
    first, second = view[hole], view[hole + 1]
    used = 1 << first | 1 << second
    key = mask = 0
    for place in range(view[BOARD_COUNT]):
        card = view[BOARD + place]
        used |= 1 << card
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    own_key, own_mask = CARD_KEYS[first] + CARD_KEYS[second], CARD_MASKS[first] | CARD_MASKS[second]
    own_now = int(evaluate_key(key + own_key, mask | own_mask))
    to_come = MAX_BOARD - view[BOARD_COUNT]
    opponents = read_opponents(view, record, reading)
    final = now = 0.0
    taken = 0
    for _ in range(SAMPLES):
        all_used = _sample_hands(reading, opponents, used, key, mask, dice)
        if all_used == 0:
            continue
        taken += 1
        now += _share(own_now, reading, opponents, key, mask)
        if to_come > 0:
            end_key, end_mask = _run_out(all_used, to_come, key, mask, dice)
            own = int(evaluate_key(end_key + own_key, end_mask | own_mask))
            final += _share(own, reading, opponents, end_key, end_mask)
    if taken == 0:
        return 0.5, 0.5
    return (final if to_come > 0 else now) / taken, now / taken
