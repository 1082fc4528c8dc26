"""What a choice is worth when all seats play on by one strategy: many hands at once, from a decision to the end.

Cards that the actor cannot see are dealt from ranges; deals in which two players hold the same card are rejected. Every
choice is followed through the same deals with the same dice. All-in luck and the luck of the board are removed
(`games.luck`), which does not change the mean. Only the content of an `Observation` is used.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gutshot.agents.agent import DecidesRows
from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hidden_view import blank_view, hide, usual_rules, view_of
from gutshot.games.luck import add_board_luck, all_in_value
from gutshot.games.observation import Observation
from gutshot.games.playout import DICE_SIZE, apply
from gutshot.games.row import (
    ACTOR,
    BOARD_COUNT,
    CARDS,
    DECK,
    DECK_CARDS,
    HOLE,
    LIVE,
    MAX_BOARD,
    MAX_HOLE,
    MAX_SEATS,
    OVER,
    PHASE,
    SHUFFLED,
    SIZE,
    STACK,
    START,
    STREET,
    STUB,
    TOP,
    Row,
    blank,
)
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals

_LONGEST = 256
"""Actions of a hand that there is room for."""
_ROUNDS = 40
_MIXED_IN = 0.02
_MOST_TRIES = 2000
_DEALS_AT_ONCE = 200
"""Of each hand, where many hands are played out."""


class _RunningDeals(NamedTuple):
    """Hands being played, [n] each."""

    rows: Ints  # [n, SIZE]
    records: Ints
    logs: Ints32  # [n, _LONGEST, (seat, street, action)]
    lengths: Ints
    known: Ints  # board cards known at the last decision
    luck: Reals  # [n, MAX_SEATS]
    dice: Ints


class _Space(NamedTuple):
    """Where the luck of a hand is worked out."""

    cards: Row
    trial: Row
    means: Reals


@kernel
def _seed_all(dice: Ints, seed: int) -> None:
    for i in range(len(dice)):
        seed_random(dice[i], 0, seed, i)


@kernel
def _show(rows: Ints, asked: Ints, views: Ints) -> None:
    for k in range(len(asked)):
        views[k] = blank_view()
        hide(rows[asked[k]], views[k])


@kernel
def _make(rules: Row, run: _RunningDeals, asked: Ints, actions: Ints, space: _Space) -> None:
    """One action in each of the hands asked about."""
    for k in range(len(asked)):
        i = asked[k]
        hand, at = run.rows[i], run.lengths[i]
        run.logs[i, at, 0], run.logs[i, at, 1], run.logs[i, at, 2] = hand[ACTOR], hand[STREET], actions[k]
        run.lengths[i] = at + 1
        run.known[i] = known = hand[BOARD_COUNT]
        apply(rules, hand, run.records[i], actions[k])
        if hand[PHASE] != OVER and hand[BOARD_COUNT] > known:
            add_board_luck(hand, known, run.dice[i], space.cards, space.trial, run.luck[i])


@kernel
def _worth(rules: Row, run: _RunningDeals, seat: int, stack: int, space: _Space, values: Reals) -> None:
    """What the seat has won in each finished hand since it had this stack, without the luck that is measured."""
    for i in range(len(values)):
        hand, known = run.rows[i], run.known[i]
        values[i] = hand[STACK + seat] - stack
        if hand[LIVE] & (hand[LIVE] - 1) != 0 and hand[BOARD_COUNT] == MAX_BOARD and known < MAX_BOARD:
            all_in_value(rules, hand, known, run.dice[i], space.cards, space.trial, space.means)
            values[i] = space.means[seat] + hand[START + seat] - stack
        values[i] -= run.luck[i, seat]


@dataclass(frozen=True)
class Rollout:
    """Values in chips, [choices, deals], of choices made with the same deals; folding is worth 0.

    `guessed` is the share of later decisions of which the strategy knew nothing, so that a stand-in made them.
    """

    choices: tuple[Choice, ...]
    values: Reals
    guessed: Reals

    @cached_property
    def means(self) -> Reals:
        """[choices] the mean value of each."""
        return np.asarray(self.values.mean(axis=1))

    @cached_property
    def errors(self) -> Reals:
        """[choices] standard errors."""
        return np.asarray(self.values.std(axis=1, ddof=1) / np.sqrt(self.values.shape[1]))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much more one choice is worth than another, and the standard error of that."""
        gap = self.values[one] - self.values[other]
        return float(gap.mean()), float(gap.std(ddof=1) / np.sqrt(len(gap)))

    def and_more(self, more: "Rollout") -> "Rollout":
        """With further deals."""
        count, added = self.values.shape[1], more.values.shape[1]
        guessed = (self.guessed * count + more.guessed * added) / (count + added)
        return Rollout(self.choices, np.concatenate([self.values, more.values], axis=1), guessed)


