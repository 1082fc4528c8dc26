"""Your figures."""

from typing import Annotated

from fastapi import APIRouter, Query

from gutshot.games.variants import Game
from gutshot.trainer.records import history as records
from gutshot.trainer.records import statistics as stats
from gutshot.trainer.records.history import Filter
from gutshot.web.context import Here, Person
from gutshot.web.study import schemas as study
from gutshot.web.study.views import stats_view

router = APIRouter(prefix="/stats", tags=["statistics"])

_MISTAKES = 10
_LEAST_LOSS = 0.25


@router.get("", operation_id="getStats")
def get_stats(
    here: Here,
    person: Person,
    game: Game = Game.HOLDEM,
    table: Annotated[str | None, Query(max_length=32, description="One table; all if left out.")] = None,
) -> study.Stats:
    """Your figures over all hands of a game that you played here, as a tracker shows them."""
    found = stats.figures(here.store, person, game.value, table)
    wanted = Filter(game=game.value, table=table, least_ev_lost=_LEAST_LOSS, imported=False)
    worst, _ = records.list_hands(here.store, person, wanted, "ev_lost", 0, _MISTAKES)
    return stats_view(game, found, worst)
