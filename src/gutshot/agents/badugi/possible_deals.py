"""What may lie behind a badugi hand for one who sees his own cards: many deals, and his choices played out in them.

A deal is a row of the engine with all cards in it. It begins with any cards for the others, goes through all that was
done, and counts as often as `badugi:solved`, with those cards, does what they did: by its shares where the trained
strategy speaks, by one throw of its dice where rules of thumb do. Deals are taken anew by what they count when few of
them count for most (a particle filter); whoever has not acted yet and the rest of the deck are shuffled again then.

Deals come in groups that know nothing of each other, so the spread of the groups' means is an honest standard error.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from gutshot.agents.badugi.cpu import decide, decide_among_many, decide_solved
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.profiles import profile_of
from gutshot.agents.badugi.ranges import KNOTS, Odds, odds
from gutshot.agents.badugi.solved import crowd_place
from gutshot.blueprint.badugi.at_table import first_action, hand_class, is_known, place_of, read_mix
from gutshot.blueprint.badugi.crowd_views import can_fold, crowd_hand, view_width
from gutshot.blueprint.badugi.hands import thrown
from gutshot.cards.badugi import CARDS, strength
from gutshot.cards.card import DECK as ALL_CARDS
from gutshot.cards.card import Card
from gutshot.cards.made_badugi import STEP
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL, FOLD
from gutshot.games.events import Event, Kind
from gutshot.games.hidden_view import usual_rules
from gutshot.games.observation import Observation
from gutshot.games.poker import act, draw, start
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BLIND,
    BUTTON,
    DECK,
    DRAWING,
    HOLE,
    LIVE,
    MAX_HOLE,
    MAX_SEATS,
    NO_CARD,
    PHASE,
    RANDOM,
    SEATS,
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
from gutshot.games.row import CARDS as HAS_CARDS
from gutshot.games.shuffle import random_below, seed_random
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.bits import bit_count

GROUP = 500
"""Deals of a group."""
NOBODY_KNOWN, EVERYBODY = -1, -1
_NEVER = 0.005
"""An action that the players take with a smaller share of the deals is one they never take: it tells nothing."""
_FEW = 0.5
"""A group in which so small a part of the deals counts for all is taken anew."""
_WHO, _WHAT, _TAKEN = 0, 1, 2  # columns of a step; who, what he did, and the cards that the observer took
_STEP = _TAKEN + CARDS


class PossibleDeals(NamedTuple):
    """Deals [N, SIZE] that all stand at the same decision, and how much each counts."""

    rows: Ints
    weight: Reals
    ignored: Ints  # [seats] how many of a seat's actions told nothing


class _AgentTables(NamedTuple):
    """What the decision kernels read: who sits where, and what all of them look up."""

    rule_players: Ints  # [seats] 1 for a CPU, 0 for `badugi:solved`
    profiles: Reals  # [seats, 3] of the CPU; among three and more `badugi:solved` plays by CPU 3's
    tables: Odds
    scratch: Scratch


class _Known(NamedTuple):
    """What is known of the deal: who looks (or NOBODY_KNOWN), his first cards, and those he will take."""

    seat: int
    first: Ints  # [4], or none
    later: Ints


Seated: TypeAlias = Mapping[int, str]
"""CPUs by seat, such as "cpu5"; in all other seats `badugi:solved` plays."""


def _players(seated: Seated | None = None) -> _AgentTables:
    rule_players, profiles = np.zeros(MAX_SEATS, np.int64), np.tile(profile_of("cpu3").packed, (MAX_SEATS, 1))
    for seat, name in (seated or {}).items():
        rule_players[seat], profiles[seat] = 1, profile_of(name).packed
    return _AgentTables(rule_players, profiles, odds(), np.zeros(KNOTS, np.float32))


# --- the deals ------------------------------------------------------------------------------------------------------


@inline_kernel
def _shuffle_rest(row: Row, acted: int, seat: int, kept: int) -> None:
    """Deal anew what nobody has looked at: the deck but for its last cards, and who has not acted yet."""
    end = row[STUB] - kept
    for other in range(row[SEATS]):
        if other != seat and acted >> other & 1 == 0 and row[LIVE] >> other & 1:
            for at in range(HOLE + MAX_HOLE * other, HOLE + MAX_HOLE * other + CARDS):
                place = row[TOP] - 1 + random_below(row, RANDOM, max(end - row[TOP], 0) + 1)
                if place >= row[TOP]:
                    row[at], row[DECK + place] = row[DECK + place], row[at]
    for top in range(row[TOP], end):
        place = top + random_below(row, RANDOM, end - top)
        row[DECK + top], row[DECK + place] = row[DECK + place], row[DECK + top]


@kernel
def _deal(begun: Row, known: _Known, seed: int, rows: Ints) -> None:
    """Any cards for all others; those that the observer will take lie at the end of the deck."""
    for i in range(len(rows)):
        row = rows[i]
        row[:] = begun
        seed_random(row, RANDOM, seed, i)
        size, own = 0, 0
        for card in known.first:
            own |= 1 << card
        for card in known.later:
            own |= 1 << card
        for card in range(len(ALL_CARDS)):
            if own >> card & 1 == 0:
                row[DECK + size] = card
                size += 1
        for top in range(size):
            place = top + random_below(row, RANDOM, size - top)
            row[DECK + top], row[DECK + place] = row[DECK + place], row[DECK + top]
        for place in range(len(known.later)):
            row[DECK + size + place] = known.later[place]
        row[HAS_CARDS], row[STUB], row[SHUFFLED] = 1, size + len(known.later), size + len(known.later)
        row[TOP] = 0
        for seat in range(row[SEATS]):
            at = HOLE + MAX_HOLE * seat
            for place in range(CARDS):
                if seat == known.seat:
                    row[at + place] = known.first[place]
                else:
                    row[at + place] = row[DECK + row[TOP]]
                    row[TOP] += 1


@inline_kernel
def _share_in_crowd(rules: Row, row: Row, action: int, start: int, players: _AgentTables) -> float:
    """The same among three and more, where the trained strategy for them speaks."""
    width = view_width(row)
    read_mix(players.tables.crowd.codes, start, width, crowd_hand(row), players.scratch)
    place = action if row[PHASE] == DRAWING else min(action, 1) + int(can_fold(row))
    return float(players.scratch[min(max(place, 0), width - 1)])


@kernel
def _likelihood(rules: Row, row: Row, action: int, seed: int, players: _AgentTables) -> float:
    """How often the actor, with the cards he has in this deal, does this."""
    seat = row[ACTOR]
    if players.rule_players[seat] == 0 and is_known(row):
        at, width = place_of(rules, row)
        read_mix(players.tables.codes, at, width, hand_class(row, seat), players.scratch)
        if row[PHASE] == DRAWING:
            return float(players.scratch[min(action, width - 1)])
        place = min(action, 1) - first_action(rules, row)
        return float(players.scratch[min(place, width - 1)])
    start = -1 if players.rule_players[seat] else crowd_place(rules, row, players.tables.crowd)
    if start >= 0:
        return _share_in_crowd(rules, row, action, start, players)
    if players.rule_players[seat]:
        done = decide(rules, row, players.profiles[seat], seed, players.tables, players.scratch)
    else:
        done = decide_among_many(rules, row, players.profiles[seat], seed, players.tables, players.scratch)
    if row[PHASE] == DRAWING:
        return 1.0 if bit_count(done) == action else 0.0
    return 1.0 if min(done, 1) == min(action, 1) else 0.0


@kernel
def _take_anew(rows: Ints, weight: Reals, spare: Ints) -> bool:
    """Take the deals of a group in proportion to what they count, if few of them do; whether that was done."""
    total, squares, count = weight.sum(), (weight**2).sum(), len(weight)
    if total <= 0.0:
        weight[:] = 1.0
        return False
    if total * total > _FEW * count * squares:
        return False
    spare[:] = rows
    i, upto = 0, weight[0]
    for k in range(count):
        mark = (k + 0.5) / count * total
        while upto <= mark and i < count - 1:
            i += 1
            upto += weight[i]
        rows[k] = spare[i]
    weight[:] = 1.0
    return True


@inline_kernel
def _make(rules: Row, row: Row, action: int, step: Row, known: _Known, later: int) -> None:
    """Take an action; what the observer draws comes to the top of the deck first."""
    if row[PHASE] != DRAWING:
        act(rules, row, action)
        return
    seat = row[ACTOR]
    if seat != known.seat:
        draw(rules, row, thrown(row[HOLE + MAX_HOLE * seat :][:CARDS], action))
        return
    first = row[STUB] - (len(known.later) - later)
    for place in range(bit_count(action)):
        top, wanted = DECK + row[TOP] + place, DECK + first + place
        if row[TOP] + place < row[STUB] and first + place < row[STUB]:
            row[top], row[wanted] = row[wanted], row[top]
    draw(rules, row, action)
    place = 0
    for at in range(CARDS):
        if action >> at & 1:
            row[HOLE + MAX_HOLE * seat + at] = step[_TAKEN + place]  # the same, unless the deck has run out
            place += 1


@kernel
def _follow(rules: Row, steps: Ints, known: _Known, seed: int, players: _AgentTables, deals: PossibleDeals) -> None:
    """Lead every deal through what was done."""
    rows, weight, ignored = deals.rows, deals.weight, deals.ignored
    count, acted, later = len(rows), 0, 0
    spare, chance = np.empty((GROUP, SIZE), np.int64), np.empty(count)
    for number in range(len(steps)):
        step = steps[number]
        seat, action = step[_WHO], step[_WHAT]
        drawing = rows[0, PHASE] == DRAWING
        acted |= 1 << seat
        if seat != known.seat:
            for i in range(count):
                chance[i] = weight[i] * _likelihood(rules, rows[i], action, seed + i, players)
            if chance.sum() < _NEVER * weight.sum():
                ignored[seat] += 1
            else:
                weight[:] = chance
        for i in range(count):
            _make(rules, rows[i], action, step, known, later)
        if drawing and seat == known.seat:
            later += bit_count(action)
        for first in range(0, count, GROUP):
            if _take_anew(rows[first : first + GROUP], weight[first : first + GROUP], spare):
                for i in range(first, first + GROUP):
                    seed_random(rows[i], RANDOM, seed + number + 1, i)
                    _shuffle_rest(rows[i], acted, known.seat, len(known.later) - later)
    for i in range(count):  # let no two deals that were taken from one go on with the same deck
        seed_random(rows[i], RANDOM, seed + len(steps) + 1, i)
        _shuffle_rest(rows[i], EVERYBODY, known.seat, 0)


def possible_deals(
    seen: Observation, deals: int, seed: int = 1, looks: bool = True, seated: Seated | None = None
) -> PossibleDeals:
    """Deals at the point where the hand stands, in groups of GROUP; without `looks` even his own cards are open.

    Then his range is what the others may think that he holds. `seated` have played as they do.
    """
    if seen.variant != "badugi":
        raise BadConfig(f"possible deals of {seen.variant}: expected badugi")
    count = GROUP * max(1, deals // GROUP)
    first, steps = _steps(seen, looks)
    known = _Known(seen.seat if looks else NOBODY_KNOWN, first, _later(steps))
    found = PossibleDeals(np.empty((count, SIZE), np.int64), np.ones(count), np.zeros(seen.seats, np.int64))
    _deal(_begun(seen), known, seed, found.rows)
    _follow(usual_rules(seen.variant, seen.big_blind).packed, steps, known, seed, _players(seated), found)
    return found


def _begun(seen: Observation) -> Row:
    """The hand with the blinds up and no cards."""
    row = blank()
    row[SEATS], row[BUTTON] = seen.seats, seen.button
    row[START : START + seen.seats] = seen.starting_stacks
    for event in seen.history:
        if event.kind in (Kind.ANTE, Kind.BLIND) and event.seat is not None:
            row[(ANTE if event.kind is Kind.ANTE else BLIND) + event.seat] = event.amount
    row[HAS_CARDS] = 0
    start(usual_rules(seen.variant, seen.big_blind).packed, row)
    return row


def _steps(seen: Observation, looks: bool) -> tuple[Ints, Ints]:
    """The observer's first cards, and [steps, _STEP] who did what; draws are a mask if his own, else a number."""
    held = next(list(event.cards) for event in seen.history if event.kind is Kind.DEAL and event.seat == seen.seat)
    first = np.array(held if looks else [], np.int64)
    found = []
    for event in seen.history:
        if event.is_decision and event.seat is not None:
            own = event.kind is Kind.DRAW and event.seat == seen.seat and looks
            taken = _take(held, event) if own else []
            what = taken.pop(0) if own else event.amount if event.kind is Kind.DRAW else event.number
            found.append([event.seat, what, *taken, *[NO_CARD] * (CARDS - len(taken))])
    return first, np.array(found, np.int64).reshape(-1, _STEP)


