"""The coach for badugi: what the trained strategy does with the hand, and what each choice is worth, played out.

With two players left the strategy behind `badugi:solved` speaks. With more nobody has solved the game: then there is no
mix, and the values, which are hands played out with rule players, say what is best. What the others may hold is what
their line leaves, as those players play it (`agents.badugi.possible_deals`). Only the decision's `Observation` goes in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from gutshot.agents.badugi.draw_outcomes import reference
from gutshot.agents.badugi.possible_deals import (
    GROUP,
    PossibleDeals,
    hands_of,
    mixes,
    play_out,
    possible_deals,
    showdown_share,
)
from gutshot.agents.badugi.states import RANK_COUNT, STATE_SIZE, seat_state
from gutshot.agents.rollout import Rollout
from gutshot.blueprint.badugi.at_table import first_action, is_known
from gutshot.blueprint.badugi.hands import thrown
from gutshot.blueprint.badugi.rounds import STREETS, most_paid
from gutshot.cards.badugi import best_subset, size_of, strength_of
from gutshot.cards.card import DECK, Card
from gutshot.cards.made_badugi import CARDS, STEP
from gutshot.coach.advice import Advice, Improvement, Method, Read
from gutshot.coach.badugi_words import because, line_words, range_words, size_of_many, standing
from gutshot.coach.effort import ADVICE, Effort
from gutshot.coach.options import contradicted, measured, option_of, ranked
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.ranges import has_entered
from gutshot.coach.standing import contesting, stack_to_pot
from gutshot.coach.values import Values, in_rounds
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Ints, Reals

_LOOK = 3_000
"""Deals for ranges, chances at a showdown and words."""
_ROUND = 6_000
_SHOWN = 0.005
"""A way to draw that the strategy takes less often is not offered, unless it makes the hand whole or stands pat."""
_DEPTH = most_paid(STREETS)
"""Small bets that a seat can put in during a hand."""
_SPOKE = "The trained strategy for badugi of two players, which is short of an equilibrium"
_RULES = (
    "No strategy has been trained for badugi of three players and more. Values: means of hands played out with rule "
    "players in every seat (CPU 3, and the trained strategy once two are left), ± one standard error."
)
_PLAYED_OUT = " Values: means of hands played out with it in every seat, ± one standard error."


@dataclass(frozen=True, eq=False)
class BadugiDecision:
    """One decision, with what may lie behind it."""

    seen: Observation

    @cached_property
    def row(self) -> Ints:
        """The engine's row as the observer sees it."""
        return view_of(self.seen)[0]

    @cached_property
    def is_known(self) -> bool:
        """Whether the trained strategy speaks."""
        return bool(is_known(self.row))

    @cached_property
    def deals(self) -> PossibleDeals:
        """Those that the observer has to reckon with."""
        return possible_deals(self.seen, _LOOK)

    @cached_property
    def mix(self) -> Reals:
        """[actions] how often the strategy takes each with this hand."""
        return np.asarray(mixes(self.seen, self.row[None])[0])

    def choice(self, place: int) -> Choice:
        """An action of the strategy at this table, which may have no raise left."""
        if self.seen.legal.draw is not None:
            return self.drawn(place)
        action, legal = (
            place + first_action(usual_rules("badugi", self.seen.big_blind).packed, self.row),
            self.seen.legal,
        )
        if action < CALL:
            return "fold"
        if action == CALL or legal.min_raise_to is None:
            return "call" if legal.call else "check"
        return legal.min_raise_to

    def drawn(self, count: int) -> tuple[Card, ...]:
        """The cards that go when so many are drawn."""
        mask = int(thrown(np.array(self.seen.cards, np.int64), count))
        return tuple(card for place, card in enumerate(self.seen.cards) if mask >> place & 1)

    @property
    def whole(self) -> int:
        """How many cards do not play."""
        return CARDS - size_of(strength_of(self.seen.cards))


