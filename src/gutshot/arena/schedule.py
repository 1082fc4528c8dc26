"""Who sits where in which hand, and with which seeds: a function of the config and the hand's number alone.

Hands come in blocks, one hand for each seat. In a block the same agents keep their seats and the button goes
round, so each has every position once. Blocks run through all choices of agents for the seats, seated in a seeded
random order. In duplicate matches all hands of a block have the same cards by position, and the same dice.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from gutshot.arena.config import MatchConfig
from gutshot.games.hand import Setup
from gutshot.numeric.arrays import Ints
from gutshot.numeric.dice import dice_seeds

POSITIONS_PER_DEAL = 16
_DEAL_STREAMS = 0x5DEECE66D
_SEATING_STREAMS = 0x2545F4914F
_BLOCKS = 512
_BLOCKS_IN_PYTHON = 32
SESSION_BLOCKS = 128
"""Carried stacks start anew after as many blocks."""


@dataclass(frozen=True)
class MatchSchedule:
    """Hands `first` to `first + len`: agents by seat, the button, the seed of the deck, the dice by position."""

    first: int
    lineups: Ints  # [hands, seats]
    buttons: Ints  # [hands]
    deals: Ints  # [hands] numbers of the deals
    deal_seeds: Ints  # [hands]
    dice_streams: Ints  # [hands, seats] by distance from the button

    def __len__(self) -> int:
        return len(self.buttons)


@lru_cache(maxsize=16)
def _choices(agents: int, seats: int) -> Ints:
    return np.array(list(combinations(range(agents), seats)), dtype=np.int64)


def chunk_hands(config: MatchConfig, compiled: bool) -> int:
    """How many hands are played at a time. Fixed, because sums of fractions depend on it in the last digit."""
    if config.carry:
        return SESSION_BLOCKS * config.seats
    return (_BLOCKS if compiled else _BLOCKS_IN_PYTHON) * config.seats


def total_hands(config: MatchConfig) -> int:
    """The number of hands requested; in duplicate matches rounded up to whole blocks."""
    if not config.duplicate:
        return config.hands
    return -(-config.hands // config.seats) * config.seats


def schedule(config: MatchConfig, first: int, count: int) -> MatchSchedule:
    """The hands `first` to `first + count`, as far as the match goes."""
    numbers = np.arange(first, min(first + count, total_hands(config)), dtype=np.int64)
    blocks, buttons = numbers // config.seats, numbers % config.seats
    deals = blocks if config.duplicate else numbers
    positions = np.arange(config.seats)
    return MatchSchedule(
        first,
        _lineups(config, blocks),
        buttons,
        deals,
        dice_seeds(config.seed ^ _DEAL_STREAMS, deals),
        deals[:, None] * POSITIONS_PER_DEAL + positions,
    )


def _lineups(config: MatchConfig, blocks: Ints) -> Ints:
    choices = _choices(len(config.agents), config.seats)
    keys = dice_seeds(config.seed ^ _SEATING_STREAMS, blocks[:, None] * POSITIONS_PER_DEAL + np.arange(config.seats))
    return np.take_along_axis(choices[blocks % len(choices)], np.argsort(keys, axis=1), axis=1)


def hand_setup(config: MatchConfig, plan: MatchSchedule, index: int, stacks: list[int]) -> Setup:
    """A hand of the schedule for the engine's `Hand`, with the stacks of the agents."""
    seats, button = config.seats, int(plan.buttons[index])
    return Setup(
        config.rules,
        tuple(stacks[agent] for agent in plan.lineups[index]),
        button,
        tuple(config.posts[(seat - button) % seats] for seat in range(seats)),
        (config.ante,) * seats,
        int(plan.deal_seeds[index]),
    )