def _take(held: list[Card], event: Event) -> list[int]:
    """The mask of what goes, and the cards that come, by place; `held` changes accordingly."""
    places = sorted(held.index(card) for card in event.cards)
    mask = sum(1 << place for place in places)
    for place, card in zip(places, event.taken, strict=True):
        held[place] = card
    return [mask, *event.taken]


def _later(steps: Ints) -> Ints:
    """The cards that the observer takes, in order; only his own are in the steps."""
    taken = steps[:, _TAKEN:].ravel()
    return np.asarray(taken[taken != NO_CARD], np.int64)


# --- what his choices are worth in them -----------------------------------------------------------------------------


@kernel
def _decide(rules: Row, row: Row, seed: int, players: _AgentTables) -> int:
    """What the actor does."""
    profile = players.profiles[row[ACTOR]]
    if players.rule_players[row[ACTOR]]:
        return int(decide(rules, row, profile, seed, players.tables, players.scratch))
    return int(decide_solved(rules, row, profile, seed, players.tables, players.scratch))


@kernel
def _play_on(rules: Row, rows: Ints, action: int, seed: int, players: _AgentTables, won: Reals, folded: Reals) -> None:
    """What the actor wins from here by an action, everybody playing on as he does; 1 where all others fold."""
    work = rows[0].copy()
    for i in range(len(rows)):
        work[:] = rows[i]
        seat, street = work[ACTOR], work[STREET]
        before, met = work[STACK + seat], work[PHASE] == DRAWING
        if work[PHASE] == DRAWING:
            draw(rules, work, action)
        else:
            act(rules, work, action)
        while work[PHASE] <= DRAWING:
            met |= work[ACTOR] == seat or work[STREET] != street
            done = _decide(rules, work, seed + i, players)
            if work[PHASE] == DRAWING:
                draw(rules, work, done)
            else:
                act(rules, work, done)
        won[i] = work[STACK + seat] - before
        folded[i] = 0.0 if met or work[LIVE] & (work[LIVE] - 1) != 0 else 1.0


