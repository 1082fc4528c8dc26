"""Lines of a whole hand of hold'em, from the blinds on: what agents, policies and blueprints are asked about.

The rules are the engine's. The cards of a line are dealt from a stacked deck; hole cards are placeholders, because
nothing public depends on them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from gutshot.cards.card import Card, format_cards, parse_cards, require_distinct
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Choice, parse_choice
from gutshot.games.hand import Hand
from gutshot.games.setup import Setup
from gutshot.strategies.lines import LineStep, joined, read_line, require_seat
from gutshot.strategies.strategy import Chair, Move, MoveKind, Stop, StopKind
from gutshot.trees.presets import presets

BIG_BLIND = 100
STREETS = ("preflop", "flop", "turn", "river")
_DEALS = {0: 3, 1: 1, 2: 1}
_TABLE = re.compile(r"(\d{1,2})x(\d{1,4})")


@dataclass(frozen=True)
class TableSize:
    """How many seats, and their stacks in big blinds. As text `6x100`."""

    seats: int = 6
    stack: int = 100

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 9 or not 1 <= self.stack <= 1000:
            raise BadConfig(f"table {self}: expected 2 to 9 seats and stacks of 1 to 1000 big blinds, as in 6x100")

    def __str__(self) -> str:
        return f"{self.seats}x{self.stack}"

    @classmethod
    def parse(cls, text: str) -> "TableSize":
        found = _TABLE.fullmatch(text)
        if found is None:
            raise BadConfig(f"table {text!r}: expected seats x big blinds, as in 6x100")
        return cls(int(found[1]), int(found[2]))


@dataclass(frozen=True)
class Moment:
    """A stop with the engine's hand; at a card still to come, the hand as it will be is not shown."""

    stop: Stop
    hand: Hand


Moves: TypeAlias = Callable[[Hand], tuple[Move, ...]]


