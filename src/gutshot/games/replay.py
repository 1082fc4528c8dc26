"""Any history, move by move on the engine, and a verdict on its result.

The betting is played without cards; hands are compared at the showdown from the cards the file shows.
Gaps are filled as pokerkit fills them (a missing check, else a fold). The result is held against what
the file states, or else against pokerkit's own replay. Odd chips may fall to any winner of a chopped pot.
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NoReturn

from gutshot.cards.card import Card, format_card, format_cards, require_distinct
from gutshot.errors import GutshotError, MalformedInput
from gutshot.games import poker, rules
from gutshot.games.actions import legal_of
from gutshot.games.betting import CALL, FOLD, is_legal, to_call
from gutshot.games.history import Did, History, HistoryMove, to_phh
from gutshot.games.pots import pots, winners
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BETTING,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    CARDS,
    DRAWING,
    HOLE,
    LIVE,
    MAX_HOLE,
    NOBODY,
    OVER,
    PAID,
    PHASE,
    SEATS,
    SHOWDOWN,
    STACK,
    START,
    STREET,
    STRENGTH,
    Row,
    blank,
)
from gutshot.games.rules import Rules
from gutshot.games.setup import MAX_CHIPS

NOTHING_SHOWN = -1


class CannotJudge(Exception):
    """The file does not say enough, or speaks of another game: no verdict is possible."""


class Outcome(StrEnum):
    """How a replay compares with the record."""

    AGREE = "agree"
    DIFFER = "differ"
    UNJUDGED = "unjudged"


@dataclass(frozen=True)
class ReplayVerdict:
    """The comparison of one hand, with a sentence unless it agrees."""

    label: str
    outcome: Outcome
    reason: str = ""


def rules_of(history: History, unit: Decimal) -> Rules:
    """The engine's rules for a history, with amounts counted in units."""
    if history.rules is not None:
        streets = tuple(replace(street, bet=count(Decimal(street.bet), unit)) for street in history.rules.streets)
        return replace(history.rules, streets=streets)
    bets = [count(amount, unit) for amount in history.bets]
    limit = rules.ACPC_LIMIT if history.details.get("_dealer") == "acpc" else rules.Limit()
    if history.variant == "NT" and len(bets) == 1:
        return rules.holdem(bets[0], limit, dead_antes=not history.trims_antes)
    if history.variant == "FT" and len(bets) == 2:
        caps = tuple(history.details.get("_caps", (4, 4, 4, 4)))
        return rules.limit_holdem(bets[0], bets[1], caps, dead_antes=not history.trims_antes)
    if history.variant == "FB" and len(bets) == 2:
        return rules.badugi(bets[0], bets[1], dead_antes=not history.trims_antes)
    raise CannotJudge(f"variant {history.variant} is not one we play")


def count(amount: Decimal, unit: Decimal) -> int:
    """An amount as a whole number of units; an unknown stack is as large as possible."""
    if amount.is_infinite():
        return MAX_CHIPS
    if abs(amount) > MAX_CHIPS * unit:
        raise MalformedInput(f"{amount} is more than {MAX_CHIPS} units of {unit}")
    return int(amount / unit)


def smallest_unit(history: History) -> Decimal:
    """The power of ten, at most 1, that every amount of the hand is a multiple of."""
    amounts = (*history.stacks, *history.blinds, *history.antes, *history.bets)
    digits = [amount.normalize().as_tuple().exponent for amount in (*amounts, *(m.amount for m in history.moves))]
    return Decimal(1).scaleb(min(0, *(digit for digit in digits if isinstance(digit, int))))


