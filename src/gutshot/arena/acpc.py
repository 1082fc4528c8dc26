"""A player at the dealer of the Annual Computer Poker Competition, protocol 2.0.0, 2-10 players, limit and no-limit.

The dealer sends `MATCHSTATE:position:hand:betting:cards` after every action; the player to act answers with the same
line and `:f`, `:c`, `:r` or `:rN`, N being his chips in the pot over the whole hand. Positions count from the left of
the button, which is the last one. A state is replayed on our engine under the dealer's rules; hidden cards are filled
in from the rest of the deck, where no observation of the player can reach them.
"""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from gutshot.agents.agent import Agent
from gutshot.agents.registry import make
from gutshot.cards.card import DECK, Card, parse_cards
from gutshot.errors import GutshotError, MalformedInput
from gutshot.games.acpc import AcpcGame, parse_game
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand, Setup
from gutshot.games.observation import observe
from gutshot.games.rules import Betting, Showdown

GREETING = "VERSION:2.0.0\r\n"
_STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):([^:\s]*)")
_MOVE = re.compile(r"f|c|r\d{0,18}")
_BETTING = re.compile(r"(?:f|c|r\d{0,18}|/)*")
_TIMEOUT_S = 600.0


@dataclass(frozen=True)
class AcpcState:
    """One message: who we are, which hand, and the position on the engine with unknown cards filled in."""

    line: str
    position: int
    number: int
    hand: Hand

    @property
    def is_my_turn(self) -> bool:
        """Whether the dealer waits for this seat."""
        return self.hand.actor == self.position


def read_game(path: Path) -> AcpcGame:
    """A hold'em game file, with the rules under the name that agents know."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MalformedInput(f"cannot read the game file {str(path)!r}: {error}") from None
    game = parse_game(text)
    if game.rules.showdown is not Showdown.HIGH or game.rules.hole_cards != 2 or len(game.rules.streets) != 4:
        raise MalformedInput(f"the game in {str(path)!r} is not hold'em: expected two hole cards and four rounds")
    fixed = game.rules.limit.betting is Betting.FIXED
    return replace(game, rules=replace(game.rules, name="limit-holdem" if fixed else "holdem"))


def read_state(line: str, game: AcpcGame) -> AcpcState:
    """Read a MATCHSTATE line and replay it."""
    found = _STATE.fullmatch(line.strip())
    if not found or not _BETTING.fullmatch(found[3]):
        raise MalformedInput(f"the dealer sent {line.strip()[:80]!r}: expected MATCHSTATE:position:hand:betting:cards")
    position, number = int(found[1]), int(found[2])
    if position >= len(game.stacks):
        raise MalformedInput(f"the dealer gave position {position} in a game of {len(game.stacks)} players")
    seats = len(game.stacks)
    setup = Setup(game.rules, game.stacks, seats - 1, game.blinds, (0,) * seats, 0, _deck(found[4], seats))
    hand = Hand(setup)
    for move in _MOVE.findall(found[3]):
        hand = hand.act(_choice(move, hand))
    return AcpcState(line.strip(), position, number, hand)


def _deck(cards: str, seats: int) -> tuple[Card, ...]:
    """The deck in the order of dealing: holes one card at a time from the left of the button, then the boards."""
    holes, *boards = cards.split("/")
    known = [parse_cards(hole) for hole in holes.split("|")]
    if len(known) > seats:
        raise MalformedInput(f"the dealer sent {len(known)} hands in a game of {seats} players")
    board = [card for street in boards for card in parse_cards(street)]
    seen = {card for hole in known for card in hole} | set(board)
    hidden = iter(card for card in DECK if card not in seen)
    by_seat = [hole or (None, None) for hole, _ in zip_longest(known, range(seats), fillvalue=())]
    first_cards, second_cards = zip(*[_filled(hole, hidden) for hole in by_seat], strict=True)
    return (*first_cards, *second_cards, *board)


def _filled(hole: tuple[Any, ...], hidden: Iterator[Card]) -> tuple[Card, Card]:
    if hole == (None, None):
        return next(hidden), next(hidden)
    if len(hole) != 2:
        raise MalformedInput(f"the dealer sent a hand of {len(hole)} cards: expected two")
    return hole[0], hole[1]


def _before_this_round(hand: Hand) -> int:
    """Chips the actor has put in on earlier streets."""
    assert hand.actor is not None
    return hand.contributions[hand.actor] - hand.bets[hand.actor]


def _choice(move: str, hand: Hand) -> Choice:
    """A move of the betting string as a choice."""
    if hand.actor is None:
        raise MalformedInput(f"the dealer sent {move!r} after the end of the hand")
    if move == "f":
        return "fold"
    if move == "c":
        return "call" if hand.legal.call else "check"
    if move == "r":
        return hand.legal.min_raise_to or 0
    return int(move[1:]) - _before_this_round(hand)


def answer(choice: Choice, hand: Hand) -> str:
    """A choice as the dealer reads it. A fold that would cost nothing to avoid is a check, because it refuses those."""
    if choice == "fold" and hand.legal.call:
        return "f"
    if isinstance(choice, str):
        return "c"
    if isinstance(choice, tuple):
        raise GutshotError("hold'em has no draws")
    return "r" if hand.rules.limit.betting is Betting.FIXED else f"r{choice + _before_this_round(hand)}"


def decide(agent: Agent, state: AcpcState) -> str:
    """The whole reply to a state in which it is our turn."""
    agent.new_hand(state.number)
    choice = agent.act(observe(state.hand, state.position))
    state.hand.verify(choice)
    return f"{state.line}:{answer(choice, state.hand)}\r\n"


def play_at_dealer(host: str, port: int, name: str, game_file: Path, seed: int = 0) -> dict[str, Any]:
    """Play until the dealer hangs up; hands finished, and chips won as our engine counts them."""
    game, agent = read_game(game_file), make(name, seed)
    try:
        connection = socket.create_connection((host, port), timeout=_TIMEOUT_S)
    except OSError as error:
        raise GutshotError(f"cannot reach a dealer at {host}:{port}: {error}") from None
    hands = profit = 0
    with connection, connection.makefile("r", encoding="ascii", newline="\r\n") as lines:
        connection.sendall(GREETING.encode())
        for line in _messages(lines):
            state = read_state(line, game)
            if state.hand.is_over:
                hands, profit = hands + 1, profit + state.hand.payoffs[state.position]
            elif state.is_my_turn:
                connection.sendall(decide(agent, state).encode())
    return {"agent": agent.name, "hands": hands, "profit": profit}


def _messages(lines: Any) -> Iterator[str]:
    """States as they come; comments and remarks to spectators are skipped. A reset is a dealer that has finished."""
    try:
        for line in lines:
            if line.strip() and line[0] not in "#;":
                yield line
    except ConnectionResetError:
        return
