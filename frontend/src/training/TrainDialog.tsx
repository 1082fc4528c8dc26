import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Dialog } from "../layout/Dialog";
import { NumberField } from "../layout/NumberField";
import { TextField } from "../layout/TextField";
import { useAsync } from "../lib/useAsync";
import { sayError } from "../state/toasts";
import { listStarts, startTraining } from "./api";
import "./training.css";

/** Trains a blueprint: its settings as text, those of an installed bundle to begin with. */
export function TrainDialog({ onClose }: { onClose(): void }) {
  const { data: starts, error } = useAsync("starts", listStarts);
  const [form, setForm] = useState({ text: "", minutes: 20, title: "" });
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const change = (changes: Partial<typeof form>) => setForm((before) => ({ ...before, ...changes }));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setStarting(true);
    startTraining(form).then(
      (job) => navigate(`/training/${job.id}`),
      (problem: unknown) => {
        sayError(problem);
        setStarting(false);
      },
    );
  };
  return (
    <Dialog title="Train a blueprint" onClose={onClose} wide>
      <form className="training-form" onSubmit={submit}>
        {error && <p className="job-error">{error.message}</p>}
        <label className="field">
          <span>Begin with the settings of</span>
          <select value="" onChange={(event) => change({ text: starts?.[Number(event.target.value)]?.text ?? "" })}>
            <option value="">{starts ? "an installed bundle…" : "Loading…"}</option>
            {starts?.map((start, place) => (
              <option key={start.title} value={place}>
                {start.title}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Settings (YAML)</span>
          <textarea
            value={form.text}
            rows={16}
            maxLength={20_000}
            spellCheck={false}
            required
            onChange={(event) => change({ text: event.target.value })}
          />
        </label>
        <div className="form-row">
          <NumberField label="Minutes" value={form.minutes} min={0.05} max={20_160} step={1} onChange={(minutes) => change({ minutes })} />
          <TextField label="Name" value={form.title} placeholder="Seats and stacks" most={80} onChange={(title) => change({ title })} />
        </div>
        <button className="button primary" disabled={isStarting}>
          {isStarting ? "Starting…" : "Train"}
        </button>
      </form>
    </Dialog>
  );
}
