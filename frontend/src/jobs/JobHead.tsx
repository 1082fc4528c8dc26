import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";
import { commandJob, deleteJob, type Command, type JobView } from "./api";
import { bytes, duration, STATE_WORDS, timeLeft, whereItStands } from "./words";
import { useRunningSeconds } from "./useRunningSeconds";
import "./jobs.css";

export function StateBadge({ job }: { job: JobView }) {
  return <span className={`state-badge ${job.state}`}>{STATE_WORDS[job.state]}</span>;
}

/** How far a job is, as a bar and in words. */
export function JobProgress({ job }: { job: JobView }) {
  const seconds = useRunningSeconds(job.seconds, job.state === "running");
  const left = timeLeft({ ...job, seconds });
  const share = Math.round(job.fraction * 100);
  return (
    <div className="job-progress">
      <div
        className={`job-bar ${job.state}`}
        role="progressbar"
        aria-label={`Progress of ${job.title}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <p className="job-words">
        <span>{whereItStands(job)}</span>
        <span className="muted">
          {duration(seconds)}
          {left !== null && `, about ${duration(left)} left`}
        </span>
      </p>
      {job.error && (
        <p className="job-error" role="alert">
          {job.error[0]?.toUpperCase() + job.error.slice(1)}.
        </p>
      )}
    </div>
  );
}

/** What can be asked of a job now. */
export function JobButtons({ job, afterDelete }: { job: JobView; afterDelete?: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const run = async (doing: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await doing();
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  const ask = (command: Command) => () => void run(() => commandJob(job.id, command));
  const remove = (files: boolean) =>
    void run(async () => {
      await deleteJob(job.id, files);
      if (afterDelete) navigate(afterDelete);
    });
  return (
    <span className="job-buttons">
      {job.can_pause && (
        <button type="button" className="button small" disabled={isBusy} onClick={ask("pause")}>
          Pause
        </button>
      )}
      {job.can_resume && (
        <button type="button" className="button small" disabled={isBusy} onClick={ask("resume")}>
          Resume
        </button>
      )}
      {job.can_cancel && (
        <button type="button" className="button small" disabled={isBusy} onClick={ask("cancel")}>
          Stop
        </button>
      )}
      {!job.can_pause && (
        <button type="button" className="button small danger" disabled={isBusy} onClick={() => setAsking(true)}>
          Delete
        </button>
      )}
      {isAsking && <DeleteDialog job={job} onDelete={remove} onClose={() => setAsking(false)} />}
    </span>
  );
}

interface DeleteDialogProps {
  job: JobView;
  onDelete(files: boolean): void;
  onClose(): void;
}

/** Says what goes and what it frees before anything does. */
function DeleteDialog({ job, onDelete, onClose }: DeleteDialogProps) {
  const then = (files: boolean) => () => {
    onClose();
    onDelete(files);
  };
  const hasSolution = (job.kind === "solve" || job.kind === "preflop") && job.result !== null;
  return (
    <Dialog title={`Delete ${job.title}?`} onClose={onClose}>
      <p>
        {hasSolution
          ? `Its solution takes ${bytes(job.bytes)} and can stay in the library without the job.`
          : job.kind === "import"
            ? "The hands that were imported stay."
            : job.result === null
            ? "Nothing has been saved yet."
            : `Its results (${bytes(job.bytes)}) will be deleted for good.`}
      </p>
      <div className="dialog-buttons">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Keep it
        </button>
        {hasSolution && (
          <button type="button" className="button" onClick={then(false)}>
            Delete the job only
          </button>
        )}
        <button type="button" className="button danger" onClick={then(true)}>
          {hasSolution ? "Delete job and solution" : "Delete"}
        </button>
      </div>
    </Dialog>
  );
}
