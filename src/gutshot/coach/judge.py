"""Advice for a hold'em decision: what the strategy of the table does with the hand, and what each choice is worth.

Nothing here decides what is good. The strategy of the table's size says what it does with this hand and with all hands,
and what everybody may hold after the line; values are its own where it has them, else those of hands played out by it
from those ranges. Only the decision's `Observation` goes in.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import combo_of
from gutshot.coach.advice import OFTEN, Advice, Method, Option, Read, percent
from gutshot.coach.effort import ADVICE, AT_ONCE, Effort
from gutshot.coach.explain import NO_CALL, UNLEARNT, Judged, why
from gutshot.coach.options import SURE, contradicted, measured, option_of, ranked
from gutshot.coach.outs import improvements, outs_of
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.ranges import SeatRange, has_entered, ranges_of
from gutshot.coach.sources import player_for, search_for, strategy_for
from gutshot.coach.standing import equity_against, stack_to_pot
from gutshot.coach.table_set import FOR_CHIPS, TableSet
from gutshot.coach.values import Values, played_out, solved_values
from gutshot.errors import IllegalAction
from gutshot.games.actions import ActionKind, Choice
from gutshot.games.betting import CALL
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.search.strategy import SearchStrategy, Wish
from gutshot.strategies.strategy import About, Answer, Combos, Knowledge, Move, Strategy
from gutshot.strategies.table_strategy import TableStrategy
from gutshot.strategies.table_walk import move_at

UNKNOWN = "No strategy knows this spot, so there is no advice and no grade."
_GUESSED = 0.05
"""The share of later decisions made by a stand-in from which a value is not the strategy's."""
_OPEN = 0.5
"""Big blinds of error from which a solution's values are said to be open."""
_RARE = " This line hardly ever comes in it, so that the values here are not settled."
_COARSE = 0.05
"""A solution further from an equilibrium, as a share of the pot, is worse than the trained strategy."""
_STRANGE = " It hardly ever meets such play, so it has learnt little about answering it."
_NO_TIME = " There was no time to solve this street."
_TRAINED = 0.001
"""What the strategy does with a smaller share of all hands is an action to which it has not learnt the answers."""
_COMES = 0.01
"""A hand that comes here less often than this share of the commonest is one the strategy never comes with."""
_ANY, _FEW = 0.85, 0.01
"""Shares of all hands, of which a board takes up to a fifth, that are told as any hand, and as few."""
_PLAYED_OUT = " Values: means of hands played out with it in every seat, ± one standard error."


def is_searched(seen: Observation, effort: Effort) -> bool:
    """Whether the decision is solved rather than looked up."""
    return effort.may_solve(seen) and search_for(seen.seats, seen.street).searches(seen)


def prepare(seen: Observation, prizes: Prizes = NO_PRIZES) -> bool:
    """Solve a street that has begun, so that the answer is there when it is asked for; whether there was one to solve.

    `seen` may be of a moment at which somebody else is to act. Before the flop that is jam or fold for prizes.
    """
    if seen.street == 0:
        strategy = strategy_for(seen.seats, prizes) if prizes else None
        return isinstance(strategy, TableSet) and strategy.solve_ahead(public_hands(seen)[-1], seen.seat)
    if not is_searched(seen, ADVICE):
        return False
    return search_for(seen.seats, seen.street, prizes).searched(public_hands(seen)) is not None


def _judge_of(seen: Observation, effort: Effort, prizes: Prizes) -> Strategy:
    if is_searched(seen, effort):
        return search_for(seen.seats, seen.street, prizes)
    return strategy_for(seen.seats, prizes, effort)


def mix_of(
    seen: Observation, cards: Combos, effort: Effort = AT_ONCE, prizes: Prizes = NO_PRIZES
) -> tuple[tuple[Move, ...], Reals]:
    """What is advised with each of `cards` [H, 2] here, as moves and [moves, H]; no moves where no strategy tells."""
    strategy, hand = _judge_of(seen, effort, prizes), public_hands(seen)[-1]
    assert isinstance(strategy, TableStrategy)
    if strategy.knowledge_at(hand)[0] is Knowledge.NONE:
        return (), np.zeros((0, len(cards)))
    moves = strategy.moves_at(hand)
    if _lacks_call(strategy, hand, moves):
        return (), np.zeros((0, len(cards)))
    return moves, strategy.mix_at(hand, moves, cards)


