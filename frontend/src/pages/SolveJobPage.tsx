import { useState } from "react";
import { Link } from "react-router-dom";
import { solveFurther, type JobDetail, type SolveAsk, type ThreeSolveAsk } from "../jobs/api";
import { JobPage } from "../jobs/JobPage";
import { ChangeSpot } from "../solve/ChangeSpot";
import { ExploitabilityGraph } from "../solve/ExploitabilityGraph";
import { NumberField } from "../layout/NumberField";
import { sayError } from "../state/toasts";
import { CardRow } from "../table/Card";
import "../solve/solve.css";

type Asked = SolveAsk | ThreeSolveAsk;

const isThree = (asked: Asked): asked is ThreeSolveAsk => "players" in asked.spot;

/** A solve on its way: progress, exploitability, and the way into the explorer. */
export default function SolveJobPage() {
  return (
    <JobPage kind="Solve" home="/jobs" homeName="All jobs" tools={(detail) => <WayIn detail={detail} />}>
      {(detail) => <Solve detail={detail} />}
    </JobPage>
  );
}

function WayIn({ detail: { job, config } }: { detail: JobDetail }) {
  return (
    <>
      {!isThree(config as unknown as Asked) && <ChangeSpot spot={(config as unknown as SolveAsk).spot} title={job.title} />}
      {job.result && (
        <Link className="button primary" to={`/explore?${new URLSearchParams({ source: `file:solutions/${job.result}` })}`}>
          {job.state === "done" ? "Open in the explorer" : "Open what is saved so far"}
        </Link>
      )}
    </>
  );
}

function Solve({ detail }: { detail: JobDetail }) {
  const asked = detail.config as unknown as Asked;
  const measure = isThree(asked) ? "Largest gain" : "Exploitability";
  return (
    <>
      <section className="card-panel" aria-labelledby="curve">
        <h2 id="curve">{measure}</h2>
        {isThree(asked) && <p className="muted">The most that one of the three would gain by a best response while the other two keep their strategies.</p>}
        {detail.curve.length > 0 ? (
          <ExploitabilityGraph measure={measure} curve={detail.curve} target={asked.target ? asked.target * 100 : null} />
        ) : (
          <p className="muted">The curve starts after the first iterations.</p>
        )}
        {detail.job.state === "done" && detail.job.result !== null && <Further job={detail.job.id} target={(asked.target ?? 0.003) * 100} />}
      </section>
      <section className="card-panel" aria-labelledby="spot">
        <h2 id="spot">The spot</h2>
        <SpotFacts asked={asked} />
      </section>
    </>
  );
}

/** A finished solve goes on from where it ended, to a lower target. */
function Further({ job, target }: { job: string; target: number }) {
  const [percents, setPercents] = useState(Number((target / 3).toPrecision(1)));
  return (
    <form
      className="solve-start further"
      onSubmit={(event) => {
        event.preventDefault();
        void solveFurther(job, percents / 100).catch(sayError);
      }}
    >
      <NumberField label="New target (% of the pot)" value={percents} min={0.0001} max={target} step={0.0001} onChange={setPercents} />
      <button className="button" disabled={Number.isNaN(percents) || percents >= target}>
        Solve further
      </button>
    </form>
  );
}

/** What each player is called, his chips and his hands. */
function playerFacts(asked: Asked): [string, React.ReactNode][] {
  if (!isThree(asked)) {
    const { spot } = asked;
    return [["Pot and stack", `${spot.pot} in the pot, ${spot.stack} behind`], ["Out of position", spot.oop], ["In position", spot.ip]];
  }
  const { pot, stacks, players } = asked.spot;
  const behind = typeof stacks === "number" ? String(stacks) : stacks.join(", ");
  return [["Pot and stacks", `${pot} in the pot, ${behind} behind`], ...Object.entries(players).map(([name, range]): [string, string] => [name.toUpperCase(), range])];
}

function SpotFacts({ asked }: { asked: Asked }) {
  const { spot, locks = [] } = asked;
  const facts: [string, React.ReactNode][] = [
    ["Board", <CardRow key="board" cards={spot.board.match(/../g) ?? []} />],
    ...playerFacts(asked),
    ["Bets", sizeWords(spot.bets)],
    ["Raises", sizeWords(spot.raises)],
    ["Target", `${Number(((asked.target ?? 0) * 100).toPrecision(3))} % of the pot`],
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
function sizeWords(sizes: Asked["spot"]["bets"]): string {
  if (!sizes) return "";
  if (typeof sizes === "string") return sizes;
  return Object.entries(sizes)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : `(${sizeWords(value as Record<string, string>)})`}`)
    .join(", ");
}
