import { useEffect } from "react";
import { Link } from "react-router-dom";
import type { ImportReport as Report } from "../api/studyTypes";
import { JobButtons, JobProgress, StateBadge } from "../jobs/JobHead";
import { useJob } from "../jobs/useJobs";
import { replayPath } from "./HandList";

interface ImportStripProps {
  job: string;
  /** How many hands have come in, whenever there are more. */
  onImported(hands: number): void;
  onClose(): void;
}

/** The latest import above the hands: how far it is and what it has come to, also after a reload. */
export function ImportStrip({ job, onImported, onClose }: ImportStripProps) {
  const { detail, isGone } = useJob(job);
  const imported = detail?.hands?.imported ?? 0;
  useEffect(() => onImported(imported), [imported]);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone]);
  if (!detail?.hands) return null;
  return (
    <section className="card-panel import-strip" aria-label="Import">
      <div className="job-top">
        <Link className="job-title" to={`/imports/${job}`}>
          {detail.job.title}
        </Link>
        <StateBadge job={detail.job} />
        {detail.job.state !== "done" && <JobButtons job={detail.job} />}
        {!detail.job.can_pause && (
          <button type="button" className="icon-button" aria-label="Hide this import" onClick={onClose}>
            ✕
          </button>
        )}
      </div>
      <JobProgress job={detail.job} />
      {!detail.job.can_pause && <ImportReport report={detail.hands} />}
    </section>
  );
}

/** What an import has come to, with a sentence for what could not be read. */
export function ImportReport({ report }: { report: Report }) {
  return (
    <div role="status">
      <p>
        {report.imported === 1 ? "1 hand imported." : `${report.imported} hands imported.`}{" "}
        {report.known > 0 && `${report.known} ${report.known === 1 ? "was" : "were"} there already. `}
        {report.unread > 0 && `${report.unread} could not be read. `}
        {report.first && <Link to={replayPath(report.first)}>Open the first one</Link>}
      </p>
      {report.problems.length > 0 && (
        <ul className="problems" tabIndex={0} aria-label="What could not be read">
          {report.problems.map((problem, place) => (
            <li key={place}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
