"""Whole hands played by compiled opponents, and a log of every decision to measure them by.

The decisions are those that a table asks for one at a time; only the loop around them is compiled too.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gutshot.agents.badugi.cpu import decide, decide_solved
from gutshot.agents.badugi.decision import dice, draws_left, is_first_in, is_full_price
from gutshot.agents.badugi.draws import MAX_DRAWN, aggression_level, last_drawn
from gutshot.agents.badugi.exploiters import EXPLOITERS, decide_exploiter
from gutshot.agents.badugi.odds import Scratch, beat_all, best_option, option_equity
from gutshot.agents.badugi.position import acting_before, active_count, category_of
from gutshot.agents.badugi.profiles import profile_of
from gutshot.agents.badugi.ranges import KNOTS, Odds, odds
from gutshot.agents.badugi.snow import may_snow
from gutshot.agents.badugi.states import seat_state
from gutshot.agents.badugi.tight import decide_tight
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act, draw, new_deck, start
from gutshot.games.row import (
    ACTOR,
    BETTING,
    BLIND,
    BUTTON,
    DRAWING,
    LIVE,
    PHASE,
    RAISES,
    SEATS,
    STACK,
    START,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import badugi
from gutshot.games.seats import forced_bets
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals

CPU = 0
TIGHT = 1
RANDOM = 2
SOLVED = 3
FIRST_EXPLOITER = 4
_PLAIN = {"tight": TIGHT, "random": RANDOM} | {name: FIRST_EXPLOITER + number for number, name in enumerate(EXPLOITERS)}
_RANDOM_DICE = 9
_MILLIONTHS = 1_000_000


class DecisionLog(NamedTuple):
    """Columns of the decision log."""

    hand: Ints
    seat: Ints
    phase: Ints  # BETTING or DRAWING
    street: Ints
    state: Ints
    position: Ints
    opponents: Ints  # still in the hand
    is_open: Ints  # 1: before the first draw, all folded so far, nothing paid yet
    raises: Ints
    owed: Ints
    drawn: Ints  # own latest draw; -1 before the first
    fewest: Ints  # fewest cards an opponent took on his latest draw; -1 before
    level: Ints  # highest betting level among the opponents
    may_snow: Ints
    gain: Ints  # millionths of equity that breaking the highest card gains; drawing only
    action: Ints  # FOLD, CALL or raise_to; drawing: mask of discards


@kernel
def decide_random(rules: Row, row: Row, seed: int) -> int:
    """A third each fold, call and raise; a draw throws each card away with an even chance."""
    throw = dice(row, row[ACTOR], seed, _RANDOM_DICE)
    if row[PHASE] == DRAWING:
        return int(throw * 16)
    if throw < 1 / 3:
        return FOLD
    return CALL if throw < 2 / 3 else raise_bounds(rules, row)[0]


@kernel
def choose(rules: Row, row: Row, kind: int, profile: Reals, seed: int, tables: Odds, scratch: Scratch) -> int:
    """The actor's action number by his kind: CPU, TIGHT, RANDOM, SOLVED, or an exploiter at a table of two."""
    if kind == CPU:
        return decide(rules, row, profile, seed, tables, scratch)
    if kind == TIGHT:
        return decide_tight(rules, row)
    if kind == SOLVED:
        return decide_solved(rules, row, profile, seed, tables, scratch)
    if kind >= FIRST_EXPLOITER:
        return decide_exploiter(kind - FIRST_EXPLOITER, rules, row, seed, tables.codes, scratch)
    return decide_random(rules, row, seed)


@kernel
def _write(row: Row, hand: int, action: int, tables: Odds, scratch: Scratch, line: Ints) -> None:
    """Fill one line of the log, before the action is taken."""
    seat = row[ACTOR]
    state = seat_state(row, seat)
    line[0], line[1], line[2], line[3], line[4] = hand, seat, row[PHASE], row[STREET], state
    line[5], line[6] = category_of(acting_before(row, seat), active_count(row)), active_count(row) - 1
    line[7] = row[STREET] == 0 and is_first_in(row, seat) and is_full_price(row, seat)
    line[8], line[9] = row[RAISES], to_call(row) if row[PHASE] == BETTING else 0
    line[10], line[11], line[12] = last_drawn(row, seat), MAX_DRAWN, 0
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1:
            line[11] = min(line[11], last_drawn(row, other))
            line[12] = max(line[12], aggression_level(row, other))
    if row[PHASE] == DRAWING:
        left = draws_left(row)
        beat_all(row, seat, tables, scratch)
        line[13] = may_snow(row, seat, state, best_option(tables, state, left, scratch)[1])
        pat = option_equity(tables, state, left, 0, scratch)
        line[14] = int(_MILLIONTHS * (option_equity(tables, state, left, 1, scratch) - pat))
    line[15] = action


