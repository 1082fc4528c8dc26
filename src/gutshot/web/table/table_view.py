"""The complete view of a room's table for its owner."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from gutshot.coach.strength_meter import strength, strength_words
from gutshot.games.row import NOBODY
from gutshot.games.variants import Game
from gutshot.games.words import hand_words
from gutshot.preflop.icm import icm
from gutshot.trainer.table.plans import Plan, offered, price
from gutshot.trainer.table.setup import YOU, Mode
from gutshot.trainer.table.table import Table
from gutshot.web.table import schemas
from gutshot.web.table.views import (
    Seen,
    board_size,
    callout,
    card_texts,
    pots_of,
    result_of,
    seats_of,
    see,
    turn_of,
)

if TYPE_CHECKING:
    from gutshot.web.table.room import Room


def table_view(room: "Room") -> schemas.TableView:
    """Everything the owner may know of the table now, and nothing else."""
    table = room.table
    setup, deal, hand = table.setup, table.deal, table.hand
    seen = see(setup, deal, hand, room.revealed, room.observed)
    now = seen.observation
    return schemas.TableView(
        id=room.id,
        title=setup.title,
        sequence=room.sequence,
        game=setup.game,
        mode=setup.mode,
        status=status_of(table),
        hand=deal.number,
        step=table.step,
        street=now.street,
        street_name=now.street_name,
        is_drawing=hand.is_drawing,
        seats=seats_of(seen, table.places, table.stacks),
        your_seat=YOU,
        button=deal.where.button,
        actor=table.actor,
        board=card_texts(now.board),
        board_size=board_size(setup.game),
        hole_cards=hand.rules.hole_cards,
        pot=now.pot,
        collected=now.pot - sum(now.bets),
        pots=pots_of(seen),
        blinds=blinds_view(room),
        turn=turn_of(table),
        your_hand=your_hand(seen),
        callout=callout(hand.position(now.seat)),
        log=room.log.told(seen),
        result=result_of(seen),
        last_winner=deal.last_winner,
        last_grade=room.last_grade,
        clock=room.clock,
        settings=settings_view(room),
        tournament=tournament_view(table) if setup.mode.pays_places else None,
        is_loading=room.is_loading,
        plans=plans_of(table),
        planned=None if room.planned is None else room.planned.plan,
        is_fast_fold=setup.is_fast_fold,
        players=setup.players,
        may_show=table.may_show and len(room.shown) < hand.rules.hole_cards,
        shown=card_texts(room.shown),
        can_rabbit=bool(table.rabbit),
        can_skip=not table.is_your_turn and not table.is_over,
        bought_in=deal.bought[YOU],
        hidden_styles=setup.hidden_styles and not room.revealed,
    )


def status_of(table: Table) -> schemas.TableStatus:
    """What the table waits for."""
    if table.is_over:
        return schemas.TableStatus.TABLE_OVER
    if table.is_hand_over:
        return schemas.TableStatus.HAND_OVER
    return schemas.TableStatus.YOUR_TURN if table.is_your_turn else schemas.TableStatus.OPPONENT


def your_hand(seen: Seen) -> schemas.YourHand | None:
    """The person's hand in words."""
    now, game = seen.observation, seen.setup.game
    if not now.live[now.seat]:
        return None
    value = strength(game, now.cards, now.board)
    return schemas.YourHand(
        words=hand_words(game, now.cards, now.board), strength=value, strength_words=strength_words(value)
    )


def blinds_view(room: "Room") -> schemas.BlindsView:
    """Now and next."""
    table = room.table
    schedule, level = table.setup.schedule, table.level
    hands_left, seconds_left = schedule.left(table.deal.number - 1, room.seconds_played)
    later = schedule.levels[table.deal.level + 1] if table.deal.level + 1 < len(schedule.levels) else None
    limit = table.setup.game is Game.BADUGI
    return schemas.BlindsView(
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        small_bet=level.big_blind if limit else None,
        big_bet=2 * level.big_blind if limit else None,
        level=table.deal.level + 1,
        levels=len(schedule.levels),
        hands_left=hands_left,
        seconds_left=None if seconds_left is None else round(seconds_left, 1),
        next_level=None if later is None else f"{later.small_blind}/{later.big_blind}",
    )


