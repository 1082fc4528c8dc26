"""Hands of a deck up to suits, with the sets of cards in them by which sums over other hands are made.

Every sum of the solver is over hands that hold, or do not hold, some cards. By inclusion and exclusion it is a sum over
sets of cards: a number for every class of sets (up to suits), to which each hand adds for the sets it holds, and from
which each hand reads. A hand has two kinds: all its subsets, for hands that share no card with it, and for a draw what
stays with part of what goes (of what comes), for hands out of which it may have come.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.badugi import CARDS, strengths
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Ints, Ints32

_RANKS, _SUITS = 13, 4
_STAYS, _GOES = 1, 2
"""What a card of a set is; 0 for cards that are not in it."""


@dataclass(frozen=True)
class DrawGame:
    """The deck and the betting: the usual game, or a small one to check it by."""

    ranks: int = _RANKS
    suits: int = _SUITS
    held: int = CARDS
    most_drawn: int = 3
    cap: int = 4

    def __post_init__(self) -> None:
        small, cards = 1 <= self.held <= CARDS, self.ranks * self.suits
        if not (small and 1 <= self.ranks <= _RANKS and 1 <= self.suits <= _SUITS and 2 * self.held <= cards):
            raise BadConfig(f"{self.held} cards each out of {cards}: expected up to 4, and enough for two hands")
        if not 0 <= self.most_drawn <= min(self.held, cards - self.held) or not 1 <= self.cap <= 4:
            raise BadConfig(f"at most {self.most_drawn} drawn and {self.cap} bets: expected up to the hand, and 1 to 4")

    @property
    def deck(self) -> int:
        """How many cards there are."""
        return self.ranks * self.suits

    @property
    def counts(self) -> int:
        """How many numbers of cards may be drawn."""
        return self.most_drawn + 1

    @property
    def lines(self) -> int:
        """How many ways of betting lead to the draw."""
        return 1 + 2 * self.cap

    @property
    def turns(self) -> int:
        """How many turns a round of betting has."""
        return 2 * (self.cap + 1)

    @property
    def deals(self) -> float:
        """How many pairs of hands without a common card there are."""
        return float(comb(self.deck, self.held) * comb(self.deck - self.held, self.held))


class HandTables(NamedTuple):
    """The classes of hands, weakest first, and where each adds and reads; C classes."""

    cards: Ints  # [C, held] one hand of each; rank from the ace up times suits, plus suit
    strength: Ints  # [C]
    combos: Floats  # [C] how many hands it stands for
    groups: Ints  # [G + 1] where classes of one strength begin
    subsets: Ints32  # [C, 2 ** held] the set in the places of a mask
    share: Floats  # [C, 2 ** held] hands of the class for each such set
    signs: Floats  # [2 ** held]
    masks: Ints  # [M] places that go, fewest first
    sizes: Ints  # [M] how many
    parts: Ints  # [M + 1] where the entries of each begin
    part_signs: Floats  # [E]
    features: Ints32  # [C, E] what stays, with part of what goes
    part_share: Floats  # [C, E]
    chance: Floats  # [counts] of each set of new cards
    room: int  # how many features there are
    sets: int  # how many subsets there are


def hand_tables(game: DrawGame) -> HandTables:
    """All tables of a game; some seconds for the whole deck."""
    cards = _classes(game)
    made = _strengths(game, cards)
    order = np.argsort(made, kind="stable")
    cards, made = cards[order], made[order]
    full = 1 << game.held
    signs = np.array([(-1.0) ** mask.bit_count() for mask in range(full)], np.float32)
    whole, count = _sets(game, cards, [(mask, 0) for mask in range(full)])
    masks = sorted(range(full), key=lambda mask: (mask.bit_count(), mask))
    masks = [mask for mask in masks if mask.bit_count() <= game.most_drawn]
    pairs = [(full - 1 & ~mask, part) for mask in masks for part in _parts(mask)]
    entries, orbits = _sets(game, cards, pairs)
    own = count[whole[:, full - 1]]
    sizes = np.array([mask.bit_count() for mask in masks])
    return HandTables(
        cards, made, own.astype(np.float32),
        np.append(np.flatnonzero(np.diff(made, prepend=made[0] - 1)), len(made)),
        whole.astype(np.int32), (own[:, None] / count[whole]).astype(np.float32), signs,
        np.array(masks), sizes, np.append(0, np.cumsum(1 << sizes)),
        np.array([signs[part] for _, part in pairs], np.float32),
        entries.astype(np.int32), (own[:, None] / orbits[entries]).astype(np.float32),
        np.array([1 / comb(game.deck - game.held, k) for k in range(game.counts)], np.float32),
        len(orbits), len(count),
    )  # fmt: skip


def real_cards(game: DrawGame, cards: Ints) -> Ints:
    """The same cards as the rest of the program numbers them."""
    return np.asarray((cards // game.suits + _RANKS - 1) % _RANKS * _SUITS + cards % game.suits)


def canonical_places(game: DrawGame, cards: Ints) -> tuple[NDArray[np.uint64], Ints]:
    """The key of every hand's class, and its places in an order that is the same for all hands of the class."""
    codes, held = _suit_codes(game), np.zeros((len(cards), game.suits), np.int64)
    np.add.at(held, (np.arange(len(cards))[:, None], cards % game.suits), 3 ** (cards // game.suits))
    rank_of_suit = np.argsort(np.argsort(codes[held], axis=1, kind="stable"), axis=1, kind="stable")
    suit = np.take_along_axis(rank_of_suit, cards % game.suits, axis=1)
    return _keys(game, cards, np.full(game.held, _STAYS)), np.argsort(suit * game.ranks + cards // game.suits, axis=1)


def _strengths(game: DrawGame, cards: Ints) -> Ints:
    """Of hands with fewer than four cards a card is written down again: it never plays twice."""
    real = real_cards(game, cards)
    return strengths(np.concatenate([real, np.repeat(real[:, :1], CARDS - game.held, axis=1)], axis=1)).astype(np.int64)


def _classes(game: DrawGame) -> Ints:
    """[C, held] the first hand of every class."""
    hands = np.array(list(combinations(range(game.deck), game.held)))
    keys = _keys(game, hands, np.full(game.held, _STAYS))
    return hands[np.sort(np.unique(keys, return_index=True)[1])]


def _parts(mask: int) -> list[int]:
    """All masks within a mask."""
    return [part for part in range(mask + 1) if part & ~mask == 0]


def _sets(game: DrawGame, cards: Ints, pairs: list[tuple[int, int]]) -> tuple[Ints, Ints]:
    """[C, pairs] the class of each set (places that stay, places that go), [classes] how many each is."""
    columns = []
    for stays, goes in pairs:
        kinds = [_STAYS if stays >> k & 1 else _GOES if goes >> k & 1 else 0 for k in range(game.held)]
        columns.append(_keys(game, cards, np.array(kinds)))
    keys = np.stack(columns, axis=1)
    found, where = np.unique(keys, return_inverse=True)
    return where.reshape(keys.shape), _orbit_sizes(game, found)


def _keys(game: DrawGame, cards: Ints, kinds: Ints) -> NDArray[np.uint64]:
    """One number for every set up to suits: what each suit holds, in falling order."""
    codes = _suit_codes(game)
    held = np.zeros((len(cards), game.suits), np.int64)
    rows = np.arange(len(cards))
    for place, kind in enumerate(kinds.tolist()):
        held[rows, cards[:, place] % game.suits] += kind * 3 ** (cards[:, place] // game.suits)
    ordered = np.sort(codes[held], axis=1)
    key = np.zeros(len(cards), np.uint64)
    for suit in range(game.suits):
        key = key << np.uint64(_CODE_BITS) | ordered[:, suit].astype(np.uint64)
    return key


_CODE_BITS = 14


@lru_cache(maxsize=2)
def _suit_codes(game: DrawGame) -> Ints:
    """[3 ** ranks] a small number for what a suit holds, as digits to base three; sets of more cards have none."""
    digits = np.arange(3**game.ranks)
    cards = np.zeros(len(digits), np.int64)
    for _ in range(game.ranks):
        cards += digits % 3 > 0
        digits = digits // 3
    few = cards <= game.held
    assert few.sum() < 1 << _CODE_BITS
    return np.where(few, np.cumsum(few) - 1, -1)


def _orbit_sizes(game: DrawGame, keys: NDArray[np.uint64]) -> Ints:
    """How many sets there are of each class: suits that hold the same may change places."""
    width, one = np.uint64(_CODE_BITS), np.uint64((1 << _CODE_BITS) - 1)
    codes = [keys >> width * np.uint64(suit) & one for suit in range(game.suits)]
    same, run = np.ones(len(keys), np.int64), np.ones(len(keys), np.int64)
    for suit in range(1, game.suits):
        run = np.where(codes[suit] == codes[suit - 1], run + 1, 1)
        same *= run
    return factorial(game.suits) // same
