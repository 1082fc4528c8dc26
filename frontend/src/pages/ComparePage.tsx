import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { getJob } from "../jobs/api";
import { Choice } from "../layout/Choice";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { CompareTable } from "../simulate/CompareTable";
import { EquityCurves } from "../simulate/EquityCurves";
import { SHOWN_NAMES } from "../simulate/MatchView";
import type { Shown } from "../simulate/rates";
import "../jobs/jobs.css";
import "../simulate/simulate.css";

const MOST = 6;

/** Several matches side by side. */
export default function ComparePage() {
  useTitle("Compare runs");
  const [query] = useSearchParams();
  const ids = query.get("runs") ?? "";
  const [shown, setShown] = useState<Shown>("won");
  const { data, error } = useAsync(ids, (signal) =>
    Promise.all(ids.split(",").slice(0, MOST).map((id) => getJob(id, signal))),
  );
  const runs = data?.filter((detail) => detail.run) ?? [];
  return (
    <div className="page compare">
      <div className="page-head">
        <h1>Side by side</h1>
        <div className="toolbar">
          <Choice<Shown> label="Results" value={shown} options={SHOWN_NAMES} onChange={setShown} />
          <Link className="button small" to="/simulator">
            All runs
          </Link>
        </div>
      </div>
      {error && <p className="job-error">{error.message}</p>}
      {data && (
        <>
          <section className="card-panel" aria-label="Rates">
            <CompareTable runs={runs} shown={shown} />
          </section>
          <div className="compare-curves">
            {runs.map(({ job, run }) => (
              <section key={job.id} className="card-panel" aria-label={job.title}>
                <h2>
                  <Link to={`/simulator/${job.id}`}>{job.title}</Link>
                </h2>
                {run && <EquityCurves run={run} shown={shown} height={240} />}
              </section>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