@lru_cache(maxsize=64)
def advise(
    seen: Observation,
    also: Choice | None = None,
    effort: Effort = ADVICE,
    only_grade: bool = False,
    prizes: Prizes = NO_PRIZES,
) -> Advice:
    """The coach's view of the observer's decision, for chips; see `coach.judge.advise`."""
    spot = BadugiDecision(seen)
    shares = _offered(spot)
    if also is not None and not any(_same(also, choice) for choice in shares):
        shares[also] = 0.0 if spot.is_known else None
    values = _values(seen, list(shares), effort) if effort.deals else None
    options = [option_of(seen, choice, share, values) for choice, share in shares.items()]
    if values is not None:
        options = measured(options, values, seen.big_blind)
    best_first = ranked(options, values, seen.big_blind)
    rivals = contesting(seen)
    equity = None if only_grade or not rivals else showdown_share(seen, spot.deals, rivals)
    return Advice(
        options=best_first,
        equity=equity,
        against=rivals if equity is not None else (),
        players=sum(seen.live),
        why=""
        if only_grade
        else f"{standing(seen, equity, rivals)} {because(seen, spot.deals, best_first, spot.is_known)}",
        method=_method(spot, values, prizes) + contradicted(best_first, values, seen.big_blind),
        kind=Method.STRATEGY if spot.is_known else Method.RULES,
        is_exact=spot.is_known and not _notes(seen),
        is_final=values is not None,
        reads=() if only_grade else _reads(spot),
        whole_range=() if only_grade or not spot.is_known else _whole_range(spot),
        outs=_outs(spot),
        stack_to_pot=stack_to_pot(seen),
        improvements=() if only_grade else _improvements(spot),
    )


def _same(one: Choice, other: Choice) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


def mix_of(seen: Observation) -> dict[Choice, float]:
    """What is advised, with how often; nothing where no strategy tells."""
    return _mix(BadugiDecision(seen))


def choices_of(seen: Observation) -> list[Choice]:
    """What is worth trying: what the strategy does, and everything plain."""
    spot = BadugiDecision(seen)
    found = list(_offered(spot))
    return [*found, *(plain for plain in _plain(spot) if not any(_same(plain, choice) for choice in found))]


def _mix(spot: BadugiDecision) -> dict[Choice, float]:
    found: dict[Choice, float] = {}
    for place, share in enumerate(spot.mix.tolist() if spot.is_known else []):
        choice = spot.choice(place)
        found[choice] = found.get(choice, 0.0) + share
    return found


def _offered(spot: BadugiDecision) -> dict[Choice, float | None]:
    """What may be done, with how often the strategy does it; None where no strategy tells."""
    if not spot.is_known:
        return dict.fromkeys(_plain(spot))
    always = {0, spot.whole}
    return {
        choice: share
        for choice, share in _mix(spot).items()
        if not isinstance(choice, tuple) or share >= _SHOWN or len(choice) in always
    }


def _plain(spot: BadugiDecision) -> list[Choice]:
    """To fold, to check or call, to raise; to stand pat, to make the hand whole, or to break it by one card."""
    legal = spot.seen.legal
    if legal.draw is not None:
        counts = dict.fromkeys([0, spot.whole, min(spot.whole + 1, CARDS - 1)])
        return [spot.drawn(count) for count in counts]
    found: list[Choice] = ["fold", "call"] if legal.call else ["check"]
    return found if legal.min_raise_to is None else [*found, legal.min_raise_to]


