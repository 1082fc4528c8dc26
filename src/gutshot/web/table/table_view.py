"""The complete view of a room's table for its owner."""

from typing import TYPE_CHECKING

from gutshot.coach.strength_meter import strength, strength_words
from gutshot.games.variants import Game
from gutshot.games.words import hand_words
from gutshot.preflop.icm import icm
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
    seen = see(setup, deal, hand, room.revealed)
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
        tournament=tournament_view(table) if setup.mode is Mode.SIT_AND_GO else None,
        is_loading=room.is_loading,
        can_skip=not table.is_your_turn and not table.is_over,
        bought_in=deal.bought[YOU],
        hidden_styles=setup.hidden_styles and not room.revealed,
    )


def status_of(table: Table) -> schemas.TableStatus:
    if table.is_over:
        return schemas.TableStatus.TABLE_OVER
    if table.is_hand_over:
        return schemas.TableStatus.HAND_OVER
    return schemas.TableStatus.YOUR_TURN if table.is_your_turn else schemas.TableStatus.OPPONENT


def your_hand(seen: Seen) -> schemas.YourHand | None:
    now, game = seen.observation, seen.setup.game
    if not now.live[now.seat]:
        return None
    value = strength(game, now.cards, now.board)
    return schemas.YourHand(
        words=hand_words(game, now.cards, now.board), strength=value, strength_words=strength_words(value)
    )


def blinds_view(room: "Room") -> schemas.BlindsView:
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


def tournament_view(table: Table) -> schemas.TournamentView:
    """Standings with prizes of those who are out and the worth of the chips of those who are not."""
    setup, places = table.setup, table.places
    chips = tuple(
        stack + (table.hand.contributions[seat] if (seat := table.seat_of(chair)) is not None else 0)
        if not table.is_hand_over
        else stack
        for chair, stack in enumerate(table.stacks)
    )
    left = sum(place == 0 for place in places)
    worth = icm(chips, setup.payouts[: max(left, 1)])
    standings = []
    for chair, place in enumerate(places):
        prize = setup.payouts[place - 1] if 0 < place <= len(setup.payouts) else 0.0 if place else None
        standings.append(
            schemas.PrizeView(
                seat=chair,
                name=setup.name_of(chair),
                stack=chips[chair],
                place=place or None,
                prize=prize,
                icm=round(prize if prize is not None else worth[chair], 4),
            )
        )
    standings.sort(key=lambda line: (line.place or 0, -line.stack))
    return schemas.TournamentView(payouts=list(setup.payouts), players_left=left, standings=standings)


def winner_line(table: Table) -> str:
    """Who won the hand that is over, as the next hand remembers it; hidden cards stay hidden."""
    result = result_of(see(table.setup, table.deal, table.hand))
    return "" if result is None else result.text
