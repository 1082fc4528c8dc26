"""Play before the flop: which tables have charts, the charts of one, and solving others as jobs."""

from typing import Any

from fastapi import APIRouter

from gutshot.preflop.config import PreflopConfig
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.preflop import JAM, RAISES, jam_table, title_of
from gutshot.web.context import Context, Here, Person
from gutshot.web.explore.privacy import Source, visible
from gutshot.web.jobs.schemas import JobView
from gutshot.web.jobs.views import job_view
from gutshot.web.preflop import schemas as wire
from gutshot.web.preflop.views import charts_of, tables_of

router = APIRouter(prefix="/preflop", tags=["preflop"])


@router.get("/tables", operation_id="listPreflopTables")
def list_tables(here: Here, person: Person) -> list[wire.PreflopTable]:
    """Every table that a strategy in the library has charts for."""
    here.reading.get_ready()
    return tables_of(visible(here, person))


@router.get("/charts", operation_id="getPreflopCharts")
def get_charts(source: Source, here: Here, _: Person) -> wire.ChartsView:
    """Openings, answers to them and to 3-bets, by position, with how often each action is taken."""
    return here.reading.ask(charts_of, source)


@router.post("/jam", operation_id="solveJamOrFold", status_code=201)
def solve_jam_or_fold(ask: wire.JamAsk, here: Here, person: Person) -> JobView:
    """Solve jam or fold for a table, for chips or for prizes, in a worker process."""
    config = ask.model_dump(exclude={"title"}) | {"game": JAM}
    jam_table(config)
    return _submitted(here, person, ask.title, config)


@router.post("/raises", operation_id="solvePreflop", status_code=201)
def solve_raises(ask: wire.RaisesAsk, here: Here, person: Person) -> JobView:
    """Solve a game of raises before the flop in a worker process; every round is saved."""
    plan = PreflopConfig.from_dict(_plan(ask)).to_dict()
    return _submitted(here, person, ask.title, {"game": RAISES, "plan": plan})


def _plan(ask: wire.RaisesAsk) -> dict[str, Any]:
    """The settings in the solver's own words."""
    sampled = {"solve_type": "mccfr", "num_hand_buckets_flop": 50, "num_hand_buckets_turn": 100}
    sampled |= {"num_hand_buckets_river": 100, "mccfr_sample_pct": 0.002, "postflop_solve_iterations": 200}
    sampled |= {"hands_per_bucket": 1, "value_extraction_samples": 98, "cfr_delta_threshold": 0}
    return {
        "num_players": ask.seats,
        "stack_depth": ask.stack,
        "small_blind": ask.small_blind,
        "ante": ask.ante,
        "bet_sizes": ask.sizes,
        "limps": ask.limps,
        "rounds": ask.rounds,
        "least_reach": 0.002,
        "realisation": ask.realisation,
        "postflop_model": sampled | {"max_flop_boards": ask.boards} if ask.flops == "sampled" else ask.flops,
    }


def _submitted(here: Context, person: str, title: str, config: dict[str, Any]) -> JobView:
    named = title.strip() or title_of(config)
    return job_view(here.jobs, here.jobs.submit(person, JobKind.PREFLOP, named[:120], config))