class PlayedGroups(NamedTuple):
    """Of each choice, by group: its value in chips; how often all others fold to it. Folding is worth 0."""

    choices: tuple[Choice, ...]
    values: Reals  # [choices, groups]
    folds: Reals  # [choices]


def play_out(
    seen: Observation, choices: Sequence[Choice], deals: PossibleDeals, seed: int = 1, seated: Seated | None = None
) -> PlayedGroups:
    """All choices in the same deals with the same dice, against those who are seated."""
    count = len(deals.rows)
    values, folds = np.zeros((len(choices), count // GROUP)), np.zeros(len(choices))
    rules, won, folded = usual_rules(seen.variant, seen.big_blind).packed, np.zeros(count), np.zeros(count)
    for place, choice in enumerate(choices):
        if choice == "fold":
            continue
        _play_on(rules, deals.rows, _number(seen, choice), seed, _players(seated), won, folded)
        values[place] = _by_group(won, deals.weight)
        folds[place] = folded @ deals.weight / deals.weight.sum()
    return PlayedGroups(tuple(choices), values, folds)


def _by_group(values: Reals, weight: Reals) -> Reals:
    weights = weight.reshape(-1, GROUP)
    return np.asarray((values.reshape(-1, GROUP) * weights).sum(axis=1) / weights.sum(axis=1))


def _number(seen: Observation, choice: Choice) -> int:
    """The engine's number of a choice: a mask of places, a raise, a call or a fold."""
    if isinstance(choice, tuple):
        return sum(1 << place for place, card in enumerate(seen.cards) if card in choice)
    return choice if isinstance(choice, int) else FOLD if choice == "fold" else CALL


# --- what is seen in them -------------------------------------------------------------------------------------------


@inline_kernel
def _made(row: Row, seat: int) -> int:
    at = HOLE + MAX_HOLE * seat
    return int(strength(row[at], row[at + 1], row[at + 2], row[at + 3]))


@kernel
def _check_down(rules: Row, rows: Ints, first: int, rivals: int, won: Reals) -> None:
    """The part of the pot that the actor wins from some others if nobody bets or folds and all draw to be whole."""
    work = rows[0].copy()
    for i in range(len(rows)):
        work[:] = rows[i]
        seat, action = work[ACTOR], first
        while work[PHASE] <= DRAWING:
            if work[PHASE] != DRAWING:
                act(rules, work, CALL)
                continue
            if action < 0:
                playing = (_made(work, work[ACTOR]) + STEP - 1) // STEP
                action = thrown(work[HOLE + MAX_HOLE * work[ACTOR] :][:CARDS], CARDS - playing)
            draw(rules, work, action)
            action = -1
        own, sharing = _made(work, seat), 1
        for other in range(work[SEATS]):
            if rivals >> other & 1 and sharing > 0:
                made = _made(work, other)
                sharing = 0 if made > own else sharing + int(made == own)
        won[i] = 1.0 / sharing if sharing > 0 else 0.0


def showdown_share(
    seen: Observation, deals: PossibleDeals, rivals: Sequence[int], way: tuple[Card, ...] | None = None
) -> float:
    """What the hand wins of the pot from these seats if it is only checked and called from here.

    Everybody draws what makes his hand whole; the observer throws `way` first.
    """
    won, first = np.zeros(len(deals.rows)), -1 if way is None else _number(seen, way)
    mask = sum(1 << seat for seat in rivals)
    _check_down(usual_rules(seen.variant, seen.big_blind).packed, deals.rows, first, mask, won)
    return float(won @ deals.weight / deals.weight.sum())


@kernel
def _read_hands(rows: Ints, seat: int, made: Ints) -> None:
    for i in range(len(rows)):
        made[i] = _made(rows[i], seat)


def hands_of(deals: PossibleDeals, seat: int) -> Ints:
    """[N] the strength of a seat's hand in each deal."""
    made = np.zeros(len(deals.rows), np.int64)
    _read_hands(deals.rows, seat, made)
    return made


@kernel
def _mixes(rules: Row, rows: Ints, width: int, players: _AgentTables, mix: Reals) -> None:
    for i in range(len(rows)):
        at, _ = place_of(rules, rows[i])
        read_mix(players.tables.codes, at, width, hand_class(rows[i], rows[i, ACTOR]), players.scratch)
        for k in range(width):
            mix[i, k] = players.scratch[k]


def mixes(seen: Observation, rows: Ints) -> Reals:
    """[N, actions] what the trained strategy does with the actor's hand in each row, at a decision that it knows."""
    rules = usual_rules(seen.variant, seen.big_blind).packed
    _, width = place_of(rules, rows[0])
    found = np.zeros((len(rows), int(width)))
    _mixes(rules, rows, int(width), _players(), found)
    return found
