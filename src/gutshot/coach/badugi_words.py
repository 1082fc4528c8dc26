"""Why, in badugi: how the hand stands against those who are in, what the strategy does, and for which reason."""

from collections.abc import Sequence

import numpy as np

from gutshot.agents.badugi.possible_deals import PossibleDeals, hands_of, play_out, showdown_share
from gutshot.cards.badugi import CARDS, size_of, strength_of
from gutshot.cards.card import Card
from gutshot.cards.made_badugi import STEP
from gutshot.coach.advice import Option, percent
from gutshot.coach.explain import doing, only_loses
from gutshot.coach.holding import listed, name_of, position_told
from gutshot.coach.standing import contesting
from gutshot.games.observation import Observation
from gutshot.games.variants import Game
from gutshot.games.words import hand_words
from gutshot.numeric.arrays import Ints, Reals

_COUNTS = ("stood pat", "drew one", "drew two", "drew three", "drew four")
_LAST = 3
_CLOSE = 0.02
"""A chance so near the price is just the price."""
NOT_SOLVED = "Nobody has solved badugi for so many players; the values say what is best."


def line_words(seen: Observation, seat: int) -> str:
    """What a seat has drawn: "drew two, then stood pat"."""
    drawn = [street[seat] for street in seen.draws[1:] if street[seat] is not None]
    return ", then ".join(_COUNTS[count] for count in drawn if count is not None) or "has not drawn yet"


def size_of_many(made: Ints) -> Ints:
    """How many cards play in each of many hands, by their strengths."""
    return np.asarray((made + STEP - 1) // STEP)


def range_words(made: Ints, weight: Reals) -> str:
    """What somebody holds, by how many cards play: "badugi 34 %, three cards 61 %, fewer 5 %"."""
    sizes = size_of_many(made)
    shares = [float(weight[sizes == size].sum() / weight.sum()) for size in (CARDS, CARDS - 1)]
    named = [*zip(("badugi", "three cards"), shares, strict=True), ("fewer", max(0.0, 1 - sum(shares)))]
    return ", ".join(f"{name} {percent(share)}" for name, share in named if share >= 0.005)


def standing(seen: Observation, chance: float | None, rivals: Sequence[int]) -> str:
    """The hand, the seat, and how often it wins if nobody bets or folds any more."""
    where = position_told(seen)
    hand = hand_words(Game.BADUGI, seen.cards, ()) + (f" ({where})" if where else "")
    if chance is None:
        return f"{hand}: nobody has entered the pot yet."
    price = f", and a call needs {percent(seen.price)}" if seen.to_call else ""
    names = listed([name_of(seen, seat) for seat in rivals])
    drawing = ", drawn out and checked down," if _is_drawing(seen) else ""
    return f"{hand} wins {percent(chance)} of the pot{drawing} against the hands of {names}{price}."


def _is_drawing(seen: Observation) -> bool:
    return seen.legal.draw is not None or seen.street < _LAST


def because(seen: Observation, deals: PossibleDeals, options: Sequence[Option], is_known: bool) -> str:
    """What the strategy does, and why."""
    if not is_known:
        return NOT_SOLVED
    best = options[0]
    if told := only_loses(options):
        return f"{doing(options)}, {told}."
    if isinstance(best.choice, tuple):
        reason = _draw_reason(seen, deals, options)
    elif isinstance(best.choice, int):
        reason = _bet_reason(seen, deals, best)
    elif seen.to_call:
        reason = _price_reason(seen, deals, best)
    else:
        reason = ""
    return f"{doing(options)}{f'; {reason}' if reason else ''}."


def _draw_reason(seen: Observation, deals: PossibleDeals, options: Sequence[Option]) -> str:
    """A snow, a badugi broken, or how often pat and the usual draw win a showdown."""
    playing = size_of(strength_of(seen.cards))
    best, other = options[0].choice, _other_way(seen, options)
    assert isinstance(best, tuple)
    snow = "that is a snow, which wins when he gives up; " if not best and playing < CARDS else ""
    rivals = contesting(seen)
    if other is None or not rivals:
        return snow.removesuffix("; ")
    own, else_ = (showdown_share(seen, deals, rivals, way) for way in (best, other))
    return f"{snow}{_way(best)} wins {percent(own)} of showdowns, {_way(other)} {percent(else_)}"


def _other_way(seen: Observation, options: Sequence[Option]) -> tuple[Card, ...] | None:
    """The way to draw that the best is held against: to stand pat, or else the one that is offered next."""
    best = options[0].choice
    ways = [option.choice for option in options[1:] if isinstance(option.choice, tuple)]
    return next((way for way in ways if best and not way), ways[0] if ways else None)


def _way(cards: tuple[Card, ...]) -> str:
    return ("standing pat", "drawing one", "drawing two", "drawing three", "drawing four")[len(cards)]


def _bet_reason(seen: Observation, deals: PossibleDeals, best: Option) -> str:
    """How often the only opponent folds, and after the last draw how many of his hands are worse."""
    rivals = [seat for seat in range(seen.seats) if seat != seen.seat and seen.live[seat]]
    if len(rivals) != 1:
        return ""
    folds = float(play_out(seen, [best.choice], deals).folds[0])
    words = [f"{name_of(seen, rivals[0])} folds {percent(folds)}"]
    if not _is_drawing(seen):
        made, own = hands_of(deals, rivals[0]), strength_of(seen.cards)
        worse = float(deals.weight @ ((made < own) + 0.5 * (made == own)) / deals.weight.sum())
        words.append(f"{percent(worse)} of his hands are worse")
    return " and ".join(words)


def _price_reason(seen: Observation, deals: PossibleDeals, best: Option) -> str:
    rivals = contesting(seen)
    if not rivals:
        return ""
    price = seen.price
    chance = showdown_share(seen, deals, rivals)
    if abs(chance - price) < _CLOSE:
        return "that is just the price"
    if best.choice == "call":
        short = "what is short of the price is won later" if _is_drawing(seen) else ""
        return "the chance pays the price" if chance > price else short
    if chance < price:
        return "that is less than the price"
    return "that would pay for a showdown, but not for the bets still to come" if _is_drawing(seen) else ""
