"""The coach for hold'em: what each action is worth by equity against estimated ranges, and why.

The method, which needs no solution: equity E is taken against the ranges of `reading`. A call of c into a pot of P is
worth R E (P + c) - c, a check R E P, a fold nothing. R is the part of the equity that is realised: 1 on the river and
all-in, less out of position, and before the flop less with hands that play badly. For a bet or raise each opponent
continues with the hands whose score is above a threshold that rises with the price; if all fold the pot is won,
otherwise equity counts against the part of the range that continues. It is a judgement of one decision, not a solution:
later bets are only in R, and in a check (half as much in a call) keeping part of what a bet would have gained.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.cards.combos import COMBO_COUNT, combo_of
from gutshot.cards.equity import equity
from gutshot.cards.ranges import Range
from gutshot.coach.advice import Advice, Option, Read, choice_words, doing, percent
from gutshot.coach.outs import improvements, outs_of
from gutshot.coach.range_reading import Weights, estimate_range, has_entered, scores
from gutshot.games.actions import Choice
from gutshot.games.events import Kind
from gutshot.games.observation import Observation
from gutshot.games.seats import order, position
from gutshot.games.variants import Game
from gutshot.games.words import short_hand_words

METHOD = (
    "Equity against estimated ranges. A call is worth its share of the pot minus its price; "
    "a raise adds the chance that all opponents fold. Later betting is only approximated."
)
_SAMPLES = 4_000
_OUT_OF_POSITION = 0.92
_EACH_BEHIND = 0.04
_EACH_MORE = 0.9  # of the equity is left for each further caller to expect
_NEVER = 1e-3

# The score from which an opponent goes on against a bet: base + slope x bet / (bet + pot), steeper above the pot.
_GO_ON, _GO_ON_PREFLOP, _PRICE_SLOPE, _OVERBET_SLOPE, _BIG_BLIND_BONUS = 0.20, 0.42, 0.6, 0.6, 0.5
_AGAINST_RAISE = 0.08
_HIGHEST_START = 0.975
_STEEPNESS = 0.025

# What strong hands win later on top of their equity, with room to bet.
_STRONG = 0.9
_IMPLIED_PREFLOP, _IMPLIED = 0.5, 0.3
_DEEP = 6.0
_SHORT = 2.5

_LATER = {3: 0.6, 4: 0.4}
"""Part of what a bet would gain that a check keeps, by board cards, because it can be bet later; a call half of it."""


@dataclass(frozen=True)
class _Rival:
    """An opponent still in, with the estimate of his hands."""

    seat: int
    weights: Weights
    entered: bool

    @property
    def share(self) -> float:
        return float(self.weights.sum() / COMBO_COUNT)


class HoldemDecision:
    """One decision with everything the values need, computed once."""

    def __init__(self, observation: Observation) -> None:
        self.now = observation
        self.score = scores(observation.board)
        self.rivals = [
            _Rival(seat, estimate_range(observation, seat), has_entered(observation, seat))
            for seat in range(observation.seats)
            if seat != observation.seat and observation.live[seat]
        ]
        self.own_score = float(self.score[combo_of(*observation.cards)])
        self.equity = self.equity_against(self._contesting())

    def _contesting(self) -> list[Weights]:
        """The opponents assumed to reach showdown: those who entered, or else the most likely one."""
        entered = [rival.weights for rival in self.rivals if rival.entered]
        return entered or [self.rivals[-1].weights]

    def equity_against(self, ranges: Sequence[Weights]) -> float:
        """The part of the pot that the observer's hand wins against these ranges."""
        now = self.now
        own = np.zeros(COMBO_COUNT)
        own[combo_of(*now.cards)] = 1.0
        heads_up = len(ranges) == 1 and len(now.board) >= 3
        result = equity(
            [Range(own), *(Range(weights) for weights in ranges)],
            now.board,
            exact=True if heads_up else None,
            samples=None if heads_up else _SAMPLES,
        )
        return result.players[0].equity

    @property
    def behind(self) -> int:
        """Seats that act after the observer and have not entered; only before the flop they can still surprise."""
        return sum(not rival.entered for rival in self.rivals)

    def realised(self, all_in: bool) -> float:
        """The part of the equity that turns into chips; above one for a strong hand with bets to come."""
        now = self.now
        if all_in or len(now.board) == 5:
            return 1.0
        last = max((seat for seat in range(now.seats) if now.live[seat]), key=order(now.seats, now.button).index)
        factor = 1.0 if last == now.seat else _OUT_OF_POSITION
        if not now.board:
            factor *= min(1.0, 0.5 + 0.55 * self.own_score)
        strong = max(0.0, self.own_score - _STRONG) / (1 - _STRONG)
        room = min(1.0, (stack_to_pot(now) or 0.0) / _DEEP)
        return factor + (_IMPLIED if now.board else _IMPLIED_PREFLOP) * strong * room

    @property
    def undisturbed(self) -> float:
        """The chance not to be raised out by a seat still to enter; the best hands do not mind."""
        return 1 - _EACH_BEHIND * self.behind * (1 - self.own_score**4)

    def passive_value(self) -> float:
        """Of a check or a call."""
        now, owed = self.now, self.now.to_call
        all_in = owed >= now.stacks[now.seat]
        won = self.realised(all_in) * self.equity * (self.undisturbed if owed else 1.0)
        return won * (now.pot + owed) - owed

    def raise_value(self, amount: int) -> tuple[float, float]:
        """The value of raising to an amount, and how often all opponents fold to it."""
        now, mine = self.now, self.now.bets[self.now.seat]
        answers = [self._answer(rival, amount) for rival in self.rivals]
        folds = float(np.prod([1 - answer.chance for answer in answers]))
        caller = max(answers, key=lambda answer: answer.chance)
        if caller.chance < _NEVER:
            return float(now.pot), 1.0
        cost = min(amount, caller.level) - mine
        others = sum(answer.chance for answer in answers) - caller.chance
        against = self.equity_against([caller.weights]) * self.undisturbed * _EACH_MORE**others
        all_in = amount >= now.stacks[now.seat] + mine
        won = self.realised(all_in) * against * (now.pot + cost + caller.adds)
        return folds * now.pot + (1 - folds) * (won - cost), folds

    def _answer(self, rival: _Rival, amount: int) -> "_Answer":
        """How often a rival continues against a raise, and with what."""
        now, seat = self.now, rival.seat
        adds = max(0, min(amount - now.bets[seat], now.stacks[seat]))
        level = now.bets[seat] + adds
        if adds == 0:
            return _Answer(1.0, rival.weights, level, 0)
        price = adds / (adds + now.pot)
        start = (_GO_ON if now.board else _GO_ON_PREFLOP) + _PRICE_SLOPE * price
        start += _OVERBET_SLOPE * max(0.0, price - 0.5)
        if not now.board and position(seat, now.seats, now.button) == "BB":
            start -= _BIG_BLIND_BONUS * max(0.0, 1 - price)
        if now.board and max(now.bets) > 0:
            start += _AGAINST_RAISE
        start = min(start, _HIGHEST_START)
        weights = rival.weights / (1 + np.exp(np.clip((start - self.score) / _STEEPNESS, -50, 50)))
        total = float(rival.weights.sum())
        chance = float(weights.sum()) / total if total else 0.0
        return _Answer(chance, weights / max(weights.max(), 1e-12), level, adds)


