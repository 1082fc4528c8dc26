"""The table over many seeded hands of every size: chips, button, eliminations, and resuming at any moment."""

import json
import random

import pytest

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.variants import Game
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import YOU, Choices, Mode, TableSetup
from gutshot.trainer.table.table import Deal, NeedsConfirmation, Table, choices_to_text, resume
from gutshot.web.table.views import seats_of, see
from tests.trainer.tables import play_hand, random_choice, table_of

SIZES = [(Game.HOLDEM, seats) for seats in range(2, 10)] + [(Game.BADUGI, seats) for seats in range(2, 8)]


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_no_chip_is_lost_and_the_button_moves(game: Game, seats: int) -> None:
    table = table_of(game, seats, seed=seats, rebuys=True)
    dice = random.Random(seats)
    for _ in range(25):
        play_hand(table, dice)
        assert sum(table.stacks) == sum(table.deal.bought)
        before = table.deal
        table.next_hand()
        assert table.deal.where.button == (before.where.button + 1) % seats
        assert min(table.deal.stacks) > 0
        assert table.deal.number == before.number + 1


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 9), (Game.HOLDEM, 3), (Game.BADUGI, 5)])
def test_a_sit_and_go_runs_to_its_end(game: Game, seats: int) -> None:
    table = table_of(game, seats, seed=7, mode=Mode.SIT_AND_GO, hands_per_level=3)
    dice = random.Random(3)
    seen = set()
    while True:
        play_hand(table, dice)
        assert sum(table.stacks) == table.setup.total_chips
        seen.add(table.deal.level)
        if table.is_over:
            break
        table.next_hand()
    assert len(seen) > 1
    out = [place for place in table.places if place]
    assert len(set(out)) == len(out)
    assert (table.places[YOU] == 1) == (table.stacks[YOU] > 0)
    with pytest.raises(IllegalAction, match="the table is over"):
        table.next_hand()


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 6), (Game.HOLDEM, 2), (Game.BADUGI, 4)])
def test_a_table_resumes_exactly_at_every_step(game: Game, seats: int) -> None:
    table = table_of(game, seats, seed=11, mode=Mode.SIT_AND_GO)
    dice = random.Random(5)
    setup = TableSetup.from_json(json.loads(json.dumps(table.setup.to_json())))
    for _ in range(8):
        while not table.is_hand_over:
            deal = Deal.from_json(json.loads(json.dumps(table.deal.to_json())))
            again = resume(setup, deal, choices_to_text(table.choices))
            assert again.hand == table.hand
            assert again.stacks == table.stacks and again.places == table.places and again.actor == table.actor
            if table.is_your_turn:
                table.act(random_choice(table, dice), confirmed=True)
            else:
                assert again.agent_act() and table.agent_act()
                assert again.choices == table.choices, "an agent decides alike after a restart"
        if table.is_over:
            break
        table.next_hand()


def test_equal_seeds_give_equal_tables_and_others_do_not() -> None:
    first, second, other = (table_of(seed=seed) for seed in (5, 5, 6))
    assert first.setup == second.setup and first.hand == second.hand
    assert first.hand.cards(0) != other.hand.cards(0) or first.setup.agents != other.setup.agents


def test_a_blind_above_every_stack_puts_the_largest_all_in() -> None:
    table = table_of(seats=2, seed=2, mode=Mode.SIT_AND_GO, stack=50, hands_per_level=1)
    dice = random.Random(1)
    while not table.is_over:
        play_hand(table, dice)
        if not table.is_over:
            table.next_hand()
    assert sorted(table.stacks) == [0, 100]


def test_who_goes_broke_buys_back_in_and_has_no_place() -> None:
    """A game by one click has rebuys: it neither ends nor says that the person finished sixth."""
    table = table_of(seats=3, seed=2, rebuys=True, opponents=("call", "call"))
    while not (table.is_hand_over and table.stacks[YOU] == 0):
        if table.is_hand_over:
            table.next_hand()
        elif not table.agent_act():
            table.act(table.hand.legal.max_raise_to or "call", confirmed=True)
    assert not table.is_over and table.places == (0, 0, 0)
    table.next_hand()
    assert table.deal.stacks[YOU] == table.setup.stacks[YOU] and table.deal.bought[YOU] > table.setup.stacks[YOU]
    out = Table(make_setup(Choices(seats=3, seed=2, opponents=("call", "call"))))
    seats = seats_of(see(out.setup, out.deal, out.hand), (6, 0, 0), (0, *out.stacks[1:]))
    assert [seat.place for seat in seats] == [None, None, None], "nor where there are none"


def test_a_free_check_makes_a_fold_ask() -> None:
    table = _until(lambda table: table.is_your_turn and table.hand.legal.check)
    with pytest.raises(NeedsConfirmation, match="checking is free"):
        table.act("fold")
    table.act("fold", confirmed=True)
    assert not table.hand.live[table.seat_of(YOU) or 0]


def _until(wanted: object, **choices: object) -> Table:
    table, dice = table_of(rebuys=True, **choices), random.Random(2)  # type: ignore[arg-type]
    while not wanted(table):  # type: ignore[operator]
        if table.is_hand_over:
            table.next_hand()
        elif not table.agent_act():
            table.act(random_choice(table, dice), confirmed=True)
    return table


def test_only_the_person_acts_for_the_person() -> None:
    table = _until(lambda table: not table.is_your_turn and not table.is_hand_over)
    with pytest.raises(IllegalAction, match="turn, not yours"):
        table.act("call")
    yours = _until(lambda table: table.is_your_turn)
    assert not yours.agent_act()
    with pytest.raises(IllegalAction, match="hand 1 is not over yet"):
        table_of(seed=3).next_hand()


def test_a_broken_rule_is_named() -> None:
    table = _until(lambda table: table.is_your_turn and (table.hand.legal.min_raise_to or 0) > 60)
    with pytest.raises(IllegalAction, match="raise to 60"):
        table.act(60)


def test_random_casts_differ_and_picked_ones_are_kept() -> None:
    casts = {make_setup(Choices(seed=seed)).agents for seed in range(20)}
    assert len(casts) > 15
    picked = ("style:rock", "random", "style:maniac", "style:shark", "style:lag")
    agents = make_setup(Choices(seed=1, opponents=picked)).agents
    assert agents[0] == "style:rock" and agents[2:] == picked[2:] and agents[1].startswith("style:")


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (Choices(seats=10), "10 seats: holdem is played by 2 to 9"),
        (Choices(game=Game.BADUGI, seats=8), "8 seats: badugi is played by 2 to 7"),
        (Choices(stack=20), "a stack of 20"),
        (Choices(stacks=(2500, 2500)), "2 stacks for 6 seats"),
        (Choices(opponents=("style:rock",)), "1 opponents for 5 seats: expected one each"),
        (Choices(seats=2, opponents=("badugi:cpu1",)), "no opponent 'badugi:cpu1' plays holdem"),
        (Choices(mode=Mode.SIT_AND_GO, rebuys=True), "rebuys in a sit-and-go"),
        (Choices(mode=Mode.SIT_AND_GO, payouts=(20.0, 80.0)), "prizes"),
        (Choices(small_blind=100, big_blind=50), "blinds 100/50"),
    ],
)
def test_impossible_tables_are_refused_in_words(choices: Choices, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        make_setup(choices)
