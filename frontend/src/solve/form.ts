/** The spot that a person is putting together, and what the server is asked. Kept for the life of the tab. */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { SolveAsk } from "../jobs/api";
import type { ReportAsk } from "../reports/api";

export type Street = "flop" | "turn" | "river";
export type Player = "oop" | "ip";
export const STREETS: readonly Street[] = ["flop", "turn", "river"];
export const PLAYERS: readonly Player[] = ["oop", "ip"];
export const PLAYER_NAMES: Record<Player, string> = { oop: "Out of position", ip: "In position" };

export interface StreetSizes {
  bets: string;
  raises: string;
}

export interface SolveForm {
  title: string;
  board: string[];
  ranges: Record<Player, string>;
  pot: number;
  stack: number;
  /** One set of sizes for everything, or one for each street and player. */
  isDetailed: boolean;
  bets: string;
  raises: string;
  detail: Record<Street, Record<Player, StreetSizes>>;
  donk: { turn: string; river: string };
  addAllIn: number;
  forceAllIn: number;
  merging: number;
  rakePercent: number;
  rakeCap: number;
  targetPercent: number;
  precision: "f32" | "i16";
  /** Keep so many bet sizes for each street and player; 0 for all. */
  keptSizes: number;
}

const BETS = "60%";
const RAISES = "2.5x";
const each = (): Record<Player, StreetSizes> => ({
  oop: { bets: BETS, raises: RAISES },
  ip: { bets: BETS, raises: RAISES },
});

export const FIRST_FORM: SolveForm = {
  title: "",
  board: ["Td", "9d", "6h"],
  ranges: {
    oop: "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    ip: "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
  },
  pot: 200,
  stack: 900,
  isDetailed: false,
  bets: BETS,
  raises: RAISES,
  detail: { flop: each(), turn: each(), river: each() },
  donk: { turn: "", river: "" },
  addAllIn: 1.5,
  forceAllIn: 0.15,
  merging: 0.1,
  rakePercent: 0,
  rakeCap: 0,
  targetPercent: 0.5,
  precision: "f32",
  keptSizes: 0,
};

interface FormState {
  form: SolveForm;
  change(changes: Partial<SolveForm>): void;
  reset(): void;
}

export const useSolveForm = create<FormState>()(
  persist(
    (set) => ({
      form: FIRST_FORM,
      change: (changes) => set(({ form }) => ({ form: { ...form, ...changes } })),
      reset: () => set({ form: FIRST_FORM }),
    }),
    { name: "gutshot-solve", version: 2, storage: createJSONStorage(() => sessionStorage) },
  ),
);

/** The streets that a board leaves to be played. */
export const streetsOf = (board: readonly string[]): Street[] => STREETS.slice(Math.max(0, board.length - 3));

/** What the server is asked; null while something is missing. */
export function askOf(form: SolveForm): SolveAsk | null {
  const numbers = [form.pot, form.stack, form.targetPercent, form.rakePercent, form.rakeCap, form.addAllIn];
  if (form.board.length < 3 || !form.ranges.oop.trim() || !form.ranges.ip.trim()) return null;
  if ([...numbers, form.forceAllIn, form.merging].some(Number.isNaN)) return null;
  return {
    title: form.title,
    target: form.targetPercent / 100,
    precision: form.precision,
    locks: [],
    ...(form.keptSizes > 0 && { sizes: form.keptSizes }),
    spot: {
      board: form.board.join(""),
      oop: form.ranges.oop,
      ip: form.ranges.ip,
      pot: form.pot,
      stack: form.stack,
      ...sizesOf(form),
      add_allin_threshold: form.addAllIn,
      force_allin_threshold: form.forceAllIn,
      merging_threshold: form.merging,
      rake: { rate: form.rakePercent / 100, cap: form.rakeCap },
    },
  };
}

/** The same spot on many flops, whatever the board of the form is; null while something is missing. */
export function reportAskOf(form: SolveForm, flops: number, keep: boolean, engine: ReportAsk["engine"] = "cpu"): ReportAsk | null {
  const ask = askOf({ ...form, board: ["2c", "3d", "4h"] });
  if (!ask || Number.isNaN(flops)) return null;
  const { board: _, played: __, ...spot } = ask.spot;
  return { spot, flops, keep, engine, target: form.targetPercent / 100, precision: form.precision, title: form.title };
}

function sizesOf(form: SolveForm): Pick<SolveAsk["spot"], "bets" | "raises" | "donk"> {
  if (!form.isDetailed) return { bets: form.bets, raises: form.raises };
  const streets = streetsOf(form.board);
  const by = (kind: keyof StreetSizes) =>
    Object.fromEntries(
      streets.map((street) => [street, { oop: form.detail[street].oop[kind], ip: form.detail[street].ip[kind] }]),
    );
  const led = (["turn", "river"] as const).filter((street) => streets.indexOf(street) > 0 && form.donk[street].trim());
  const donk = led.length > 0 ? Object.fromEntries(led.map((street) => [street, form.donk[street]])) : null;
  return { bets: by("bets"), raises: by("raises"), ...(donk && { donk }) };
}

type Sizes = NonNullable<SolveAsk["spot"]["bets"]>;

/** The form that asks for a spot again, for changes. */
export function formOf(spot: SolveAsk["spot"]): SolveForm {
  const board = spot.board.match(/../g) ?? [];
  const [bets, raises, donk] = [spot.bets ?? "", spot.raises ?? "", spot.donk ?? ""];
  const detail = (street: Street, player: Player): StreetSizes => ({ bets: sizesAt(bets, street, player), raises: sizesAt(raises, street, player) });
  const both = (street: Street) => ({ oop: detail(street, "oop"), ip: detail(street, "ip") });
  const [first = "river"] = streetsOf(board);
  return {
    ...FIRST_FORM,
    board,
    ranges: { oop: spot.oop, ip: spot.ip },
    pot: spot.pot,
    stack: spot.stack,
    isDetailed: typeof bets !== "string" || typeof raises !== "string" || donk !== "",
    bets: sizesAt(bets, first, "oop"),
    raises: sizesAt(raises, first, "oop"),
    detail: { flop: both("flop"), turn: both("turn"), river: both("river") },
    donk: { turn: sizesAt(donk, "turn", "oop"), river: sizesAt(donk, "river", "oop") },
    addAllIn: spot.add_allin_threshold ?? 0,
    forceAllIn: spot.force_allin_threshold ?? 0,
    merging: spot.merging_threshold ?? 0,
    rakePercent: 100 * (spot.rake?.rate ?? 0),
    rakeCap: spot.rake?.cap ?? 0,
  };
}

/** The sizes of a street and player in a text for all, or in maps by street, by player or by both. */
function sizesAt(sizes: Sizes, street: Street, player: Player): string {
  if (typeof sizes === "string") return sizes;
  const inner = sizes[street] ?? sizes[player] ?? "";
  return typeof inner === "string" ? inner : (inner[street] ?? inner[player] ?? "");
}