def roll_out(
    seen: Observation, choices: Sequence[Choice], ranges: Reals, player: DecidesRows, deals: int, seed: int = 0
) -> Rollout:
    """Play out the observer's choices over many deals; `ranges` [seats, 1326] are weights of what others hold."""
    if seen.variant != "holdem" or not seen.is_my_turn:
        raise BadConfig(f"a rollout of {seen.variant} for seat {seen.seat}: expected hold'em and the seat's own turn")
    dice = np.random.default_rng(seed)
    held = deal_hidden(seen, ranges, deals, dice)
    board = _deal_board(seen, held, dice)
    values, guessed = np.zeros((len(choices), deals)), np.zeros(len(choices))
    for place, choice in enumerate(choices):
        if choice != "fold":
            values[place], guessed[place] = _play(seen, choice, held, board, player, seed)
    return Rollout(tuple(choices), values, guessed)


def deal_hidden(seen: Observation, ranges: Reals, deals: int, dice: np.random.Generator) -> Ints:
    """[deals, seats] combos of all seats, the observer's own as it is; no card is dealt twice."""
    weights = np.where((COMBO_MASKS & np.uint64(mask_of((*seen.cards, *seen.board)))) != 0, 0.0, ranges)
    weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, _anything(seen))
    found, count = np.zeros((deals, seen.seats), np.int64), 0
    for _ in range(_ROUNDS):
        dealt = _disjoint(seen, weights, 2 * deals, dice)[: deals - count]
        found[count : count + len(dealt)] = dealt
        count += len(dealt)
        if count == deals:
            return found
        weights = weights / weights.sum(axis=1, keepdims=True)
        weights += _MIXED_IN * _anything(seen) / COMBO_COUNT  # ranges that hardly fit together are widened
    raise BadConfig("the ranges of the players cannot be dealt together")


def _anything(seen: Observation) -> Reals:
    return np.where((COMBO_MASKS & np.uint64(mask_of((*seen.cards, *seen.board)))) != 0, 0.0, 1.0)


def _disjoint(seen: Observation, weights: Reals, deals: int, dice: np.random.Generator) -> Ints:
    """Deals [n, seats] in which no card comes twice."""
    found, used = np.zeros((deals, seen.seats), np.int64), np.zeros(deals, np.uint64)
    for seat in range(seen.seats):
        if seat == seen.seat:
            low, high = sorted(seen.cards)
            found[:, seat] = low * (101 - low) // 2 + high - 1
            continue
        found[:, seat] = _drawn(weights[seat], len(found), dice)
        masks = COMBO_MASKS[found[:, seat]]
        free = (masks & used) == 0
        found, used = found[free], used[free] | masks[free]
    return found


def _drawn(weights: Reals, count: int, dice: np.random.Generator) -> Ints:
    """Combos by their weights; dice that rounding leaves above all of them fall on the last that has one."""
    upto = np.cumsum(weights)
    places = np.searchsorted(upto, dice.random(count) * upto[-1], side="right")
    return np.asarray(np.minimum(places, np.flatnonzero(weights)[-1]), np.int64)


def _deal_board(seen: Observation, held: Ints, dice: np.random.Generator) -> Ints:
    """[deals, cards to come] of the board."""
    order = dice.random((len(held), DECK_CARDS))
    order[:, list(seen.board)] = 2.0
    np.put_along_axis(order, COMBO_CARDS[held].reshape(len(held), -1).astype(np.int64), 2.0, axis=1)
    to_come = MAX_BOARD - len(seen.board)
    return np.asarray(np.argsort(order, axis=1)[:, :to_come], np.int64)


def _begun(seen: Observation, held: Ints, board: Ints) -> _RunningDeals:
    """The decision itself with every deal."""
    view, record = view_of(seen)
    count, actions = len(held), [event for event in seen.history if event.is_betting]
    rows = np.tile(view, (count, 1))
    for seat in range(seen.seats):
        rows[:, HOLE + MAX_HOLE * seat : HOLE + MAX_HOLE * seat + 2] = COMBO_CARDS[held[:, seat]]
    rows[:, DECK : DECK + board.shape[1]] = board
    rows[:, CARDS], rows[:, TOP] = 1, 0
    rows[:, STUB] = rows[:, SHUFFLED] = board.shape[1]
    logs = np.zeros((count, _LONGEST, 3), np.int32)
    if actions:
        logs[:, : len(actions)] = [(event.seat or 0, event.street, event.number) for event in actions]
    lengths, known = np.full(count, len(actions)), np.full(count, len(seen.board))
    return _RunningDeals(
        rows,
        np.tile(record, (count, 1)),
        logs,
        lengths,
        known,
        np.zeros((count, MAX_SEATS)),
        np.zeros((count, DICE_SIZE), np.int64),
    )


