import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { sayError } from "../state/toasts";
import { commandJob, deleteJob, type Command, type JobView } from "./api";
import { duration, STATE_WORDS, timeLeft, whereItStands } from "./words";
import "./jobs.css";

export function StateBadge({ job }: { job: JobView }) {
  return <span className={`state-badge ${job.state}`}>{STATE_WORDS[job.state]}</span>;
}

/** How far a job is, as a bar and in words. */
export function JobProgress({ job }: { job: JobView }) {
  const left = timeLeft(job);
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
          {duration(job.seconds)}
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
  const remove = () =>
    void run(async () => {
      await deleteJob(job.id);
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
        <button type="button" className="button small danger" disabled={isBusy} onClick={remove}>
          Delete
        </button>
      )}
    </span>
  );
}