class Replay:
    """A hand being replayed. `play` moves on by one; the row is the engine's position."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.unit = smallest_unit(history)
        self.rules = rules_of(history, self.unit)
        self.players = len(history.stacks)
        self.holes: list[list[Card | None]] = [[] for _ in range(self.players)]
        self.shown: dict[int, tuple[Card | None, ...]] = {}
        self.board: list[Card | None] = []
        self.row = self._start()

    def _start(self) -> Row:
        if not 2 <= self.players <= self.rules.max_seats:
            raise CannotJudge(f"{self.players} players: {self.rules.name} has room for 2 to {self.rules.max_seats}")
        if min(self.history.stacks) <= 0:
            raise MalformedInput(f"a stack of {min(self.history.stacks)}: expected positive stacks")
        if min(self.history.antes) < 0:
            raise MalformedInput(f"an ante of {min(self.history.antes)}: antes cannot be negative")
        row, players = blank(), self.players
        row[SEATS], row[BUTTON], row[CARDS] = players, players - 1, 0
        for column, amounts in ((START, self.history.stacks), (ANTE, self.history.antes), (BLIND, self.history.blinds)):
            row[column : column + players] = [count(amount, self.unit) for amount in amounts]
        poker.start(self.rules.packed, row)
        return row

    def play(self, move: HistoryMove) -> None:
        """Apply one move; MalformedInput if it contradicts the hand so far."""
        if move.player is not None and move.player >= self.players:
            raise MalformedInput(f"'{move}': there are {self.players} players")
        if move.did is Did.HOLE:
            self._deal_hole(move)
        elif move.did is Did.BOARD:
            self._deal_board(move)
        elif move.did is Did.SHOW:
            self._show(move)
        elif move.did is Did.DRAW:
            self._draw(move)
        else:
            self._bet(move)

    def _deal_hole(self, move: HistoryMove) -> None:
        hole = self.holes[move.player or 0]
        if len(hole) + len(move.cards) > self.rules.hole_cards:
            raise MalformedInput(f"'{move}': the player would hold more than {self.rules.hole_cards} cards")
        hole.extend(move.cards)

    def _board_due(self) -> int:
        over = self.row[PHASE] == OVER
        streets = self.rules.streets[: int(self.row[STREET]) + 1]
        return len(self.board) if over else sum(street.board for street in streets)

    def _deal_board(self, move: HistoryMove) -> None:
        while len(self.board) == self._board_due() and self.row[PHASE] == BETTING:
            self._fill_gap()
        if len(self.board) + len(move.cards) > self._board_due():
            raise MalformedInput(f"'{move}': no board card is due")
        self.board.extend(move.cards)

    def _show(self, move: HistoryMove) -> None:
        player = move.player or 0
        while self.row[PHASE] == BETTING:
            self._fill_gap()
        known = [card for card in self.holes[player] if card is not None]
        shown = [card for card in move.cards if card is not None]
        if len(known) == self.rules.hole_cards and not set(shown) <= set(known):
            raise MalformedInput(f"'{move}': the player was dealt {format_cards(known)}")
        self.shown[player] = move.cards

    def _fill_gap(self) -> None:
        poker.act(self.rules.packed, self.row, FOLD if to_call(self.row) else CALL)

    def _draw(self, move: HistoryMove) -> None:
        while self.row[PHASE] == BETTING:
            self._fill_gap()
        player = move.player or 0
        if self.row[PHASE] != DRAWING or self.row[ACTOR] != player:
            raise MalformedInput(f"'{move}': it is not this player's turn to draw")
        hole = self.holes[player]
        for card in move.cards:
            if card in hole:
                hole.remove(card)
            elif None in hole:
                hole.remove(None)
            else:
                raise MalformedInput(f"'{move}': the player does not hold {format_card(card) if card else 'it'}")
        poker.draw(self.rules.packed, self.row, (1 << len(move.cards)) - 1)

    def _bet(self, move: HistoryMove) -> None:
        player = self.row[ACTOR] if move.player is None else move.player
        if self._is_pointless(move, int(player)):
            self._give_up(move, int(player))
            return
        if self._board_due() > len(self.board):
            raise MalformedInput(f"'{move}': the board has not been dealt")
        while self.row[PHASE] == BETTING and self.row[ACTOR] != player:
            self._fill_gap()
        if self.row[PHASE] != BETTING:
            raise MalformedInput(f"'{move}': no player is to act")
        action = self._action(move)
        if not is_legal(self.rules.packed, self.row, action):
            raise MalformedInput(f"'{move}': {self._bounds()}")
        poker.act(self.rules.packed, self.row, action)

    def _action(self, move: HistoryMove) -> int:
        if move.did is Did.RAISE:
            if move.amount:
                return max(1, count(move.amount, self.unit))
            return self.least_raise()  # a fixed limit leaves no choice
        return FOLD if move.did is Did.FOLD else CALL

    def least_raise(self) -> int:
        """The least raise_to of the actor, in units; 1, which no rules allow, if he may not raise."""
        return legal_of(self.rules, self.row).min_raise_to or 1

    def _bounds(self) -> str:
        legal = legal_of(self.rules, self.row)
        if legal.min_raise_to is None or legal.max_raise_to is None:
            return "no raise is allowed here"
        return f"a raise may be to {legal.min_raise_to * self.unit} up to {legal.max_raise_to * self.unit}"

    def _is_pointless(self, move: HistoryMove, player: int) -> bool:
        """A check or fold by the only player with chips left, who does not act here."""
        if move.did is Did.RAISE or (self.row[PHASE] == BETTING and self.row[ACTOR] == player):
            return False
        if player == NOBODY:
            return move.did is Did.CALL and bool(self.row[PHASE] >= SHOWDOWN)
        live = [seat for seat in range(self.players) if self.row[LIVE] >> seat & 1]
        others = [seat for seat in live if seat != player]
        return player in live and bool(others) and all(self.row[STACK + seat] == 0 for seat in others)

    def _give_up(self, move: HistoryMove, player: int) -> None:
        """A fold by a player who had nothing to fear still gives up his hand."""
        if move.did is Did.FOLD:
            self.row[LIVE] &= ~(1 << player)
            if self.row[LIVE] & (self.row[LIVE] - 1) == 0:
                self.row[PHASE] = OVER

    def payoffs(self) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """What each player won, in the file's units, and by how much odd chips may move it."""
        if self.row[PHASE] < SHOWDOWN:
            self._cut_short(f"p{int(self.row[ACTOR]) + 1} still has to act")
        if self.row[PHASE] == SHOWDOWN:
            self._compare_hands()
        taken, slack = self._shares()
        unit = Fraction(self.unit)
        paid = [int(self.row[PAID + seat]) for seat in range(self.players)]
        odd = Fraction(1) if self.history.payoffs is None else unit  # pokerkit's odd chip is a whole one
        return tuple((won - put) * unit for won, put in zip(taken, paid, strict=True)), tuple(s * odd for s in slack)

    def _shares(self) -> tuple[list[Fraction], list[int]]:
        taken, slack = [Fraction(0)] * self.players, [0] * self.players
        for pot in pots(self.row):
            best = winners(self.row, pot)
            for seat in best:
                taken[seat] += Fraction(pot.amount, len(best))
                slack[seat] += len(best) - 1
        return taken, slack

    def _cut_short(self, what: str) -> NoReturn:
        sentence = f"the history ends before the hand does: {what}"
        if self.history.payoffs is None:
            raise CannotJudge(sentence)
        raise MalformedInput(f"{sentence}, but it states a result")

    def _known(self, player: int) -> list[Card]:
        """The whole hand if the file shows it, or deals it and states a result; else nothing.

        Without a stated result pokerkit is the judge, and it counts only what is shown.
        """
        dealt = [] if self.history.payoffs is None else self.holes[player]
        for cards in (self.shown.get(player, ()), dealt):
            known = [card for card in cards if card is not None]
            if len(known) == self.rules.hole_cards:
                return known
        return []

    def _compare_hands(self) -> None:
        """Rank the hands the file shows; a hidden or mucked hand gives way wherever a shown one contends."""
        live = int(self.row[LIVE])
        contenders = [seat for seat in range(self.players) if live >> seat & 1 and self.shown.get(seat) != ()]
        known = {seat: cards for seat in contenders if (cards := self._known(seat))}
        for pot in pots(self.row):
            if len(pot.seats) > 1 and not set(pot.seats) & set(known):
                raise CannotJudge("the hands of a showdown are hidden")
        self._fill_cards(known)
        self.row[LIVE] = sum(1 << seat for seat in known)
        poker.rank_hands(self.rules.packed, self.row)
        self.row[LIVE] = live
        for seat in set(range(self.players)) - set(known):
            self.row[STRENGTH + seat] = NOTHING_SHOWN

    def _fill_cards(self, known: dict[int, list[Card]]) -> None:
        due = sum(street.board for street in self.rules.streets)
        board = [card for card in self.board if card is not None]
        if len(board) < due:
            self._cut_short(f"{len(board)} of {due} board cards are known")
        require_distinct([*board, *(card for cards in known.values() for card in cards)])
        self.row[BOARD_COUNT] = due
        self.row[BOARD : BOARD + due] = board
        for seat, cards in known.items():
            self.row[HOLE + MAX_HOLE * seat : HOLE + MAX_HOLE * seat + len(cards)] = cards


