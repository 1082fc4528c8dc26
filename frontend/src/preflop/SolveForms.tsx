import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { JobView } from "../jobs/api";
import { Choice } from "../layout/Choice";
import { Dialog } from "../layout/Dialog";
import { NumberField } from "../layout/NumberField";
import { TextField } from "../layout/TextField";
import { sayError } from "../state/toasts";
import { solveJam, solveRaises, type RaisesAsk } from "./api";
import { FIRST_JAM, jamAskOf, positionsOf, withSeats } from "./form";

const SEATS = { "2": "2", "3": "3", "4": "4", "5": "5", "6": "6" } as const;

/** Starts a job and goes to its page. */
function useStart(): { isStarting: boolean; start(doing: () => Promise<JobView>): void } {
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const start = (doing: () => Promise<JobView>) => {
    setStarting(true);
    doing().then(
      (job) => navigate(`/preflop/${job.id}`),
      (error: unknown) => {
        sayError(error);
        setStarting(false);
      },
    );
  };
  return { isStarting, start };
}

/** Jam or fold at any table: stacks, ante, and prizes where it is played for money. */
export function JamDialog({ onClose }: { onClose(): void }) {
  const [form, setForm] = useState(FIRST_JAM);
  const { isStarting, start } = useStart();
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const ask = jamAskOf(form);
    if (typeof ask === "string") sayError(new Error(ask));
    else start(() => solveJam(ask));
  };
  return (
    <Dialog title="Solve jam or fold" onClose={onClose} wide>
      <form className="preflop-form" onSubmit={submit}>
        <Choice
          label="Seats"
          value={String(form.stacks.length) as keyof typeof SEATS}
          options={SEATS}
          onChange={(seats) => setForm(withSeats(form, Number(seats)))}
        />
        <fieldset className="choice">
          <legend>Stacks in big blinds, before the blinds are posted</legend>
          <div className="form-row">
            {positionsOf(form.stacks.length).map((name, seat) => (
              <NumberField
                key={name}
                label={name}
                value={form.stacks[seat] ?? 10}
                min={0.05}
                max={1000}
                step={0.05}
                onChange={(stack) => change({ stacks: form.stacks.map((each, place) => (place === seat ? stack : each)) })}
              />
            ))}
          </div>
        </fieldset>
        <div className="form-row">
          <NumberField label="Ante of each seat (bb)" value={form.ante} min={0} max={10} step={0.005} onChange={(ante) => change({ ante })} />
          <NumberField label="Small blind (bb)" value={form.smallBlind} min={0} max={1} step={0.05} onChange={(smallBlind) => change({ smallBlind })} />
        </div>
        <div className="form-row">
          <TextField label="Prizes by place (none: for chips)" value={form.prizes} placeholder="50, 30, 20" most={120} onChange={(prizes) => change({ prizes })} />
          <TextField label="Stacks not in the hand (bb)" value={form.others} placeholder="none" most={60} onChange={(others) => change({ others })} />
        </div>
        <TextField label="Name" value={form.title} placeholder="Seats and stacks" most={80} onChange={(title) => change({ title })} />
        <p className="muted small-note">
          Two seats take seconds and are exact; three to six take minutes, and pots of four and more are sampled. Prizes are valued by
          the Malmuth-Harville model.
        </p>
        <button className="button primary" disabled={isStarting}>
          {isStarting ? "Starting…" : "Solve"}
        </button>
      </form>
    </Dialog>
  );
}

const FLOPS: Record<NonNullable<RaisesAsk["flops"]>, string> = { sampled: "Sampled flops", checked_down: "Checked down" };

/** A game of raises, with flops worth what a model says. */
export function RaisesDialog({ onClose }: { onClose(): void }) {
  const [form, setForm] = useState({ seats: 2, stack: 25, ante: 0, sizes: "2.5x, 3x, a", limps: true, rounds: 6, flops: "sampled" as keyof typeof FLOPS, boards: 25, title: "" });
  const { isStarting, start } = useStart();
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const sizes = form.sizes.split(",").map((size) => size.trim()).filter(Boolean);
  return (
    <Dialog title="Solve raises before the flop" onClose={onClose} wide>
      <form
        className="preflop-form"
        onSubmit={(event) => {
          event.preventDefault();
          start(() => solveRaises({ ...form, sizes, small_blind: 0.5, realisation: 0, title: form.title.trim() }));
        }}
      >
        <Choice label="Seats" value={String(form.seats) as keyof typeof SEATS} options={SEATS} onChange={(seats) => change({ seats: Number(seats) })} />
        <div className="form-row">
          <NumberField label="Stack (bb)" value={form.stack} min={1.5} max={1000} step={0.5} onChange={(stack) => change({ stack })} />
          <NumberField label="Ante of each seat (bb)" value={form.ante} min={0} max={10} step={0.005} onChange={(ante) => change({ ante })} />
          <NumberField label="Rounds" value={form.rounds} min={1} max={100} onChange={(rounds) => change({ rounds })} />
        </div>
        <TextField label="Raises: the first, the second, …; the last repeats" value={form.sizes} most={120} wide onChange={(text) => change({ sizes: text })} />
        <label className="switch">
          <input type="checkbox" checked={form.limps} onChange={(event) => change({ limps: event.target.checked })} />
          The small blind may limp
        </label>
        <div className="form-row">
          <Choice label="What a flop is worth" value={form.flops} options={FLOPS} onChange={(flops) => change({ flops })} />
          {form.flops === "sampled" && <NumberField label="Flops" value={form.boards} min={1} max={200} onChange={(boards) => change({ boards })} />}
        </div>
        <TextField label="Name" value={form.title} placeholder="Seats and stacks" most={80} onChange={(title) => change({ title })} />
        <p className="muted small-note">
          Checked down takes a minute and assumes no bets after the flop. Sampled flops take many minutes or hours; every round is
          kept, and a stopped solve resumes.
        </p>
        <button className="button primary" disabled={isStarting || sizes.length === 0}>
          {isStarting ? "Starting…" : "Solve"}
        </button>
      </form>
    </Dialog>
  );
}
