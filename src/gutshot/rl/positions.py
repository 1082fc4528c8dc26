"""What each position behind the button earns and does in self-play, read from the metrics of an iteration."""

from typing import NamedTuple

import numpy as np

from gutshot.rl.ppo import Metrics

_RARE = 0.005  # shares below this are not worth a word


class PositionMetrics(NamedTuple):
    """One place in the order of action: 0 is the button, or the first player of a small game."""

    bb100: float
    mix: tuple[float, ...]  # share of each action


def read(metrics: Metrics) -> list[PositionMetrics]:
    """One entry for each seat."""
    rates = 100 * np.asarray(metrics.position_payoff) / np.maximum(metrics.position_hands, 1)
    counts = np.asarray(metrics.position_actions)
    mix = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    return [PositionMetrics(float(rate), tuple(map(float, shares))) for rate, shares in zip(rates, mix, strict=True)]


def label(place: int) -> str:
    """`button`, then how many seats behind it."""
    return f"button+{place}" if place else "button"


def sentence(positions: list[PositionMetrics], actions: tuple[str, ...]) -> str:
    """All positions in one line: winnings and action frequencies."""
    return "; ".join(f"{label(place)} {at.bb100:+.0f}: {_mix(at, actions)}" for place, at in enumerate(positions))


def _mix(at: PositionMetrics, actions: tuple[str, ...]) -> str:
    named = zip(actions, at.mix, strict=True)
    return ", ".join(f"{name} {share:.0%}" for name, share in named if share >= _RARE)
