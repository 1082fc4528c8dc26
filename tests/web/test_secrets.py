"""Opponents' cards leave the server only at a showdown: every message of many hands is searched for the others."""

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gutshot.cards.card import Card, format_card
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.variants import Game
from gutshot.trainer.records.history import open_hand
from gutshot.trainer.records.phh import export_phh
from gutshot.trainer.records.store import Store, sqlite_url
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import YOU, Choices, Pace, TableSettings
from gutshot.web.study.replay import replay_view
from gutshot.web.table import asks
from gutshot.web.table.room import Room, state_message
from gutshot.web.table.rooms import Rooms
from tests.trainer.tables import random_choice

_CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
_RUN = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z])")


def hidden_cards(hand: Hand, seat: int) -> set[str]:
    """Cards that somebody else held or threw and never showed."""
    held: set[Card] = set()
    seen: set[Card] = set(hand.board)
    for event in hand.events:
        if event.kind in (Kind.DEAL, Kind.DRAW):
            (seen if event.seat == seat else held).update(event.cards + event.taken)
        elif event.kind is Kind.SHOW:
            seen.update(event.cards)
    return {format_card(card) for card in held - seen}


def cards_in(text: str) -> set[str]:
    return {run[k : k + 2] for run in _RUN.findall(text) for k in range(0, len(run), 2)}


async def play(room: Room, hands: int, step_by_step: bool) -> Iterator[tuple[str, Hand]]:
    """Every message of so many hands, with the hand it is about."""
    found = []
    dice = random.Random(room.id)
    for _ in range(hands):
        while not room.table.is_hand_over:
            if room.table.is_your_turn:
                choice = random_choice(room.table, dice)
                ask = asks.Act(
                    hand=room.table.deal.number, step=room.table.step, action=asks.ActionName.CHECK, confirm=True
                )
                view = await room.act(ask, choice)
            else:
                assert step_by_step
                await room._agent_step()
                view = room.view()
            found.append((state_message(view), room.table.hand))
        if room.table.is_over:
            break
        view = await room.next_hand(room.table.deal.number)
        found.append((state_message(view), room.table.hand))
    return iter(found)


async def search(database: str, game: Game, seats: int, hands: int, step_by_step: bool) -> int:
    store = Store(database)
    setup = make_setup(Choices(game=game, seats=seats, seed=seats, rebuys=True))
    pace = Pace.NORMAL if step_by_step else Pace.INSTANT
    room = await Rooms(store, 100).open("me", setup, TableSettings(pace=pace))
    messages = 0
    for text, hand in await play(room, hands, step_by_step):
        seat = room.table.deal.chairs.index(YOU)
        leaked = cards_in(text) & hidden_cards(hand, seat)
        assert not leaked, f"{leaked} in {text}"
        messages += 1
    for number in range(1, room.table.deal.number, 7):
        record = open_hand(store, "me", room.id, number)
        assert record is not None
        text = replay_view(record, (), export_phh(record.setup, record.deal, record.hand)).model_dump_json()
        assert not cards_in(text.replace("\\n", " ")) & hidden_cards(record.hand, record.deal.chairs.index(YOU))
    room.stop()
    store.close()
    return messages


@pytest.mark.parametrize(
    ("game", "seats", "hands", "step_by_step"),
    [
        (Game.HOLDEM, 6, 1200, False),
        (Game.HOLDEM, 9, 300, False),
        (Game.BADUGI, 5, 500, False),
        (Game.HOLDEM, 3, 60, True),
        (Game.BADUGI, 3, 30, True),
    ],
)
def test_no_message_holds_a_card_that_was_not_shown(
    tmp_path: Path, game: Game, seats: int, hands: int, step_by_step: bool
) -> None:
    messages = asyncio.run(search(sqlite_url(tmp_path / "a.db"), game, seats, hands, step_by_step))
    assert messages > hands


def test_the_search_would_find_a_leak() -> None:
    hand = Hand.holdem([1000, 1000], (25, 50), 0, seed=1)
    other = format_card(hand.cards(1)[0])
    assert other in hidden_cards(hand, 0)
    assert other in cards_in(f'{{"cards":["{other}"]}}') and other in cards_in(f"d dh p2 {other}????")
    assert _CARD.findall("You are dealt As 2h") == ["As", "2h"]