@lru_cache(maxsize=64)
def advise(
    seen: Observation,
    also: Choice | None = None,
    effort: Effort = ADVICE,
    only_grade: bool = False,
    prizes: Prizes = NO_PRIZES,
) -> Advice:
    """The coach's view; `also` is valued besides what the strategy offers.

    With `only_grade` what no grade needs is left out: values of what is neither done nor `also`, equity and reasons.
    """
    strategy = _judge_of(seen, effort, prizes)
    answer, mix = told(seen, strategy, also)
    if isinstance(strategy, SearchStrategy) and strategy.distance(seen, _wish(also)) > _COARSE:
        strategy.leave(seen)
        strategy = _judge_of(seen, effort, prizes)
        answer, mix = told(seen, strategy, also)
    if mix is None:
        return _unknown(seen, answer, only_grade)
    ranges = ranges_of(strategy, seen)
    missing = _missing(strategy, answer, seen, ranges[seen.seat])
    if missing:
        answer, mix = _without_mix(seen, answer)
    values = _values(seen, strategy, answer, _choices(answer, mix, also, only_grade), ranges, effort, prizes)
    options = _options(seen, answer, mix, also, values)
    equity, against = (None, ()) if only_grade else equity_against(seen, ranges)
    rivals = [ranges[seat] for seat in range(seen.seats) if seat != seen.seat and seen.live[seat]]
    judged = Judged(seen, strategy, answer, ranges, options, equity, against, missing, bool(prizes))
    return Advice(
        options=options,
        equity=equity,
        against=against,
        players=sum(seen.live),
        why="" if only_grade else why(judged),
        method=_method(strategy.describe(), seen.big_blind, _depth(strategy, seen), answer, values, prizes, rivals)
        + (_NO_TIME if _is_left(seen, effort, prizes) else "")
        + contradicted(options, values, seen.big_blind),
        kind=Method.SOLVER if values is not None and values.are_solved else Method.STRATEGY,
        is_exact=answer.knowledge is Knowledge.EXACT,
        is_final=values is not None,
        reads=tuple(_read(seen, each) for each in rivals),
        whole_range=_whole_range(answer),
        outs=_outs(seen, only_grade),
        stack_to_pot=stack_to_pot(seen) if seen.board else None,
        improvements=() if only_grade else improvements(seen.cards, seen.board),
    )


def _missing(strategy: Strategy, answer: Answer, seen: Observation, own: SeatRange) -> str:
    """Why what the strategy would do here tells nothing, in words; "" where it does tell."""
    if not isinstance(strategy, TableSet):
        return ""
    hand = public_hands(seen)[-1]
    if _lacks_call(strategy, hand, answer.moves):
        return NO_CALL
    here = strategy.comes_here(hand, own.weights)
    comes = bool(here.all()) if own.ignored else bool(here[combo_of(*seen.cards)] >= _COMES)
    return "" if comes else UNLEARNT


def _lacks_call(strategy: Strategy, hand: Hand, moves: Sequence[Move]) -> bool:
    """Whether a call is left out because the strategy's game has none, which is no reason at a real table."""
    if not isinstance(strategy, TableSet) or not hand.legal.call or strategy.is_short(hand):
        return False
    return not any(move.action.is_passive for move in moves)


def _without_mix(seen: Observation, answer: Answer) -> tuple[Answer, Reals]:
    """The same with every plain choice of the table, and nothing said of how often."""
    plain = [move_at(public_hands(seen)[-1], CALL), *answer.moves] if seen.legal.call else list(answer.moves)
    moves = tuple(dict.fromkeys(plain))
    blank = np.full((len(moves), len(answer.hands.combos)), np.nan)
    found = replace(answer, stop=replace(answer.stop, moves=moves), hands=replace(answer.hands, mix=blank))
    return found, np.full(len(moves), np.nan)


def opponents_ranges(seen: Observation, prizes: Prizes = NO_PRIZES) -> tuple[SeatRange, ...]:
    """What every opponent still in may hold, without the cards that the observer sees; none once the hand is over."""
    dead = mask_of((*seen.cards, *seen.board))
    try:
        found = ranges_of(strategy_for(seen.seats, prizes, AT_ONCE), seen)
    except IllegalAction:
        return ()
    return tuple(
        replace(each, weights=each.without(dead)) for each in found if each.seat != seen.seat and seen.live[each.seat]
    )


