"""Lines of whole hands, and what agents and networks do there, against the agents asked one hand at a time."""

import numpy as np
import pytest

from gutshot.agents.registry import builtins, make
from gutshot.agents.rule_mix import DICE, agent_answers
from gutshot.agents.rule_strategy import RuleStrategy
from gutshot.cards.card import Card, parse_cards
from gutshot.cards.combos import COMBO_CARDS, combo_of
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.strategies.equities import facing, the_rival
from gutshot.strategies.strategy import Move, StopKind
from gutshot.strategies.table_strategy import nearest_move
from gutshot.strategies.table_walk import TableSize, moves_of, table_setup, walk_table

LINE = "fold,fold,fold,raise 250,fold,call|Td9d6h|"


def test_a_hand_is_walked_by_the_engine() -> None:
    moments = walk_table(
        table_setup(TableSize(6, 100)), "utg:fold,hj:fold,co:fold,btn:2.5bb,sb:fold,bb:call|Td9d6h|bb:check", moves_of
    )
    stop = moments[-1].stop
    assert stop.line == LINE + "check"
    assert (stop.kind, stop.pot, stop.street) == (StopKind.DECISION, 550, "flop")
    assert [chair.name for chair in stop.chairs if not chair.folded] == ["BTN", "BB"]
    assert stop.chairs[stop.actor or 0].name == "BTN" and stop.chairs[0].stack == 9750
    deal = moments[-3].stop
    assert (deal.kind, deal.deals, deal.board, deal.taken) == (StopKind.CARD, 3, (), "Td9d6h")


