import { useMemo } from "react";
import { Link } from "react-router-dom";
import type uPlot from "uplot";
import type { JobDetail } from "../jobs/api";
import { JobPage } from "../jobs/JobPage";
import { axisOf, Plot, themeColour } from "../jobs/Plot";
import { fixed } from "../lib/format";

/** A preflop solve on its way, and the way to its charts. */
export default function PreflopJobPage() {
  return (
    <JobPage kind="Solve" home="/jobs" homeName="All jobs" tools={(detail) => <WayIn detail={detail} />}>
      {(detail) => <Curve detail={detail} />}
    </JobPage>
  );
}

function WayIn({ detail: { job } }: { detail: JobDetail }) {
  if (!job.result) return null;
  return (
    <Link className="button primary" to={`/preflop?${new URLSearchParams({ source: `file:solutions/${job.result}` })}`}>
      {job.state === "done" ? "Open the charts" : "Open the charts so far"}
    </Link>
  );
}

export function Curve({ detail }: { detail: JobDetail }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [detail.curve.map((point) => point.iteration), detail.curve.map((point) => Math.max(point.exploitability, 1e-3))],
    [detail.curve],
  );
  const last = detail.curve.at(-1);
  const unit = unitOf(detail);
  return (
    <section className="card-panel" aria-labelledby="curve">
      <h2 id="curve">Exploitability</h2>
      {last && detail.curve.length === 1 ? (
        <p className="muted">Measured once: {last.exploitability < 0.001 ? "less than 0.001" : fixed(last.exploitability, 3)} {unit}.</p>
      ) : last ? (
        <Plot label={`Exploitability: ${fixed(last.exploitability, 3)} ${unit}`} height={260} data={data} shape={unit} options={() => options(unit)} />
      ) : (
        <p className="muted">The curve starts after the first measurement.</p>
      )}
    </section>
  );
}

/** What exploitability is counted in: with prizes, in their money. */
const unitOf = ({ job }: JobDetail): string => (job.text.includes("prizes") ? "thousandths of the prizes’ unit" : "thousandths of a bb a player");

function options(unit: string): Omit<uPlot.Options, "width" | "height"> {
  return {
    scales: { x: { time: false }, y: { distr: 3, log: 10 } },
    axes: [axisOf("iterations or rounds"), axisOf(unit, { size: 64 })],
    series: [{ label: "After" }, { label: unit, stroke: themeColour("--accent"), width: 2.2, points: { show: true } }],
  };
}
