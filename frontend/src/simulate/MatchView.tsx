import { useState } from "react";
import { exportUrl, type JobDetail, type SimRun, type SimulationAsk } from "../jobs/api";
import { Choice } from "../layout/Choice";
import { EquityCurves } from "./EquityCurves";
import { MatchHands } from "./MatchHands";
import { ActionTable, OpponentTable, PositionTable } from "./MatchTables";
import type { Shown } from "./rates";
import { Standings } from "./Standings";

export const SHOWN_NAMES: Record<Shown, string> = { won: "As played", adjusted: "All-in adjusted" };

/** Everything about a match, while it runs and afterwards. */
export function MatchView({ detail, run }: { detail: JobDetail; run: SimRun }) {
  const [shown, setShown] = useState<Shown>("won");
  const [vs, setVs] = useState<"positions" | "opponents">("positions");
  const { job } = detail;
  return (
    <>
      <section className="card-panel" aria-labelledby="standings">
        <div className="panel-head">
          <h2 id="standings">Standings</h2>
          <Choice<Shown> label="Results" value={shown} options={SHOWN_NAMES} onChange={setShown} />
        </div>
        <Standings run={run} shown={shown} />
        <MatchFacts asked={detail.config as unknown as SimulationAsk} run={run} />
      </section>
      <section className="card-panel" aria-labelledby="curves">
        <h2 id="curves">Winnings over time</h2>
        <EquityCurves run={run} shown={shown} />
      </section>
      <section className="card-panel" aria-labelledby="breakdown">
        <div className="panel-head">
          <h2 id="breakdown">{vs === "positions" ? "By position, bb/100" : "Won from, bb/100"}</h2>
          <Choice<"positions" | "opponents"> label="Table" value={vs} options={{ positions: "Positions", opponents: "Opponents" }} onChange={setVs} />
        </div>
        {vs === "positions" ? <PositionTable run={run} /> : <OpponentTable run={run} />}
      </section>
      <section className="card-panel" aria-labelledby="actions">
        <h2 id="actions">How they play</h2>
        <ActionTable run={run} />
      </section>
      <section className="card-panel" aria-labelledby="hands">
        <h2 id="hands">Hands</h2>
        <MatchHands job={job.id} run={run} />
      </section>
      <section className="card-panel" aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p className="toolbar">
          {(["standings", "positions", "opponents", "curves"] as const).map((table) => (
            <a key={table} className="button small" href={exportUrl(job.id, "csv", table)} download>
              {table} · CSV
            </a>
          ))}
          <a className="button small" href={exportUrl(job.id, "json")} download>
            everything · JSON
          </a>
        </p>
      </section>
    </>
  );
}

function MatchFacts({ asked, run }: { asked: SimulationAsk; run: SimRun }) {
  return (
    <p className="match-facts">
      <span>
        {run.hands.toLocaleString("en-US")} of {run.total.toLocaleString("en-US")} hands
      </span>
      <span>
        blinds {asked.small_blind}/{asked.big_blind}
        {asked.ante ? `, ante ${asked.ante}` : ""}, stacks {asked.stack}
      </span>
      <span>{asked.duplicate ? "duplicate deals" : "single deals"}</span>
      <span>seed {asked.seed}</span>
      <span>bands count each {run.unit}</span>
    </p>
  );
}
