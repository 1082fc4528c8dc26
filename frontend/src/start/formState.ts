/** The form that opens a table, and the question it becomes. */
import type { Game, GameOptions, Mode, NewTable, Pace, PrizeShape } from "../api/types";

export type LevelLength = "hands" | "minutes";

export interface BlindLevel {
  small_blind: number;
  big_blind: number;
  ante: number;
}

export interface TableFormState {
  game: Game;
  mode: Mode;
  pace: Pace;
  title: string;
  seats: number;
  stack: number;
  /** Stacks of their own chair by chair, yours first; empty: all as `stack`. */
  stacks: number[];
  smallBlind: number;
  bigBlind: number;
  ante: number;
  levelLength: LevelLength;
  handsPerLevel: number;
  minutesPerLevel: number;
  /** Levels and prizes as text, one by one; empty: the usual ones. */
  levels: string;
  payouts: string;
  /** Seconds for a decision, 0 without a clock, and seconds in reserve. */
  secondsToAct: number;
  timeBank: number;
  /** One agent for each opponent's chair; empty: all random. */
  opponents: string[];
  rebuys: boolean;
  /** All players of a tournament with many tables; the pool of a cash game with fast fold. */
  players: number;
  prizeShape: PrizeShape;
  fastFold: boolean;
  hiddenStyles: boolean;
}

/** The server draws a style for this one; as an agent of its own it cannot be picked. */
export const ANYBODY = "random";

const USUAL_MINUTES = 5;
const USUAL_PLAYERS = 45;

export function formOf(game: GameOptions): TableFormState {
  return {
    game: game.game,
    mode: "cash",
    pace: "normal",
    title: "",
    seats: game.seats,
    stack: game.stack,
    stacks: [],
    smallBlind: game.small_blind,
    bigBlind: game.big_blind,
    ante: 0,
    levelLength: "hands",
    handsPerLevel: game.hands_per_level,
    minutesPerLevel: USUAL_MINUTES,
    levels: "",
    payouts: "",
    secondsToAct: 0,
    timeBank: 60,
    opponents: [],
    rebuys: true,
    players: USUAL_PLAYERS,
    prizeShape: "usual",
    fastFold: false,
    hiddenStyles: true,
  };
}

/** "25/50, 50/100, 100/200/25": small blind, big blind and an ante where there is one. */
export function parseLevels(text: string): BlindLevel[] | string {
  const levels: BlindLevel[] = [];
  for (const part of text.split(/[,;\n]+/).map((each) => each.trim()).filter(Boolean)) {
    const found = /^(\d+)\s*\/\s*(\d+)(?:\s*\/\s*(\d+))?$/.exec(part);
    if (!found) return `“${part}” is not a level: write it as 25/50 or 25/50/5`;
    levels.push({ small_blind: Number(found[1]), big_blind: Number(found[2]), ante: Number(found[3] ?? 0) });
  }
  return levels;
}

/** "50, 30, 20": what the places are paid, the first one first. */
export function parsePayouts(text: string): number[] | string {
  const parts = text.split(/[,;/\s]+/).filter(Boolean);
  const wrong = parts.find((part) => !/^\d+(\.\d+)?%?$/.test(part));
  return wrong === undefined ? parts.map((part) => Number(part.replace("%", ""))) : `“${wrong}” is not a prize: write them as 50, 30, 20`;
}

/** The question, or the sentence that says what cannot be read. */
export function askOf(form: TableFormState): NewTable | string {
  const ask: NewTable = {
    game: form.game,
    mode: form.mode,
    title: form.title.trim(),
    seats: form.seats,
    small_blind: form.smallBlind,
    big_blind: form.bigBlind,
    ante: form.ante,
    hidden_styles: form.hiddenStyles,
    rebuys: form.mode === "cash" && form.rebuys,
    settings: { pace: form.pace, seconds_to_act: form.secondsToAct, time_bank: form.secondsToAct ? form.timeBank : 0 },
  };
  const isPool = hasPool(form);
  if (isPool) ask.players = form.players;
  if (form.mode === "tournament") ask.prize_shape = form.prizeShape;
  if (form.stacks.length > 0 && !isPool) ask.stacks = stacksOf(form);
  else ask.stack = form.stack;
  const opponents = form.opponents.slice(0, form.seats - 1);
  if (isPool) {
    const kinds = [...new Set(opponents.filter((each) => each !== ANYBODY))];
    if (kinds.length > 0) ask.opponents = kinds;
  } else if (opponents.length > 0) {
    ask.opponents = Array.from({ length: form.seats - 1 }, (_, chair) => opponents[chair] ?? ANYBODY);
  }
  return form.mode !== "cash" ? withTournament(ask, form) : ask;
}

/** Whether there are more players than chairs. */
export const hasPool = ({ mode, fastFold }: TableFormState): boolean => mode === "tournament" || (mode === "cash" && fastFold);

export const stacksOf = (form: TableFormState): number[] =>
  Array.from({ length: form.seats || 0 }, (_, chair) => form.stacks[chair] ?? form.stack);

function withTournament(ask: NewTable, form: TableFormState): NewTable | string {
  const levels = parseLevels(form.levels);
  const payouts = parsePayouts(form.payouts);
  if (typeof levels === "string") return levels;
  if (typeof payouts === "string") return payouts;
  if (levels.length > 0) ask.levels = levels;
  if (payouts.length > 0) ask.payouts = payouts;
  if (form.levelLength === "minutes") ask.minutes_per_level = form.minutesPerLevel;
  else ask.hands_per_level = form.handsPerLevel;
  return ask;
}