def told(
    seen: Observation, strategy: Strategy | None = None, also: Choice | None = None
) -> tuple[Answer, Reals | None]:
    """What the strategy says here, and [moves] how often it takes each with this hand; None where it does not know."""
    strategy = strategy or strategy_for(seen.seats)
    answer = _asked(strategy, seen, also)
    if answer.knowledge is Knowledge.NONE or answer.hands.mix is None:
        return answer, None
    place = np.flatnonzero(answer.hands.combos == combo_of(*seen.cards))
    if len(place):
        return answer, np.asarray(answer.hands.mix[:, place[0]])
    if not isinstance(strategy, TableStrategy):
        return answer, None
    cards = np.array([sorted(seen.cards)])  # he has come with a hand that the strategy does not come with
    return answer, strategy.mix_at(public_hands(seen)[-1], answer.moves, cards)[:, 0]


def _asked(strategy: Strategy, seen: Observation, also: Choice | None) -> Answer:
    """A search puts a size that is asked about into its tree, and a hand that would not come here into the range."""
    if not isinstance(strategy, SearchStrategy):
        return strategy.at(seen)
    answer, own = strategy.at(seen, wish=_wish(also)), combo_of(*seen.cards)
    return answer if own in answer.hands.combos else strategy.at(seen, wish=replace(_wish(also), hand=own))


def _wish(also: Choice | None) -> Wish:
    return Wish((also,) if isinstance(also, int) else ())


def _is_left(seen: Observation, effort: Effort, prizes: Prizes) -> bool:
    """Whether the street was to be solved and could not be, for want of time."""
    return effort.may_solve(seen) and search_for(seen.seats, seen.street, prizes).has_left(seen)


def _unknown(seen: Observation, answer: Answer, only_grade: bool) -> Advice:
    reasons = "; ".join(answer.hands.notes)
    return Advice(
        options=(),
        equity=None,
        against=(),
        players=sum(seen.live),
        why=UNKNOWN,
        method=f"Not known: {reasons}." if reasons else "Not known.",
        outs=_outs(seen, only_grade),
        stack_to_pot=stack_to_pot(seen),
        improvements=() if only_grade else improvements(seen.cards, seen.board),
    )


def _outs(seen: Observation, only_grade: bool) -> int | None:
    return outs_of(seen.cards, seen.board) if 3 <= len(seen.board) < 5 and not only_grade else None


def _choices(answer: Answer, mix: Reals, also: Choice | None, only_grade: bool) -> tuple[Choice, ...]:
    """What is to be valued, each once."""
    least = min(OFTEN, float(mix.max())) if only_grade else 0.0
    offered = [move.choice for move, share in zip(answer.moves, mix, strict=True) if not share < least]
    return tuple(dict.fromkeys([*offered, *(() if also is None else (also,))]))


def _values(
    seen: Observation,
    strategy: Strategy,
    answer: Answer,
    choices: tuple[Choice, ...],
    ranges: tuple[SeatRange, ...],
    effort: Effort,
    prizes: Prizes,
) -> Values | None:
    """Those the strategy states, if it states all; else played out. Prize money is never played out."""
    solved = solved_values(seen, answer)
    if solved is not None and (prizes or set(choices) <= set(solved.choices)):
        return solved
    if effort.deals == 0:
        return None
    weights = np.array([each.weights for each in ranges])
    table = strategy.table_of_values(public_hands(seen)[-1]) if isinstance(strategy, TableSet) else None
    if table is not None:
        seen, weights = table.seen(seen, weights)
    return played_out(seen, choices, weights, player_for(seen.seats), effort.deals)


def _options(
    seen: Observation, answer: Answer, mix: Reals, also: Choice | None, values: Values | None
) -> tuple[Option, ...]:
    """What the strategy does often first, then by what it is worth."""
    shares = {move.choice: float(share) for move, share in zip(answer.moves, mix, strict=True)}
    if also is not None:
        shares.setdefault(also, 0.0 if is_learnt(mix) else np.nan)
    options = [option_of(seen, choice, None if np.isnan(share) else share, values) for choice, share in shares.items()]
    if values is not None:
        known = [_doubted(option, answer, values) for option in measured(options, values, seen.big_blind)]
        options = measured(known, values, seen.big_blind)  # again, for what they were measured by may be doubted
    return ranked(options, values, seen.big_blind)


