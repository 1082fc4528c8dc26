"""Hands from elsewhere, for review: PHH, PokerStars, ACPC logs and others, replayed on our own rules.

The person is the player to whom the file deals cards, or, if there is none, a player who shows his. Unknown cards are
filled in to match the stated result and stay hidden, at a showdown too. Rake is subtracted from the result. Hands that
cannot be dealt like this are left out, each with a sentence.
"""

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from gutshot.cards.card import DECK, Card, format_cards, require_distinct
from gutshot.errors import GutshotError, MalformedInput
from gutshot.games.acpc import game_name
from gutshot.games.actions import Choice
from gutshot.games.convert import with_players
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.history import Did, History, amount, plain
from gutshot.games.history_files import HistoryFile, read_histories, require_at_most
from gutshot.games.line_histories import COLLECTED, RAKE
from gutshot.games.replay import count, smallest_unit
from gutshot.games.seats import Blinds
from gutshot.games.variants import Game
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.setup import MOST_SEATS, Mode, TableSetup
from gutshot.trainer.table.table import Deal, deal_hand
from gutshot.trainer.table.tournament import BlindSchedule, Level

MOST_HANDS = 500
_TRIES = 400
_BOARD = 5
_UNKNOWN_PLAYER = "random"


@dataclass(frozen=True)
class Imported:
    """A hand ready to be stored: like one played here, with its deck given and its line for the history."""

    setup: TableSetup
    deal: Deal
    choices: tuple[Choice, ...]
    summary: dict[str, Any]
    site_number: str = ""

    def mark(self, owner: str) -> str:
        """The same for the same hand of a person, wherever it stands in a file: its table has this name."""
        known = [self.summary[name] for name in ("cards", "board", "net", "pot")]
        told = [owner, self.site_number, self.setup.names, self.deal.stacks, self.choices, known]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]

    @property
    def hand(self) -> Hand:
        """Played to its end."""
        return deal_hand(self.setup, self.deal, self.choices)


def read_text(text: str, name: str = "the text", first: int = 1) -> tuple[list[Imported], list[str]]:
    """All hands of a text that can be reviewed, and a sentence for each of the others; the first is number `first`."""
    content = read_histories(text, name, lambda: acpc_game(text), MOST_HANDS)
    require_at_most(len(content.hands), MOST_HANDS)
    content = _with_players(content)
    found, problems = [], list(content.unread)
    for number, history in enumerate(content.hands, first):
        try:
            found.append(import_hand(history, number))
        except GutshotError as error:
            problems.append(f"hand {number}: {error}")
    return found, problems


_ACPC_GAMES = {
    "holdem.nolimit.2p.reverse_blinds.game": (2, "100 50", "2 1 1 1"),
    "holdem.nolimit.3p.game": (3, "50 100 0", "3 1 1 1"),
    "holdem.nolimit.6p.game": (6, "50 100 0 0 0 0", "3 1 1 1"),
}
"""No-limit games of the competition: players, blinds, who begins. Stacks are 20,000."""


