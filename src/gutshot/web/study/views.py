"""Advice, history and statistics as the browser gets them; the replay is in `replay`."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy.engine import RowMapping

from gutshot.cards.card import format_card
from gutshot.cards.ranges import Range
from gutshot.coach.advice import Advice, GradeName, Option
from gutshot.coach.against import TableAnswer
from gutshot.coach.badugi import HeldHands
from gutshot.coach.grading import Graded
from gutshot.coach.ranges import SeatRange
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.games.variants import Game
from gutshot.games.words import hand_words, odds_words, position_words
from gutshot.trainer.records import statistics as stats
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.records.habits import HABITS, Habit
from gutshot.trainer.records.review import LeakFound, Review
from gutshot.trainer.table.opponents import kind_of
from gutshot.trainer.table.setup import Mode, TableSetup
from gutshot.trainer.table.table import Table
from gutshot.web.study import schemas as study
from gutshot.web.table import asks, schemas

_CARD = re.compile("..")


def advice_view(table: Table, observation: Observation, advice: Advice) -> study.AdviceView:
    """The coach's advice with its key factors."""
    best = advice.best
    choice = None if best is None else best.choice
    owed = observation.to_call
    chairs = table.deal.chairs
    return study.AdviceView(
        hand=table.deal.number,
        step=table.step,
        action=None if choice is None else _action(choice),
        amount=choice if isinstance(choice, int) else None,
        cards=None if choice is None else _cards(choice),
        text=best.label if best is not None else "No advice" if advice.is_final else "Playing it out",
        why=advice.why,
        factors=_factors(table, observation, advice),
        equity=advice.equity,
        against=_rivals(table, advice) if advice.against else None,
        fair_share=1 / advice.players,
        required_equity=observation.price,
        pot_odds=odds_words(observation.pot_to_win, owed) if owed else None,
        outs=advice.outs,
        spr=None if advice.stack_to_pot is None else round(advice.stack_to_pot, 2),
        options=[_option(option, observation.big_blind) for option in advice.options],
        whole_range=[study.RangeShare(action=name, share=_share(share)) for name, share in advice.whole_range],
        improvements=[
            study.ImprovementView(words=better.words, chance=better.chance, outs=better.outs)
            for better in advice.improvements
        ],
        opponents=[
            study.OpponentRead(
                seat=chairs[read.seat], name=table.setup.name_of(chairs[read.seat]), share=read.share, words=read.words
            )
            for read in advice.reads
        ],
        kind=advice.kind,
        method=advice.method,
        is_exact=advice.is_exact,
        is_final=advice.is_final,
    )


def table_answer_view(
    table: Table, observation: Observation, found: TableAnswer, styles: list[study.SeatedStyle], are_known: bool
) -> study.TableAnswerView:
    """The best answer to those who are seated."""
    return study.TableAnswerView(
        hand=table.deal.number,
        step=table.step,
        text=found.words,
        sure=found.sure,
        options=[_option(option, observation.big_blind) for option in found.options],
        styles=styles,
        are_known=are_known,
    )


def seated_style(
    table: Table, seat: int, likely: Sequence[tuple[str, float]] | None, counts: Counts | None
) -> study.SeatedStyle:
    """One opponent as he is taken to play."""
    chair = table.deal.chairs[seat]
    agent, chance = likely[0] if likely else (table.setup.agents[chair - 1], 1.0)
    return study.SeatedStyle(
        seat=chair,
        name=table.setup.name_of(chair),
        style=kind_of(table.setup.game, agent).label,
        chance=chance,
        hands=0 if counts is None else counts.hands,
    )


def _action(choice: Choice) -> asks.ActionName:
    if isinstance(choice, tuple):
        return asks.ActionName.DRAW
    return asks.ActionName(choice) if isinstance(choice, str) else asks.ActionName.RAISE


def _cards(choice: Choice) -> list[str] | None:
    return [format_card(card) for card in choice] if isinstance(choice, tuple) else None


def _share(share: float) -> float:
    """Without the rounding errors of single precision."""
    return min(1.0, max(0.0, share))


def _option(option: Option, big_blind: int) -> study.OptionValue:
    return study.OptionValue(
        action=_action(option.choice),
        amount=option.choice if isinstance(option.choice, int) else None,
        cards=_cards(option.choice),
        label=option.label,
        ev=None if option.value is None else round(option.value / big_blind, 3) + 0.0,  # never -0.0
        error=round(option.error / big_blind, 3),
        fold_chance=option.folds,
        share=None if option.share is None else _share(option.share),
        note=option.note,
    )


