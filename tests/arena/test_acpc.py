"""The ACPC client: against the dealer's own logs, and at a dealer double over real sockets."""

import socket
import threading
from pathlib import Path

import pytest

from gutshot.agents import make
from gutshot.arena.acpc import answer, decide, play_at_dealer, read_game, read_state
from gutshot.cards.card import format_cards
from gutshot.cli import main
from gutshot.errors import GutshotError, MalformedInput
from gutshot.games.acpc import AcpcGame
from gutshot.games.hand import Hand, Setup
from gutshot.games.rules import Betting

HOLDEM_GAMES = (
    "holdem.limit.2p.reverse_blinds",
    "holdem.nolimit.2p.reverse_blinds",
    "holdem.nolimit.3p",
    "holdem.nolimit.6p",
    "nl6u",
    "nl10u",
)


def log_lines(shared: Path, name: str, count: int) -> list[list[str]]:
    lines = (shared / "data" / "acpc" / f"m_{name}.game.log").read_text().splitlines()
    return [line.split(":") for line in lines if line.startswith("STATE")][:count]


def prefixes(betting: str) -> list[tuple[str, str]]:
    """Every (betting so far, next move) of a betting string, as the dealer would have sent them."""
    found, at = [], 0
    while at < len(betting):
        end = at + 1
        while betting[at] == "r" and end < len(betting) and betting[end].isdigit():
            end += 1
        if betting[at] != "/":
            found.append((betting[:at], betting[at:end]))
        at = end
    return found


def seen_cards(cards: str, position: int, rounds: int) -> str:
    """The cards field as one player sees it: his own hole cards and the boards of the rounds begun."""
    holes, *boards = cards.split("/")
    own = [hole if place == position else "" for place, hole in enumerate(holes.split("|"))]
    return "/".join(["|".join(own), *boards[:rounds]])


@pytest.mark.parametrize("name", HOLDEM_GAMES)
def test_recorded_hands_are_read_move_by_move(shared: Path, name: str) -> None:
    """At every decision the actor is known, and his recorded move is written as the dealer wrote it."""
    game = read_game(shared / "data" / "acpc" / f"{name}.game")
    for _, number, betting, cards, values, _ in log_lines(shared, name, 25):
        for before, move in prefixes(betting):
            rounds = before.count("/")
            actor = read_state(f"MATCHSTATE:0:{number}:{before}:{seen_cards(cards, 0, rounds)}", game).hand.actor
            assert actor is not None
            state = read_state(f"MATCHSTATE:{actor}:{number}:{before}:{seen_cards(cards, actor, rounds)}", game)
            assert state.is_my_turn and state.number == int(number)
            after = read_state(f"MATCHSTATE:{actor}:{number}:{before}{move}:{cards}", game)
            choice = after.hand.actions[-1]
            assert answer(choice, state.hand) == move
        ended = read_state(f"MATCHSTATE:0:{number}:{betting}:{cards}", game)
        expected = [float(value) for value in values.split("|")]
        assert ended.hand.is_over
        assert ended.hand.payoffs == pytest.approx(expected, abs=1)  # the dealer splits odd chips, we do not


def test_hidden_cards_are_not_in_the_reply(shared: Path) -> None:
    """The reply to a state is the same whatever the dealer will show later."""
    game = read_game(shared / "data" / "acpc" / "holdem.nolimit.3p.game")
    agent = make("shark", 3)
    state = "MATCHSTATE:0:7:ccc:AhTd||/2c9sTh"
    assert decide(agent, read_state(state, game)).startswith(f"{state}:")
    assert decide(agent, read_state(state, game)) == decide(agent, read_state("MATCHSTATE:0:7:ccc:AhTd||/2c9sTh", game))


