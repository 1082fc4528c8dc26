import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { startSolve } from "../jobs/api";
import { NumberField } from "../layout/NumberField";
import { useNamedPart, useTitle } from "../lib/hooks";
import { RangeEditor, type RangeState } from "../ranges/RangeEditor";
import { BoardPicker } from "../solve/BoardPicker";
import { EstimateCard, useEstimate } from "../solve/EstimateCard";
import { askOf, PLAYER_NAMES, PLAYERS, useSolveForm, type Player, type SolveForm } from "../solve/form";
import { ReportStart } from "../solve/ReportStart";
import { SizesForm } from "../solve/SizesForm";
import { sayError } from "../state/toasts";
import "../jobs/jobs.css";
import "../solve/solve.css";

/** Puts a spot together, says what it takes, and starts the solve. */
export default function SolvePage() {
  useTitle("New solve");
  useNamedPart(true);
  const { form, change, reset } = useSolveForm();
  const [states, setStates] = useState<Record<Player, RangeState>>({ oop: "ready", ip: "ready" });
  return (
    <div className="page solve-page">
      <div className="page-head">
        <div>
          <h1>New solve</h1>
          <p className="muted">Two players with a range each, and a board: find strategies that neither player can improve on.</p>
        </div>
        <button type="button" className="button small" onClick={reset}>
          Start over
        </button>
      </div>
      <div className="solve-grid">
        {PLAYERS.map((player) => (
          <div key={player} className="card-panel">
            <RangeEditor
              label={PLAYER_NAMES[player]}
              value={form.ranges[player]}
              onChange={(text) => change({ ranges: { ...useSolveForm.getState().form.ranges, [player]: text } })}
              onState={(state) => setStates((before) => ({ ...before, [player]: state }))}
            />
          </div>
        ))}
        <section className="card-panel" aria-labelledby="solve-board">
          <h2 id="solve-board">Board</h2>
          <BoardPicker board={form.board} onChange={(board) => change({ board })} />
          <div className="form-row">
            <NumberField label="Pot" value={form.pot} min={1} onChange={(pot) => change({ pot })} />
            <NumberField label="Stack behind" value={form.stack} min={1} onChange={(stack) => change({ stack })} />
          </div>
        </section>
        <section className="card-panel" aria-labelledby="solve-sizes">
          <h2 id="solve-sizes">Sizes</h2>
          <SizesForm form={form} onChange={change} />
          <MoreSettings form={form} onChange={change} />
        </section>
      </div>
      <StartPanel form={form} onChange={change} ranges={PLAYERS.map((player) => states[player])} />
    </div>
  );
}

interface PanelProps {
  form: SolveForm;
  onChange(changes: Partial<SolveForm>): void;
}

function MoreSettings({ form, onChange }: PanelProps) {
  return (
    <details className="more-settings">
      <summary>Rake and all-in thresholds</summary>
      <div className="form-row">
        <Fraction label="Rake %" value={form.rakePercent} onChange={(rakePercent) => onChange({ rakePercent })} />
        <Fraction label="Rake cap (chips)" value={form.rakeCap} onChange={(rakeCap) => onChange({ rakeCap })} />
        <Fraction label="Offer all-in up to (pots)" value={form.addAllIn} onChange={(addAllIn) => onChange({ addAllIn })} />
        <Fraction label="Force all-in if this is left (pots)" value={form.forceAllIn} onChange={(forceAllIn) => onChange({ forceAllIn })} />
        <Fraction label="Merge sizes closer than" value={form.merging} onChange={(merging) => onChange({ merging })} />
      </div>
    </details>
  );
}

function Fraction({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="number"
        required
        min={0}
        step="any"
        value={Number.isNaN(value) ? "" : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}

function StartPanel({ form, onChange, ranges }: PanelProps & { ranges: readonly RangeState[] }) {
  const ask = askOf(form);
  const sized = useEstimate(ask);
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const start = async () => {
    if (!ask) return;
    setStarting(true);
    try {
      navigate(`/solve/${(await startSolve(ask)).id}`);
    } catch (error) {
      sayError(error);
      setStarting(false);
    }
  };
  return (
    <section className="card-panel" aria-labelledby="solve-start">
      <h2 id="solve-start">Estimate</h2>
      <EstimateCard {...sized} />
      <form
        className="solve-start"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <label className="field title">
          <span>Name</span>
          <input value={form.title} maxLength={80} placeholder="Board and pot" onChange={(event) => onChange({ title: event.target.value })} />
        </label>
        <Fraction label="Target (% of the pot)" value={form.targetPercent} onChange={(targetPercent) => onChange({ targetPercent })} />
        <label className="field">
          <span>Precision</span>
          <select value={form.precision} onChange={(event) => onChange({ precision: event.target.value as SolveForm["precision"] })}>
            <option value="f32">32 bits</option>
            <option value="i16">16 bits, half the memory</option>
          </select>
        </label>
        <button className="button primary big" disabled={isStarting || !ask || !sized.estimate?.fits || !ranges.every((state) => state === "ready")}>
          {isStarting ? "Starting…" : "Solve"}
        </button>
        {ranges.includes("unreadable") && <p className="job-error">A range above cannot be read. Correct it first.</p>}
      </form>
      <ReportStart form={form} isReady={ranges.every((state) => state === "ready")} />
    </section>
  );
}
