"""Lines of a whole hand of hold'em, from the blinds on: what agents, policies and blueprints are asked about.

The rules are the engine's. The cards of a line are dealt from a stacked deck; hole cards are placeholders, because
nothing public depends on them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from gutshot.cards.card import Card, require_distinct
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind, Choice, action_of
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, require_seat
from gutshot.games.observation import Observation
from gutshot.games.setup import Setup
from gutshot.strategies.strategy import Chair, Move, Stop, StopKind
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
        """From `6x100`."""
        found = _TABLE.fullmatch(text)
        if found is None:
            raise BadConfig(f"table {text!r}: expected seats x big blinds, as in 6x100")
        return cls(int(found[1]), int(found[2]))


def is_table(text: str) -> bool:
    """Whether a text names a table, as `6x100` does."""
    return _TABLE.fullmatch(text) is not None


@dataclass(frozen=True)
class Moment:
    """A stop with the engine's hand; before a card is dealt, the stop does not show it."""

    stop: Stop
    hand: Hand


Moves: TypeAlias = Callable[[Hand], tuple[Move, ...]]


def table_setup(size: TableSize) -> Setup:
    """A table of equal stacks without antes; seat 0 has the button."""
    blinds = (BIG_BLIND // 2, BIG_BLIND)
    return Hand.holdem([size.stack * BIG_BLIND] * size.seats, blinds, 0, seed=0).setup


def walk_table(setup: Setup, line: str, moves: Moves) -> list[Moment]:
    """Every moment along a line, with what each actor chooses from."""
    steps = parse_line(line, setup.rules.streets[0].bet)
    hand = _deal_out(setup, steps, line)
    moments = [Moment(_decision(hand, (), moves), hand)]
    done: tuple[Action | DealStep, ...] = ()
    for step in steps:
        now = moments[-1]
        after, plain = _next(now, step, line)
        done = (*done, plain)
        moments[-1] = Moment(_with_move(now.stop, plain).left_by(str(plain)), now.hand)
        moments.append(Moment(_stop(now, after, done, moves), after))
    return moments


def walk_hand(hands: Sequence[Hand], moves: Moves) -> list[Moment]:
    """The moments of a real hand, of which `hands` are the public ones before each action and now."""
    moments: list[Moment] = []
    done: tuple[Action | DealStep, ...] = ()
    for before, hand in zip((None, *hands), hands, strict=False):
        if before is not None:
            taken = action_of(before.row, before.verify(hand.actions[-1]))
            done = (*done, taken)
            moments[-1] = Moment(_with_move(moments[-1].stop, taken).left_by(str(taken)), before)
            if len(hand.board) > len(before.board):
                done = (*done, DealStep(hand.board[len(before.board) :]))
        if hand.is_over:
            raise IllegalAction("no player acts there: the hand is over")
        moments.append(Moment(_decision(hand, done, moves), hand))
    return moments


def acting(hand: Hand) -> int:
    """Who acts; IllegalAction where nobody does, BadConfig in another game than hold'em."""
    if hand.actor is None:
        raise IllegalAction("no player acts there: the hand is over")
    if "holdem" not in hand.rules.name:
        raise BadConfig(f"a hand of {hand.rules.name}: expected hold'em")
    return hand.actor


def seen_by_actor(hand: Hand) -> Observation:
    """What the player who acts sees."""
    return hand.observation(acting(hand))


def _deal_out(setup: Setup, steps: Sequence[ActionStep | DealStep], line: str) -> Hand:
    board = [card for step in steps if isinstance(step, DealStep) for card in step.cards]
    require_distinct(board)
    if len(board) > 5:
        raise IllegalAction(f"line {line!r}: {len(board)} cards are more than a board has")
    others = [Card(card) for card in range(52) if card not in board][: 2 * len(setup.stacks)]
    return Hand(replace(setup, deck=(*others, *board)))


def _next(now: Moment, step: ActionStep | DealStep, line: str) -> tuple[Hand, Action | DealStep]:
    """The hand after a step, and the step in plain form."""
    if isinstance(step, DealStep):
        if now.stop.kind is not StopKind.CARD or len(step.cards) != now.stop.deals:
            wanted = f"{now.stop.deals} to come" if now.stop.deals else "none to come"
            raise IllegalAction(f"line {line!r}: '{step}' deals {len(step.cards)} cards, and there is {wanted}")
        return now.hand, step
    if now.stop.kind is not StopKind.DECISION or now.stop.actor is None:
        what = "cards come next, as in '|Td9d6h|'" if now.stop.kind is StopKind.CARD else "the hand is over"
        raise IllegalAction(f"line {line!r}: no player can '{step.action}' there, {what}")
    require_seat(step, now.stop.chairs[now.stop.actor].name, line)
    number = now.hand.verify(_choice(now.hand, step))
    return now.hand.act_unchecked(number), action_of(now.hand.row, number)


def _choice(hand: Hand, step: ActionStep) -> Choice:
    """The engine's choice of an action: an all-in of any size, a check or call by its letter."""
    legal = hand.legal
    if step.either:
        return "check" if legal.check else "call"
    if step.action.kind is ActionKind.ALL_IN:
        return "call" if legal.max_raise_to is None else legal.max_raise_to
    return step.action.choice


def _stop(before: Moment, hand: Hand, done: tuple[Action | DealStep, ...], moves: Moves) -> Stop:
    if isinstance(done[-1], DealStep):
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


def _decision(hand: Hand, done: tuple[Action | DealStep, ...], moves: Moves) -> Stop:
    return Stop(
        format_line(done),
        StopKind.DECISION,
        STREETS[hand.street],
        hand.board,
        hand.pot,
        _chairs(hand, hand.bets),
        hand.actor,
        moves(hand),
    )


def _public(before: Hand, hand: Hand, done: tuple[Action | DealStep, ...]) -> Stop:
    """The stop where betting has just ended: current chips, the board before new cards."""
    pot = sum(hand.setup.stacks) - sum(hand.stacks) if not hand.is_over else before.pot
    return Stop(
        format_line(done), StopKind.OVER, STREETS[before.street], before.board, pot, _chairs(hand, [0] * hand.seats)
    )


def moves_of(hand: Hand) -> tuple[Move, ...]:
    """Fold, check or call, and the usual sizes."""
    plain = (CALL,) if hand.legal.check else (FOLD, CALL)
    return (*(move_at(hand, number) for number in plain), *(move_at(hand, size.raise_to) for size in presets(hand)))


def move_at(hand: Hand, number: int) -> Move:
    """The move that a kernel's number stands for."""
    return Move.sized(action_of(hand.row, number), hand.pot, max(hand.bets), hand.legal.call or 0)


def _with_move(stop: Stop, taken: Action | DealStep) -> Stop:
    """The stop with the action that was taken, where it is none of the usual sizes."""
    if isinstance(taken, DealStep) or any(move.action == taken for move in stop.moves):
        return stop
    move = Move(taken)
    return replace(stop, moves=(*stop.moves, move) if taken.is_sized else (move, *stop.moves))
