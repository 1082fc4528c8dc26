"""Games there and here: the same values, the same distances from equilibrium, and a way back."""

import sys

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

from gutshot.cfr.best_response import expected_values, nash_conv
from gutshot.cfr.flat import unroll
from gutshot.cfr.open_spiel import from_open_spiel, to_open_spiel
from gutshot.cfr.strategy import TabularStrategy
from gutshot.cfr.vanilla import Cfr
from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import TERMINAL
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc


@pytest.mark.parametrize(("name", "ours"), [("kuhn_poker(players=3)", Kuhn(3)), ("leduc_poker", Leduc())])
def test_a_game_of_theirs_is_the_game_we_have(name: str, ours: Kuhn | Leduc) -> None:
    theirs, known = unroll(from_open_spiel(name)), unroll(ours)
    assert (theirs.histories, len(theirs.infosets)) == (known.histories, len(known.infosets))
    even = TabularStrategy.uniform(theirs.infosets), TabularStrategy.uniform(known.infosets)
    assert expected_values(theirs, even[0]) == pytest.approx(expected_values(known, even[1]))
    assert nash_conv(theirs, even[0]) == pytest.approx(nash_conv(known, even[1]))


def test_their_algorithms_measure_a_game_of_ours() -> None:
    game = to_open_spiel(Kuhn())
    policy = TabularPolicy(game)
    even = TabularStrategy.uniform(unroll(Kuhn()).infosets)
    assert exploitability.nash_conv(game, policy) == pytest.approx(nash_conv(unroll(Kuhn()), even))
    assert exploitability.nash_conv(game, policy) == pytest.approx(
        exploitability.nash_conv(pyspiel.load_game("kuhn_poker"), TabularPolicy(pyspiel.load_game("kuhn_poker")))
    )


def test_there_and_back_again() -> None:
    """A game of ours read through OpenSpiel's interface is solved to the same values."""
    from gutshot.cfr.open_spiel import SpielState

    run = Cfr(SpielState(to_open_spiel(Kuhn()).new_initial_state()), "cfr+")
    run.run(1000)
    assert expected_values(run.game, run.average)[0] == pytest.approx(-1 / 18, abs=1e-3)


def test_a_simultaneous_game_is_played_in_turns() -> None:
    run = Cfr(from_open_spiel("matrix_rps"))
    run.run(200)
    assert nash_conv(run.game, run.average) < 1e-3


def test_bad_names_and_actions_are_told() -> None:
    with pytest.raises(BadConfig, match="cannot load 'chess960x'"):
        from_open_spiel("chess960x")
    with pytest.raises(BadConfig, match="sum to zero"):
        from_open_spiel("matrix_pd")
    state = from_open_spiel("kuhn_poker")
    with pytest.raises(IllegalAction, match="'fly' is not an action"):
        state.apply("fly")
    while state.actor != TERMINAL:
        state = state.apply(state.chances[0][0] if state.actor < 0 else state.legal[0])
    with pytest.raises(IllegalAction):
        state.apply(0)


def test_without_open_spiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(BadConfig, match=r"gutshot\[openspiel\]"):
        from_open_spiel("kuhn_poker")