def replay(history: History) -> Iterator[Replay]:
    """The replay before the first move and after each; the same object, moving on."""
    position = Replay(history)
    yield position
    for move in history.moves:
        position.play(move)
        yield position


def pokerkit_payoffs(history: History) -> tuple[Fraction, ...]:
    """What pokerkit makes of the same hand."""
    from pokerkit import HandHistory

    state = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for state in HandHistory.loads(to_phh(replace(history, details={}))):  # noqa: B007 - the last one counts
                pass
        except Exception as error:
            raise CannotJudge(f"the file states no result and pokerkit cannot replay it: {error}") from None
    if state is None or state.status:
        raise CannotJudge("the file states no result and pokerkit does not reach the end")
    return tuple(Fraction(payoff) for payoff in state.payoffs)


def judge(history: History) -> ReplayVerdict:
    """Replay a hand and compare its payoffs with the record."""
    try:
        position = None
        for position in replay(history):  # noqa: B007 - the last one counts
            pass
        assert position is not None
        ours, slack = position.payoffs()
        if history.payoffs is None:
            theirs, whose = pokerkit_payoffs(history), "pokerkit says"
        else:
            theirs, whose = tuple(map(Fraction, history.payoffs)), "the file says"
    except CannotJudge as reason:
        return ReplayVerdict(history.label, Outcome.UNJUDGED, str(reason))
    except GutshotError as error:
        return ReplayVerdict(history.label, Outcome.DIFFER, str(error))
    if same_payoffs(ours, theirs, slack):
        return ReplayVerdict(history.label, Outcome.AGREE)
    return ReplayVerdict(history.label, Outcome.DIFFER, f"we pay {_numbers(ours)}, {whose} {_numbers(theirs)}")


def same_payoffs(ours: Iterable[Fraction], theirs: Iterable[Fraction], slack: Iterable[Fraction]) -> bool:
    """Equal up to rounding of the record and to the odd chips of chopped pots."""
    differences = [abs(mine - other) for mine, other in zip(ours, theirs, strict=True)]
    return all(difference <= odd + _ROUNDING for difference, odd in zip(differences, slack, strict=True))


_ROUNDING = Fraction(1, 1_000_000)


def _numbers(payoffs: Iterable[Fraction]) -> str:
    return ", ".join(f"{float(payoff):g}" for payoff in payoffs)
