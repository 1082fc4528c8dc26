"""A preflop solve from its config to a folder: every round is saved when done, and a stopped run can be resumed."""

from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from gutshot import artifacts
from gutshot.arguments import checked
from gutshot.cluster import require_engine
from gutshot.errors import BadConfig
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.model import PostflopModel
from gutshot.numeric.folders import cache_folder
from gutshot.numeric.threads import thread_count
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.flop_gains import CheckedDown, FlopModel, ModelGains, Watch
from gutshot.preflop.rounds import PreflopRounds, RoundReport
from gutshot.preflop.solution import KIND, PreflopSolution, load_rounds, save_rounds

RoundWatch = Callable[[RoundReport], None]


@checked
def solve_preflop(
    config: PreflopConfig | str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    *,
    resume: bool = False,
    engine: str = "local",
    threads: int | None = None,
    watch: RoundWatch | None = None,
    watch_flops: Watch | None = None,
) -> PreflopSolution:
    """Run the rounds that are still to do; `folder` keeps them. Answers about flops are kept in the user's cache.

    The config may be the path of a YAML file.
    """
    config = config if isinstance(config, PreflopConfig) else PreflopConfig.read(config)
    if folder is not None:
        artifacts.require_writable(folder, KIND)
    rounds = _begin(config, folder, resume)
    if rounds.done < config.rounds:
        model, few = (make_model(each, engine, threads) for each in (config, _warming(config)))
        while rounds.done < config.rounds:
            report = rounds.run_round(few if rounds.done < config.warm_up else model, watch_flops)
            if folder is not None:
                save_rounds(rounds, folder)
            if watch is not None:
                watch(report)
    return PreflopSolution(rounds)


def make_model(config: PreflopConfig, engine: str, threads: int | None) -> FlopModel:
    """What answers for flops."""
    require_engine(engine)
    thread_count(threads)
    if not isinstance(config.postflop_model, PostflopModelConfig):
        return CheckedDown(class_pairs(), config.realisation)
    model = PostflopModel(config.postflop_model, cache_folder() / "postflop", threads, engine)
    return ModelGains(model, class_pairs())


def _warming(config: PreflopConfig) -> PreflopConfig:
    """The same, with the flops that the warm-up rounds ask about."""
    model, flops = config.postflop_model, config.warm_up_flops
    if not flops or not isinstance(model, PostflopModelConfig):
        return config
    fewer = replace(model, max_flop_boards=flops, fixed_flops=model.fixed_flops[:flops])
    return replace(config, postflop_model=fewer)


def _begin(config: PreflopConfig, folder: str | PathLike[str] | None, resume: bool) -> PreflopRounds:
    """Fresh rounds, or those of a run that was stopped."""
    if not resume or folder is None:
        return PreflopRounds(config, class_pairs())
    if not Path(folder).exists():
        raise BadConfig(f"nothing to resume at {str(folder)!r}: there is no such folder")
    rounds = load_rounds(folder)
    if _game(rounds.config) != _game(config):
        raise BadConfig(f"cannot resume {str(folder)!r}: it was made by another config")
    rounds.config = config
    return rounds


def _game(config: PreflopConfig) -> dict[str, object]:
    """The settings that a resumed run may not change."""
    free = ("rounds", "iterations", "damping", "warm_up", "warm_up_flops", "least_reach")
    return {name: value for name, value in config.to_dict().items() if name not in free}
