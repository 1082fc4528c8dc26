"""Importing hands as a job: part by part, each kept when it is read, so that a stopped import goes on where it was.

Foreign text is read in a helper process that is limited, and killed when it hangs or is asked to stop; what it finds is
stored here, hands and figures in one transaction. A part that cannot be read is left out with a sentence.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from gutshot.errors import GutshotError
from gutshot.trainer.helpers.kind import HelperDied, HelperKind, TooLong
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.helpers.reporter import Progress
from gutshot.trainer.jobs import record
from gutshot.trainer.jobs.import_files import TEXT
from gutshot.trainer.jobs.kinds import JobEnd
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.records.hand_files import FilePart, Span, next_part, read_part, spans
from gutshot.trainer.records.imports import Imported
from gutshot.trainer.records.keeping import NewRefs, keep
from gutshot.trainer.records.store import Store, Write

HISTORIES = HelperKind("the process that reads hand histories", nice=10, processes=2, cpu_seconds=20)
"""Foreign text meets foreign parsers: whatever they do ends with their process."""
PATIENCE = 300.0
"""Seconds on the wall, after which a part is taken to hang."""
_TRIES = 2
"""A reader may have been killed for what others took of the memory."""
MOST_SAID = 200
"""Sentences about hands that could not be read."""


@dataclass(frozen=True)
class ImportTally:
    """How far an import is: bytes, and hands of the file that is being read; and what it has come to."""

    at: int = 0
    hands: int = 0
    imported: int = 0
    known: int = 0
    unread: int = 0
    first: str | None = None
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, job: Job) -> "ImportTally":
        """As the job was left."""
        if job.detail:
            return cls(**job.detail | {"problems": tuple(job.detail["problems"])})
        return cls(problems=tuple(f"{name} is empty" for name, size in job.config["files"] if not size)[:MOST_SAID])

    @property
    def words(self) -> str:
        """What it has come to."""
        told = [f"{self.imported:,} imported"]
        told += [f"{self.known:,} there already"] if self.known else []
        told += [f"{self.unread:,} not read"] if self.unread else []
        return ", ".join(told)

    def after(self, part: FilePart, unread: int, problems: Sequence[str], kept: NewRefs) -> "ImportTally":
        """Once a part is kept."""
        return ImportTally(
            at=part.end,
            hands=self.hands + part.hands,
            imported=self.imported + len(kept.refs),
            known=self.known + kept.known,
            unread=self.unread + unread,
            first=self.first or next(iter(kept.refs), None),
            problems=(*self.problems, *problems)[:MOST_SAID],
        )


def title_of(names: Sequence[str]) -> str:
    """The title of an import."""
    first = names[0] or "Pasted hands"
    return first if len(names) == 1 else f"{first} and {len(names) - 1} more"


class Import:
    """One job of this kind. Its methods may be called from any thread; `run` from one."""

    def __init__(self, job: Job, folder: Path, store: Store, reader: Helpers) -> None:
        self._job, self._path, self._store, self._reader = job, folder / TEXT, store, reader
        self._total = sum(size for _, size in job.config["files"])
        self._tally = ImportTally.of(job)
        self._stopped = False

    def stop(self) -> None:
        """End at once: what is being read is read again when the job goes on."""
        self._stopped = True
        self._reader.close()

    def run(self, tell: Callable[[Progress], None]) -> JobEnd:
        """Read what is not read yet, or as far as it may."""
        files = self._job.config["files"]
        try:
            for (name, _), span in zip(files, spans(size for _, size in files), strict=True):
                self._bring_in(name, f"{name}, " if len(files) > 1 else "", span, tell)
        except (HelperDied, CancelledError):
            if not self._stopped:
                raise
            return self._end(False)
        return self._end(True)

    def _end(self, complete: bool) -> JobEnd:
        told = _told(self._tally, self._total)
        return JobEnd(complete=complete, fraction=told["fraction"], text=told["text"], detail=told["detail"])

    def _bring_in(self, name: str, label: str, span: Span, tell: Callable[[Progress], None]) -> None:
        """One file, from where it was left."""
        if self._tally.at == span.begin:
            self._tally = replace(self._tally, hands=0)
        while span.begin <= self._tally.at < span.end:
            self._tally = self._after_part(name, label, span)
            tell(_told(self._tally, self._total))

    def _after_part(self, name: str, label: str, span: Span) -> ImportTally:
        """Read and keep the next part. Its figures go into the database with its hands, so that they agree."""
        part, found, problems = self._read(span)
        unread = max(len(problems), part.hands - len(found))
        said = [f"{label}{problem}" for problem in problems]

        def figures(kept: NewRefs) -> list[Write]:
            after = self._tally.after(part, unread, said, kept)
            return [record.changed(replace(self._job, **_told(after, self._total)))]

        return self._tally.after(part, unread, said, keep(self._store, self._job.owner, found, name, figures))

    def _read(self, span: Span) -> tuple[FilePart, list[Imported], list[str]]:
        """The next part of a file; one that cannot be cut is left out whole."""
        at, first = self._tally.at, self._tally.hands + 1
        try:
            part = self._reader.run(next_part, self._path, span, at)
        except HelperDied:
            raise
        except GutshotError as error:
            return FilePart(at, span.end, 0), [], [str(error)]
        for _ in range(_TRIES):
            try:
                return part, *self._reader.run_within(PATIENCE, read_part, self._path, span, part, first)
            except TooLong:
                why = "reading takes too long"
                break
            except HelperDied as died:
                if self._stopped:
                    raise
                why = str(died)
            except RuntimeError:
                why = "reading failed, and the server's log says why"
                break
        last = first + max(part.hands, 1) - 1
        return part, [], [f"{f'hand {first}' if last == first else f'hands {first} to {last}'}: {why}"]


def _told(tally: ImportTally, total: int) -> Progress:
    """How far it is, as a job has it."""
    return {"fraction": tally.at / total, "text": tally.words, "detail": asdict(tally)}
