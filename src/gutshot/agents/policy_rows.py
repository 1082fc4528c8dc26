"""A trained network deciding the rows of a compiled table, thousands at a time: what its values are played out by.

The inputs of `rl.bridge` are made from rows and logs instead of observations. Needs the extra `rl`.
"""

from typing import Any

import numpy as np

from gutshot.agents.neural import batch_answers
from gutshot.agents.row_player import Logs
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    HOLE,
    MAX_BOARD,
    MAX_HOLE,
    SEATS,
    START,
    Row,
)
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.dice import dice_seeds
from gutshot.rl import menu
from gutshot.rl.bridge import CHUNK, NetworkHand
from gutshot.rl.bundle import Bundle
from gutshot.rl.deal import MAX_SEATS, BatchDeal

_MOST_DECISIONS = 4096
_AT_ONCE = 4096


@kernel
def _in_bounds(rules: Row, views: Ints, entries: Ints, amounts: Ints, actions: Ints) -> None:
    """Entries of the menu as action numbers, held to the engine's own bounds."""
    for i in range(len(views)):
        low, high = raise_bounds(rules, views[i])
        if entries[i] == menu.FOLD:
            actions[i] = FOLD
        elif entries[i] == menu.PASSIVE or high <= 0:
            actions[i] = CALL
        else:
            actions[i] = min(max(amounts[i], low), high)


class PolicyRows:
    """A bundle as `DecidesRows`; equal numbers give equal dice."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Ints:
        """See `agents.agent.DecidesRows`."""
        actions = np.zeros(len(views), np.int64)
        for first in range(0, len(views), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            shares, amounts = batch_answers(self._bundle, network_hands(rules, views[part], logs[part], lengths[part]))
            uniform = dice_seeds(0, numbers[part] * _MOST_DECISIONS + lengths[part]) / 2.0**63
            entries = _picked(shares.astype(np.float64), uniform)
            raises_to = np.take_along_axis(amounts, entries[:, None], axis=1)[:, 0].astype(np.int64)
            _in_bounds(rules, views[part], entries, raises_to, actions[part])
        return actions


def _picked(shares: Reals, uniform: Reals) -> Ints:
    """[n] the entry that each uniform number picks; never one that has no share."""
    upto = np.cumsum(shares, axis=1)
    entries = (uniform[:, None] * upto[:, -1:] >= upto).sum(axis=1)
    last = shares.shape[1] - 1 - (shares[:, ::-1] > 0).argmax(axis=1)
    return np.asarray(np.minimum(entries, last), np.int64)


def network_hands(rules: Row, views: Ints, logs: Logs, lengths: Ints) -> NetworkHand:
    """[n, ...] what the network sees in many hands; what nobody has seen is 0."""
    steps = -(-max(int(lengths.max(initial=1)), 1) // CHUNK) * CHUNK
    seats, actions = np.full((len(views), steps), -1, np.int32), np.zeros((len(views), steps), np.int32)
    there = np.arange(logs.shape[1])[None, :] < lengths[:, None]
    seats[:, : logs.shape[1]] = np.where(there, logs[:, :, 0], -1)
    actions[:, : logs.shape[1]] = np.where(there, logs[:, :, 2], 0)
    stacks, antes, blinds = (views[:, first : first + MAX_SEATS] for first in (START, ANTE, BLIND))
    antes = np.minimum(antes, stacks)
    blinds = np.clip(blinds, 0, stacks - antes)
    return NetworkHand(
        _deals(views, int(rules[BET_SIZE]), stacks, antes, blinds), _short(antes), _short(blinds), seats, actions
    )


def _deals(views: Ints, big_blind: int, stacks: Ints, antes: Ints, blinds: Ints) -> BatchDeal:
    count, actor, players, button = len(views), views[:, ACTOR], views[:, SEATS], views[:, BUTTON]
    small = np.where(players == 2, button, (button + 1) % players)
    cards, every = np.zeros((count, 2 * MAX_SEATS + MAX_BOARD), np.int8), np.arange(count)
    for card in range(2):
        cards[every, 2 * actor + card] = views[every, HOLE + MAX_HOLE * actor + card]
    dealt = np.arange(MAX_BOARD)[None, :] < views[:, BOARD_COUNT, None]
    cards[:, 2 * MAX_SEATS :] = np.where(dealt, views[:, BOARD : BOARD + MAX_BOARD], 0)
    fields: dict[str, Any] = {
        "seed": np.zeros((count, 2), np.uint32),
        "hand": np.zeros(count, np.int32),
        "players": _short(players),
        "button": _short(button),
        "small_blind": _short(blinds[every, small]),
        "big_blind": np.full(count, big_blind, np.int32),
        "ante": _short(antes.max(axis=1)),
        "stacks": _short(stacks),
        "cards": cards,
        "strengths": np.zeros((count, MAX_SEATS), np.int32),
    }
    return BatchDeal(**fields)


def _short(numbers: Ints) -> Ints32:
    return numbers.astype(np.int32)
