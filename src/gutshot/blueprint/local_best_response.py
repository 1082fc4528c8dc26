"""Local best response: a lower bound, outside the abstraction, of what a heads-up opponent can lose.

`responder` plays the hands. From what they won, their luck is taken off as far as it explains them: each half of the
hands by the coefficients that fit the other half, so that nothing is fitted to what it corrects and the mean stays
exact. The figure depends on the hands alone, however and in however many runs they were played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.responder import LUCK_PARTS, MeasuredHand, Opponent, play_hand
from gutshot.blueprint.response_settings import SIX_SIZES, ResponseSetting
from gutshot.blueprint.tree_opponent import TreeOpponent
from gutshot.errors import BadConfig
from gutshot.games.row import START
from gutshot.numeric.arrays import Bools, Ints, Reals
from gutshot.numeric.intervals import half_width_95

MOST_HANDS = 10**8
_LEAST_TO_FIT = 10 * LUCK_PARTS

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class LocalBestResponse:
    """What the responder won, in big blinds a hand; `ci95` is half of the 95 % interval.

    `plain_mean` and `plain_ci95` are the same without luck taken off. `known` counts the opponent's decisions: known
    exactly, by a near point, or not at all, where it called.
    """

    setting: str
    stack: float  # of each player, in big blinds
    seed: int
    hands: int
    mean: float
    ci95: float
    by_seat: tuple[float, float]  # as the button, as the big blind
    plain_mean: float
    plain_ci95: float
    known: dict[str, int]
    per_board: int = 1  # hands that share a board; the interval is over boards

    def __str__(self) -> str:
        return f"{1000 * self.mean:+,.0f} ± {1000 * self.ci95:,.0f} mbb/hand over {self.hands:,} hands"


@dataclass(frozen=True)
class PlayedHands:
    """Hands in their order, [hands] each; where hands share boards, their means board by board."""

    won: Reals
    luck: Reals  # [hands, LUCK_PARTS]
    known: Ints  # [hands, 3]

    @classmethod
    def of(cls, hands: Sequence[MeasuredHand]) -> "PlayedHands":
        """One row for each hand."""
        return cls(
            np.array([hand.won for hand in hands], np.float64),
            np.array([hand.luck for hand in hands], np.float64).reshape(-1, LUCK_PARTS),
            np.array([hand.known for hand in hands], np.int64).reshape(-1, 3),
        )

    def __len__(self) -> int:
        return len(self.won)

    def __add__(self, other: "PlayedHands") -> "PlayedHands":
        return PlayedHands(
            np.concatenate([self.won, other.won]),
            np.concatenate([self.luck, other.luck]),
            np.concatenate([self.known, other.known]),
        )

    def without_luck(self, shared: bool = False) -> Reals:
        """[hands] won, less the luck that explains it; `shared` says that these are boards with many hands each."""
        half = np.arange(len(self)) // 2 % 2 == 0  # both seats in each
        won = self.won.copy()
        for own in (half, ~half):
            won[own] -= self.luck[own] @ self._explained(~own, shared)
        return won

    def _explained(self, hands: Bools, shared: bool) -> Reals:
        """[LUCK_PARTS] the chips won with each chip of luck, by these hands; one of few boards, none of few hands."""
        if hands.sum() < _LEAST_TO_FIT:
            return np.full(LUCK_PARTS, float(shared))
        luck, won = self.luck[hands], self.won[hands]
        found = np.linalg.lstsq(luck - luck.mean(axis=0), won - won.mean(), rcond=None)[0]
        return np.asarray(found, dtype=np.float64)


def require_two(seats: int) -> None:
    """BadConfig unless there is one opponent."""
    if seats != 2:
        raise BadConfig(f"local best response is for two seats: this strategy has {seats}")


def require_hands(hands: int) -> None:
    """BadConfig unless there is something to measure."""
    if not 2 <= hands <= MOST_HANDS:
        raise BadConfig(f"{hands} hands: expected at least 2" + (f" and at most {MOST_HANDS:,}" if hands > 2 else ""))


def local_best_response(
    blueprint: Blueprint, hands: int = 2000, seed: int = 0, setting: ResponseSetting = SIX_SIZES
) -> LocalBestResponse:
    """Play hands of a local best response, alternating seats, against a heads-up bundle in its own tree."""
    require_two(blueprint.tree.seats)
    require_hands(hands)
    return respond_to(TreeOpponent(blueprint), hands, seed, setting)


def respond_to(opponent: Opponent, hands: int, seed: int, setting: ResponseSetting) -> LocalBestResponse:
    """Play hands of a local best response, alternating seats."""
    played = PlayedHands.of([play_hand(opponent, setting, seed, number) for number in range(hands)])
    return summarise(played, setting.name, stack_of(opponent), seed)


def stack_of(opponent: Opponent) -> float:
    """The least stack of the table, in big blinds."""
    return float(min(opponent.root[START : START + 2])) / opponent.big_blind


def summarise(played: PlayedHands, setting: str, stack: float, seed: int, per_board: int = 1) -> LocalBestResponse:
    """The figure of at least two hands, or of two boards with so many hands on each."""
    won = played.without_luck(per_board > 1)
    known = dict(zip(("exact", "near", "none"), played.known.sum(axis=0).tolist(), strict=True))
    by_seat = (float(won[::2].mean()), float(won[1::2].mean()))
    plain = (float(played.won.mean()), half_width_95(played.won))
    return LocalBestResponse(
        setting,
        stack,
        seed,
        len(won) * per_board,
        float(won.mean()),
        half_width_95(won),
        by_seat,
        *plain,
        known,
        per_board,
    )
