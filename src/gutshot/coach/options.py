"""The options of a decision with what each is worth, and which of them the others are measured by."""

from collections.abc import Sequence
from dataclasses import replace

from gutshot.coach.advice import Option, choice_words
from gutshot.coach.values import Values
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation

SURE = 2.0
"""Standard errors by which a difference must exceed 0 to be one."""
_WORTH_A_WORD = 0.25
_SAME = 0.02
"""Big blinds between choices of a solution that are worth the same."""
_BEYOND_DOUBT, _LOSES = 3.0, 0.5
"""Standard errors, and big blinds, by which what the strategy does must lose for the coach to fold instead."""


def option_of(seen: Observation, choice: Choice, share: float | None, values: Values | None) -> Option:
    """One choice with its words and its value, where that is known."""
    plain = Option(choice, choice_words(seen, choice), share=share)
    if values is None or choice not in values.choices:
        return plain
    place = values.choices.index(choice)
    return replace(plain, value=values.means[place], error=values.errors[place])


def measured(options: list[Option], values: Values, big_blind: int) -> list[Option]:
    """Against the most valuable of what the strategy does; of a solution, against the most valuable of all."""
    known = [option for option in options if option.value is not None]
    if not known:
        return options
    first = _solved_best(known, big_blind) if values.are_solved else _usual_best(known)
    found = [option for option in options if option.value is None]
    for option in known:
        gap, error = values.gap(values.choices.index(first.choice), values.choices.index(option.choice))
        found.append(replace(option, lost=max(0.0, gap), lost_error=error))
    return found


def _usual_best(known: list[Option]) -> Option:
    """The most valuable of what the strategy does often; where it does nothing of it often, what it does most."""
    offered = [option for option in known if option.is_often]
    if offered or all(option.share is None for option in known):
        return max(offered or known, key=lambda option: option.value or 0.0)
    return max(known, key=lambda option: option.share or 0.0)


def _solved_best(known: list[Option], big_blind: int) -> Option:
    """The most valuable; among those worth the same, what the solution does most."""
    most = max(option.value or 0.0 for option in known)
    near = [option for option in known if (option.value or 0.0) >= most - _SAME * big_blind]
    return max(near, key=lambda option: (option.share or 0.0, option.value or 0.0))


def ranked(options: Sequence[Option], values: Values | None, big_blind: int) -> tuple[Option, ...]:
    """What the strategy does often comes first, then what is worth most; to fold, where all it does loses for sure."""
    found = tuple(sorted(options, key=_rank_of))
    fold = next((option for option in found if option.choice == "fold"), None)
    if fold is None or values is None or values.are_solved or not _only_loses(found, big_blind):
        return found
    others = [_below_fold(option) for option in found if option is not fold]
    return replace(fold, lost=0.0, lost_error=0.0), *others


def _only_loses(options: Sequence[Option], big_blind: int) -> bool:
    """Whether everything that the strategy does often is worth less than folding, beyond doubt and by something."""
    usual = [option for option in options if option.is_often]
    return bool(usual) and all(
        option.value is not None and option.value < -max(_BEYOND_DOUBT * option.error, _LOSES * big_blind)
        for option in usual
    )


def _below_fold(option: Option) -> Option:
    """An option measured against folding, which is worth nothing and has no error."""
    if option.value is None:
        return option
    return replace(option, lost=max(0.0, -option.value), lost_error=option.error)


def _rank_of(option: Option) -> tuple[float, float]:
    often = option.share or 0.0 if option.is_often else 0.0
    return -often, -(option.value if option.value is not None else option.share or 0.0)


def contradicted(options: Sequence[Option], values: Values | None, big_blind: int) -> str:
    """Says so where hands played out do better with something else than what the strategy does most; else ""."""
    if values is None or values.are_solved:
        return ""
    known = [option for option in options if option.value is not None]
    first = max(known, key=lambda option: option.share or 0.0, default=None)
    others = [option for option in known if option is not first and not option.note]
    if first is None or not first.is_often or not others:
        return ""
    other = max(others, key=lambda option: option.value or 0.0)
    gap, error = values.gap(values.choices.index(other.choice), values.choices.index(first.choice))
    if gap <= max(SURE * error, _WORTH_A_WORD * big_blind):
        return ""
    more = f"{gap / big_blind:.1f} bb more (± {error / big_blind:.1f})"
    told = f" The strategy is not sharp here: played out, {other.label} is worth {more} than {first.label}"
    return f"{told}, which may say more about how it is answered than about the bet." if _is_bet(other) else f"{told}."


def _is_bet(option: Option) -> bool:
    return isinstance(option.choice, int)
