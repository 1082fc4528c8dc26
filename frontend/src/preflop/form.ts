/** The tables that are to be solved, as a person types them. */
import type { JamAsk } from "./api";

/** Seats from the small blind on, as the server counts them. */
const POSITIONS: Record<number, readonly string[]> = {
  2: ["SB", "BB"],
  3: ["SB", "BB", "BTN"],
  4: ["SB", "BB", "CO", "BTN"],
  5: ["SB", "BB", "HJ", "CO", "BTN"],
  6: ["SB", "BB", "UTG", "HJ", "CO", "BTN"],
};

export const positionsOf = (seats: number): readonly string[] => POSITIONS[seats] ?? [];

export interface JamForm {
  /** Big blinds by seat, from the small blind on. */
  stacks: number[];
  ante: number;
  smallBlind: number;
  /** "50, 30, 20"; empty: chips are what counts. */
  prizes: string;
  /** Stacks of those who are not in the hand. */
  others: string;
  title: string;
}

export const FIRST_JAM: JamForm = { stacks: [10, 10], ante: 0, smallBlind: 0.5, prizes: "", others: "", title: "" };

/** With so many seats: those there are keep their stacks, new ones get that of the last. */
export const withSeats = (form: JamForm, seats: number): JamForm => ({
  ...form,
  stacks: Array.from({ length: seats }, (_, seat) => form.stacks[seat] ?? form.stacks.at(-1) ?? 10),
});

/** "50, 30 / 20": numbers in any usual writing; the sentence says which is none. */
export function numbersIn(text: string, what: string): number[] | string {
  const parts = text.split(/[,;/\s]+/).filter(Boolean);
  const wrong = parts.find((part) => !/^\d+(\.\d+)?%?$/.test(part));
  return wrong === undefined ? parts.map((part) => Number(part.replace("%", ""))) : `“${wrong}” is no ${what}: write them as 50, 30, 20`;
}

export function jamAskOf(form: JamForm): JamAsk | string {
  const prizes = numbersIn(form.prizes, "prize");
  const others = numbersIn(form.others, "stack");
  if (typeof prizes === "string") return prizes;
  if (typeof others === "string") return others;
  if (others.length > 0 && prizes.length === 0) return "Stacks outside the hand only matter for prizes: give the prizes as well.";
  if ([...form.stacks, form.ante, form.smallBlind].some(Number.isNaN)) return "Fill in every stack.";
  return { stacks: form.stacks, ante: form.ante, small_blind: form.smallBlind, prizes, others, title: form.title.trim() };
}
