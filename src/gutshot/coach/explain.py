"""Why: two sentences that say how the hand stands, and what the strategy does with it and for which reason."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS, COMBO_COUNT
from gutshot.coach.advice import Option, does, percent
from gutshot.coach.holding import draws_of, holding_words, initiative_told, listed, name_of, position_told
from gutshot.coach.ranges import SeatRange
from gutshot.coach.standing import equities_of
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Bools, Reals
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.strategy import Answer, Knowledge, Strategy

UNLEARNT = "The strategy never comes here with this hand, so it has not learnt what to do with it"
NO_CALL = "The strategy's game has no call here, because too many are in the pot"
_NAMED = 3
_RIVER = 5
_BETTER = 0.55
"""A hand with more equity than this against ours is better."""
_MENTIONED = 0.03
_EVEN = 0.01
_AHEAD, _LEAVES_IT = 0.6, 0.25
"""A check with a hand that beats so much of what would call is explained by how often the other bets himself."""
_BLOCKS = 0.03
"""A change of how often he folds, through the cards held, from which it is mentioned."""


@dataclass(frozen=True)
class Judged:
    """A decision with all that is known about it."""

    seen: Observation
    strategy: Strategy
    answer: Answer
    ranges: tuple[SeatRange, ...]
    options: tuple[Option, ...]
    equity: float | None
    against: tuple[int, ...]
    missing: str = ""  # why the strategy's mix tells nothing
    for_prizes: bool = False


def why(judged: Judged) -> str:
    """How it stands, what the strategy does, and the reason."""
    if judged.missing:
        return f"{_standing(judged)} {judged.missing}; the values say what is best."
    return f"{_standing(judged)} {doing(judged.options)}{_reason(judged)}"


def _standing(judged: Judged) -> str:
    seen = judged.seen
    where = ", ".join(word for word in (position_told(seen), initiative_told(seen)) if word)
    hand = holding_words(seen) + (f" ({where})" if where else "")
    if judged.equity is None:
        return f"{hand}: nobody has entered the pot yet."
    rivals = _rivals(seen, judged.against)
    price = f", and a call needs {percent(seen.price)}" if seen.to_call else ""
    return f"{hand} {_has(hand)} {percent(judged.equity)} equity against {rivals}{price}."


def _has(hand: str) -> str:
    return "have" if hand.startswith("Pocket") else "has"


def _rivals(seen: Observation, seats: Sequence[int]) -> str:
    return f"the hands of {listed([name_of(seen, seat) for seat in seats])}"


def doing(options: Sequence[Option]) -> str:
    """ "The strategy always folds it", or how it mixes."""
    often = sorted((each for each in options if (each.share or 0) >= _MENTIONED), key=lambda each: -(each.share or 0))
    if len(often) == 1:
        return f"The strategy always {does(often[0].label)} with it"
    mix = ", ".join(f"{does(each.label)} ({percent(each.share or 0)})" for each in often)
    return f"With it the strategy mixes: it {mix}"


def _reason(judged: Judged) -> str:
    best = judged.options[0]
    told = only_loses(judged.options)
    if told:
        return f", {told}."
    if isinstance(best.choice, int):
        told = _bet_reason(judged, best.choice)
    elif best.choice == "check":
        told = _check_reason(judged)
    elif judged.equity is not None:
        told = (_fold_reason if best.choice == "fold" else _call_reason)(judged, judged.equity)
    told = told or _range_reason(judged.answer, best.choice)
    return f"; {told}." if told else "."


def only_loses(options: Sequence[Option]) -> str:
    """Says so where the coach folds what the strategy goes on with, because that loses when it is played out."""
    usual = max(options, key=lambda option: option.share or 0.0)
    if options[0].choice != "fold" or options[0].is_often or not usual.is_often or not usual.lost:
        return ""
    return "but that loses when it is played out, so the coach folds"


def _range_reason(answer: Answer, choice: Choice) -> str:
    """What the range does, of which the hand is a part: "82 % of all its hands fold here"."""
    shares = answer.hands.frequencies
    if shares is None:
        return ""
    raises = isinstance(choice, int)
    alike = [move.action.is_sized if raises else move.choice == choice for move in answer.moves]
    share = float(shares[alike].sum())
    verb = ("bet or raise" if answer.stop.board else "raise") if raises else choice
    return f"{percent(share)} of all its hands {verb} here" if share > 0 else ""


def _check_reason(judged: Judged) -> str:
    """Who would go on against the smallest bet: one that only worse hands fold to wins little."""
    sizes = sorted(option.choice for option in judged.options if isinstance(option.choice, int))
    met = _met(judged, sizes[0]) if sizes and judged.seen.board else None
    if met is None:
        return ""
    bets = _bets_after_check(judged, met.rival) if met.ahead >= _AHEAD else 0.0
    if bets >= _LEAVES_IT:
        return f"after a check {name_of(judged.seen, met.rival)} bets {percent(bets)} of his hands himself"
    return (
        f"against a bet of {sizes[0]} {name_of(judged.seen, met.rival)} goes on with {percent(met.goes_on)} of his "
        f"hands, of which {percent(met.ahead)} are worse than yours"
    )


def _bets_after_check(judged: Judged, rival: int) -> float:
    """How often the opponent bets if it is checked to him; 0 where he does not act then."""
    after = public_hands(judged.seen)[-1].act("check")
    answer = judged.strategy.at(after) if after.actor == rival and after.street == judged.seen.street else None
    if answer is None or answer.hands.frequencies is None:
        return 0.0
    shares = zip(answer.moves, answer.hands.frequencies.tolist(), strict=True)
    return float(sum(share for move, share in shares if move.action.is_sized))


def _call_reason(judged: Judged, equity: float) -> str:
    seen, best = judged.seen, judged.options[0]
    if best.value is not None and best.value < -2 * best.error:
        return ""
    if equity >= seen.price:
        return f"the equity pays the price{_named(judged, better=False)}"
    if draws_of(seen.cards, seen.board):
        return "what is short of the price is won later, when the draw comes in"
    return ""


def _fold_reason(judged: Judged, equity: float) -> str:
    seen = judged.seen
    price = seen.price
    if abs(equity - price) < _EVEN:
        return "that is just the price"
    if equity < price:
        return f"that is less than the price{_named(judged, better=True)}"
    if judged.for_prizes and judged.answer.hands.action_ev is not None:
        return "in chips that would be a call, but a place lost costs more prize money than the chips won bring"
    can_bet = sum(stack > 0 for stack, live in zip(seen.stacks, seen.live, strict=True) if live) > 1
    is_last = len(seen.board) == _RIVER or not can_bet or seen.to_call >= seen.stacks[seen.seat]
    return "" if is_last else "that would pay for a showdown, but not for the bets still to come"


def _named(judged: Judged, better: bool) -> str:
    """Some hands that the only opponent comes with and that are better than ours, or worse."""
    if not judged.seen.board or len(judged.against) != 1:
        return ""
    held = judged.ranges[judged.against[0]].without(mask_of((*judged.seen.cards, *judged.seen.board)))
    shares = equities_of(judged.seen, np.where(held > 0, 1.0, 0.0))
    named = held * (shares > _BETTER if better else shares < 1 - _BETTER)
    if named.sum() <= _MENTIONED * held.sum():
        return ""
    return f"; he comes with {'better' if better else 'worse'} hands such as {_names(named)}"


def _bet_reason(judged: Judged, amount: int) -> str:
    """Against one opponent: who folds and who goes on; better hands that fold, worse ones that do not."""
    met = _met(judged, amount)
    if met is None:
        return ""
    words = [f"{name_of(judged.seen, met.rival)} folds {percent(1 - met.goes_on)}"]
    if judged.seen.board:
        total = met.held.sum()
        better, worse = met.held * met.folds * met.is_better, met.held * (1 - met.folds) * met.is_worse
        if better.sum() > _MENTIONED * total:
            words.append(f"better hands that fold are {_names(better)}")
        if worse.sum() > _MENTIONED * total:
            words.append(f"worse hands that go on are {_names(worse)}")
    return "; ".join(words) + _blocked(judged, met)


@dataclass(frozen=True)
class _Met:
    """How the only opponent meets a bet: [1326] his hands beside ours, how often each folds, and which are better."""

    rival: int
    held: Reals
    folds: Reals
    is_better: Bools
    is_worse: Bools

    @property
    def goes_on(self) -> float:
        """The share of his hands that does not fold."""
        return float(self.held @ (1 - self.folds) / self.held.sum())

    @property
    def ahead(self) -> float:
        """The share of the hands that go on which are worse than ours."""
        going = self.held * (1 - self.folds)
        return float(going[self.is_worse].sum() / max(going.sum(), 1e-12))


def _met(judged: Judged, amount: int) -> _Met | None:
    """None against several, or where the strategy does not say."""
    seen = judged.seen
    rivals = [seat for seat in range(seen.seats) if seat != seen.seat and seen.live[seat]]
    if len(rivals) != 1 or (judged.ranges[rivals[0]].ignored and not isinstance(judged.strategy, SearchStrategy)):
        return None  # a solution goes by the range that is left, a trained strategy by what it has learnt
    answered = _answers(judged, rivals[0], amount)
    if answered is None:
        return None
    held, folds = answered
    nothing = np.zeros(COMBO_COUNT, np.bool_)
    if not seen.board:
        return _Met(rivals[0], held, folds, nothing, nothing)
    shares = equities_of(seen, np.where(held > 0, 1.0, 0.0))
    return _Met(rivals[0], held, folds, shares > _BETTER, shares < 1 - _BETTER)


def _answers(judged: Judged, rival: int, amount: int) -> tuple[Reals, Reals] | None:
    """[1326] his hands beside ours, and how often each folds to the bet; None where the strategy does not say."""
    seen = judged.seen
    try:
        after = public_hands(seen)[-1].act(amount)
        answer = judged.strategy.at(after) if after.actor == rival else None
    except GutshotError:
        return None
    if answer is None or answer.knowledge is Knowledge.NONE or answer.hands.mix is None:
        return None
    folds = np.zeros(COMBO_COUNT)
    for move, mix in zip(answer.moves, answer.hands.mix, strict=True):
        if move.choice == "fold":
            folds[answer.hands.combos] += mix
    held = judged.ranges[rival].without(mask_of((*seen.cards, *seen.board)))
    return (held, folds) if held.sum() > 0 else None


def _blocked(judged: Judged, met: _Met) -> str:
    """What the cards held do to how often he folds, where that is worth a word."""
    everything = judged.ranges[met.rival].without(mask_of(judged.seen.board))
    change = 1 - met.goes_on - float(everything @ met.folds / everything.sum())
    if abs(change) < _BLOCKS:
        return ""
    points = f"{100 * abs(change):.0f} points {'more' if change > 0 else 'less'} often"
    return f"; the cards you hold are missing from his range, so that he folds {points}"


def _names(weights: Reals) -> str:
    """The classes with most weight."""
    by_class = np.bincount(COMBO_CLASS, weights=weights, minlength=len(CLASS_NAMES))
    best = np.argsort(-by_class, kind="stable")[:_NAMED]
    return ", ".join(CLASS_NAMES[cell] for cell in best if by_class[cell] > 0)
