"""The coach for badugi: chances to win from the enumerated draws of `agents.badugi`, and what each action is worth.

The method: equity E is the chance to beat the estimated final hands of all opponents who entered, drawing best. A call
of c into a pot of P is worth E (P + c) - c; a raise adds the bets of those expected to call, and the pot when all
fold; a draw is worth its equity times the pot. Later bets are not counted.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.badugi.breaking import discards
from gutshot.agents.badugi.decision import draws_left
from gutshot.agents.badugi.draw_outcomes import OPTIONS, reference
from gutshot.agents.badugi.odds import opponent_type
from gutshot.agents.badugi.ranges import odds
from gutshot.agents.badugi.states import STATE_SIZE, seat_state, state_of
from gutshot.cards.badugi import best_subset, size_of, strength_of
from gutshot.cards.card import DECK, Card
from gutshot.coach.advice import Advice, Improvement, Method, Option, Read, choice_words, doing, percent, throw_words
from gutshot.coach.ranges import has_entered
from gutshot.games.actions import Choice
from gutshot.games.hidden_view import view_of
from gutshot.games.observation import Observation
from gutshot.games.variants import Game
from gutshot.games.words import hand_words

METHOD = (
    "An estimate, not a solution: odds from enumerated draws against the hands that draws and bets suggest. A call is "
    "worth its share of the pot minus its price, a raise adds the bets of those who call, a draw is worth its chance "
    "times the pot."
)
_FOLDS_BEFORE, _FOLDS_LATER = 0.35, 0.12  # how often an opponent folds to a bet: not yet in, and later
_STRONGER_CALLERS = 0.97
_JOINS = 0.4  # how far an opponent counts who has not put chips in yet
_CARDS = 4


class BadugiDecision:
    """One decision: the draws to come, the chance to win by each way to draw."""

    def __init__(self, observation: Observation) -> None:
        self.now = observation
        self.row, _ = view_of(observation)
        self.tables = odds()
        self.left = int(draws_left(self.row))
        self.state = int(seat_state(self.row, observation.seat))
        self.rivals = [seat for seat in range(observation.seats) if observation.live[seat] and seat != observation.seat]
        self.kinds = [int(opponent_type(self.row, seat)) for seat in self.rivals]
        self.presence = np.array([1.0 if has_entered(observation, seat) else _JOINS for seat in self.rivals])
        self.product = self._beat_all(self.tables.beats_knot)
        self.equity = self._best_equity()

    def _beat_all(self, beats: NDArray[np.float32]) -> NDArray[np.float64]:
        """The chance to beat everyone; one who has not entered counts in part."""
        return np.asarray(np.prod(beats[self.kinds] ** self.presence[:, None], axis=0))

    def _best_equity(self) -> float:
        if self.left == 0:
            return float(self._beat_all(self.tables.beats[:, self.state : self.state + 1])[0])
        return max(self.option_equity(option) for option in range(OPTIONS))

    def option_equity(self, option: int) -> float:
        """The chance to win by keeping all that plays, or one or two cards fewer."""
        return float(self.tables.final[self.left, self.state, option] @ self.product)

    def thrown(self, option: int) -> tuple[Card, ...]:
        """The cards that an option discards."""
        mask = int(discards(self.row, self.now.seat, self.state, option))
        return tuple(card for place, card in enumerate(self.now.cards) if mask >> place & 1)

    def throw_equity(self, cards: Sequence[Card]) -> float:
        """The chance to win after throwing any cards. Keeping one that does not play wastes this draw."""
        kept = [card for card in self.now.cards if card not in cards]
        if not kept:
            return float(self.tables.final[self.left, 0, 0] @ self.product)
        state = int(state_of(*(kept * _CARDS)[:_CARDS]))
        left = self.left if len(kept) == STATE_SIZE[state] else self.left - 1
        return float(self.tables.final[left, state, 0] @ self.product)


def advise(observation: Observation, also: Choice | None = None) -> Advice:
    """The coach's view of the observer's decision; `also` is a choice to value besides those the coach weighs."""
    spot = BadugiDecision(observation)
    drawing = observation.legal.draw is not None
    options = sorted(_draws(spot) if drawing else _bets(spot), key=lambda option: -_value(option))
    if isinstance(also, tuple) and all(set(option.choice) != set(also) for option in options):  # type: ignore[arg-type]
        value = spot.throw_equity(also) * observation.pot
        options.append(Option(also, throw_words(also), min(value, _value(options[0]))))
    elif also == "fold" and observation.legal.check:
        options.append(Option("fold", "Fold", 0.0))
    return Advice(
        options=tuple(options),
        equity=spot.equity,
        against=tuple(spot.rivals),
        players=len(spot.rivals) + 1,
        why=f"{_standing(spot)} {_because(spot, options)}",
        method=METHOD,
        kind=Method.DRAWS,
        reads=tuple(Read(seat, None, _draw_words(observation, seat)) for seat in spot.rivals),
        outs=len(completing_cards(observation.cards)) if spot.left and STATE_SIZE[spot.state] == 3 else None,
        stack_to_pot=observation.stacks[observation.seat] / max(observation.pot, 1),
        improvements=_improvements(spot),
    )


def _value(option: Option) -> float:
    """Every option has one here."""
    assert option.value is not None
    return option.value


def _draws(spot: BadugiDecision) -> list[Option]:
    found: dict[tuple[Card, ...], Option] = {}
    for option in range(OPTIONS):
        cards = spot.thrown(option)
        if cards not in found:
            found[cards] = Option(cards, throw_words(cards), spot.option_equity(option) * spot.now.pot)
    return list(found.values())


def _bets(spot: BadugiDecision) -> list[Option]:
    now, owed = spot.now, spot.now.to_call
    passive: Choice = "check" if now.legal.check else "call"
    options = [Option(passive, choice_words(now, passive), spot.equity * (now.pot + owed) - owed)]
    if not now.legal.check:
        options.append(Option("fold", "Fold", 0.0))
    if now.legal.min_raise_to is not None:
        value, folds = _raise_value(spot, now.legal.min_raise_to)
        options.append(Option(now.legal.min_raise_to, choice_words(now, now.legal.min_raise_to), value, folds))
    return options


def _raise_value(spot: BadugiDecision, amount: int) -> tuple[float, float]:
    now = spot.now
    cost = amount - now.bets[now.seat]
    folds, added = 1.0, 0.0
    for seat in spot.rivals:
        price = min(amount - now.bets[seat], now.stacks[seat])
        out = 0.0 if price <= 0 else _FOLDS_LATER if has_entered(now, seat) else _FOLDS_BEFORE
        folds *= out
        added += (1 - out) * max(price, 0)
    won = spot.equity * _STRONGER_CALLERS * (now.pot + cost + added)
    return folds * now.pot + (1 - folds) * (won - cost), folds


def completing_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that would make the best three into a badugi."""
    keep = best_subset(cards)
    return tuple(
        Card(card) for card in DECK if card not in cards and size_of(strength_of((*keep, Card(card)))) == _CARDS
    )