def _factors(table: Table, now: Observation, advice: Advice) -> list[study.Factor]:
    owed, names = now.to_call, study.FactorName
    position = table.hand.position(now.seat)
    found: list[tuple[study.FactorName, str, str, float | None]] = [
        (names.POSITION, "Position", f"{position}: {position_words(position)}", None),
        (names.HAND, "Hand", hand_words(table.setup.game, now.cards, now.board), None),
    ]
    if advice.equity is not None:
        words = f"{100 * advice.equity:.0f} % against {_rivals(table, advice)}"
        found.append((names.EQUITY, "Equity", words, advice.equity))
    if owed:
        found.append((names.POT_ODDS, "Pot odds", odds_words(now.pot_to_win, owed), now.price))
    if advice.outs is not None:
        found.append((names.OUTS, "Outs", f"{advice.outs} cards improve your hand", None))
    if advice.stack_to_pot is not None:
        found.append((names.SPR, "Stack to pot", f"{advice.stack_to_pot:.1f}", None))
    reads = [
        f"{table.setup.name_of(table.deal.chairs[read.seat])} {read.words}"
        for read in advice.reads
        if "not entered" not in read.words
    ]
    if reads:
        found.append((names.OPPONENTS, "Opponents", "; ".join(reads), None))
    return [study.Factor(name=name, label=label, value=value, number=number) for name, label, value, number in found]


def _rivals(table: Table, advice: Advice) -> str:
    """By name, whom the equity is against."""
    return " and ".join(table.setup.name_of(table.deal.chairs[seat]) for seat in advice.against)


def ranges_view(
    table: Table, hand: int, step: int, held: Sequence[SeatRange], styles: Mapping[int, str] | None = None
) -> study.Ranges:
    """The hands of every opponent still in, by class; `styles` of the seats that are read by their own play."""
    found = []
    for each in held:
        weights = Range(each.weights.clip(0, 1).round(3))
        chair = table.deal.chairs[each.seat]
        found.append(
            study.RangeView(
                seat=chair,
                name=table.setup.name_of(chair),
                share=min(1.0, weights.share),
                text=str(Range((weights.weights * 20).round() / 20)),
                matrix=weights.matrix().clip(0, 1).round(3).tolist(),
                ignored=each.ignored,
                style=_label(table, styles[each.seat]) if styles and each.seat in styles else None,
            )
        )
    return study.Ranges(hand=hand, step=step, ranges=found, badugi=[])


def _label(table: Table, agent: str) -> str:
    return kind_of(table.setup.game, agent).label


def badugi_ranges_view(table: Table, hand: int, step: int, held: Sequence[HeldHands]) -> study.Ranges:
    """The same in badugi."""
    found = [
        study.BadugiHands(
            seat=table.deal.chairs[each.seat],
            name=table.setup.name_of(table.deal.chairs[each.seat]),
            text=each.words,
            shares=each.shares.clip(0, 1).round(4).tolist(),
            ignored=each.ignored,
        )
        for each in held
    ]
    return study.Ranges(hand=hand, step=step, ranges=[], badugi=found)


def hand_summary(row: RowMapping, setup: TableSetup) -> study.HandSummary:
    """One line of the history."""
    net = row["net"]
    return study.HandSummary(
        ref=f"{row['table']}:{row['number']}",
        table="" if row["imported"] else row["table"],
        hand=row["number"],
        title=setup.title,
        played=datetime.fromtimestamp(row["played"], UTC).isoformat(timespec="seconds"),
        game=Game(row["game"]),
        mode=Mode(setup.mode),
        seats=setup.seats,
        position=row["position"],
        cards=_CARD.findall(row["cards"]),
        board=_CARD.findall(row["board"]),
        big_blind=row["big_blind"],
        net=int(net),
        net_bb=round(row["net_bb"], 2),
        pot=int(row["pot"]),
        pot_bb=round(row["pot_bb"], 2),
        result=study.ResultName.WON if net > 0 else study.ResultName.LOST if net < 0 else study.ResultName.EVEN,
        showdown=row["showdown"],
        ev_lost=row["ev_lost"],
        worst=None if row["worst"] is None else GradeName(row["worst"]),
        marked=bool(row["marked"]) if "marked" in row else False,
        note=(row["note"] or "") if "note" in row else "",
        origin=study.Origin(**json.loads(row["origin"])) if row.get("origin") else None,
        imported=row["imported"],
    )


