import { useEffect, useState } from "react";
import { estimateSolve, type Estimate, type SolveAsk } from "../jobs/api";
import { bytes } from "../jobs/words";

const DELAY = 450;

interface Sized {
  estimate: Estimate | null;
  problem: string | null;
  isAsking: boolean;
}

/** What a solve will take, asked a moment after the last change. */
export function useEstimate(ask: SolveAsk | null): Sized {
  const [sized, setSized] = useState<Sized>({ estimate: null, problem: null, isAsking: false });
  const key = ask && JSON.stringify({ ...ask, title: "", target: 0.003 });
  useEffect(() => {
    if (key === null) {
      setSized({ estimate: null, problem: null, isAsking: false });
      return;
    }
    const abort = new AbortController();
    setSized((before) => ({ ...before, isAsking: true }));
    const timer = setTimeout(() => {
      estimateSolve(JSON.parse(key) as SolveAsk, abort.signal).then(
        (estimate) => !abort.signal.aborted && setSized({ estimate, problem: null, isAsking: false }),
        (error: unknown) =>
          !abort.signal.aborted &&
          setSized({ estimate: null, problem: error instanceof Error ? error.message : String(error), isAsking: false }),
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return sized;
}

const whole = new Intl.NumberFormat("en-US");

export function EstimateCard({ estimate, problem, isAsking }: Sized) {
  if (problem) {
    return (
      <p className="estimate job-error" role="alert">
        {problem[0]?.toUpperCase() + problem.slice(1)}.
      </p>
    );
  }
  if (!estimate) {
    return <p className="estimate muted">{isAsking ? "Estimating…" : "Choose a board and both ranges to see an estimate."}</p>;
  }
  const share = Math.min(1, estimate.bytes / estimate.limit);
  const { nodes, hands } = estimate;
  return (
    <div className={isAsking ? "estimate stale" : "estimate"} aria-live="polite">
      <p className="estimate-memory">
        <strong>{bytes(estimate.bytes)}</strong> <span className="muted">of {bytes(estimate.limit)} allowed for a solve</span>
      </p>
      <div className={`job-bar ${estimate.fits ? "done" : "failed"}`} aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </div>
      <dl className="estimate-facts">
        <div>
          <dt>On disk</dt>
          <dd>{bytes(estimate.disk)}</dd>
        </div>
        <div>
          <dt>Decisions</dt>
          <dd>{whole.format(nodes.decision)}</dd>
        </div>
        <div>
          <dt>Deals</dt>
          <dd>{whole.format(nodes.chance)}</dd>
        </div>
        <div>
          <dt>Terminals</dt>
          <dd>{whole.format(nodes.terminal)}</dd>
        </div>
        <div>
          <dt>Hands</dt>
          <dd>{hands.join(" × ")}</dd>
        </div>
      </dl>
      {!estimate.fits && <p className="job-error">It does not fit in memory. Use fewer sizes, narrower ranges or 16 bits.</p>}
    </div>
  );
}
