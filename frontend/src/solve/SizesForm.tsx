import { useId } from "react";
import { NumberField } from "../layout/NumberField";
import { SavedTrees } from "./SavedTrees";
import { PLAYER_NAMES, PLAYERS, streetsOf, type Player, type SolveForm, type Street, type StreetSizes } from "./form";

const USUAL = "25%, 33%, 50%, 75%, 100%, 150%, a";

interface SizesFormProps {
  form: SolveForm;
  onChange(changes: Partial<SolveForm>): void;
}

/** Bet and raise sizes, once for everything or for each street and player. */
export function SizesForm({ form, onChange }: SizesFormProps) {
  return (
    <div className="sizes">
      <label className="switch">
        <input
          type="checkbox"
          checked={form.isDetailed}
          onChange={(event) => onChange({ isDetailed: event.target.checked })}
        />
        Sizes for each street and player
      </label>
      {form.isDetailed ? <DetailedSizes form={form} onChange={onChange} /> : <SameSizes form={form} onChange={onChange} />}
      <NumberField label="Keep the best of these for each street and player (0: all)" value={form.keptSizes} min={0} max={8} onChange={(keptSizes) => onChange({ keptSizes })} />
      {form.keptSizes > 0 && (
        <p className="muted small-note">
          Solved with all bet sizes first. Those that lose least are kept, and what they keep of each player’s EV is found by solving again.{" "}
          <button type="button" className="chip-button" onClick={() => onChange({ bets: USUAL, isDetailed: false })}>
            Choose from {USUAL}
          </button>
        </p>
      )}
      <SavedTrees form={form} onChange={onChange} />
      <p className="muted small-note">
        33% of the pot, 2.5x the bet faced, 100c chips, e geometric to all-in, a all-in; several with commas.
      </p>
    </div>
  );
}

function SameSizes({ form, onChange }: SizesFormProps) {
  return (
    <div className="form-row">
      <SizeField label="Bets" value={form.bets} onChange={(bets) => onChange({ bets })} />
      <SizeField label="Raises" value={form.raises} onChange={(raises) => onChange({ raises })} />
    </div>
  );
}

function DetailedSizes({ form, onChange }: SizesFormProps) {
  const put = (street: Street, player: Player, sizes: Partial<StreetSizes>) => {
    const before = form.detail[street];
    onChange({ detail: { ...form.detail, [street]: { ...before, [player]: { ...before[player], ...sizes } } } });
  };
  const streets = streetsOf(form.board);
  return (
    <div className="street-sizes">
      {streets.map((street, place) => (
        <fieldset key={street} className="street-block">
          <legend>{street}</legend>
          {PLAYERS.map((player) => (
            <div key={player} className="player-sizes">
              <span className="muted">{PLAYER_NAMES[player]}</span>
              <SizeField
                label="Bets"
                about={`${street}, ${PLAYER_NAMES[player].toLowerCase()}`}
                value={form.detail[street][player].bets}
                onChange={(bets) => put(street, player, { bets })}
              />
              <SizeField
                label="Raises"
                about={`${street}, ${PLAYER_NAMES[player].toLowerCase()}`}
                value={form.detail[street][player].raises}
                onChange={(raises) => put(street, player, { raises })}
              />
              {player === "oop" && place > 0 && street !== "flop" && (
                <div className="led">
                  <SizeField
                    label="Leads into the aggressor (empty: same as bets)"
                    about={street}
                    value={form.donk[street]}
                    onChange={(text) => onChange({ donk: { ...form.donk, [street]: text } })}
                  />
                </div>
              )}
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface SizeFieldProps {
  label: string;
  about?: string;
  value: string;
  onChange(text: string): void;
}

function SizeField({ label, about, value, onChange }: SizeFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {about && <span className="visually-hidden"> on the {about}</span>}
      </label>
      <input id={id} value={value} spellCheck={false} maxLength={200} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
