"""A hand is one row of int64. These are the names of its columns.

`hand[STACK + seat]` is a seat's stack; `hands[b]` is row b of a batch `[B, SIZE]`. A row holds
everything a transition needs, so copying a hand is copying one row, and undoing is keeping the copy.
Sets of seats and of cards are bit masks. Columns that the caller sets before `start`: SEATS, BUTTON,
START, ANTE, BLIND, CARDS and, for a given deck, SHUFFLED and DECK.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = NDArray[np.int64]

MAX_SEATS = 10
MAX_STREETS = 5
MAX_HOLE = 5
MAX_BOARD = 5
DECK_CARDS = 52

NOBODY = -1
NO_CARD = -1
NO_DRAW = -1

# PHASE: what the hand waits for.
BETTING = 0  # ACTOR bets, calls, checks or folds
DRAWING = 1  # ACTOR discards and draws
CLOSED = 2  # nobody: the betting round is over, the next street has not begun
SHOWDOWN = 3  # nobody: hands without cards stop here, because no one can tell who won
OVER = 4  # nobody: the chips are paid

# One number each.
PHASE = 0
SEATS = 1
BUTTON = 2
STREET = 3
ACTOR = 4
LIVE = 5  # mask of seats that have not folded
TODO = 6  # mask of seats still to act in this round
ACTED = 7  # mask of seats that acted since the last full raise
HIGH = 8  # the highest bet of this street
LAST_RAISE = 9  # the largest raise of this street, in chips above the bet it raised
MIN_TO = 10  # the least raise_to where short all-ins count (see Limit.short_raise_counts)
SHORTS = 11  # chips raised by all-ins in a row that fell short of a full raise
RAISES = 12  # bets and raises made on this street
AGGRESSOR = 13  # who bet or raised last on this street, or who was first to act: shows first
POT = 14  # everything in the middle, this street's bets included
DEAD = 15  # the part of it that belongs to no seat's contribution: dead antes, a spot's pot
CARDS = 16  # 1: cards are dealt; 0: only the betting is played
TOP = 17  # the next card of DECK
SHUFFLED = 18  # how many cards of DECK are already in their final order
STUB = 19  # how many cards DECK has
PILE = 20  # mask of cards discarded or folded
BOARD_COUNT = 21
RANDOM = 22  # four words of the shuffler
_SCALARS = 26

# One number per seat.
STACK = _SCALARS
BET = STACK + MAX_SEATS  # on this street
PAID = BET + MAX_SEATS  # contribution to the pot over the hand
START = PAID + MAX_SEATS  # stack before antes and blinds
ANTE = START + MAX_SEATS  # what the seat owes; it pays what it has
BLIND = ANTE + MAX_SEATS  # likewise; negative: a late post, which does not move the first turn
ANTED = BLIND + MAX_SEATS  # the dead part of PAID
STRENGTH = ANTED + MAX_SEATS  # at a showdown: higher is better
DRAWN = STRENGTH + MAX_SEATS  # [street, seat]: cards drawn, NO_DRAW before
HOLE = DRAWN + MAX_STREETS * MAX_SEATS  # [seat, card]
BOARD = HOLE + MAX_SEATS * MAX_HOLE
DECK = BOARD + MAX_BOARD
SIZE = DECK + DECK_CARDS


def blank(*batch: int) -> Row:
    """A row `[SIZE]` of zeros, or a batch `[*batch, SIZE]` of them."""
    return np.zeros((*batch, SIZE), dtype=np.int64)