def is_learnt(mix: Reals) -> bool:
    """Whether the strategy has learnt what to do with the hand."""
    return not np.isnan(mix).any()


def _doubted(option: Option, answer: Answer, values: Values) -> Option:
    """Without a value where the strategy has not learnt what to answer, unless it is worth less all the same.

    Untrained answers tend to lose to the one who asks: they make too much of what he does.
    """
    if option.value is None:
        return option
    guessed = values.guessed[values.choices.index(option.choice)]
    if values.are_solved or option.choice == "fold" or not (guessed > _GUESSED or _is_untrained(option, answer)):
        return option
    if (option.lost or 0.0) > SURE * option.lost_error:
        return replace(option, note="at most: the strategy has not learnt to answer it")
    note = "not known: the strategy has not learnt to answer it"
    return replace(option, value=None, error=0.0, lost=None, lost_error=0.0, note=note)


def _is_untrained(option: Option, answer: Answer) -> bool:
    """Whether it is one of the strategy's own moves that it makes with hardly any hand."""
    shares = answer.hands.frequencies
    places = [place for place, move in enumerate(answer.moves) if move.choice == option.choice]
    is_rare = shares is not None and bool(places) and float(shares[places[0]]) < _TRAINED
    return is_rare and not option.is_often and option.share is not None


def _whole_range(answer: Answer) -> tuple[tuple[str, float], ...]:
    """The shares of fold, check or call, and bet or raise over every hand that comes here."""
    shares = answer.hands.frequencies
    assert shares is not None
    found: dict[str, float] = {}
    if not shares.sum() > 0.5:
        return ()  # it never comes here
    for move, share in zip(answer.moves, shares.tolist(), strict=True):
        kind = ActionKind.RAISE if move.action.is_sized else move.kind
        found[kind.value] = found.get(kind.value, 0.0) + share
    return tuple(found.items())


def _read(seen: Observation, held: SeatRange) -> Read:
    if held.ignored:
        doing = "does what the strategy never does" if held.ignored == 1 else "plays unlike the strategy"
        return Read(held.seat, held.share, f"{doing}, which tells nothing: {_hands_words(held.share)}")
    words = _hands_words(held.share) if has_entered(seen, held.seat) else "has not entered yet: any hand"
    return Read(held.seat, held.share, words)


def _hands_words(share: float) -> str:
    if share > _ANY:
        return "any hand"
    return f"about {percent(share)} of hands" if share >= _FEW else "fewer than 1 % of hands"


def _depth(strategy: Strategy, seen: Observation) -> float | None:
    """Of the tree that answers, in big blinds; None where there is no one depth."""
    if isinstance(strategy, TableSet):
        return strategy.depth_at(public_hands(seen)[-1])
    return strategy.describe().depth


def _method(
    about: About,
    big_blind: int,
    depth: float | None,
    answer: Answer,
    values: Values | None,
    prizes: Prizes,
    rivals: Sequence[SeatRange],
) -> str:
    """Who spoke, how near the spot is, and where the values come from."""
    seats = "heads-up" if about.seats == 2 else f"{about.seats}-handed"
    chips = " It plays for chips, not for prize money." if prizes else ""
    if about.kind == "search":
        solved = _notes(answer)
        rare = _RARE if values is not None and max(values.errors) > _OPEN * big_blind else ""
        return f"{solved[0].upper()}{solved[1:]}, with the ranges of the trained {seats} strategy.{rare}{chips}"
    if values is not None and values.are_solved:
        near = "" if answer.knowledge is Knowledge.EXACT else f", near this spot: {_notes(answer)}"
        money = "prize money, at the average price of a chip" if prizes else "the solution's, in chips"
        return f"Jam or fold, solved for these stacks{' and prizes' if prizes else ''}{near}. Values are {money}."
    strange = _STRANGE if any(each.ignored for each in rivals) else ""
    spoke = f"The trained {seats} strategy at {depth:g} bb" if depth else "Solved jam or fold"
    near = "." if answer.knowledge is Knowledge.EXACT else f", which knows a spot near this one: {_notes(answer)}."
    return spoke + near + (chips if FOR_CHIPS not in near else "") + strange + ("" if values is None else _PLAYED_OUT)


def _notes(answer: Answer) -> str:
    return "; ".join(answer.hands.notes) or "other stacks or bets"
