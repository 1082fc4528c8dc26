import { Link } from "react-router-dom";
import { dateAndTime } from "../lib/format";
import { pageOf, type JobView } from "./api";
import { JobButtons, JobProgress, StateBadge } from "./JobHead";

const KINDS = {
  solve: "Solve", preflop: "Preflop", report: "Flop report", simulation: "Simulation", training: "Training", import: "Import of hands",
} as const;

interface JobListProps {
  jobs: readonly JobView[];
  /** Shown before each title, as a box to compare runs. */
  mark?(job: JobView): React.ReactNode;
}

export function JobList({ jobs, mark }: JobListProps) {
  return (
    <ul className="job-list">
      {jobs.map((job) => (
        <li key={job.id} className="job-card" data-job={job.id} data-state={job.state}>
          <div className="job-top">
            {mark?.(job)}
            <Link className="job-title" to={pageOf(job)}>
              {job.title}
            </Link>
            <StateBadge job={job} />
            <small className="muted">
              {KINDS[job.kind]} · {dateAndTime(job.created)}
            </small>
            <JobButtons job={job} />
          </div>
          <JobProgress job={job} />
        </li>
      ))}
    </ul>
  );
}
