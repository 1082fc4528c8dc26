"""The public tree of badugi against the rules engine: every line is legal there, and pays the same."""

from itertools import combinations

import numpy as np
import pytest

from gutshot.blueprint.badugi.deals import BadugiDealer, all_draws
from gutshot.blueprint.badugi.hands import CLASS_OF_RANKS, CLASS_SIZE, CLASSES, KINDS, class_of, keep_order, thrown
from gutshot.blueprint.badugi.layout import CODES, COUNTS, FIRST_VIEW, MOST_DRAWN, SLOT_COUNT, VIEWS
from gutshot.blueprint.badugi.tree import badugi_tree
from gutshot.blueprint.walks import gain_at
from gutshot.cards.badugi import optimal_keeps, strength_of
from gutshot.cards.card import DECK, Card
from gutshot.games.hand import Hand
from gutshot.trees.table import NODE_ACTOR, NODE_SLOT, NODE_STREET, NODE_WIDTH

OWN = 4 + sum(MOST_DRAWN)
FIRST_OF = (4, 4 + MOST_DRAWN[1], 4 + MOST_DRAWN[1] + MOST_DRAWN[2])
"""Where a seat's cards for each draw begin in its part of the deck."""


def drawn(cards: list[int], counts: list[int]) -> tuple[list[int], list[list[int]]]:
    """A seat's hand after these draws, and what it drew at each, in plain Python."""
    held, taken = cards[:4], []
    for number, count in enumerate(counts):
        fresh = cards[FIRST_OF[number] :][:count]
        taken.append(fresh)
        held = [held[place] for place in keep(held)[: 4 - count]] + fresh
    return held, taken


