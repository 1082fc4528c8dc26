import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { NumberField } from "../layout/NumberField";
import { startReport } from "../reports/api";
import { sayError } from "../state/toasts";
import { reportAskOf, type SolveForm } from "./form";
import "../reports/reports.css";

const MOST_KEPT = 40;
const ENGINES = { cpu: "This machine", gpu: "Its GPU", ray: "A Ray cluster" } as const;

/** The spot of the form on many flops instead of its board. */
export function ReportStart({ form, isReady }: { form: SolveForm; isReady: boolean }) {
  const [flops, setFlops] = useState(25);
  const [keep, setKeep] = useState(false);
  const [engine, setEngine] = useState<keyof typeof ENGINES>("cpu");
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const ask = reportAskOf(form, flops, keep && flops <= MOST_KEPT, engine);
  const start = () => {
    if (!ask) return;
    setStarting(true);
    startReport(ask).then(
      (job) => navigate(`/reports/${job.id}`),
      (error: unknown) => {
        sayError(error);
        setStarting(false);
      },
    );
  };
  return (
    <form
      className="report-start"
      id="report"
      aria-label="Flop report"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div className="report-words">
        <h3>Flop report</h3>
        <p className="muted small-note">The ranges, pot, stack and sizes above on many flops instead of one board.</p>
      </div>
      <NumberField label="Flops, of 1,755" value={flops} min={1} max={1755} onChange={setFlops} />
      <label className="field">
        <span>Solved by</span>
        <select value={engine} onChange={(event) => setEngine(event.target.value as keyof typeof ENGINES)}>
          {Object.entries(ENGINES).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className="switch">
        <input type="checkbox" checked={keep && flops <= MOST_KEPT} disabled={flops > MOST_KEPT} onChange={(event) => setKeep(event.target.checked)} />
        Keep every solution (up to {MOST_KEPT})
      </label>
      <button className="button" disabled={isStarting || !isReady || !ask}>
        {isStarting ? "Starting…" : "Report over flops"}
      </button>
    </form>
  );
}
