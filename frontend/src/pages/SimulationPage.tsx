import { Link, useParams } from "react-router-dom";
import { JobButtons, JobProgress, StateBadge } from "../jobs/JobHead";
import { useJob } from "../jobs/useJobs";
import { useTitle } from "../lib/hooks";
import { MatchView } from "../simulate/MatchView";
import "../jobs/jobs.css";
import "../simulate/simulate.css";

/** One match: live while it runs, kept when it is over. */
export default function SimulationPage() {
  const { job: id = "" } = useParams();
  const { detail, isGone, isLive } = useJob(id);
  useTitle(detail?.job.title ?? "Simulation");
  if (isGone) {
    return (
      <div className="page notice">
        <h1>There is no such match.</h1>
        <Link to="/simulator">To the simulator</Link>
      </div>
    );
  }
  if (!detail) return <p className="page muted">Asking…</p>;
  const { job, run } = detail;
  return (
    <div className="page job-page simulator">
      <div className="page-head">
        <div className="job-page-title">
          <h1>{job.title}</h1>
          <StateBadge job={job} />
        </div>
        <div className="toolbar">
          <JobButtons job={job} afterDelete="/simulator" />
          <Link className="button small" to="/simulator">
            All runs
          </Link>
        </div>
      </div>
      {!isLive && <p className="connection">The connection is lost; trying again…</p>}
      <section className="card-panel" aria-label="Progress">
        <JobProgress job={job} />
      </section>
      {run && run.hands > 0 ? (
        <MatchView detail={detail} run={run} />
      ) : (
        <p className="muted">Figures appear with the first hands.</p>
      )}
    </div>
  );
}