def settings_view(room: "Room") -> schemas.SettingsView:
    """As the page has them."""
    now = room.settings
    return schemas.SettingsView(
        pace=now.pace,
        auto_advance=now.auto_advance,
        auto_coach=now.auto_coach,
        seconds_to_act=now.seconds_to_act,
        time_bank=now.time_bank,
        time_bank_left=round(room.time_bank_left, 1),
        paused=now.paused,
    )


_PLAN_WORDS = {
    Plan.CHECK_FOLD: "Check or fold",
    Plan.CHECK: "Check",
    Plan.CALL: "Call {price}",
    Plan.CALL_ANY: "Call any",
}


def plans_of(table: Table) -> list[schemas.PlanView]:
    """What can be decided ahead, in words."""
    seat = table.seat_of(YOU)
    owed = 0 if seat is None else price(table.hand, seat)
    words = {**_PLAN_WORDS, Plan.CHECK_FOLD: "Fold" if owed else _PLAN_WORDS[Plan.CHECK_FOLD]}
    return [
        schemas.PlanView(plan=plan, label=words[plan].format(price=owed), price=owed if plan is Plan.CALL else None)
        for plan in offered(table)
    ]


def tournament_view(table: Table) -> schemas.TournamentView:
    """Standings with prizes of those who are out and the worth of the chips of those who are not."""
    if table.setup.mode is Mode.TOURNAMENT:
        return many_tables_view(table)
    setup, places = table.setup, table.places
    chips = tuple(
        stack + (table.hand.contributions[seat] if (seat := table.seat_of(chair)) is not None else 0)
        if not table.is_hand_over
        else stack
        for chair, stack in enumerate(table.stacks)
    )
    names = [setup.name_of(chair) for chair in range(setup.seats)]
    lines = _standings(names, chips, places, setup.payouts, {chair: chair for chair in range(setup.seats)})
    return _tournament(setup.payouts, lines, tables=1)


_LEADERS = 5


def many_tables_view(table: Table) -> schemas.TournamentView:
    """The leaders, and everybody at the person's table, as all tables stood at the last deal."""
    setup, pool, now = table.whole, table.field, table.deal.pool
    assert now is not None
    chairs = {player: chair for chair, player in enumerate(now.cast) if player != NOBODY}
    names = [setup.name_of(player) for player in range(setup.players)]
    lines = _standings(names, pool.chips, pool.places, setup.payouts, chairs)
    found = _tournament(setup.payouts, lines, tables=-(-sum(place == 0 for place in pool.places) // setup.seats))
    shown = [line for line in lines if line.seat is not None or line.rank <= _LEADERS]
    return found.model_copy(update={"standings": shown})


def _tournament(payouts: Sequence[float], lines: list[schemas.PrizeView], tables: int) -> schemas.TournamentView:
    left = [line for line in lines if line.place is None or line.place == 1]
    return schemas.TournamentView(
        payouts=list(payouts),
        players=len(lines),
        players_left=len(left),
        tables_left=max(1, tables),
        paid=len(payouts),
        average=round(sum(line.stack for line in left) / max(1, len(left))),
        standings=lines,
    )


def _standings(
    names: Sequence[str],
    chips: tuple[int, ...],
    places: tuple[int, ...],
    payouts: tuple[float, ...],
    chairs: dict[int, int],
) -> list[schemas.PrizeView]:
    """A line for each player, those with the most chips first, then those who are out by place."""
    worth = _worth(chips, payouts[: max(sum(place == 0 for place in places), 1)])
    ranked = sorted(range(len(chips)), key=lambda player: (places[player], -chips[player]))
    return [
        schemas.PrizeView(
            seat=chairs.get(player),
            rank=rank,
            name=names[player],
            stack=chips[player],
            place=places[player] or None,
            prize=prize,
            icm=round(prize if prize is not None else worth[player], 4),
        )
        for rank, player in enumerate(ranked, 1)
        for prize in (_prize(places[player], payouts),)
    ]


def _prize(place: int, payouts: Sequence[float]) -> float | None:
    """What a place is paid; None for who is still in."""
    return None if not place else payouts[place - 1] if place <= len(payouts) else 0.0


_worth = lru_cache(maxsize=256)(icm)


def winner_line(table: Table) -> str:
    """Who won the hand that is over, as the next hand remembers it; hidden cards stay hidden."""
    result = result_of(see(table.setup, table.deal, table.hand))
    return "" if result is None else result.text
