"""Games of OpenSpiel as ours, and ours as OpenSpiel's: `from_open_spiel("kuhn_poker")`, `to_open_spiel(Kuhn())`.

Either way the histories, the chances, the payoffs and what players can tell apart are the same. An action keeps its
text; in OpenSpiel it has a number, counted here in the order in which actions first appear. Needs the extra
`openspiel`.
"""

from collections.abc import Hashable
from itertools import count
from typing import Any

import numpy as np

from gutshot.arguments import checked
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.errors import BadConfig, IllegalAction
from gutshot.extras import missing_extra
from gutshot.game import CHANCE, TERMINAL, Action, State


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ModuleNotFoundError as error:
        raise missing_extra(error, "a game of OpenSpiel") or error from None
    return pyspiel


class SpielState:
    """A history of a game of OpenSpiel."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __repr__(self) -> str:
        return f"SpielState({str(self._state.get_game())!r}, {self._state.history()})"

    @property
    def num_players(self) -> int:
        """The number of players."""
        return int(self._state.num_players())

    @property
    def actor(self) -> int:
        """The player to act, or CHANCE, or TERMINAL."""
        if self._state.is_terminal():
            return TERMINAL
        return CHANCE if self._state.is_chance_node() else int(self._state.current_player())

    @property
    def legal(self) -> tuple[Action, ...]:
        """Their texts."""
        return tuple(self._numbers) if self.actor >= 0 else ()

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        """Texts of outcomes, and how likely they are."""
        if self.actor != CHANCE:
            return ()
        names = {number: name for name, number in self._numbers.items()}
        return tuple((names[number], float(share)) for number, share in self._state.chance_outcomes())

    @property
    def _numbers(self) -> dict[Action, int]:
        """From texts to OpenSpiel's numbers; the number alone where two have one text."""
        who = self._state.current_player()
        actions = self._state.legal_actions()
        names = [self._state.action_to_string(who, action) for action in actions]
        return dict(zip(names if len(set(names)) == len(names) else map(str, actions), actions, strict=True))

    def apply(self, action: Action) -> "SpielState":
        """The state after an action or a chance outcome."""
        numbers = {} if self.actor == TERMINAL else self._numbers
        if action not in numbers:
            raise IllegalAction(
                f"{action!r} is not an action of {self!r}: expected one of {', '.join(map(str, numbers))}"
            )
        return SpielState(self._state.child(numbers[action]))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each player has won or lost at the end."""
        if self.actor != TERMINAL:
            raise IllegalAction(f"{self!r} is not over: it has no payoffs yet")
        return tuple(map(float, self._state.returns()))

    @property
    def infoset(self) -> Hashable:
        """OpenSpiel's information state of the actor."""
        return str(self._state.information_state_string())


@checked
def from_open_spiel(name: str) -> SpielState:
    """The root of a game by OpenSpiel's name, as in `from_open_spiel("leduc_poker(players=3)")`."""
    pyspiel = _pyspiel()
    if name.partition("(")[0].strip() not in pyspiel.registered_names():  # it would print all that it knows
        raise BadConfig(f"OpenSpiel cannot load {name[:80]!r}: expected one of `pyspiel.registered_names()`")
    try:
        game = pyspiel.load_game(name)
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
    except Exception as error:  # OpenSpiel raises nothing more precise, and its message lists all games
        raise BadConfig(f"OpenSpiel cannot load {name!r}: {str(error).splitlines()[0][:200]}") from None
    kind = game.get_type()
    if kind.utility != pyspiel.GameType.Utility.ZERO_SUM or not kind.provides_information_state_string:
        raise BadConfig(f"{name!r} cannot be used here: expected payoffs that sum to zero, and infosets")
    return SpielState(game.new_initial_state())


@checked
def to_open_spiel(root: State) -> Any:
    """A `pyspiel.Game` for OpenSpiel's algorithms. It is unrolled once, to count what OpenSpiel wants to know.

    OpenSpiel copies states by the name of their game, so each is registered under a name of its own.
    """
    pyspiel, flat, name = _pyspiel(), unroll(root), f"gutshot_{next(_NUMBERS)}"
    actions = tuple(dict.fromkeys(action for row in flat.infosets.actions for action in row))
    about = _about(pyspiel, root, flat, name), _counts(pyspiel, root, flat, len(actions))
    made = _game_class(pyspiel, root, actions, about)
    pyspiel.register_game(about[0], made)
    return pyspiel.load_game(name)


_NUMBERS = count(1)


def _about(pyspiel: Any, root: State, flat: FlatGame, name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        name,
        name,
        kind.Dynamics.SEQUENTIAL,
        kind.ChanceMode.EXPLICIT_STOCHASTIC if flat.counts[0] else kind.ChanceMode.DETERMINISTIC,
        kind.Information.IMPERFECT_INFORMATION,
        kind.Utility.ZERO_SUM,
        kind.RewardModel.TERMINAL,
        root.num_players,
        root.num_players,
        True,  # information states as text, and no tensors
        False,
        False,
        False,
        {},
    )


def _counts(pyspiel: Any, root: State, flat: FlatGame, actions: int) -> Any:
    outcomes = int(flat.width[flat.infoset == CHANCE].max()) if flat.counts[0] else 0
    low, high = float(flat.payoffs.min()), float(flat.payoffs.max())
    return pyspiel.GameInfo(max(1, actions), outcomes, root.num_players, low, high, 0.0, max(1, len(flat.levels) - 2))


def _game_class(pyspiel: Any, root: State, actions: tuple[Action, ...], about: tuple[Any, Any]) -> Any:
    """OpenSpiel's base classes are known only where it is installed, and it makes games without arguments of ours."""
    numbers = {action: number for number, action in enumerate(actions)}

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
        """One of our games."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(*about, params or {})

        def new_initial_state(self) -> Any:
            return OpenSpielState(self, root)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer()

    class OpenSpielState(pyspiel.State):  # type: ignore[misc]
        """One of our states, which is exchanged for the next as actions are applied."""

        def __init__(self, game: Any, state: State) -> None:
            super().__init__(game)
            self.held = _Held(state)

        @property
        def state(self) -> State:
            """Where it is."""
            return self.held.state

        def current_player(self) -> int:
            names = {CHANCE: pyspiel.PlayerId.CHANCE, TERMINAL: pyspiel.PlayerId.TERMINAL}
            found: int = names.get(self.state.actor, self.state.actor)
            return found

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(numbers[action] for action in self.state.legal)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(number, share) for number, (_, share) in enumerate(self.state.chances)]

        def _chosen(self, action: int) -> Action:
            return self.state.chances[action][0] if self.state.actor == CHANCE else actions[action]

        def _apply_action(self, action: int) -> None:
            self.held = _Held(self.state.apply(self._chosen(action)))

        def _action_to_string(self, player: int, action: int) -> str:
            return str(self._chosen(action))

        def is_terminal(self) -> bool:
            return self.state.actor == TERMINAL

        def returns(self) -> list[float]:
            return list(self.state.payoffs) if self.is_terminal() else [0.0] * self.state.num_players

        def __str__(self) -> str:
            return repr(self.state)

    return OpenSpielGame


class _Held:
    """A state of ours in a state of OpenSpiel's, which are copied: ours never change, so one does for all copies."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> "_Held":
        return self


class _Observer:
    """What the player to act knows, as text."""

    def __init__(self) -> None:
        self.tensor, self.dict = np.zeros(0, np.float32), dict[str, Any]()

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: Any, player: int) -> str:
        """The infoset, with the player, because two may share a key."""
        return f"{player}:{state.state.infoset!r}" if state.state.actor == player else f"{player} waits"