@kernel
def play_hands(
    rules: Row,
    row: Row,
    kinds: Ints,
    profiles: Reals,
    seed: int,
    tables: Odds,
    scratch: Scratch,
    payoffs: Ints,
    log: Ints,
    per_deck: int,
) -> int:
    """Play a hand per row of `payoffs` [hands, seats], the button moving; returns how many decisions were made.

    `per_deck` hands in a row are dealt from equal decks.

    `row` brings SEATS, START and BLIND for a button at seat 0. `log` [N, columns] takes the first N decisions.
    """
    seats = row[SEATS]
    first_blinds = row[BLIND : BLIND + seats].copy()
    decisions = 0
    for hand in range(payoffs.shape[0]):
        row[BUTTON] = hand % seats
        for seat in range(seats):
            row[BLIND + (seat + hand) % seats] = first_blinds[seat]
        new_deck(rules, row, seed, hand // per_deck)
        start(rules, row)
        while row[PHASE] <= DRAWING:
            actor = row[ACTOR]
            action = choose(rules, row, kinds[actor], profiles[actor], seed + actor, tables, scratch)
            if decisions < log.shape[0]:
                _write(row, hand, action, tables, scratch, log[decisions])
            decisions += 1
            if row[PHASE] == BETTING:
                act(rules, row, action)
            else:
                draw(rules, row, action)
        for seat in range(seats):
            payoffs[hand, seat] = row[STACK + seat] - row[START + seat]
    return decisions


def _lineup(names: Sequence[str]) -> tuple[Ints, Reals]:
    """Kinds [N] and profiles [N, 3] of players named "cpu1" to "cpu6", "tight", "random", "solved" or in EXPLOITERS."""
    if not 2 <= len(names) <= 7:
        raise BadConfig(f"{len(names)} badugi players: expected 2 to 7")
    if len(names) > 2 and any(name in EXPLOITERS for name in names):
        raise BadConfig(f"{len(names)} badugi players: exploiters play heads-up")
    kinds = np.array([SOLVED if name == "solved" else _PLAIN.get(name, CPU) for name in names], dtype=np.int64)
    profiles = [profile_of("cpu3" if kind != CPU else name).packed for kind, name in zip(kinds, names, strict=True)]
    return kinds, np.array(profiles)


def _play(names: Sequence[str], hands: int, seed: int, log: Ints, per_deck: int = 1) -> tuple[Ints, int]:
    kinds, profiles = _lineup(names)
    seats = len(names)
    game = badugi(100, 200)
    row = blank()
    row[SEATS] = seats
    row[START : START + seats] = 10_000
    row[BLIND : BLIND + seats] = forced_bets((50, 100), seats, 0)
    payoffs = np.zeros((hands, seats), dtype=np.int64)
    scratch = np.empty(KNOTS, dtype=np.float32)
    decisions = play_hands(game.packed, row, kinds, profiles, seed, odds(), scratch, payoffs, log, per_deck)
    return payoffs, int(decisions)


def play_match(names: Sequence[str], hands: int, seed: int = 0) -> Ints:
    """Chips won [hands, seats] at blinds 50/100 and bets 100/200, with 10,000 chips each at the start of every hand."""
    return _play(names, hands, seed, np.zeros((0, len(DecisionLog._fields)), dtype=np.int64))[0]


def play_rounds(names: Sequence[str], rounds: int, seed: int = 0) -> Reals:
    """Chips won a hand [rounds, seats] on average over as many hands as there are seats, all dealt from equal decks.

    Each player holds each seat's cards once, so most of the luck is the same for all.
    """
    seats = len(names)
    payoffs = _play(names, rounds * seats, seed, np.zeros((0, len(DecisionLog._fields)), dtype=np.int64), seats)[0]
    return np.asarray(payoffs.reshape(rounds, seats, seats).mean(axis=1))


def count_decisions(names: Sequence[str], hands: int, seed: int = 0) -> int:
    """How many decisions `play_match` makes."""
    return _play(names, hands, seed, np.zeros((0, len(DecisionLog._fields)), dtype=np.int64))[1]


def play_log(names: Sequence[str], hands: int, seed: int = 0) -> DecisionLog:
    """The same match as a log of all its decisions."""
    log = np.zeros((hands * 20 * len(names), len(DecisionLog._fields)), dtype=np.int64)
    _, decisions = _play(names, hands, seed, log)
    return DecisionLog(*log[:decisions].T)
