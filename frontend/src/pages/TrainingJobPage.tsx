import { useMemo } from "react";
import { Link } from "react-router-dom";
import type uPlot from "uplot";
import type { JobDetail } from "../jobs/api";
import { JobPage } from "../jobs/JobPage";
import { axisOf, Plot, themeColour } from "../jobs/Plot";
import { duration } from "../jobs/words";
import type { BlueprintProgress } from "../training/api";
import { figures, measurements } from "../training/gains";
import "../training/training.css";

/** A blueprint in training: speed, memory, what can be won from it, and the way to its bundle. */
export default function TrainingJobPage() {
  return (
    <JobPage kind="Training" home="/jobs" homeName="All jobs" tools={(detail) => <WayIn detail={detail} />}>
      {({ training }) => (training ? <Run run={training} /> : <p className="muted">Figures start with the first deals.</p>)}
    </JobPage>
  );
}

function WayIn({ detail: { job } }: { detail: JobDetail }) {
  if (!job.result) return null;
  return (
    <Link className="button primary" to={`/explore?${new URLSearchParams({ source: `file:training/${job.result}/bundle` })}`}>
      {job.state === "done" ? "Open in the explorer" : "Open what is saved so far"}
    </Link>
  );
}

function Run({ run }: { run: BlueprintProgress }) {
  const measured = measurements(run);
  return (
    <>
      <section className="card-panel" aria-labelledby="figures">
        <h2 id="figures">Now</h2>
        <dl className="training-facts">
          {figures(run).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card-panel" aria-labelledby="regret">
        <h2 id="regret">Average regret and speed</h2>
        <Curves run={run} />
      </section>
      <section className="card-panel" aria-labelledby="quality">
        <h2 id="quality">What can be won from it</h2>
        {measured.length === 0 ? (
          <p className="muted">Measured at checkpoints and at the end.</p>
        ) : (
          <table className="training-table">
            <thead>
              <tr>
                <th scope="col">After</th>
                {run.positions.map((seat) => (
                  <th key={seat} scope="col">
                    Best response, {seat}
                  </th>
                ))}
                <th scope="col">Local best response</th>
              </tr>
            </thead>
            <tbody>
              {measured.map(({ seconds, gains, local }) => (
                <tr key={seconds}>
                  <td>{duration(seconds)}</td>
                  {gains.map((gain, seat) => (
                    <td key={run.positions[seat]}>{gain}</td>
                  ))}
                  <td>{local}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="muted small-note">
          Thousandths of a big blind a hand, with 95 % intervals. A best response inside the abstraction is what one seat gains against
          the others; a local best response plays outside it, against two seats. Both are lower bounds.
        </p>
      </section>
      <section className="card-panel" aria-labelledby="said">
        <h2 id="said">What it said</h2>
        <pre className="training-lines">{run.lines.join("\n")}</pre>
      </section>
    </>
  );
}

function Curves({ run }: { run: BlueprintProgress }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [
      run.points.map((point) => point.seconds / 60),
      run.points.map((point) => (point.average_regret > 0 ? point.average_regret * 1000 : null)),
      run.points.map((point) => point.nodes_per_second / 1e6),
    ],
    [run.points],
  );
  return <Plot label="Average regret and million nodes a second over minutes" height={260} data={data} shape="training" options={options} />;
}

function options(): Omit<uPlot.Options, "width" | "height"> {
  return {
    scales: { x: { time: false }, y: { distr: 3, log: 10 }, speed: {} },
    axes: [axisOf("minutes"), axisOf("mbb", { size: 64 }), axisOf("M nodes/s", { side: 1, scale: "speed", grid: { show: false } })],
    series: [
      { label: "Minutes" },
      { label: "Average regret, mbb", stroke: themeColour("--accent"), width: 2.2 },
      { label: "Million nodes a second", stroke: themeColour("--muted"), width: 1.4, scale: "speed" },
    ],
  };
}