def _play(
    seen: Observation, choice: Choice, held: Ints, board: Ints, player: DecidesRows, seed: int
) -> tuple[Reals, float]:
    """What one choice wins in each deal, and how many later decisions were a stand-in's."""
    rules, space = usual_rules(seen.variant, seen.big_blind).packed, _space()
    run, numbers = _begun(seen, held, board), seed * (1 << 32) + np.arange(len(held))
    before = dict(getattr(player, "spots", {}))
    _seed_all(run.dice, seed)
    asked = np.arange(len(held))
    actions = np.full(len(held), _number(choice))
    while len(asked):
        _make(rules, run, asked, actions, space)
        asked = asked[run.rows[asked, PHASE] != OVER]
        if len(asked):
            views, longest = np.empty((len(asked), SIZE), np.int64), int(run.lengths[asked].max())
            _show(run.rows, asked, views)
            logs = np.ascontiguousarray(run.logs[asked, :longest])
            actions = player.act_rows(rules, views, run.records[asked], logs, run.lengths[asked], numbers[asked])
    values = np.zeros(len(held))
    _worth(rules, run, seen.seat, seen.stacks[seen.seat], space, values)
    return values, _guessed(before, getattr(player, "spots", {}))


def _number(choice: Choice) -> int:
    return choice if isinstance(choice, int) else FOLD if choice == "fold" else CALL


def _guessed(before: dict[str, int], after: dict[str, int]) -> float:
    made = {way: count - before.get(way, 0) for way, count in after.items()}
    return made.get("outside", 0) / max(1, sum(made.values()))


def _space() -> _Space:
    return _Space(np.zeros(DECK_CARDS, np.int64), blank(), np.zeros(MAX_SEATS))


def roll_out_hands(
    seen: Observation,
    choices: Sequence[Choice],
    combos: Ints,
    ranges: Reals,
    player: DecidesRows,
    deals: int,
    seed: int = 0,
    most_seconds: float | None = None,
) -> tuple[Reals, Reals, int]:
    """[choices, combos] means in chips, their standard errors, and how many deals there were; folding is 0.

    `seen` is the actor's view, whose own cards do not matter. Each of `combos` is dealt `deals` times, all choices with
    the same cards. After `most_seconds` of processor time no further round of deals is begun.
    """
    dice, own, began = np.random.default_rng(seed), np.asarray(combos, np.int64), time.process_time()
    sums, squares = np.zeros((2, len(choices), len(combos)))
    dealt = 0
    while dealt < deals and not (dealt and most_seconds and time.process_time() - began > most_seconds):
        count = min(_DEALS_AT_ONCE, deals - dealt)
        held = _deal_around(seen, np.repeat(own, count), ranges, dice)
        board = _deal_board(seen, held, dice)
        for place, choice in enumerate(choices):
            if choice != "fold":
                values = _play(seen, choice, held, board, player, seed + dealt)[0].reshape(len(combos), count)
                sums[place] += values.sum(axis=1)
                squares[place] += (values**2).sum(axis=1)
        dealt += count
    means = sums / dealt
    spread = np.maximum(squares / dealt - means**2, 0.0) * dealt / (dealt - 1)
    return means, np.sqrt(spread / dealt), dealt


def _deal_around(seen: Observation, own: Ints, ranges: Reals, dice: np.random.Generator) -> Ints:
    """[deals, seats] with the actor's combo given in every deal; the others redrawn until no card is dealt twice."""
    dead = np.uint64(mask_of(seen.board))
    free = np.where((COMBO_MASKS & dead) != 0, 0.0, 1.0)
    held, todo = np.zeros((len(own), seen.seats), np.int64), np.arange(len(own))
    held[:, seen.seat] = own
    for tries in range(_MOST_TRIES):
        used = COMBO_MASKS[own[todo]].copy()
        clash = np.zeros(len(todo), np.bool_)
        for seat in range(seen.seats):
            if seat != seen.seat:
                wide = (
                    ranges[seat] * free + _MIXED_IN * tries * free / COMBO_COUNT
                )  # ranges that hardly fit are widened
                held[todo, seat] = drawn = _drawn(wide if wide.any() else free, len(todo), dice)
                clash |= (COMBO_MASKS[drawn] & used) != 0
                used |= COMBO_MASKS[drawn]
        todo = todo[clash]
        if not len(todo):
            return held
    raise BadConfig("the ranges of the players cannot be dealt together")
