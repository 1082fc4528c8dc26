import { Choice } from "../layout/Choice";
import { NumberField } from "../layout/NumberField";
import { TextField } from "../layout/TextField";
import type { GameOptions, PrizeShape } from "../api/types";
import type { LevelLength, TableFormState } from "./formState";

interface TournamentFieldsProps {
  form: TableFormState;
  game: GameOptions;
  onChange(changes: Partial<TableFormState>): void;
}

const SHAPES: Record<PrizeShape, string> = {
  usual: "15 % of places",
  top_heavy: "Top-heavy",
  flat: "Flat",
  satellite: "Satellite",
  winner: "Winner takes all",
};

const LENGTHS: Record<LevelLength, string> = { hands: "Hands", minutes: "Minutes" };

/** How long levels last, which they are, and what the places are paid. */
export function TournamentFields({ form, game, onChange }: TournamentFieldsProps) {
  const usual = game.levels.map((level) => [level.small_blind, level.big_blind, ...(level.ante ? [level.ante] : [])].join("/"));
  return (
    <div className="form-row">
      {form.mode === "tournament" && (
        <>
          <NumberField label="Players" value={form.players} min={form.seats + 1} max={300} onChange={(players) => onChange({ players })} />
          <Choice<PrizeShape> label="Prizes" value={form.prizeShape} options={SHAPES} onChange={(prizeShape) => onChange({ prizeShape })} />
        </>
      )}
      <Choice<LevelLength> label="Level length in" value={form.levelLength} options={LENGTHS} onChange={(levelLength) => onChange({ levelLength })} />
      {form.levelLength === "hands" ? (
        <NumberField label="Hands per level" value={form.handsPerLevel} min={1} onChange={(handsPerLevel) => onChange({ handsPerLevel })} />
      ) : (
        <NumberField label="Minutes per level" value={form.minutesPerLevel} min={0.5} step={0.5} onChange={(minutesPerLevel) => onChange({ minutesPerLevel })} />
      )}
      <TextField label="Levels" value={form.levels} placeholder={`${usual.slice(0, 3).join(", ")}, …`} wide onChange={(levels) => onChange({ levels })} />
      <TextField label={form.mode === "tournament" ? "Prizes of your own" : "Prizes"} value={form.payouts} placeholder="default, in per cent" onChange={(payouts) => onChange({ payouts })} />
    </div>
  );
}
