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

function Curve({ detail }: { detail: JobDetail }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [detail.curve.map((point) => point.iteration), detail.curve.map((point) => Math.max(point.exploitability, 1e-6))],
    [detail.curve],
  );
  const last = detail.curve.at(-1);
  return (
    <section className="card-panel" aria-labelledby="curve">
      <h2 id="curve">Exploitability</h2>
      {last ? (
        <Plot label={`Exploitability: ${fixed(last.exploitability, 3)} mbb per player`} height={260} data={data} shape="preflop" options={options} />
      ) : (
        <p className="muted">The curve starts after the first measurement.</p>
      )}
    </section>
  );
}

function options(): Omit<uPlot.Options, "width" | "height"> {
  return {
    scales: { x: { time: false }, y: { distr: 3, log: 10 } },
    axes: [axisOf("iterations or rounds"), axisOf("thousandths of a bb a player", { size: 64 })],
    series: [{ label: "After" }, { label: "mbb per player", stroke: themeColour("--accent"), width: 2.2, points: { show: true } }],
  };
}