def low(card: int) -> int:
    return (card // 4 + 1) % 13


def keep(held: list[int]) -> list[int]:
    """Places in the order in which they are kept, by trying all subsets."""
    best = optimal_keeps([Card(card) for card in held])
    order = np.zeros(4, np.int64)
    keep_order(np.array(held), order)
    size = len(best[0])
    assert {held[place] for place in order[:size]} in [set(map(int, each)) for each in best]
    assert [low(held[place]) for place in order[:size]] == sorted(low(held[place]) for place in order[:size])
    assert [low(held[place]) for place in order[size:]] == sorted(low(held[place]) for place in order[size:])
    return [int(place) for place in order]


@pytest.mark.parametrize("seed", range(150))
def test_a_random_line_pays_what_the_rules_pay(seed: int) -> None:
    """The deck is stacked so that the engine deals each seat its own replacements."""
    dice, tree = np.random.default_rng(seed), badugi_tree()
    cards = [int(card) for card in dice.permutation(52)]
    own = {0: cards[:OWN], 1: cards[OWN : 2 * OWN]}
    node, line, counts = 0, list[tuple[int, int]](), dict[int, list[int]]({0: [], 1: []})
    while tree.is_decision(node):
        actions, actor = tree.actions(node), tree.actor(node)
        drawing = is_draw(line)
        weights = np.array([0.15 if action < 0 else 1.0 for action in actions])
        k = int(dice.choice(len(actions), p=weights / weights.sum()))
        line.append((actor, actions[k]))
        view = FIRST_VIEW[len(counts[actor])]
        for number, count in enumerate(counts[actor]):
            view += count * int(np.prod(COUNTS[number + 2 : len(counts[actor]) + 1]))
        assert tree.street(node) == view
        if drawing:
            counts[actor].append(actions[k])
        node = tree.children(node)[k]
    hand, final = replay(own, line)
    made = np.zeros((1296, 2), np.int32)
    for seat in own:
        ends = strengths_by_history(own[seat])
        made[:, seat] = np.repeat(ends, 36) if seat == 1 else np.tile(ends, 36)
    assert hand.is_over and {len(cards) for cards in final.values()} == {4}
    assert [gain_at(tree.table, node, made, seat) for seat in (0, 1)] == pytest.approx(list(hand.payoffs))


def strengths_by_history(cards: list[int]) -> np.ndarray:
    """[36] by the three counts."""
    ends = [[a, b, c] for a in range(4) for b in range(3) for c in range(3)]
    return np.array([strength_of([Card(card) for card in drawn(cards, counts)[0]]) for counts in ends], np.int32)


def is_draw(line: list[tuple[int, int]]) -> bool:
    """Whether the line is at a draw: told by playing its betting."""
    return IsDrawing(line).now


class IsDrawing:
    """A hand without cards that only counts: who draws is what the engine says."""

    def __init__(self, line: list[tuple[int, int]]) -> None:
        hand = Hand.badugi([10_000] * 2, button=0, seed=1)
        for actor, action in line:
            assert hand.actor == actor
            if hand.is_drawing:
                hand = hand.act(tuple(hand.cards(actor)[:action]))
            else:
                hand = hand.act(
                    "fold" if action < 0 else action if action > 0 else "call" if hand.legal.call else "check"
                )
        self.now = hand.is_drawing


def replay(own: dict[int, list[int]], line: list[tuple[int, int]]) -> tuple[Hand, dict[int, list[int]]]:
    """Play a line on the engine with a deck that gives each seat its own cards."""
    counts = dict[int, list[int]]({0: [], 1: []})
    deck = [own[seat][place] for place in range(4) for seat in (1, 0)]
    plain = Hand.badugi([10_000] * 2, button=0, seed=1)
    for actor, action in line:
        if plain.is_drawing:
            deck += own[actor][FIRST_OF[len(counts[actor])] :][:action]
            counts[actor].append(action)
            plain = plain.act(tuple(plain.cards(actor)[:action]))
        else:
            plain = plain.act(named(plain, action))
    rest = [card for card in DECK if card not in deck]
    hand = Hand.badugi([10_000] * 2, button=0, deck=(*map(Card, deck), *rest), seed=1)
    for actor, action in line:
        if hand.is_drawing:
            held = np.array([int(card) for card in hand.cards(actor)])
            mask = int(thrown(held, action))
            hand = hand.act(tuple(card for place, card in enumerate(hand.cards(actor)) if mask >> place & 1))
        else:
            hand = hand.act(named(hand, action))
    final = {seat: drawn(own[seat], counts[seat])[0] for seat in own}
    for seat in own:
        assert sorted(final[seat]) == sorted(int(card) for card in hand.cards(seat))
    return hand, final


def named(hand: Hand, action: int) -> str | int:
    if action <= 0:
        return "fold" if action < 0 else "call" if hand.legal.call else "check"
    return action


@pytest.mark.parametrize("number", [0, 7])
def test_every_history_has_the_hand_that_drawing_so_makes(number: int) -> None:
    deal = BadugiDealer(3).deal(number, 1)
    dice = np.random.default_rng(number)
    cards = np.array(dice.permutation(52)[:OWN])
    classes, made = np.zeros(VIEWS, np.int32), np.zeros(36, np.int32)
    all_draws(cards, np.zeros((3, 4), np.int64), np.zeros((3, 4), np.int64), classes, made)
    for first in range(4):
        for second in range(3):
            for third in range(3):
                end = (first * 3 + second) * 3 + third
                held, _ = drawn(cards.tolist(), [first, second, third])
                assert made[end] == strength_of([Card(card) for card in held])
                assert classes[FIRST_VIEW[3] + end] == class_of(made[end])
    assert deal.buckets.shape == (1, 2, VIEWS) and deal.strengths.shape == (1, 36 * 36, 2)


def test_seats_change_places_from_deal_to_deal() -> None:
    deals = BadugiDealer(5).deal(10, 2)
    assert (deals.buckets[0] == deals.buckets[1, ::-1]).all()
    own = deals.strengths.reshape(2, 36, 36, 2)
    assert (own[0, :, :, 0] == own[1, :, :, 1].T).all()
    assert len(np.unique(BadugiDealer(5, limit=4).deal(0, 12).buckets, axis=0)) <= 4


def test_classes_are_in_order_of_strength_and_leave_no_hand_out() -> None:
    assert CLASSES == len(set(KINDS)) == 221 and (np.diff(CLASS_SIZE) >= 0).all()
    hands = [sum(1 << rank for rank in ranks) for size in range(1, 5) for ranks in combinations(range(13), size)]
    order = sorted(hands, key=lambda mask: (mask.bit_count(), -mask))
    assert (np.diff(CLASS_OF_RANKS[order]) >= 0).all() and set(CLASS_OF_RANKS[order]) == set(range(CLASSES))


def test_the_tree_has_room_for_every_strategy_and_no_two_widths_share_one() -> None:
    tree = badugi_tree()
    nodes = tree.nodes[tree.nodes[:, NODE_ACTOR] >= 0]
    starts, first = np.unique(nodes[:, NODE_SLOT], return_index=True)
    widths = nodes[first, NODE_WIDTH]
    assert (np.diff(starts) >= widths[:-1] * CLASSES).all() and starts[-1] + widths[-1] * CLASSES <= SLOT_COUNT
    where = np.searchsorted(starts, nodes[:, NODE_SLOT])
    assert (widths[where] == nodes[:, NODE_WIDTH]).all()
    assert nodes[:, NODE_STREET].max() < VIEWS and CODES.size < SLOT_COUNT
