"""Where a real hand stands in a strategy that is asked by lines, and the strategy's answer in the table's own chips.

Amounts are scaled. An amount that a strategy lacks is replaced by its nearest one, with a note. A solved spot covers a
hand from the street that starts with its board, two players and its stack-to-pot ratio.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gutshot.cards.card import Card, format_cards
from gutshot.errors import IllegalAction
from gutshot.games.actions import ActionKind, Choice
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.strategies.strategy import Answer, Hands, Knowledge, Move, Stop, StopKind, Strategy
from gutshot.strategies.strategy import nothing_known as nothing
from gutshot.strategies.table_walk import move_at, moves_of, walk_hand

SAME = 0.02
"""Amounts and stacks that differ by less are the same."""
_SAME_RATIO = 0.03


@dataclass(frozen=True)
class Followed:
    """A decision of a real hand, after `step` of its actions, and the strategy's line for it."""

    step: int
    line: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entrance:
    """Where a hand enters a strategy: after `step` actions; one chip of the table is `factor` of its chips."""

    step: int
    factor: float
    seats: tuple[int, ...]  # of the table, by seat of the strategy
    notes: tuple[str, ...] = ()


def entrance(root: Stop, hands: Sequence[Hand]) -> Entrance | None:
    """Where a hand reaches the board that a spot starts from, with its players and the same stack-to-pot ratios."""
    for step, hand in enumerate(hands):
        if len(hand.board) != len(root.board) or any(hand.bets):
            continue
        order = [(hand.button + 1 + place) % hand.seats for place in range(hand.seats)]
        seats = tuple(seat for seat in order if hand.live[seat])
        fits = _same_depths(root, hand, seats) and _same_board(root.board, hand.board)
        return Entrance(step, root.pot / hand.pot, seats) if fits else None
    return None


def _same_depths(root: Stop, hand: Hand, seats: Sequence[int]) -> bool:
    """As many players with the same ratios of stack to pot; of two only the smaller stack counts."""
    wanted, stacks = [chair.stack for chair in root.chairs], [hand.stacks[seat] for seat in seats]
    if len(wanted) != len(stacks):
        return False
    if len(wanted) == 2:
        wanted, stacks = [min(wanted)], [min(stacks)]
    ratios = (stack / hand.pot / (own / root.pot) for stack, own in zip(stacks, wanted, strict=True))
    return all(abs(ratio - 1) <= _SAME_RATIO for ratio in ratios)


def _same_board(wanted: Sequence[Card], board: Sequence[Card]) -> bool:
    """Whether two boards are equal, flop cards in any order."""
    return set(wanted[:3]) == set(board[:3]) and tuple(wanted[3:]) == tuple(board[3:])


def follow(strategy: Strategy, hands: Sequence[Hand], entered: Entrance) -> Iterator[Followed]:
    """The decisions of a hand from its entrance on, as long as the strategy has them."""
    line, notes = "", entered.notes
    for step in range(entered.step, len(hands)):
        hand = hands[step]
        stop = strategy.walk(line)[-1]
        if stop.kind is StopKind.CARD:
            line = stop.line_after(format_cards(hand.board[len(stop.board) : len(stop.board) + stop.deals]))
            stop = strategy.walk(line)[-1]
        if stop.kind is not StopKind.DECISION or hand.is_over:
            return
        yield Followed(step, stop.line, notes)
        if step + 1 < len(hands):
            choice = hands[step + 1].actions[-1]
            move = nearest(stop, choice, entered.factor)
            if isinstance(choice, int) and abs(move.amount - choice * entered.factor) > SAME * choice * entered.factor:
                taken = round(move.amount / entered.factor) if move.amount else move.word
                notes = (*notes, f"raise to {choice} is not in the tree and is taken for {taken}")
            line = stop.line_after(move.word)


def nearest(stop: Stop, choice: Choice, factor: float) -> Move:
    """The strategy's move for a choice of the table; IllegalAction where it has nothing like it."""
    if isinstance(choice, int):
        sized = [move for move in stop.moves if move.amount]
        if sized:
            return min(sized, key=lambda move: abs(move.amount - choice * factor))
    for move in stop.moves:
        if move.kind is ActionKind.FOLD if choice == "fold" else move.action.is_passive:
            return move
    raise IllegalAction(f"no {choice!r} there, expected one of {', '.join(move.word for move in stop.moves)}")


def answer(strategy: Strategy, hands: Sequence[Hand], entered: Entrance | None, seat: int | None) -> Answer:
    """What a strategy that is asked by lines says at the last of the public `hands`."""
    now = hands[-1]
    who = now.actor if seat is None else seat
    if who is None:
        raise IllegalAction("no player acts there: the hand is over")
    place = _last(strategy, hands, entered)
    if entered is None or place is None or who not in entered.seats:
        return Answer(walk_hand(hands, moves_of)[-1].stop, nothing(who, "the hand does not come to this strategy"))
    held = strategy.hands(place.line, entered.seats.index(who))
    own = [_real(now, move, entered.factor) for move in strategy.walk(place.line)[-1].moves]
    moves = tuple(dict.fromkeys(own))
    stop = walk_hand(hands, lambda hand: moves if hand is now else moves_of(hand))[-1].stop
    return Answer(stop, _in_chips(held, own, moves, entered.factor, who, place.notes))


def _last(strategy: Strategy, hands: Sequence[Hand], entered: Entrance | None) -> Followed | None:
    """Where the current decision is in the strategy, or None."""
    if entered is None:
        return None
    try:
        places = list(follow(strategy, hands, entered))
    except IllegalAction:
        return None
    return places[-1] if places and places[-1].step == len(hands) - 1 else None


def _real(hand: Hand, move: Move, factor: float) -> Move:
    """A move of the strategy at the table."""
    legal = hand.legal
    if move.kind is ActionKind.FOLD:
        return move_at(hand, FOLD)
    if not move.amount or legal.min_raise_to is None or legal.max_raise_to is None:
        return move_at(hand, CALL)
    return move_at(hand, min(max(round(move.amount / factor), legal.min_raise_to), legal.max_raise_to))


def _in_chips(
    held: Hands, own: Sequence[Move], moves: Sequence[Move], factor: float, who: int, notes: tuple[str, ...]
) -> Hands:
    """The hands in the table's seat, chips and moves; moves that are the same at the table are added up."""
    mix = held.mix
    if mix is not None and len(moves) < len(own):
        mix = np.stack([mix[[each == move for each in own]].sum(axis=0) for move in moves])
    firsts = [own.index(move) for move in moves]
    return replace(
        held,
        seat=who,
        mix=mix,
        ev=None if held.ev is None else held.ev / factor,
        action_ev=None if held.action_ev is None else held.action_ev[firsts] / factor,
        ev_error=None if held.ev_error is None else held.ev_error / factor,
        knowledge=Knowledge.NEAR if notes else Knowledge.EXACT,
        notes=notes,
    )
