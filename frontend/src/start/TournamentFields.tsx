import { Choice } from "../layout/Choice";
import { NumberField } from "../layout/NumberField";
import { TextField } from "../layout/TextField";
import type { GameOptions } from "../api/types";
import type { LevelLength, TableFormState } from "./formState";

interface TournamentFieldsProps {
  form: TableFormState;
  game: GameOptions;
  onChange(changes: Partial<TableFormState>): void;
}

const LENGTHS: Record<LevelLength, string> = { hands: "Hands", minutes: "Minutes" };

/** How long levels last, which they are, and what the places are paid. */
export function TournamentFields({ form, game, onChange }: TournamentFieldsProps) {
  const usual = game.levels.map((level) => [level.small_blind, level.big_blind, ...(level.ante ? [level.ante] : [])].join("/"));
  return (
    <div className="form-row">
      <Choice<LevelLength> label="Level length in" value={form.levelLength} options={LENGTHS} onChange={(levelLength) => onChange({ levelLength })} />
      {form.levelLength === "hands" ? (
        <NumberField label="Hands per level" value={form.handsPerLevel} min={1} onChange={(handsPerLevel) => onChange({ handsPerLevel })} />
      ) : (
        <NumberField label="Minutes per level" value={form.minutesPerLevel} min={0.5} step={0.5} onChange={(minutesPerLevel) => onChange({ minutesPerLevel })} />
      )}
      <TextField label="Levels" value={form.levels} placeholder={`${usual.slice(0, 3).join(", ")}, …`} wide onChange={(levels) => onChange({ levels })} />
      <TextField label="Prizes" value={form.payouts} placeholder="default, in per cent" onChange={(payouts) => onChange({ payouts })} />
    </div>
  );
}
