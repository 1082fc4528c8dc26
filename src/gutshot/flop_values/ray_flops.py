"""Flops as tasks of a Ray cluster, or of a local Ray that is started for the run. Needs the extra `cluster`.

Tasks write their answers to the model's folder themselves, so all machines should share that folder.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gutshot.cluster import connected_ray
from gutshot.flop_values.values import FlopValues

if TYPE_CHECKING:
    from gutshot.flop_values.model import FlopJob


def run_on_ray(jobs: list["FlopJob"], finished: Callable[["FlopJob"], None]) -> list[list[FlopValues]]:
    """Answers of every job in the order of the jobs, as they would be computed here."""
    from gutshot.flop_values.model import run_job

    with connected_ray() as ray:
        task = ray.remote(run_job)
        waiting = {task.remote(job): number for number, job in enumerate(jobs)}
        found: list[list[FlopValues]] = [[] for _ in jobs]
        while waiting:
            ready, _ = ray.wait(list(waiting))
            for handle in ready:
                number = waiting.pop(handle)
                found[number] = ray.get(handle)
                finished(jobs[number])
    return found