class Dealer:
    """A small dealer: one socket per player, the competition's messages, every reply checked by the engine."""

    def __init__(self, game: AcpcGame, hands: int) -> None:
        self.game, self.hands = game, hands
        self.seats = len(game.stacks)
        self.listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(self.seats)]
        self.ports = [listener.getsockname()[1] for listener in self.listeners]
        self.profits = [0] * self.seats
        self.replies: list[str] = []
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            connections = [listener.accept()[0] for listener in self.listeners]
            self.files = [connection.makefile("rw", newline="") for connection in connections]
            assert all(file.readline() == "VERSION:2.0.0\r\n" for file in self.files)
            for number in range(self.hands):
                self._play(number)
            for file, connection in zip(self.files, connections, strict=True):
                file.close()
                connection.close()
        except Exception as error:
            self.error = error
        finally:
            for listener in self.listeners:
                listener.close()

    def _play(self, number: int) -> None:
        """Positions move on by one player each hand, as in the competition."""
        player_of = [(position + number) % self.seats for position in range(self.seats)]
        setup = Setup(
            self.game.rules, self.game.stacks, self.seats - 1, self.game.blinds, (0,) * self.seats, number + 1
        )
        hand, betting = Hand(setup), ""
        while True:
            self._show(hand, betting, number, player_of)
            if hand.actor is None:
                break
            line = self.files[player_of[hand.actor]].readline().strip()
            assert line.startswith(f"{self._state(hand, betting, number, hand.actor)}:")
            move = line.rsplit(":", 1)[1]
            self.replies.append(move)
            street = hand.street
            hand = hand.act(self._choice(hand, move))
            betting += move + "/" * (hand.street - street)
        for position, payoff in enumerate(hand.payoffs):
            self.profits[player_of[position]] += payoff

    def _choice(self, hand: Hand, move: str) -> str | int:
        if move == "c":
            return "call" if hand.legal.call else "check"
        if move == "f":
            assert hand.legal.call, "a fold that costs nothing to avoid"
            return "fold"
        if self.game.rules.limit.betting is Betting.FIXED:
            assert move == "r" and hand.legal.min_raise_to
            return hand.legal.min_raise_to
        assert hand.actor is not None
        return int(move[1:]) - (hand.contributions[hand.actor] - hand.bets[hand.actor])

    def _state(self, hand: Hand, betting: str, number: int, position: int) -> str:
        shown = [
            format_cards(hand.cards(seat)) if seat == position or (hand.is_over and sum(hand.live) > 1) else ""
            for seat in range(self.seats)
        ]
        boards = [hand.board[:3], hand.board[3:4], hand.board[4:5]]
        cards = "/".join(["|".join(shown), *[format_cards(board) for board in boards if board]])
        return f"MATCHSTATE:{position}:{number}:{betting}:{cards}"

    def _show(self, hand: Hand, betting: str, number: int, player_of: list[int]) -> None:
        for position in range(self.seats):
            file = self.files[player_of[position]]
            file.write(f"# hand {number}\r\n{self._state(hand, betting, number, position)}\r\n")
            file.flush()


@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("holdem.nolimit.2p.reverse_blinds", ["tag", "maniac"]),
        ("holdem.limit.2p.reverse_blinds", ["lag", "random"]),
        ("holdem.nolimit.6p", ["tag", "maniac", "random", "station", "min-raise", "shark"]),
        ("nl10u", ["random", "lag"] * 5),
    ],
)
def test_agents_play_at_a_dealer(shared: Path, name: str, agents: list[str]) -> None:
    file = shared / "data" / "acpc" / f"{name}.game"
    dealer = Dealer(read_game(file), hands=30)
    dealer.thread.start()
    results: dict[int, dict[str, object]] = {}

    def join(player: int) -> None:
        results[player] = play_at_dealer("127.0.0.1", dealer.ports[player], agents[player], file, seed=player)

    players = [threading.Thread(target=join, args=(player,)) for player in range(len(agents))]
    for thread in players:
        thread.start()
    for thread in [*players, dealer.thread]:
        thread.join(timeout=120)
    assert dealer.error is None
    assert {reply[0] for reply in dealer.replies} == {"f", "c", "r"}
    assert [results[player]["hands"] for player in range(len(agents))] == [30] * len(agents)
    assert [results[player]["profit"] for player in range(len(agents))] == dealer.profits
    assert sum(dealer.profits) == 0


def test_the_command_plays_at_a_dealer(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared / "data" / "acpc" / "holdem.nolimit.2p.reverse_blinds.game"
    dealer = Dealer(read_game(file), hands=3)
    dealer.thread.start()
    other = threading.Thread(target=play_at_dealer, args=("127.0.0.1", dealer.ports[1], "call", file))
    other.start()
    assert main(["acpc", "127.0.0.1", str(dealer.ports[0]), "tag", "--game", str(file)]) == 0
    other.join(timeout=60)
    dealer.thread.join(timeout=60)
    assert "style:tag: 3 hands" in capsys.readouterr().out and dealer.error is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("HELLO", "the dealer sent 'HELLO'"),
        ("MATCHSTATE:0:1:xyz:AhKd|", "the dealer sent"),
        ("MATCHSTATE:5:1::AhKd|", "position 5 in a game of 2"),
        ("MATCHSTATE:0:1::AhKdQc|", "a hand of 3 cards"),
        ("MATCHSTATE:0:1:fc:AhKd|", "after the end of the hand"),
    ],
)
def test_strange_messages_are_refused(shared: Path, line: str, words: str) -> None:
    game = read_game(shared / "data" / "acpc" / "holdem.nolimit.2p.reverse_blinds.game")
    with pytest.raises(MalformedInput, match=words.replace("(", r"\(")):
        read_state(line, game)


def test_games_that_are_not_holdem_and_dealers_that_are_not_there(shared: Path) -> None:
    with pytest.raises(MalformedInput, match="is not hold'em"):
        read_game(shared / "data" / "acpc" / "leduc.game")
    file = shared / "data" / "acpc" / "holdem.nolimit.3p.game"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(GutshotError, match=f"cannot reach a dealer at 127.0.0.1:{port}"):
        play_at_dealer("127.0.0.1", port, "tag", file)
