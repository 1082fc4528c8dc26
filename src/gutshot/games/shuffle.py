"""The shuffler: Chris Doty-Humphrey's sfc32 inside the row, and a deck that is shuffled as it is dealt.

The k-th card depends on the seed and on k alone, not on how the hand is bet, so the same seed deals
the same cards to different players. Words are 32 bits kept in int64, which no operation here overflows.
"""

from gutshot.games.row import DECK, PILE, RANDOM, SHUFFLED, STUB, TOP, Row
from gutshot.kernel import inline_kernel, kernel

_WORD = 0xFFFFFFFF
_WARM_UP = 12


@inline_kernel
def random_word(row: Row, at: int) -> int:
    """The next 32 random bits of the generator in `row[at : at + 4]`."""
    a, b, c, count = row[at], row[at + 1], row[at + 2], row[at + 3]
    word = (a + b + count) & _WORD
    row[at] = b ^ (b >> 9)
    row[at + 1] = (c + (c << 3)) & _WORD
    row[at + 2] = (((c << 21) & _WORD | c >> 11) + word) & _WORD
    row[at + 3] = (count + 1) & _WORD
    return int(word)


@inline_kernel
def random_below(row: Row, at: int, bound: int) -> int:
    """A number of 0..bound-1; for bounds up to a deck its bias is below 2**-26."""
    return (random_word(row, at) * bound) >> 32


@kernel
def seed_random(row: Row, at: int, seed: int, stream: int) -> None:
    """Start the generator at `row[at]` from a 64-bit seed and a stream number, such as a hand's index."""
    row[at] = seed & _WORD
    row[at + 1] = (seed >> 32) & _WORD
    row[at + 2] = stream & _WORD
    row[at + 3] = ((stream >> 32) & _WORD) + 1
    for _ in range(_WARM_UP):
        random_word(row, at)


@kernel
def shuffle_ahead(hand: Row, count: int) -> None:
    """Settle the first `count` places of the deck at once, as `deal_card` would one by one."""
    a, b, c, counter = hand[RANDOM], hand[RANDOM + 1], hand[RANDOM + 2], hand[RANDOM + 3]
    size = hand[STUB]
    for top in range(hand[SHUFFLED], count):
        word = (a + b + counter) & _WORD
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & _WORD
        c = (((c << 21) & _WORD | c >> 11) + word) & _WORD
        counter = (counter + 1) & _WORD
        other = top + ((word * (size - top)) >> 32)
        hand[DECK + top], hand[DECK + other] = hand[DECK + other], hand[DECK + top]
    hand[RANDOM], hand[RANDOM + 1], hand[RANDOM + 2], hand[RANDOM + 3] = a, b, c, counter
    hand[SHUFFLED] = max(hand[SHUFFLED], count)


@kernel
def reshuffle_pile(hand: Row) -> None:
    """Make the discards and folded hands the new stub."""
    size = hand[STUB]
    pile = hand[PILE]
    top = size
    for card in range(64 - 1):
        if pile >> card & 1:
            top -= 1
            hand[DECK + top] = card
    hand[TOP] = hand[SHUFFLED] = top
    hand[PILE] = 0


@inline_kernel
def deal_card(hand: Row) -> int:
    """The next card of the deck, chosen now unless its place was already settled."""
    if hand[TOP] == hand[STUB]:
        reshuffle_pile(hand)
    top = hand[TOP]
    if top >= hand[SHUFFLED]:
        other = top + random_below(hand, RANDOM, hand[STUB] - top)
        hand[DECK + top], hand[DECK + other] = hand[DECK + other], hand[DECK + top]
        hand[SHUFFLED] = top + 1
    hand[TOP] = top + 1
    return int(hand[DECK + top])
