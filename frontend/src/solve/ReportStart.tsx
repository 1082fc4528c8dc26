import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { NumberField } from "../layout/NumberField";
import { startReport } from "../reports/api";
import { sayError } from "../state/toasts";
import { reportAskOf, type SolveForm } from "./form";
import "../reports/reports.css";

const MOST_KEPT = 40;

/** The spot of the form on many flops instead of its board. */
export function ReportStart({ form, isReady }: { form: SolveForm; isReady: boolean }) {
  const [flops, setFlops] = useState(25);
  const [keep, setKeep] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const ask = reportAskOf(form, flops, keep && flops <= MOST_KEPT);
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
      aria-label="Flop report"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <NumberField label="Or the number of flops, of 1,755" value={flops} min={1} max={1755} onChange={setFlops} />
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
