import { Link, useParams } from "react-router-dom";
import type { JobDetail, SolveAsk } from "../jobs/api";
import { JobButtons, JobProgress, StateBadge } from "../jobs/JobHead";
import { useJob } from "../jobs/useJobs";
import { useTitle } from "../lib/hooks";
import { ExploitabilityGraph } from "../solve/ExploitabilityGraph";
import { CardRow } from "../table/Card";
import "../jobs/jobs.css";
import "../solve/solve.css";

/** A solve on its way: progress, exploitability, and the way into the explorer. */
export default function SolveJobPage() {
  const { job = "" } = useParams();
  const { detail, isGone, isLive } = useJob(job);
  useTitle(detail?.job.title ?? "Solve");
  if (isGone) {
    return (
      <div className="page notice">
        <h1>There is no such job.</h1>
        <Link to="/jobs">To all jobs</Link>
      </div>
    );
  }
  return detail ? <Solve detail={detail} isLive={isLive} /> : <p className="page muted">Asking…</p>;
}

function Solve({ detail, isLive }: { detail: JobDetail; isLive: boolean }) {
  const { job } = detail;
  const asked = detail.config as unknown as SolveAsk;
  const source = job.result && `file:solutions/${job.result}`;
  return (
    <div className="page job-page">
      <div className="page-head">
        <div className="job-page-title">
          <h1>{job.title}</h1>
          <StateBadge job={job} />
        </div>
        <div className="toolbar">
          <JobButtons job={job} afterDelete="/jobs" />
          {source && (
            <Link className="button primary" to={`/explore?${new URLSearchParams({ source })}`}>
              {job.state === "done" ? "Open in the explorer" : "Look at what is saved"}
            </Link>
          )}
        </div>
      </div>
      {!isLive && <p className="connection">The connection is lost; trying again…</p>}
      <section className="card-panel" aria-label="Progress">
        <JobProgress job={job} />
      </section>
      <section className="card-panel" aria-labelledby="curve">
        <h2 id="curve">Exploitability</h2>
        {detail.curve.length > 0 ? (
          <ExploitabilityGraph curve={detail.curve} target={asked.target ? asked.target * 100 : null} />
        ) : (
          <p className="muted">The curve begins with the first iterations.</p>
        )}
      </section>
      <section className="card-panel" aria-labelledby="spot">
        <h2 id="spot">The spot</h2>
        <SpotFacts asked={asked} />
      </section>
    </div>
  );
}

function SpotFacts({ asked }: { asked: SolveAsk }) {
  const { spot, locks = [] } = asked;
  const facts: [string, React.ReactNode][] = [
    ["Board", <CardRow key="board" cards={spot.board.match(/../g) ?? []} />],
    ["Pot and stack", `${spot.pot} in the pot, ${spot.stack} behind`],
    ["Out of position", spot.oop],
    ["In position", spot.ip],
    ["Bets", sizeWords(spot.bets)],
    ["Raises", sizeWords(spot.raises)],
    ["Until", `${Number(((asked.target ?? 0) * 100).toPrecision(3))} % of the pot`],
  ];
  if (locks.length > 0) {
    const words = locks.map((lock) => `${lock.hands ?? "all hands"} at ${lock.line || "the start"}`);
    facts.push(["Locked", words.slice(0, 12).join("; ") + (words.length > 12 ? "; …" : "")]);
  }
  return (
    <dl className="spot-facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value || "none"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sizes by street and player as one line. */
function sizeWords(sizes: SolveAsk["spot"]["bets"]): string {
  if (!sizes) return "";
  if (typeof sizes === "string") return sizes;
  return Object.entries(sizes)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : `(${sizeWords(value as Record<string, string>)})`}`)
    .join(", ");
}
