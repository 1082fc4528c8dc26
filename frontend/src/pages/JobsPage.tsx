import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { JobList } from "../jobs/JobList";
import { useJobs } from "../jobs/useJobs";
import { useTitle } from "../lib/hooks";
import { TrainDialog } from "../training/TrainDialog";
import "../jobs/jobs.css";

/** Everything that works in the background, and what became of it. */
export default function JobsPage() {
  useTitle("Jobs");
  const { jobs, isLive } = useJobs();
  const [isAsking, setAsking] = useState(useLocation().hash === "#train");
  return (
    <div className="page job-page">
      <div className="page-head">
        <div>
          <h1>Jobs</h1>
          <p className="muted">Solves, preflop solves, simulations, trainings and imports of hands run in the background and keep running when you leave the page.</p>
        </div>
        <div className="toolbar">
          <Link className="button" to="/solve">
            New solve
          </Link>
          <Link className="button" to="/simulator">
            New simulation
          </Link>
          <button type="button" className="button" onClick={() => setAsking(true)}>
            Train a blueprint
          </button>
        </div>
      </div>
      {isAsking && <TrainDialog onClose={() => setAsking(false)} />}
      {jobs !== null && !isLive && <p className="connection">Connection lost. Trying again…</p>}
      {jobs === null ? (
        <p className="muted">Loading…</p>
      ) : jobs.length === 0 ? (
        <p className="empty">No jobs yet. Solve a spot, run a match between agents, or train a blueprint.</p>
      ) : (
        <JobList jobs={jobs} />
      )}
    </div>
  );
}