def test_a_size_of_ones_own_is_shown_where_it_was_taken() -> None:
    stops = [moment.stop for moment in walk_table(table_setup(TableSize(2, 50)), "raise 333", moves_of)]
    assert stops[0].taken in [move.word for move in stops[0].moves]
    assert stops[1].to_call == 233


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check", "faces a bet"),
        ("bb:fold", "it is UTG's turn"),
        ("fold,fold,fold,fold,fold,fold", "the hand is over"),
        ("fold,fold,fold,fold,call,check|Td9d|", "deals 2 cards"),
        ("fold,fold,fold,fold,call,check,check", "cards come next"),
        ("raise 99999", "may raise to"),
    ],
)
def test_what_cannot_happen_is_refused(line: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        walk_table(table_setup(TableSize(6, 100)), line, moves_of)


def test_table_sizes_are_bounded() -> None:
    assert str(TableSize.parse("6x100")) == "6x100"
    for text in ("1x100", "10x100", "6x0", "6x", "six"):
        with pytest.raises(BadConfig):
            TableSize.parse(text)


@pytest.mark.parametrize(
    "line", [pytest.param("fold,raise 250", marks=pytest.mark.nojit), "", LINE, LINE + "check,bet 300"]
)
def test_every_hand_is_answered_as_the_agent_answers_it(line: str) -> None:
    source = RuleStrategy(builtins()["style:lag"], TableSize(6, 100))
    hand = source.moments(line)[-1].hand
    actor = hand.actor
    assert actor is not None
    agent = make("style:lag", seed=0)
    dead = set(hand.board)
    combos = [combo for combo in range(7, 1326, 331) if not dead & set(COMBO_CARDS[combo].tolist())]
    answers = agent_answers(make_builtin(), hand.observation(actor), COMBO_CARDS[combos].astype(np.int64))
    for row, combo in zip(answers, combos, strict=True):
        dealt = _dealt(hand, combo)
        low, high = sorted(COMBO_CARDS[combo].tolist())
        for number in range(0, DICE, 5):
            agent.new_hand(DICE * (52 * high + low) + number)
            assert dealt.verify(agent.act(dealt.observation(actor))) == _number(dealt, int(row[number]))


def test_an_even_choice_is_shown_as_one() -> None:
    """Two dozen rolls a hand are rough, and those of a thousand hands are not: no hand shares its dice."""
    hands = RuleStrategy(builtins()["random"], TableSize(6, 100)).hands("")
    assert hands.mix is not None
    assert np.ptp(hands.mix[0]) > 0.2
    totals = np.array([hands.mix[0].mean(), hands.mix[1].mean(), hands.mix[2:].sum(axis=0).mean()])
    assert totals == pytest.approx(np.full(3, 1 / 3), abs=0.01)


def make_builtin():
    from gutshot.agents.registry import find

    found = find("style:lag")
    assert found is not None
    return found


def _number(hand: Hand, action: int) -> int:
    return CALL if action == FOLD and hand.legal.check else action


def _dealt(hand: Hand, combo: int) -> Hand:
    """The same betting with these cards in the actor's hand."""
    actor, seats = hand.actor or 0, hand.seats
    own = [Card(int(card)) for card in COMBO_CARDS[combo]]
    others = [Card(card) for card in range(52) if card not in own and card not in hand.board]
    order = [(1 + step) % seats for step in range(seats)]
    rounds = [[own[turn] if seat == actor else others.pop() for seat in order] for turn in range(2)]
    deck = [*rounds[0], *rounds[1], *hand.board]
    return Hand.holdem(hand.setup.stacks, (50, 100), 0, seed=0, deck=deck, actions=hand.actions)


def test_a_range_is_what_the_seats_own_choices_leave() -> None:
    source = RuleStrategy(builtins()["style:rock"], TableSize(6, 100))
    opens = source.hands("")
    assert opens.mix is not None and opens.frequencies is not None
    sized = [move.amount > 0 for move in source.walk("")[-1].moves]
    raises = opens.mix[sized].sum(axis=0)
    assert raises[combo_of(51, 50)] == 1 and raises[combo_of(0, 21)] == 0
    word = next(move.word for move in source.walk("")[-1].moves if move.amount == 250)
    assert 0 < source.hands(f"{word},fold,fold,fold,fold", 3).reach.sum() < 400
    folded = source.walk("fold")[-1].chairs[3]
    assert folded.folded and folded.name == "UTG"


def test_equity_is_told_when_two_are_left() -> None:
    board, own, other = parse_cards("Td9d6h2c3s"), np.zeros(1326), np.zeros(1326)
    own[[combo_of(51, 50), combo_of(1, 2)]] = 1.0, 0.5
    other[[combo_of(47, 46), combo_of(51, 47)]] = 1.0
    held = facing(4, own, other, board)
    assert held is not None and held.equity is not None and (held.seat, held.combos.tolist()) == (4, [51, 1325])
    # Deuces make a set and meet both hands; aces meet only the kings.
    np.testing.assert_allclose(held.equity, 1)
    np.testing.assert_allclose(held.weight, [1 / 2, 1 / 2])
    swapped = facing(0, other, own, board)
    assert swapped is not None and swapped.equity is not None
    np.testing.assert_allclose(swapped.equity, 0)
    assert facing(0, own, np.zeros(1326), board) is None and facing(0, own, own, parse_cards("AsAh2d2c9d")) is None
    two, three = (
        walk_table(table_setup(TableSize(3, 100)), "fold", moves_of)[-1].stop,
        walk_table(table_setup(TableSize(3)), "", moves_of)[0].stop,
    )
    assert (the_rival(two, 1), the_rival(two, 2), the_rival(two, 0), the_rival(three, 1)) == (2, 1, None, None)


def test_agents_of_other_games_are_refused() -> None:
    with pytest.raises(BadConfig, match="hold'em"):
        RuleStrategy(builtins()["badugi:cpu1"], TableSize())


def test_a_call_counts_for_the_smallest_bet_where_only_all_in_or_fold_is_offered() -> None:
    fold, jam = Move(Action(ActionKind.FOLD)), Move(Action(ActionKind.ALL_IN, 900))
    assert nearest_move((fold, jam), 0) == nearest_move((fold, jam), 300) == 1
    assert nearest_move((fold, Move(Action(ActionKind.CALL)), jam), 0) == 1
    assert nearest_move((fold,), 0) == 0