def _improvements(spot: BadugiDecision) -> tuple[Improvement, ...]:
    if spot.left == 0 or STATE_SIZE[spot.state] == _CARDS:
        return ()
    chance = float(reference().final[spot.left][spot.state][STATE_SIZE == _CARDS].sum())
    outs = len(completing_cards(spot.now.cards)) if STATE_SIZE[spot.state] == 3 else None
    return (Improvement("Badugi", min(1.0, chance), outs),)


_COUNTS = ("stood pat", "drew one", "drew two", "drew three", "drew four")


def _draw_words(now: Observation, seat: int) -> str:
    drawn = [street[seat] for street in now.draws[1:] if street[seat] is not None]
    return ", then ".join(_COUNTS[count] for count in drawn if count is not None) or "has not drawn yet"


def _standing(spot: BadugiDecision) -> str:
    words = hand_words(Game.BADUGI, spot.now.cards, ())
    count = int((spot.presence == 1.0).sum()) or len(spot.kinds)
    against = "one opponent" if count == 1 else f"{count} opponents"
    return f"{words} wins about {percent(spot.equity)} of the time against the hands {against} may end up with."


def _because(spot: BadugiDecision, options: Sequence[Option]) -> str:
    now, best = spot.now, options[0]
    if isinstance(best.choice, tuple):
        if len(options) == 1:
            return "There is no better draw."
        edge = (_value(best) - _value(options[1])) / max(now.pot, 1)
        return f"That is {percent(edge)} of the pot more than {doing(options[1].label)}."
    if best.choice == "fold":
        return f"A call needs {percent(now.to_call / (now.pot + now.to_call))}, so folding loses least."
    if len(options) == 1:
        return "There is no other option."
    edge = (_value(best) - _value(options[1])) / now.big_blind
    return f"By pot odds it is {edge:.1f} bb better than {doing(options[1].label)}."