def table_setup(size: TableSize) -> Setup:
    """A table of equal stacks without antes; seat 0 has the button."""
    blinds = (BIG_BLIND // 2, BIG_BLIND)
    return Hand.holdem([size.stack * BIG_BLIND] * size.seats, blinds, 0, seed=0).setup


def walk_table(setup: Setup, line: str, moves: Moves) -> list[Moment]:
    """Every moment along a line, with what each actor chooses from."""
    steps = read_line(line, setup.rules.streets[0].bet)
    hand = _deal_out(setup, steps, line)
    moments = [Moment(_decision(hand, (), moves), hand)]
    done: tuple[LineStep, ...] = ()
    for step in steps:
        now = moments[-1]
        after, plain = _next(now, step, line)
        done = (*done, plain)
        moments[-1] = Moment(_with_move(now.stop, plain.text).left_by(plain.text), now.hand)
        moments.append(Moment(_stop(now, after, done, moves), after))
    return moments


def walk_hand(hands: Sequence[Hand], moves: Moves) -> list[Moment]:
    """The moments of a real hand, of which `hands` are the public ones before each action and now."""
    moments: list[Moment] = []
    done: tuple[LineStep, ...] = ()
    for before, hand in zip((None, *hands), hands, strict=False):
        if before is not None:
            word = word_of(before, hand.actions[-1])
            done = (*done, LineStep(word))
            moments[-1] = Moment(_with_move(moments[-1].stop, word).left_by(word), before)
            if len(hand.board) > len(before.board):
                done = (*done, LineStep(format_cards(hand.board[len(before.board) :]), True))
        if hand.is_over:
            raise IllegalAction("nobody decides there: the hand is over")
        moments.append(Moment(_decision(hand, done, moves), hand))
    return moments


def _deal_out(setup: Setup, steps: Sequence[LineStep], line: str) -> Hand:
    board = [card for step in steps if step.is_deal for card in parse_cards(step.text)]
    require_distinct(board)
    if len(board) > 5:
        raise IllegalAction(f"line {line!r}: {len(board)} cards are more than a board has")
    others = [Card(card) for card in range(52) if card not in board][: 2 * len(setup.stacks)]
    return Hand(replace(setup, deck=(*others, *board)))


def _next(now: Moment, step: LineStep, line: str) -> tuple[Hand, LineStep]:
    """The hand after a step, and the step in plain words."""
    if step.is_deal:
        cards = parse_cards(step.text)
        if now.stop.kind is not StopKind.CARD or len(cards) != now.stop.deals:
            wanted = f"{now.stop.deals} to come" if now.stop.deals else "none to come"
            raise IllegalAction(f"line {line!r}: {step.text!r} deals {len(cards)} cards, and there is {wanted}")
        return now.hand, LineStep(format_cards(cards), True)
    if now.stop.kind is not StopKind.DECISION or now.stop.actor is None:
        what = "cards come next, as in '|Td9d6h|'" if now.stop.kind is StopKind.CARD else "the hand is over"
        raise IllegalAction(f"line {line!r}: nobody can {step.text!r} there, {what}")
    require_seat(step, now.stop.chairs[now.stop.actor].name, line)
    choice = choice_of(now.hand, step.text)
    after = now.hand.act(choice)
    return after, LineStep(word_of(now.hand, choice))


def choice_of(hand: Hand, word: str) -> Choice:
    """The engine's choice of a line's word."""
    if word.startswith(("all-in", "allin")):
        most = hand.legal.max_raise_to
        return "call" if most is None else most
    return word


def word_of(hand: Hand, choice: Choice) -> str:
    """A line's word for a choice: bets where nothing was bet, all-in where nothing is left behind."""
    amount = parse_choice(choice) if isinstance(choice, str) else choice
    if not isinstance(amount, int):
        return str(amount)
    if amount == hand.legal.max_raise_to:
        return f"all-in {amount}"
    return f"{'raise' if max(hand.bets) else 'bet'} {amount}"


def _stop(before: Moment, hand: Hand, done: tuple[LineStep, ...], moves: Moves) -> Stop:
    if done[-1].is_deal:
        return _decision(hand, done, moves)
    if hand.is_over:
        return replace(_public(before.hand, hand, done), kind=StopKind.OVER)
    if hand.street > before.hand.street:
        deals = _DEALS[before.hand.street]
        return replace(_public(before.hand, hand, done), kind=StopKind.CARD, deals=deals)
    return _decision(hand, done, moves)


def _chairs(hand: Hand, bets: Sequence[int]) -> tuple[Chair, ...]:
    return tuple(
        Chair(hand.position(seat), hand.stacks[seat], bets[seat], not hand.live[seat]) for seat in range(hand.seats)
    )


def _decision(hand: Hand, done: tuple[LineStep, ...], moves: Moves) -> Stop:
    return Stop(
        joined(done),
        StopKind.DECISION,
        STREETS[hand.street],
        hand.board,
        hand.pot,
        _chairs(hand, hand.bets),
        hand.actor,
        moves(hand),
    )


def _public(before: Hand, hand: Hand, done: tuple[LineStep, ...]) -> Stop:
    """Where betting has just ended: the chips as they are, the board as it was."""
    pot = sum(hand.setup.stacks) - sum(hand.stacks) if not hand.is_over else before.pot
    return Stop(joined(done), StopKind.OVER, STREETS[before.street], before.board, pot, _chairs(hand, [0] * hand.seats))


def moves_of(hand: Hand) -> tuple[Move, ...]:
    """Fold, check or call, and the usual sizes."""
    legal = hand.legal
    passive = Move("check", MoveKind.CHECK) if legal.check else Move("call", MoveKind.CALL)
    found = [passive] if legal.check else [Move("fold", MoveKind.FOLD), passive]
    return (*found, *(sized_move(hand, size.raise_to) for size in presets(hand)))


def sized_move(hand: Hand, amount: int) -> Move:
    word = word_of(hand, amount)
    kinds = {"all-in": MoveKind.ALL_IN, "bet": MoveKind.BET, "raise": MoveKind.RAISE}
    share = (amount - max(hand.bets)) / (hand.pot + (hand.legal.call or 0))
    return Move(word, kinds[word.split()[0]], amount, share)


def _with_move(stop: Stop, word: str) -> Stop:
    """The stop with the action that was taken, where it is none of the usual sizes."""
    if stop.kind is not StopKind.DECISION or any(move.word == word for move in stop.moves):
        return stop
    kind = MoveKind.BET if word.startswith("bet") else MoveKind.RAISE if word.startswith("raise") else None
    if kind is None:
        return stop if word != "fold" else replace(stop, moves=(Move("fold", MoveKind.FOLD), *stop.moves))
    return replace(stop, moves=(*stop.moves, Move(word, kind, int(word.split()[-1]))))
