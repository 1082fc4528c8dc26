"""Why: two sentences that say how the hand stands, and what the strategy does with it and for which reason."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS, COMBO_COUNT
from gutshot.coach.advice import Option, does, percent
from gutshot.coach.holding import draws_of, holding_words, initiative_told, name_of, position_told
from gutshot.coach.ranges import SeatRange
from gutshot.coach.standing import equities_of
from gutshot.errors import GutshotError
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Answer, Knowledge, Strategy

UNLEARNT = "The strategy never comes here with this hand, so it has not learnt what to do with it"
NO_CALL = "The strategy's game has no call here, because too many are in the pot"
_NAMED = 3
_RIVER = 5
_BETTER = 0.55
"""A hand with more equity than this against ours is better."""
_MENTIONED = 0.03
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
    return f"{_standing(judged)} {_doing(judged.options)}{_reason(judged)}"


def _standing(judged: Judged) -> str:
    seen = judged.seen
    where = ", ".join(word for word in (position_told(seen), initiative_told(seen)) if word)
    hand = holding_words(seen) + (f" ({where})" if where else "")
    if judged.equity is None:
        return f"{hand}: nobody has entered the pot yet."
    rivals = _rivals(seen, judged.against)
    price = f", and a call needs {percent(seen.to_call / (seen.pot + seen.to_call))}" if seen.to_call else ""
    return f"{hand} has {percent(judged.equity)} equity against {rivals}{price}."


def _rivals(seen: Observation, seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"the hands of {name_of(seen, seats[0])}"
    return f"the hands of {' and '.join(name_of(seen, seat) for seat in seats)}"


def _doing(options: Sequence[Option]) -> str:
    """ "The strategy always folds it", or how it mixes."""
    often = sorted((each for each in options if (each.share or 0) >= _MENTIONED), key=lambda each: -(each.share or 0))
    if len(often) == 1:
        return f"The strategy always {does(often[0].label)} with it"
    mix = ", ".join(f"{does(each.label)} ({percent(each.share or 0)})" for each in often)
    return f"With it the strategy mixes: it {mix}"


def _reason(judged: Judged) -> str:
    best = judged.options[0]
    told = ""
    if isinstance(best.choice, int):
        told = _bet_reason(judged, best.choice)
    elif best.choice == "check":
        told = _check_reason(judged.answer)
    elif judged.equity is not None:
        told = (_fold_reason if best.choice == "fold" else _call_reason)(judged, judged.equity)
    return f"; {told}." if told else "."


def _check_reason(answer: Answer) -> str:
    """What the range does, of which the hand is a part."""
    shares = answer.hands.frequencies
    if shares is None:
        return ""
    checks = sum(share for move, share in zip(answer.moves, shares.tolist(), strict=True) if move.action.is_passive)
    return f"{percent(checks)} of all its hands check here" if checks > 0 else ""


def _call_reason(judged: Judged, equity: float) -> str:
    seen = judged.seen
    if equity >= seen.to_call / (seen.pot + seen.to_call):
        return "the equity pays the price"
    if draws_of(seen.cards, seen.board):
        return "what is short of the price is won later, when the draw comes in"
    return ""


def _fold_reason(judged: Judged, equity: float) -> str:
    seen = judged.seen
    if equity < seen.to_call / (seen.pot + seen.to_call):
        return "that is less than the price"
    if judged.for_prizes and judged.answer.hands.action_ev is not None:
        return "in chips that would be a call, but a place lost costs more prize money than the chips won bring"
    can_bet = sum(stack > 0 for stack, live in zip(seen.stacks, seen.live, strict=True) if live) > 1
    is_last = len(seen.board) == _RIVER or not can_bet or seen.to_call >= seen.stacks[seen.seat]
    return "" if is_last else "that would pay for a showdown, but not for the bets still to come"


def _bet_reason(judged: Judged, amount: int) -> str:
    """Against one opponent after the flop: who folds and who calls; better hands that fold, worse ones that call."""
    seen = judged.seen
    rivals = [seat for seat in range(seen.seats) if seat != seen.seat and seen.live[seat]]
    if len(rivals) != 1 or judged.ranges[rivals[0]].ignored:
        return ""
    answered = _answers(judged, rivals[0], amount)
    if answered is None:
        return ""
    held, folds = answered
    fold_share = float(held @ folds / held.sum())
    first = f"{name_of(seen, rivals[0])} folds {percent(fold_share)}"
    if not seen.board:
        return first + _blocked(judged, rivals[0], folds, fold_share)
    shares = equities_of(seen, np.where(held > 0, 1.0, 0.0))
    better, worse = held * folds * (shares > _BETTER), held * (1 - folds) * (shares < 1 - _BETTER)
    words = [first]
    if better.sum() > _MENTIONED * held.sum():
        words.append(f"better hands that fold are {_names(better)}")
    if worse.sum() > _MENTIONED * held.sum():
        words.append(f"worse hands that go on are {_names(worse)}")
    return "; ".join(words) + _blocked(judged, rivals[0], folds, fold_share)


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


def _blocked(judged: Judged, rival: int, folds: Reals, fold_share: float) -> str:
    """What the cards held do to how often he folds, where that is worth a word."""
    everything = judged.ranges[rival].without(mask_of(judged.seen.board))
    change = fold_share - float(everything @ folds / everything.sum())
    if abs(change) < _BLOCKS:
        return ""
    return f"; your cards make that {percent(abs(change))} {'more' if change > 0 else 'less'}"


def _names(weights: Reals) -> str:
    """The classes with most weight."""
    by_class = np.bincount(COMBO_CLASS, weights=weights, minlength=len(CLASS_NAMES))
    best = np.argsort(-by_class, kind="stable")[:_NAMED]
    return ", ".join(CLASS_NAMES[cell] for cell in best if by_class[cell] > 0)
