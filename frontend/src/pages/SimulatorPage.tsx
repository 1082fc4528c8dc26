import { useState } from "react";
import { Link } from "react-router-dom";
import { listAgents, type JobView } from "../jobs/api";
import { JobList } from "../jobs/JobList";
import { useJobs } from "../jobs/useJobs";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { MatchSetup } from "../simulate/MatchSetup";
import "../jobs/jobs.css";
import "../simulate/simulate.css";

/** Pits agents against each other, and keeps what came of it. */
export default function SimulatorPage() {
  useTitle("Simulator");
  const { data: agents, error } = useAsync("agents", listAgents);
  const { jobs } = useJobs();
  const runs = jobs?.filter((job) => job.kind === "simulation") ?? [];
  return (
    <div className="page simulator">
      <div className="page-head">
        <div>
          <h1>Simulator</h1>
          <p className="muted">Matches between agents, with error bars.</p>
        </div>
      </div>
      <div className="simulator-grid">
        {agents ? <MatchSetup agents={agents} /> : <p className="card-panel muted">{error?.message ?? "Loading agents…"}</p>}
        <Runs runs={runs} />
      </div>
    </div>
  );
}

function Runs({ runs }: { runs: readonly JobView[] }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const picked = chosen.filter((id) => runs.some((run) => run.id === id));
  const toggle = (id: string) => setChosen(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id]);
  return (
    <section className="runs" aria-labelledby="runs">
      <div className="runs-head">
        <h2 id="runs">Runs</h2>
        {picked.length > 1 && (
          <Link className="button small" to={`/simulator/compare?runs=${picked.join(",")}`}>
            Compare {picked.length} runs
          </Link>
        )}
      </div>
      {runs.length === 0 ? (
        <p className="empty">No match has been played yet. Choose agents and press Run.</p>
      ) : (
        <JobList
          jobs={runs}
          mark={(job) => (
            <input
              type="checkbox"
              className="compare-box"
              aria-label={`Compare ${job.title}`}
              checked={picked.includes(job.id)}
              onChange={() => toggle(job.id)}
            />
          )}
        />
      )}
    </section>
  );
}
