import { Link, useParams } from "react-router-dom";
import { Panel } from "../layout/Panel";
import { useTitle } from "../lib/hooks";
import type { JobDetail } from "./api";
import { JobButtons, JobProgress, StateBadge } from "./JobHead";
import { useJob } from "./useJobs";
import "./jobs.css";

interface JobPageProps {
  /** What kind of job it is, for its title until its name is known and for the word that there is none. */
  kind: string;
  /** Where all of its kind are listed, and what that is called. */
  home: string;
  homeName: string;
  className?: string;
  tools?(detail: JobDetail): React.ReactNode;
  children(detail: JobDetail): React.ReactNode;
}

/** The page of the job in the address: its name, what can be asked of it, how far it is; live by itself. */
export function JobPage({ kind, home, homeName, className = "", tools, children }: JobPageProps) {
  const { job: id = "" } = useParams();
  const { detail, isGone, isLive } = useJob(id);
  useTitle(detail?.job.title ?? kind);
  if (isGone) {
    return (
      <div className="page notice">
        <h1>There is no such {kind.toLowerCase()}.</h1>
        <Link to={home}>To {homeName.toLowerCase()}</Link>
      </div>
    );
  }
  if (!detail) return <p className="page muted">Loading…</p>;
  const { job } = detail;
  return (
    <div className={`page job-page ${className}`}>
      <div className="page-head">
        <div className="job-page-title">
          <h1>{job.title}</h1>
          <StateBadge job={job} />
        </div>
        <div className="toolbar">
          <JobButtons job={job} afterDelete={home} />
          {tools?.(detail)}
          <Link className="button small" to={home}>
            {homeName}
          </Link>
        </div>
      </div>
      {!isLive && <p className="connection">Connection lost. Trying again…</p>}
      <section className="card-panel" aria-label="Progress">
        <JobProgress job={job} />
      </section>
      <Panel name="The result" of={job.id}>
        <Body detail={detail} of={children} />
      </Panel>
    </div>
  );
}

/** Called inside its panel, so that a fault in what a job has found leaves its head and buttons. */
const Body = ({ detail, of }: { detail: JobDetail; of(detail: JobDetail): React.ReactNode }) => of(detail);
