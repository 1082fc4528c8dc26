"""Values that were played out, against exact sums on a river and against the rollout of a single hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from gutshot.agents import rollout
from gutshot.agents.blueprint import BlueprintAgent
from gutshot.agents.played_out import MOST_DEALS, played_out, player_of
from gutshot.agents.rollout import roll_out, roll_out_hands
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_COUNT, COMBO_MASKS, combo_of
from gutshot.cards.evaluate import evaluate7
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL
from gutshot.games.hand import Hand
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.catalogue import Library

BOARD = parse_cards("Ks9s7h4d2c")


class Caller:
    """Checks and calls."""

    name = "caller"

    def act_rows(self, *told: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.full(len(told[1]), CALL)


def _strength(text: str) -> int:
    return int(evaluate7(*parse_cards(text), *BOARD))


def _river() -> Hand:
    deck = (*parse_cards("AhAdQcQd"), *BOARD)
    hand = Hand.holdem([1000, 1000], (50, 100), deck=deck)
    for choice in ("call", "check", "check", "check", "check", "check"):
        hand = hand.act(choice)
    return hand


def test_a_checked_river_is_worth_its_equity() -> None:
    hand = _river()
    seen = hand.observation(hand.actor or 0)
    ranges, held = np.zeros((2, COMBO_COUNT)), [combo_of(*parse_cards(text)) for text in ("AhAd", "QcQd", "8c3h")]
    against = [combo_of(*parse_cards(text)) for text in ("KhQh", "AsKd", "JhTh", "5s5d")]
    ranges[1 - seen.seat, against] = (1.0, 2.0, 1.0, 1.0)
    means, errors, _ = roll_out_hands(seen, ["check", 200], np.array(held), ranges, Caller(), 3000)  # type: ignore[arg-type]
    texts, weights = ("KhQh", "AsKd", "JhTh", "5s5d"), (1.0, 2.0, 1.0, 1.0)
    for place, mine in enumerate(("AhAd", "QcQd", "8c3h")):
        own, pot = _strength(mine), 200
        shares = [(own > other) + 0.5 * (own == other) for other in (_strength(t) for t in texts)]
        free = [not set(parse_cards(mine)) & set(parse_cards(text)) for text in texts]
        kept = [weight * is_free for weight, is_free in zip(weights, free, strict=True)]
        equity = float(np.average(shares, weights=kept))
        assert abs(means[0, place] - equity * pot) <= 4 * errors[0, place] + 1e-9
        assert abs(means[1, place] - (equity * (pot + 400) - 200)) <= 4 * errors[1, place] + 1e-9


def test_a_hand_alone_and_in_its_range_are_worth_the_same() -> None:
    source = Library().open("shipped:blueprint_hu")
    assert isinstance(source, BlueprintStrategy)
    player = BlueprintAgent(source.blueprint, "hu")
    found = played_out(source, player, "", 40)
    assert found.hands.action_ev is not None and found.hands.ev_error is not None
    folds = [move.word for move in source.walk("")[-1].moves].index("fold")
    assert (found.hands.action_ev[folds] == 0).all()
    moment = source.moments("")[-1]
    seen = moment.hand.observation(moment.stop.actor or 0)
    place = int(np.flatnonzero(found.hands.combos == combo_of(*sorted(seen.cards)))[0])
    ranges = np.ones((2, COMBO_COUNT))
    alone = roll_out(seen, ["call"], ranges, player, 400)
    gap = abs(found.hands.action_ev[1, place] - alone.means[0])
    assert gap <= 4 * float(np.hypot(found.errors[1, place], alone.errors[0]))


def test_a_player_who_never_comes_there_may_hold_anything() -> None:
    """A line that nobody takes with any hand was an index past the last combo."""
    seen = Hand.holdem([1000, 1000], (50, 100), 0, seed=1).observation(0)
    held = rollout._deal_around(seen, np.arange(60), np.zeros((2, COMBO_COUNT)), np.random.default_rng(1))
    assert held.shape == (60, 2) and (held >= 0).all() and (held < COMBO_COUNT).all()
    assert not (COMBO_MASKS[held[:, 0]] & COMBO_MASKS[held[:, 1]]).any()


def test_dice_above_all_weights_fall_on_the_last() -> None:
    class Ones:
        def random(self, count: int) -> NDArray[np.float64]:
            return np.ones(count)

    drawn = rollout._drawn(np.array([0.1, 0.0, 0.2, 0.0]), 3, Ones())  # type: ignore[arg-type]
    assert drawn.tolist() == [2, 2, 2]


def test_who_decides_hand_by_hand_is_refused() -> None:
    with pytest.raises(BadConfig, match="expected a blueprint"):
        player_of("style:tag")
    source = Library().open("shipped:blueprint_hu")
    assert isinstance(source, BlueprintStrategy)
    with pytest.raises(BadConfig, match=str(MOST_DEALS + 1)):
        played_out(source, BlueprintAgent(source.blueprint, "hu"), "", MOST_DEALS + 1)


def test_no_more_is_played_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "_DEALS_AT_ONCE", 4)
    hand, ranges = _river(), np.ones((2, COMBO_COUNT))
    seen, held = (
        hand.observation(hand.actor or 0),
        np.array([combo_of(*parse_cards(text)) for text in ("AhAd", "8c3h")]),
    )
    found = [
        roll_out_hands(seen, ["check", 200], held, ranges, Caller(), 10, 0, limit)  # type: ignore[arg-type]
        for limit in (None, 1e-9)
    ]
    assert [dealt for _, _, dealt in found] == [10, 4]
    assert all(errors.shape == (2, 2) and (errors >= 0).all() for _, errors, _ in found)