def _values(seen: Observation, choices: Sequence[Choice], effort: Effort) -> Values:
    size = min(_ROUND, max(effort.deals, 2 * GROUP))

    def again(number: int) -> Rollout:
        found = play_out(seen, choices, possible_deals(seen, size, 101 + number * size), 101 + number)
        return Rollout(found.choices, found.values, np.zeros(len(choices)))  # each group counts as a deal

    return in_rounds(again, max(1, effort.deals // size), seen.big_blind)


# --- what is seen besides -------------------------------------------------------------------------------------------


def _reads(spot: BadugiDecision) -> tuple[Read, ...]:
    seen, found = spot.seen, []
    for seat in range(seen.seats):
        if seat != seen.seat and seen.live[seat]:
            words = line_words(seen, seat)
            if spot.deals.ignored[seat]:
                words += ", and plays unlike the strategy, which tells nothing"
            elif has_entered(seen, seat):
                words += f": {range_words(hands_of(spot.deals, seat), spot.deals.weight)}"
            found.append(Read(seat, None, words))
    return tuple(found)


@dataclass(frozen=True)
class HeldHands:
    """What an opponent may hold: shares by how many cards play, four down to one, and by high card, ace to king."""

    seat: int
    shares: Reals  # [4, 13]
    words: str
    ignored: int


def opponents_hands(seen: Observation) -> tuple[HeldHands, ...]:
    """Of everybody else still in."""
    deals = possible_deals(seen, _LOOK)
    return tuple(
        _held(seat, hands_of(deals, seat), deals) for seat in range(seen.seats) if seat != seen.seat and seen.live[seat]
    )


def _held(seat: int, made: Ints, deals: PossibleDeals) -> HeldHands:
    sizes = size_of_many(made)
    ranks = STEP * sizes - made  # a bit for each card that plays
    highest = np.floor(np.log2(ranks)).astype(np.int64)
    shares = np.zeros((CARDS, RANK_COUNT))
    np.add.at(shares, (CARDS - sizes, highest), deals.weight / deals.weight.sum())
    return HeldHands(seat, shares, range_words(made, deals.weight), int(deals.ignored[seat]))


def _whole_range(spot: BadugiDecision) -> tuple[tuple[str, float], ...]:
    """What the strategy does with all hands that come here, as others see it."""
    open_deals = possible_deals(spot.seen, _LOOK, looks=False)
    shares = open_deals.weight @ mixes(spot.seen, open_deals.rows) / open_deals.weight.sum()
    found: dict[str, float] = {}
    for place, share in enumerate(shares.tolist()):
        choice = spot.choice(place)
        name = _DRAWS[place] if isinstance(choice, tuple) else "raise" if isinstance(choice, int) else choice
        found[name] = found.get(name, 0.0) + share
    return tuple(found.items())


_DRAWS = ("stands pat", "draws one", "draws two", "draws three")


def completing_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that would make the best three into a badugi."""
    keep = best_subset(cards)
    return tuple(
        Card(card) for card in DECK if card not in cards and size_of(strength_of((*keep, Card(card)))) == CARDS
    )


def _draws_left(spot: BadugiDecision) -> int:
    return 4 - spot.seen.street if spot.seen.legal.draw is not None else 3 - spot.seen.street


def _outs(spot: BadugiDecision) -> int | None:
    return len(completing_cards(spot.seen.cards)) if _draws_left(spot) and spot.whole == 1 else None


def _improvements(spot: BadugiDecision) -> tuple[Improvement, ...]:
    left = _draws_left(spot)
    if left == 0 or spot.whole == 0:
        return ()
    state = int(seat_state(spot.row, spot.seen.seat))
    chance = float(reference().final[left][state][STATE_SIZE == CARDS].sum())
    return (Improvement("Badugi", min(1.0, chance), _outs(spot)),)


def _notes(seen: Observation) -> str:
    """How the decision differs from those that the strategy knows; "" where it does not."""
    if seen.seats > 2:
        return "it takes what is in the pot for both players' own"
    if min(seen.starting_stacks) < _DEPTH * seen.big_blind:
        return "it plays as if the stacks never ran out"
    return ""


def _method(spot: BadugiDecision, values: Values | None, prizes: Prizes) -> str:
    chips = " It plays for chips, not for prize money." if prizes else ""
    if not spot.is_known:
        return _RULES + chips.replace("It plays", "They play")
    notes = _notes(spot.seen)
    return _SPOKE + (f"; here {notes}." if notes else ".") + chips + ("" if values is None else _PLAYED_OUT)
