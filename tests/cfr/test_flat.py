"""Unrolling: golden counts, the shape of the arrays, and refusals before memory is taken."""

from dataclasses import dataclass

import numpy as np
import pytest

from gutshot.cfr.flat import FlatGame, bytes_needed, estimate_histories, unroll
from gutshot.errors import BadConfig
from gutshot.game import CHANCE, TERMINAL, Action
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc
from gutshot.games.toys import HalfStreet, akq
from tests.cfr.games import kuhn, leduc

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("game", "counts", "infosets"),
    [(kuhn(2), (4, 24, 30), 12), (kuhn(3), (17, 288, 312), 48), (leduc(), (157, 3780, 5520), 936)],
)
def test_golden_counts(game: FlatGame, counts: tuple[int, int, int], infosets: int) -> None:
    assert game.counts == counts and len(game.infosets) == infosets


@pytest.mark.parametrize("game", [kuhn(2), kuhn(4), leduc()])
def test_level_order(game: FlatGame) -> None:
    for h in range(game.histories):
        family = range(game.child[h], game.child[h] + game.width[h])
        assert all(game.parent[c] == h for c in family)
    level = np.searchsorted(game.levels, np.arange(game.histories), side="right")
    assert np.array_equal(level[game.parent[1:]] + 1, level[1:])
    assert game.width.sum() == game.histories - 1 and game.reach.sum() == pytest.approx(
        sum(1 for _ in game.reach) * game.reach.mean()
    )


@pytest.mark.parametrize("game", [kuhn(2), kuhn(3), leduc()])
def test_infosets_come_after_the_slot_that_leads_to_them(game: FlatGame) -> None:
    first, actor = game.infosets.first, game.infosets.actor
    owner = np.repeat(np.arange(len(game.infosets)), np.diff(first))
    assert np.all(np.diff(actor) >= 0)
    for i, slot in enumerate(game.before):
        assert slot == -1 or (owner[slot] < i and actor[owner[slot]] == actor[i])


def test_chance_of_all_terminals_is_one_for_any_pure_strategy() -> None:
    game = leduc()
    form = game.sequence_form
    uniform = np.repeat(1 / np.diff(game.infosets.first), np.diff(game.infosets.first))
    own = np.where(game.last >= 0, game.last, game.infosets.slots + np.arange(game.players))
    assert (game.reach * form.reaches(uniform)[own].prod(axis=1)).sum() == pytest.approx(1.0)


def test_the_estimate_is_close() -> None:
    assert estimate_histories(Kuhn(3)) == pytest.approx(617, rel=0.1)
    assert estimate_histories(Leduc()) == pytest.approx(9457, rel=0.15)


def test_a_game_too_large_is_refused_with_the_estimate_before_unrolling(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("unrolled a game that does not fit")

    monkeypatch.setattr("gutshot.cfr.flat._Draft.grow", never)
    with pytest.raises(BadConfig, match=r"about 9\.\d?e\+03|about 1e\+04") as caught:
        unroll(Leduc(), memory=100_000)
    assert "MB unrolled, but only 100 kB may be used" in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(BadConfig, match=r"[TP]B unrolled"):
        unroll(Leduc(6, 13))


def test_an_estimate_that_was_too_low_is_noticed_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.cfr.flat.estimate_histories", lambda root: 10)
    with pytest.raises(BadConfig, match="histories and would take about"):
        unroll(Leduc(), memory=bytes_needed(5000, 2))


def test_memory_stays_within_the_estimate() -> None:
    game = leduc()
    form = game.sequence_form
    arrays = [
        value for thing in (vars(game), form._asdict()) for value in thing.values() if isinstance(value, np.ndarray)
    ]
    assert sum(a.nbytes for a in arrays) < bytes_needed(game.histories, 2) < 3 * sum(a.nbytes for a in arrays)


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    game = unroll(Leduc(2, 4), progress=lambda done, expected: seen.append((done, expected)))
    assert len(seen) > 1 and seen[-1][0] == game.histories and all(done <= expected for done, expected in seen)


@dataclass(frozen=True)
class Forgetful:
    """One player acts twice and forgets the first; or the menu depends on it; or chance is not whole."""

    fault: str = "recall"
    line: tuple[Action, ...] = ()
    num_players: int = 1

    @property
    def actor(self) -> int:
        if self.fault == "chance":
            return CHANCE if not self.line else TERMINAL
        return 0 if len(self.line) < 2 else TERMINAL

    @property
    def legal(self) -> tuple[Action, ...]:
        if self.actor != 0:
            return ()
        return ("a", "b") if self.line != ("b",) or self.fault == "recall" else ("a", "c")

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        return (("x", 0.5), ("y", 0.4)) if self.actor == CHANCE else ()

    def apply(self, action: Action) -> "Forgetful":
        return Forgetful(self.fault, (*self.line, action))

    @property
    def payoffs(self) -> tuple[float, ...]:
        return (0.0,)

    @property
    def infoset(self) -> int:
        return len(self.line)


@pytest.mark.parametrize(
    ("fault", "words"),
    [("recall", "imperfect recall"), ("menu", "in one history and"), ("chance", "sum to 0.9, not 1")],
)
def test_games_that_break_the_contract_are_refused(fault: str, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        unroll(Forgetful(fault))


def test_any_state_will_do() -> None:
    game = unroll(akq(3))
    assert isinstance(akq(3), HalfStreet) and game.counts == (1, 12, 18) and len(game.infosets) == 6


@dataclass(frozen=True)
class _Ends:
    """A game that is over at once."""

    payoffs: tuple[float, ...]
    num_players = 2
    actor = TERMINAL
    legal = ()
    chances = ()
    infoset = None

    def apply(self, action: Action) -> "_Ends":
        raise AssertionError


@pytest.mark.parametrize(
    ("payoffs", "why"), [((1.0, 1.0), "sum to zero"), ((float("nan"), 0.0), "finite"), ((0.0,), "1 payoffs for 2")]
)
def test_payoffs_that_are_no_game_between_players_are_refused(payoffs: tuple[float, ...], why: str) -> None:
    with pytest.raises(BadConfig, match=why):
        unroll(_Ends(payoffs))
