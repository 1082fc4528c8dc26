/** The form that opens a table, and the question it becomes. */
import type { Game, GameOptions, Mode, NewTable, Pace } from "../api/types";

export interface TableFormState {
  game: Game;
  mode: Mode;
  pace: Pace;
  seats: number;
  stack: number;
  smallBlind: number;
  bigBlind: number;
  ante: number;
  handsPerLevel: number;
  /** One agent for each opponent's chair; empty: all random. */
  opponents: string[];
  rebuys: boolean;
  hiddenStyles: boolean;
}

/** The server draws a style for this one; as an agent of its own it cannot be picked. */
export const ANYBODY = "random";

export function formOf(game: GameOptions): TableFormState {
  return {
    game: game.game,
    mode: "cash",
    pace: "normal",
    seats: game.seats,
    stack: game.stack,
    smallBlind: game.small_blind,
    bigBlind: game.big_blind,
    ante: 0,
    handsPerLevel: game.hands_per_level,
    opponents: [],
    rebuys: true,
    hiddenStyles: true,
  };
}

export function askOf(form: TableFormState): NewTable {
  const isTournament = form.mode === "sit_and_go";
  const opponents = form.opponents.slice(0, form.seats - 1);
  const ask: NewTable = {
    game: form.game,
    mode: form.mode,
    seats: form.seats,
    stack: form.stack,
    small_blind: form.smallBlind,
    big_blind: form.bigBlind,
    ante: form.ante,
    hidden_styles: form.hiddenStyles,
    rebuys: !isTournament && form.rebuys,
    settings: { pace: form.pace },
  };
  if (opponents.length > 0) {
    ask.opponents = Array.from({ length: form.seats - 1 }, (_, chair) => opponents[chair] ?? ANYBODY);
  }
  if (isTournament) ask.hands_per_level = form.handsPerLevel;
  return ask;
}