def acpc_game(text: str) -> str:
    """The game of a competition log: the GAMEDEF in front of it, or one of the competition's own by name."""
    begin, end = text.find("GAMEDEF"), text.find("END GAMEDEF")
    if 0 <= begin < end:
        return text[begin : end + len("END GAMEDEF")]
    known = _ACPC_GAMES.get(game_name(text) or "")
    if known is None:
        raise MalformedInput("this ACPC log does not say its game: put the lines from GAMEDEF to END GAMEDEF before it")
    players, blinds, first = known
    return (
        f"GAMEDEF\nnolimit\nnumPlayers = {players}\nnumRounds = 4\nstack = {' '.join(['20000'] * players)}\n"
        f"blind = {blinds}\nfirstPlayer = {first}\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n"
        "numBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    )


def _with_players(content: HistoryFile) -> HistoryFile:
    """With a player on every move, as in all other histories."""
    hands, unread = list[History](), list(content.unread)
    for history in content.hands:
        try:
            hands.append(with_players(history))
        except GutshotError as error:
            unread.append(f"{history.label}: {error}")
    return HistoryFile(tuple(hands), tuple(unread))


def import_hand(history: History, number: int = 1) -> Imported:
    """One history as a hand of ours; MalformedInput says why it cannot be."""
    if history.variant != "NT":
        raise MalformedInput(f"variant {history.variant}: only no-limit hold'em (NT) can be reviewed")
    _require_players(history)
    unit = smallest_unit(history)
    hole, board = _known_cards(history)
    you = _person(history, hole)
    setup = _setup(history, unit, you)
    choices = tuple(_choices(history, unit))
    for deck in _decks(hole, board, number):
        deal = replace(_deal(history, unit, you, number, deck), hidden=_hidden(hole, you))
        hand = deal_hand(setup, deal, choices)
        if not hand.is_over:
            raise MalformedInput("the hand stops before its end")
        if _has_result(hand, history, unit, you):
            deal = _raked(deal, hand, history, unit, you)
            summary = summarise(setup, deal, hand) | _when(history) | {"origin": json.dumps(_origin(history, unit))}
            return Imported(setup, deal, choices, summary, str(history.details.get("hand", "")))
    raise MalformedInput("no cards for the hidden hands give the stated result")


def _person(history: History, hole: Sequence[Sequence[Card]]) -> int:
    """Whose hand it is: "Dealt to" names him. Where all cards are open, as on television, it is the first player."""
    dealt = [
        move.player
        for move in history.moves
        if move.did is Did.HOLE and move.player is not None and len(move.cards) == 2 and None not in move.cards
    ]
    shown = [player for player, cards in enumerate(hole) if len(cards) == 2]
    if not (dealt or shown):
        raise MalformedInput("no player's cards are known, so there is no one to review")
    return min(dealt or shown)


def _hidden(hole: Sequence[Sequence[Card]], you: int) -> tuple[int, ...]:
    """The chairs whose cards the file never tells."""
    return tuple(sorted((player - you) % len(hole) for player, cards in enumerate(hole) if len(cards) != 2))


def _origin(history: History, unit: Decimal) -> dict[str, str]:
    """What the file says of site, money and rake; amounts in its own money."""
    details = history.details
    told = {
        "site": details.get("venue", ""),
        "number": details.get("hand", ""),
        "currency": details.get("currency_symbol") or details.get("currency") or "",
        "unit": plain(unit),
        "rake": details.get(RAKE, "0"),
    }
    return {name: str(value)[:60] for name, value in told.items()}


def _when(history: History) -> dict[str, float]:
    """When it was played, if the file says so."""
    year, month, day, at = (history.details.get(name) for name in ("year", "month", "day", "time"))
    if not (isinstance(year, int) and isinstance(month, int) and isinstance(day, int)):
        return {}
    try:
        moment = datetime.combine(date(year, month, day), at if isinstance(at, time) else time(), UTC)
    except (ValueError, OverflowError):
        return {}
    return {"played": moment.timestamp()} if 1970 < year < 2200 else {}


def _raked(deal: Deal, hand: Hand, history: History, unit: Decimal, you: int) -> Deal:
    """With the person's result as stated, where the pots say more."""
    stated = _stated(hand, history, unit, you)
    if stated is None:
        return deal
    net = round(stated[0])
    return deal if net == hand.payoffs[0] else replace(deal, net=net)


def _stated(hand: Hand, history: History, unit: Decimal, you: int) -> list[Decimal] | None:
    """By seat from the person's: what the file says was won or lost, after rake; None if it does not say."""
    players = [(you + step) % hand.seats for step in range(hand.seats)]
    if history.stated is not None:
        return [history.stated[player] / unit for player in players]
    taken, names = history.details.get(COLLECTED), history.details.get("players")
    if not isinstance(taken, dict) or not isinstance(names, list) or len(names) != hand.seats:
        return None
    won = [amount(taken.get(names[player], 0)) / unit for player in players]
    paid = [
        sum(event.amount for event in hand.events if event.kind is Kind.WIN and event.seat == seat)
        for seat in range(hand.seats)
    ]
    return [Decimal(payoff - pots) + took for payoff, pots, took in zip(hand.payoffs, paid, won, strict=True)]


def _require_players(history: History) -> None:
    players, most = len(history.stacks), MOST_SEATS[Game.HOLDEM]
    if not 2 <= players <= most:
        raise MalformedInput(f"{players} players: expected 2 to {most}")
    last = max((move.player for move in history.moves if move.player is not None), default=0)
    if last >= players:
        raise MalformedInput(f"player {last + 1} acts in a hand of {players} players")


def _known_cards(history: History) -> tuple[list[list[Card]], list[Card]]:
    """Hole cards by player as far as known, and the board."""
    hole: list[list[Card]] = [[] for _ in history.stacks]
    board: list[Card] = []
    for move in history.moves:
        cards = [card for card in move.cards if card is not None]
        if move.did is Did.BOARD:
            board += cards
        elif move.did in (Did.HOLE, Did.SHOW) and move.player is not None and len(cards) == 2:
            hole[move.player] = cards
    require_distinct(card for cards in (*hole, board) for card in cards)
    if len(board) > _BOARD:
        raise MalformedInput(f"a board of {len(board)} cards: expected at most {_BOARD}")
    return hole, board


def _setup(history: History, unit: Decimal, you: int) -> TableSetup:
    players = len(history.stacks)
    given = history.details.get("players")
    names = [str(name)[:40] for name in given] if isinstance(given, list) else []
    if len(names) != players:
        names = [f"Player {player + 1}" for player in range(players)]
    ring = [(you + step) % players for step in range(1, players)]
    stacks = tuple(max(count(stack, unit), _big(history, unit)) for stack in history.stacks)
    return TableSetup(
        game=Game.HOLDEM,
        mode=Mode.CASH,
        stacks=(stacks[you], *(stacks[player] for player in ring)),
        schedule=BlindSchedule((_level(history, unit),)),
        agents=(_UNKNOWN_PLAYER,) * (players - 1),
        names=tuple(names[player] for player in ring),
        seed=0,
        title="Imported",
    )


def _big(history: History, unit: Decimal) -> int:
    return max(1, *(count(abs(blind), unit) for blind in history.blinds))


def _level(history: History, unit: Decimal) -> Level:
    """The blinds and antes; MalformedInput unless they are one small and one big blind, and one ante for all."""
    blinds = [count(blind, unit) for blind in history.blinds]
    small, big = (blinds[-1], blinds[0]) if len(blinds) == 2 else (blinds[0], blinds[1])
    if any(blinds[2:]) or not 0 <= small <= big:
        raise MalformedInput(f"blinds {blinds}: only a small and a big blind can be reviewed")
    antes = {count(ante, unit) for ante in history.antes}
    if len(antes) > 1 or (any(antes) and not history.trims_antes):
        raise MalformedInput("antes that differ from seat to seat cannot be reviewed")
    return Level(small, big, antes.pop())


def _deal(history: History, unit: Decimal, you: int, number: int, deck: str) -> Deal:
    players = len(history.stacks)

    def chair(player: int) -> int:
        return (player - you) % players

    stacks = tuple(count(history.stacks[(you + step) % players], unit) for step in range(players))
    button = chair(players - 1)
    small = chair(0) if players > 2 else button
    big = chair(1) if players > 2 else chair(0)
    return Deal(number, stacks, stacks, (0,) * players, Blinds(button, small, big), 0, number, deck=deck)


def _choices(history: History, unit: Decimal) -> Iterator[Choice]:
    faced = max((count(blind, unit) for blind in history.blinds), default=0)
    owed = {player: faced - count(blind, unit) for player, blind in enumerate(history.blinds)}
    for move in history.moves:
        if move.did is Did.BOARD:
            owed = dict.fromkeys(owed, 0)
        elif move.did is Did.FOLD:
            yield "fold"
        elif move.did is Did.CALL and move.player is not None:
            yield "call" if owed[move.player] else "check"
            owed[move.player] = 0
        elif move.did is Did.RAISE and move.player is not None:
            yield count(move.amount, unit)
            owed = {player: 1 if player != move.player else 0 for player in owed}


def _decks(hole: list[list[Card]], board: list[Card], seed: int) -> Iterator[str]:
    """Decks that deal the known cards and random ones elsewhere, players from the left of the button, card by card."""
    dice = random.Random(seed)
    known = {card for cards in (*hole, board) for card in cards}
    for _ in range(_TRIES):
        rest = [Card(card) for card in DECK if card not in known]
        dice.shuffle(rest)
        hands = [cards if len(cards) == 2 else [rest.pop(), rest.pop()] for cards in hole]
        dealt = [cards[0] for cards in hands] + [cards[1] for cards in hands]
        yield format_cards((*dealt, *board, *(rest.pop() for _ in range(_BOARD - len(board)))))
        if all(len(cards) == 2 for cards in hole):
            return


def _has_result(hand: Hand, history: History, unit: Decimal, you: int) -> bool:
    """Whether everybody gets what is stated, or more by no more than the rake in all."""
    stated = _stated(hand, history, unit, you)
    if stated is None:
        return True
    rake = -sum(stated, Decimal(0))
    return all(-1 <= Decimal(ours) - theirs <= rake + 1 for ours, theirs in zip(hand.payoffs, stated, strict=True))
