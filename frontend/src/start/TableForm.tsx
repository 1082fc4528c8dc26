import { useState } from "react";
import type { Game, Mode, NewTable, Options, Pace } from "../api/types";
import { Choice } from "../layout/Choice";
import { NumberField } from "../layout/NumberField";
import { CLOCKS, GAME_LINES, GAME_NAMES, MODE_NAMES, PACE_NAMES } from "../lib/names";
import { TextField } from "../layout/TextField";
import { sayError } from "../state/toasts";
import { OpponentPicker } from "./OpponentPicker";
import { StackFields } from "./StackFields";
import { TournamentFields } from "./TournamentFields";
import { askOf, formOf, hasPool, type TableFormState } from "./formState";

/** As many as the server takes. */
const MOST_PLAYERS = 300;

interface TableFormProps {
  options: Options;
  isOpening: boolean;
  onOpen(ask: NewTable): void;
}

export function TableForm({ options, isOpening, onOpen }: TableFormProps) {
  const first = options.games[0];
  const [form, setForm] = useState<TableFormState | null>(first ? formOf(first) : null);
  const game = options.games.find((each) => each.game === form?.game);
  if (!form || !game) return null;
  const change = (changes: Partial<TableFormState>) => setForm({ ...form, ...changes });
  const changeGame = (name: Game) => {
    const next = options.games.find((each) => each.game === name);
    if (next) setForm({ ...formOf(next), mode: form.mode, pace: form.pace });
  };
  return (
    <section className="card-panel" aria-labelledby="new-table">
      <h2 id="new-table">Set up a table</h2>
      <form
        className="table-form"
        onSubmit={(event) => {
          event.preventDefault();
          const ask = askOf(form);
          if (typeof ask === "string") sayError(new Error(ask));
          else onOpen(ask);
        }}
      >
        <div className="form-row">
          <Choice<Game> label="Game" value={form.game} options={GAME_NAMES} onChange={changeGame} />
          <Choice<Mode> label="Format" value={form.mode} options={MODE_NAMES} onChange={(mode) => change({ mode })} />
          <Choice<Pace> label="Opponents’ pace" value={form.pace} options={PACE_NAMES} onChange={(pace) => change({ pace })} />
        </div>
        <p className="muted form-note">{GAME_LINES[form.game]}</p>
        <div className="form-row">
          <NumberField label="Seats" value={form.seats} min={2} max={game.most_seats} onChange={(seats) => change({ seats, stacks: [] })} />
          <NumberField label="Stack" value={form.stack} min={1} onChange={(stack) => change({ stack, stacks: [] })} />
          <NumberField label="Small blind" value={form.smallBlind} min={0} onChange={(smallBlind) => change({ smallBlind })} />
          <NumberField label="Big blind" value={form.bigBlind} min={1} onChange={(bigBlind) => change({ bigBlind })} />
          <NumberField label="Ante" value={form.ante} min={0} onChange={(ante) => change({ ante })} />
        </div>
        {form.mode !== "cash" && <TournamentFields form={form} game={game} onChange={change} />}
        <div className="form-row">
          <Choice label="Your clock" value={String(form.secondsToAct)} options={CLOCKS} onChange={(seconds) => change({ secondsToAct: Number(seconds) })} />
          {form.secondsToAct > 0 && (
            <NumberField label="Time bank (s)" value={form.timeBank} min={0} max={3600} onChange={(timeBank) => change({ timeBank })} />
          )}
          <TextField label="Title" value={form.title} placeholder="none" most={60} onChange={(title) => change({ title })} />
        </div>
        {!hasPool(form) && <StackFields form={form} onChange={change} />}
        <OpponentPicker
          kinds={game.opponents}
          seats={form.seats}
          isPool={hasPool(form)}
          chosen={form.opponents}
          onChange={(opponents) => change({ opponents })}
        />
        <div className="form-row switches">
          {form.mode === "cash" && (
            <label className="switch">
              <input type="checkbox" checked={form.rebuys} onChange={(event) => change({ rebuys: event.target.checked })} />
              Rebuys: players who go broke buy back in
            </label>
          )}
          {form.mode === "cash" && (
            <label className="switch">
              <input type="checkbox" checked={form.fastFold} onChange={(event) => change({ fastFold: event.target.checked })} />
              Fast fold: a fold leads straight to the next hand, with other players
            </label>
          )}
          {form.mode === "cash" && form.fastFold && (
            <NumberField label="Players in the pool" value={form.players} min={form.seats + 1} max={MOST_PLAYERS} onChange={(players) => change({ players })} />
          )}
          <label className="switch">
            <input
              type="checkbox"
              checked={form.hiddenStyles}
              onChange={(event) => change({ hiddenStyles: event.target.checked })}
            />
            Keep the opponents’ styles secret
          </label>
        </div>
        <button className="button primary" disabled={isOpening}>
          Open the table
        </button>
      </form>
    </section>
  );
}