@dataclass(frozen=True)
class _Answer:
    """A rival's answer to a raise: how often he continues, with which hands, his bet then, the chips that adds."""

    chance: float
    weights: Weights
    level: int
    adds: int


def advise(observation: Observation, also: Choice | None = None) -> Advice:
    """The coach's view of the observer's decision; `also` is a choice to value besides those the coach weighs.

    A size that the coach would not choose is never credited with more than the best one he would.
    """
    spot = HoldemDecision(observation)
    options = sorted(_options(spot, candidate_sizes(observation)), key=lambda option: -option.value)
    now = observation
    if isinstance(also, int) and all(option.choice != also for option in options):
        value, folds = spot.raise_value(also)
        options.append(Option(also, choice_words(now, also), min(value, options[0].value), folds))
    elif also == "fold" and now.legal.check:
        options.append(Option("fold", "Fold", 0.0))
    return Advice(
        options=tuple(options),
        equity=spot.equity,
        players=len(spot.rivals) + 1,
        why=_why(spot, options),
        method=METHOD,
        reads=tuple(_read(rival) for rival in spot.rivals),
        outs=outs_of(now.cards, now.board) if 3 <= len(now.board) < 5 else None,
        stack_to_pot=stack_to_pot(now),
        improvements=improvements(now.cards, now.board),
    )


