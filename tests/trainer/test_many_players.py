"""Games of more players than one table seats: tournaments of many tables, and pools of fast fold."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from gutshot.agents.kernel_agent import KernelAgent
from gutshot.errors import BadConfig
from gutshot.games.hand import Hand
from gutshot.games.row import NOBODY
from gutshot.games.variants import Game
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.many_tables import after_round, found_agents, level_tables, play_out
from gutshot.trainer.table.pool import Pool, TableElsewhere
from gutshot.trainer.table.setup import Choices, Mode, TableSetup
from gutshot.trainer.table.table import Deal, Table, choices_to_text, resume
from tests.trainer.tables import play_hand, table_of

STYLES = ("style:tag", "style:maniac", "style:station", "style:rock", "style:lag")


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("seed", range(6))
def test_a_hand_elsewhere_is_the_hand_that_its_players_would_play_here(game: Game, seed: int) -> None:
    """The compiled hand against `Hand` with one agent at each seat."""
    dice = random.Random(seed)
    names = STYLES if game is Game.HOLDEM else tuple(f"badugi:cpu{number}" for number in range(1, 6))
    seats = dice.randint(2, 5)
    agents, seeds = found_agents(names[:seats]), [dice.getrandbits(60) for _ in range(seats)]
    stacks, button = [dice.randint(30, 3000) for _ in range(seats)], dice.randrange(seats)
    make = Hand.holdem if game is Game.HOLDEM else Hand.badugi
    hand = make(stacks, (25, 50), button, antes=5, seed=seed)
    played = play_out(hand, agents, seeds, 9)
    players = [KernelAgent(agent, own) for agent, own in zip(agents, seeds, strict=True)]
    for player in players:
        player.new_hand(9)
    while hand.actor is not None:
        hand = hand.act(players[hand.actor].act(hand.observation(hand.actor)))
    assert played == hand.stacks


def seatings(pool: Pool) -> list[tuple[int, ...]]:
    return [pool.cast, *(other.players for other in pool.others)]


def require_level(pool: Pool, seats: int) -> None:
    """Everybody with chips has one chair, on as few tables as hold them, none with two more than another."""
    seated = [player for players in seatings(pool) for player in players if player != NOBODY]
    assert sorted(seated) == [player for player, stack in enumerate(pool.chips) if stack]
    counts = [sum(player != NOBODY for player in players) for players in seatings(pool)]
    assert len(counts) == -(-len(seated) // seats) and max(counts) - min(counts) < 2


def fold_hand(table: Table) -> None:
    """The person checks where it is free and folds else, which lasts for a while."""
    while not table.is_hand_over:
        if not table.agent_act():
            table.act("check" if table.hand.legal.check else "fold")


@pytest.mark.parametrize(("seats", "players", "seed"), [(6, 40, 1), (9, 23, 2), (3, 17, 3), (5, 26, 4)])
def test_a_tournament_is_played_to_its_end(seats: int, players: int, seed: int) -> None:
    """No chip is lost, tables stay level, places are given once, and a table resumes in the middle of a hand."""
    table = table_of(seats=seats, seed=seed, mode=Mode.TOURNAMENT, players=players, stack=1000, hands_per_level=20)
    moves = 0
    while True:
        pool = table.deal.pool
        assert pool is not None and pool.cast[0] == 0
        require_level(pool, seats)
        assert sum(pool.chips) == 1000 * players
        assert table.deal.stacks == pool.stacks(pool.cast)
        stored = Deal.from_json(json.loads(json.dumps(table.deal.to_json())))
        assert stored == table.deal
        fold_hand(table)
        setup = TableSetup.from_json(json.loads(json.dumps(table.whole.to_json())))
        assert resume(setup, stored, choices_to_text(table.choices)).round == table.round
        after = table.round
        out = [place for place in after.places if place > 1]
        assert sorted(out) == list(range(players - len(out) + 1, players + 1))
        if table.is_over:
            break
        others = set(pool.cast)
        table.next_hand()
        assert table.deal.pool is not None
        moves += len(set(table.deal.pool.cast) - others)
    assert moves > 0 or seats == 3
    assert table.places[0] == table.round.places[0] > 0


def test_the_last_one_has_the_first_place() -> None:
    pool = Pool((100, 200, 300), (0, 1, 2), (0, 0, 0))
    assert after_round(pool, (600, 0, 0)).places == (1, 3, 2)
    assert after_round(pool, (250, 0, 350)).places == (0, 3, 0)


def test_who_is_next_to_pay_the_big_blind_is_moved_and_the_person_keeps_chair_0() -> None:
    table = table_of(seats=4, seed=1, mode=Mode.TOURNAMENT, players=8, stack=1000)
    pool, where = table.deal.pool, table.deal.where
    assert pool is not None
    full, short = pool.cast, pool.others[0].players
    chips = list(pool.chips)
    for player in short[:2]:
        chips[player] = 0
    levelled, _ = level_tables(replace(pool, chips=tuple(chips)), where)
    require_level(levelled, 4)
    moved = set(levelled.others[0].players) & set(full)
    big = full[(where.big + 1) % 4]
    assert moved == {big} if big else len(levelled.cast) == 4
    # A table that is no longer needed: all of its players are seated with the person.
    for player in short:
        chips[player] = 0
    chips[short[0]] = 50
    chips[full[1]] = 0
    final, _ = level_tables(replace(pool, chips=tuple(chips)), where)
    assert not final.others and final.cast[0] == 0
    require_level(final, 4)


def test_a_person_whose_table_is_broken_sits_down_elsewhere() -> None:
    where = table_of(seats=4, seed=1).deal.where
    pool = Pool((10, 0, 0, 10, 10, 10, 0, 0), (0, 1, 2, 6), (0,) * 8, (TableElsewhere((3, 4, 5, 7), where),))
    levelled, blinds = level_tables(pool, where)
    assert not levelled.others and levelled.cast[0] == 0 and set(levelled.cast) == {0, 3, 4, 5}
    assert {blinds.button, blinds.small, blinds.big} <= set(range(4))


def test_folding_fast_meets_others_who_keep_their_chips() -> None:
    dice = random.Random(5)
    table = table_of(seats=4, seed=3, players=12, rebuys=True)
    met: set[int] = set()
    for _ in range(25):
        pool = table.deal.pool
        assert pool is not None and table.setup.is_fast_fold
        met |= set(pool.cast)
        assert table.deal.stacks == pool.stacks(pool.cast)
        assert table.setup.names == tuple(table.whole.names[player - 1] for player in pool.cast[1:])
        play_hand(table, dice)
        after = dict(zip(pool.cast, table.stacks, strict=True))
        table.next_hand()
        assert table.deal.pool is not None
        for player, chips in enumerate(table.deal.pool.chips):
            assert chips == (after.get(player, pool.chips[player]) or 2500)
    assert met == set(range(12))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"players": 5, "seats": 6, "mode": Mode.TOURNAMENT}, "5 players for 6 seats: expected 7 to 300"),
        ({"mode": Mode.TOURNAMENT}, "0 players for 6 seats"),
        ({"players": 20, "mode": Mode.SIT_AND_GO}, "a sit-and-go has as many as seats"),
        ({"players": 20, "seats": 2, "mode": Mode.TOURNAMENT}, "have 3 or more"),
        ({"players": 20, "stacks": (100, 200), "seats": 2}, "all begin with the same"),
        ({"players": 20, "mode": Mode.TOURNAMENT, "rebuys": True}, "rebuys in a tournament"),
        ({"players": 20, "mode": Mode.TOURNAMENT, "opponents": ("blueprint:6max",)}, "has to be loaded"),
        ({"players": 20, "opponents": ()}, "no opponents for a pool of 20 players"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(ask: dict[str, object], words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        make_setup(Choices(**{"seed": 1} | ask))  # type: ignore[arg-type]


def test_named_opponents_of_a_pool_are_its_kinds() -> None:
    setup = make_setup(Choices(seats=6, players=60, mode=Mode.TOURNAMENT, seed=1, opponents=("style:tag", "style:lag")))
    kinds, counts = np.unique(setup.agents, return_counts=True)
    assert list(kinds) == ["style:lag", "style:tag"] and min(counts) > 15
    assert len(set(setup.names)) == 59
    assert isinstance(Table(setup).deal.pool, Pool)
