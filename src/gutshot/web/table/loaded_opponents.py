"""Where loaded opponents think: networks and solved strategies, in a helper process.

Loading one takes seconds (a network brings JAX with it), a decision milliseconds. The event loop waits for neither: a
table whose opponent is still being loaded goes on when it is there.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache

from gutshot.agents.agent import Agent
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.table.opponents import make_opponent
from gutshot.web.helpers import OPPONENTS

_log = logging.getLogger(__name__)


class LoadedOpponents:
    """Loads opponents and asks them. `apart` puts them into another process; else they think in a thread."""

    def __init__(self, apart: bool) -> None:
        self._helper = Helpers(OPPONENTS, apart)
        self._loading: dict[str, Future[None]] = {}
        self._waiting: dict[str, set[Callable[[], None]]] = {}

    def load(self, agent: str, then: Callable[[], None]) -> bool:
        """Whether the player is ready; if not it is being loaded, and `then` is called on this event loop once it is.

        One that cannot be loaded is ready too: it will be told so when it is asked.
        """
        if agent not in self._loading:
            self._start(agent)
        if self._loading[agent].done():
            return True
        self._waiting.setdefault(agent, set()).add(then)
        return False

    def _start(self, agent: str) -> None:
        loop = asyncio.get_running_loop()

        def loaded(_: Future[None]) -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(self._tell, agent)

        self._loading[agent] = self._helper.start(prepare, agent)
        self._loading[agent].add_done_callback(loaded)

    def _tell(self, agent: str) -> None:
        for then in self._waiting.pop(agent, set()):
            then()

    async def ask(self, agent: str, seed: int, number: int, observation: Observation) -> Choice:
        """Its decision; one that fails checks, or folds where that costs something."""
        try:
            return await self._helper.ask(decide, agent, seed, number, observation)
        except Exception as error:
            _log.warning("%s failed to decide and folds: %s", agent, error)
            return "check" if observation.legal.check else "fold"

    def close(self) -> None:
        """End their process."""
        self._helper.close()


@lru_cache(maxsize=128)
def _seated(agent: str, seed: int) -> Agent:
    return make_opponent(agent, seed)


def prepare(agent: str) -> None:
    """Load a player and let it decide once, so that everything is compiled."""
    hand = Hand.holdem([2500] * 6, (25, 50), 0, seed=1)
    decide(agent, 0, 1, hand.observation(hand.actor or 0))


def decide(agent: str, seed: int, number: int, observation: Observation) -> Choice:
    """One decision of a player of that seed in the hand of that number."""
    player = _seated(agent, seed)
    player.new_hand(number)
    return player.act(observation)
