"""Drives the reference engine with the actions that a batch of JAX hands took, and reports both accounts."""

import numba
import numpy as np

from gutshot.games import betting, poker
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BETTING,
    BLIND,
    BUTTON,
    CARDS,
    DECK,
    LIVE,
    MAX_SEATS,
    PHASE,
    POT,
    SEATS,
    SHUFFLED,
    SIZE,
    STACK,
    START,
    STREET,
    STUB,
)

FIELDS = ("actor", "street", "to_call", "low", "high", "pot", "live")


@numba.njit
def _setup(hand, players, button, stacks, small, big, ante, cards):
    hand[SEATS], hand[BUTTON], hand[CARDS] = players, button, 1
    for seat in range(players):
        hand[START + seat], hand[ANTE + seat] = stacks[seat], ante
    first = button if players == 2 else (button + 1) % players
    hand[BLIND + first], hand[BLIND + (first + 1) % players] = small, big
    seats = (cards.shape[0] - 5) // 2
    used = 0
    for card in range(2):
        for step in range(players):
            seat = (button + 1 + step) % players
            hand[DECK + used] = cards[2 * seat + card]
            used += 1
    for place in range(5):
        hand[DECK + used] = cards[2 * seats + place]
        used += 1
    hand[STUB] = hand[SHUFFLED] = used


@numba.njit
def _account(rules, hand, out):
    low, high = betting.raise_bounds(rules, hand)
    out[0], out[1], out[2] = hand[ACTOR], hand[STREET], betting.to_call(hand)
    out[3], out[4], out[5], out[6] = low, high, hand[POT], hand[LIVE]


@numba.njit
def replay(rules, players, button, stacks, small, big, ante, cards, actions):
    """Per hand: the engine's account before each action [T, fields], whether it was over, and the payoffs.

    `actions[t, b]` is the engine's number for an action: -1 fold, 0 check or call, else raise_to.
    """
    steps, games = actions.shape
    account = np.full((steps, games, 7), -1, np.int64)
    payoffs = np.zeros((MAX_SEATS, games), np.int64)
    finished = np.zeros(games, np.bool_)
    illegal = 0
    hand = np.zeros(SIZE, np.int64)
    for game in range(games):
        hand[:] = 0
        _setup(hand, players[game], button[game], stacks[:, game], small[game], big[game], ante[game], cards[:, game])
        poker.start(rules, hand)
        for step in range(steps):
            if hand[PHASE] != BETTING:
                break
            _account(rules, hand, account[step, game])
            if not betting.is_legal(rules, hand, actions[step, game]):
                illegal += 1
                break
            poker.act(rules, hand, actions[step, game])
        finished[game] = hand[PHASE] != BETTING
        for seat in range(players[game]):
            payoffs[seat, game] = hand[STACK + seat] - hand[START + seat]
    return account, payoffs, finished, illegal