def grade_view(graded: Graded) -> schemas.Grade:
    """A grade as the page has it."""
    return schemas.Grade(**graded.to_json())


def rate(count: int, of: int) -> study.RateView:
    """A share with what it is counted from."""
    return study.RateView(value=count / of if of else None, count=count, of=of)


def win_rate_view(sums: stats.Sums) -> study.WinRate:
    """A win rate with its interval."""
    found = sums.win_rate
    value, low, high = found if found is not None else (None, None, None)
    return study.WinRate(value=value, low=low, high=high)


def stats_view(
    game: Game, found: stats.Figures, looked: Review, mistakes: Sequence[tuple[RowMapping, Graded]]
) -> study.Stats:
    """A person's figures."""
    counts, results = found.total.counts, found.total.results
    places = stats.thinned(len(results))
    profit, adjusted = stats.running(results), stats.running(found.adjusted)
    return study.Stats(
        game=game,
        hands=counts.hands,
        net_bb=round(sum(results), 2),
        win_rate=win_rate_view(found.total),
        vpip=rate(counts.vpip, counts.hands),
        pfr=rate(counts.pfr, counts.hands),
        three_bet=rate(counts.three_bets, counts.three_bet_chances),
        aggression_factor=rate(counts.aggressive, counts.calls),
        went_to_showdown=rate(counts.showdowns, counts.saw_flop),
        won_at_showdown=rate(counts.showdowns_won, counts.showdowns),
        by_position=[
            _position_stats(name, found.by_position[name])
            for name in sorted(found.by_position, key=stats.position_order)
        ],
        profit=study.ProfitSeries(
            hands=[place + 1 for place in places],
            profit=[round(profit[place], 3) for place in places],
            adjusted=[round(adjusted[place], 3) for place in places],
        ),
        ev_lost_per_100=100 * sum(found.ev_lost) / len(found.ev_lost) if found.ev_lost else None,
        grades={name: found.grades[name.value] for name in GradeName},
        mistakes=[
            study.Mistake(summary=hand_summary(row, _setup_of(row)), grade=grade_view(graded))
            for row, graded in mistakes
        ],
        leaks=[_leak(leak) for leak in looked.leaks],
        waiting=looked.waiting,
    )


def habits_view(found: Sequence[Habit], counted: int, waiting: int) -> study.Habits:
    """Habits with their words."""
    return study.Habits(
        habits=[
            study.HabitView(
                name=each.name,
                words=HABITS[each.name][1],
                taken=rate(each.taken, each.chances),
                low=each.low,
                high=each.high,
                known=each.known,
                own=each.own,
                strategy=each.expected,
                margin=None if each.spread is None else 1.96 * each.spread,
                differs=each.differs,
            )
            for each in found
        ],
        hands=counted,
        waiting=waiting,
    )


def _position_stats(name: str, sums: stats.Sums) -> study.PositionStats:
    counts = sums.counts
    return study.PositionStats(
        position=name,
        hands=counts.hands,
        vpip=rate(counts.vpip, counts.hands),
        pfr=rate(counts.pfr, counts.hands),
        win_rate=win_rate_view(sums),
        net_bb=round(sum(sums.results), 2),
    )


def _leak(leak: LeakFound) -> study.Leak:
    worst = leak.worst
    return study.Leak(
        position=leak.position,
        street=leak.street,
        faced=leak.faced,
        decisions=leak.decisions,
        lost=round(leak.lost, 3),
        low=round(leak.low, 3),
        high=round(leak.high, 3),
        ref=f"{worst.table}:{worst.number}",
        step=worst.graded.step,
    )


def _setup_of(row: RowMapping) -> TableSetup:
    return TableSetup.from_json(json.loads(row["setup"]))


def revealed_style(
    setup: TableSetup, chair: int, label: str, about: str, guess: str | None, counts: Counts
) -> study.RevealedStyle:
    """A style and whether it was guessed."""
    agent = setup.agents[chair - 1]
    return study.RevealedStyle(
        seat=chair,
        name=setup.name_of(chair),
        agent=agent,
        label=label,
        about=about,
        guess=guess,
        is_right=None if guess is None else guess == agent,
        vpip=rate(counts.vpip, counts.hands),
        pfr=rate(counts.pfr, counts.hands),
        aggression_factor=rate(counts.aggressive, counts.calls),
    )
