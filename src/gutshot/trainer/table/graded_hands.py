"""The decisions a person made in a hand, each as he saw it then, with the coach's grades."""

from collections.abc import Iterator, Sequence

from gutshot.coach.effort import GRADE, Effort
from gutshot.coach.grading import Graded, grade
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.trainer.table.setup import YOU, Mode, TableSetup
from gutshot.trainer.table.table import Deal, deal_hand


def decisions(setup: TableSetup, deal: Deal, choices: Sequence[Choice]) -> Iterator[tuple[int, Hand, Choice]]:
    """The person's decisions of a hand: the step, the hand before it, the choice."""
    seat = deal.chairs.index(YOU) if YOU in deal.chairs else None
    hand = deal_hand(setup, deal)
    for step, choice in enumerate(choices):
        if hand.actor == seat:
            yield step, hand, choice
        hand = hand.act(choice)


def prizes_of(setup: TableSetup, deal: Deal) -> Prizes:
    """What those who are dealt in play for; chips alone in a cash game, and while others play at more tables."""
    if setup.mode is Mode.CASH or (deal.pool is not None and deal.pool.others):
        return NO_PRIZES
    return Prizes(setup.payouts[: len(deal.chairs)])


def grade_hand(
    setup: TableSetup, deal: Deal, choices: Sequence[Choice], known: Sequence[Graded] = (), effort: Effort = GRADE
) -> tuple[Graded, ...]:
    """Grades of the person's decisions that some strategy knows; those already graded are not graded again."""
    done = {graded.step: graded for graded in known if graded.hand == deal.number}
    found = (
        done.get(step)
        or grade(hand.observation(hand.actor or 0), choice, deal.number, step, effort, prizes_of(setup, deal))
        for step, hand, choice in decisions(setup, deal, choices)
    )
    return tuple(graded for graded in found if graded is not None)