def candidate_sizes(now: Observation) -> list[int]:
    """The raise_to amounts the coach weighs: usual sizes, and all-in when stacks are short."""
    low, high = now.legal.min_raise_to, now.legal.max_raise_to
    if low is None or high is None:
        return []
    faced, pot = max(now.bets), now.pot + now.to_call
    if not now.board and all(event.kind is not Kind.RAISE for event in now.history):
        limpers = sum(event.kind is Kind.CALL for event in now.history)
        sizes = [faced * factor + limpers * now.big_blind for factor in (2.5, 3.0)]
    elif faced:
        sizes = [faced * 2.5, faced * 3.0, faced + pot]
    else:
        sizes = [pot * share for share in (1 / 3, 0.66, 1.0)]
    found = {min(max(round(size), low), high) for size in sizes}
    if (stack_to_pot(now) or 0.0) <= _SHORT:
        found.add(high)
    return sorted(found)


def _options(spot: HoldemDecision, sizes: Sequence[int]) -> list[Option]:
    now = spot.now
    options = []
    for amount in sizes:
        value, folds = spot.raise_value(amount)
        options.append(Option(amount, choice_words(now, amount), value, folds))
    passive: Choice = "check" if now.legal.check else "call"
    value = spot.passive_value()
    best = max((option.value for option in options), default=value)
    later = _LATER.get(len(now.board), 0.0) * (1.0 if now.legal.check else 0.5)
    options.append(Option(passive, choice_words(now, passive), value + later * max(0.0, best - value)))
    if not now.legal.check:
        options.append(Option("fold", "Fold", 0.0))
    return options


def _read(rival: _Rival) -> Read:
    words = f"about {percent(rival.share)} of hands" if rival.entered else "has not entered yet: any hand"
    return Read(rival.seat, min(1.0, rival.share), words)


def stack_to_pot(now: Observation) -> float | None:
    """What can still be bet against the largest live opponent, in pots."""
    others = [now.stacks[seat] + now.bets[seat] for seat in range(now.seats) if now.live[seat] and seat != now.seat]
    mine = now.stacks[now.seat] + now.bets[now.seat]
    return min(mine, max(others)) / now.pot if now.pot else None


def _why(spot: HoldemDecision, options: Sequence[Option]) -> str:
    """Two sentences: how the hand stands, and what makes the best option best."""
    now, best = spot.now, options[0]
    entered = sum(rival.entered for rival in spot.rivals)
    against = "the others" if not entered else "one opponent" if entered == 1 else f"{entered} opponents"
    hand = short_hand_words(Game.HOLDEM, now.cards, now.board)
    first = f"{hand} has about {percent(spot.equity)} equity against the hands {against} may hold."
    return f"{first} {_because(spot, best, options)}"


def _because(spot: HoldemDecision, best: Option, options: Sequence[Option]) -> str:
    now = spot.now
    need = percent(now.to_call / (now.pot + now.to_call))
    if best.choice == "fold":
        return f"A call needs {need} and some of your equity will not be realised, so folding loses least."
    other = next((option for option in options[1:] if isinstance(option.choice, str) or best.choice == "check"), None)
    edge = 0.0 if other is None else (best.value - other.value) / now.big_blind
    than = "" if other is None else f"{edge:.1f} bb better than {doing(other.label)}"
    if best.choice == "call":
        return f"A call needs only {need}, which makes it {than}."
    if best.choice == "check":
        return f"A bet would be called mostly by better hands; checking is {than or 'best'}."
    return f"All opponents fold to it about {percent(best.folds or 0.0)} of the time, and it is {than}."
