/** From the combos of a node to the 169 cells of the matrix. Means are weighted by each combo's part of the range. */
import { handAt, MATRIX_SIZE } from "../lib/cards";
import type { Classes, HandsView } from "./api";

export interface Combo {
  /** The two cards, "AsKs"; of a class its name. */
  name: string;
  /** The cell it is in. */
  hand: string;
  reach: number;
  weight: number;
  mix: number[] | null;
  ev: number | null;
  equity: number | null;
  eqr: number | null;
  actionEv: (number | null)[] | null;
  made: number;
  draws: number;
}

export interface Cell {
  hand: string;
  /** Mean reach over the combos that the board leaves, 0..1. */
  reach: number;
  /** Part of the whole range. */
  weight: number;
  mix: number[] | null;
  ev: number | null;
  equity: number | null;
  eqr: number | null;
  /** How many combos are here. */
  combos: number;
}

export interface Filter {
  made: ReadonlySet<number>;
  draws: ReadonlySet<number>;
  suits: ReadonlySet<string>;
}

export const NO_FILTER: Filter = { made: new Set(), draws: new Set(), suits: new Set() };
export const isFiltering = (filter: Filter): boolean =>
  filter.made.size > 0 || filter.draws.size > 0 || filter.suits.size > 0;

const RANKS = "23456789TJQKA";
export const HANDS: readonly string[] = Array.from({ length: MATRIX_SIZE * MATRIX_SIZE }, (_, place) =>
  handAt(Math.floor(place / MATRIX_SIZE), place % MATRIX_SIZE),
);

/** "AsKs" -> "AKs". */
export function handOf(combo: string): string {
  const [first, second] = [combo.charAt(0), combo.charAt(2)];
  if (first === second) return first + second;
  const high = RANKS.indexOf(first) > RANKS.indexOf(second);
  return `${high ? first + second : second + first}${combo.charAt(1) === combo.charAt(3) ? "s" : "o"}`;
}

/** The cell of a chart of classes: "badugi 8", "three cards 7". */
export function chartCell(classes: Classes, row: number, column: number): string {
  return `${classes.rows[row] ?? ""} ${classes.columns[column] ?? ""}`;
}

/** Every cell of a chart of classes, row by row. */
export function chartHands(classes: Classes): string[] {
  return classes.rows.flatMap((_, row) => classes.columns.map((_, column) => chartCell(classes, row, column)));
}

export function combosOf(hands: HandsView): Combo[] {
  const count = hands.reach.length;
  return Array.from({ length: count }, (_, place) => {
    const classes = hands.classes;
    const name = classes?.names[place] ?? hands.combos.slice(4 * place, 4 * place + 4);
    return {
      name,
      hand: classes ? chartCell(classes, classes.row[place] ?? 0, classes.column[place] ?? 0) : handOf(name),
      reach: hands.reach[place] ?? 0,
      weight: hands.weight[place] ?? 0,
      mix: hands.mix?.map((row) => row[place] ?? 0) ?? null,
      ev: hands.ev?.[place] ?? null,
      equity: hands.equity?.[place] ?? null,
      eqr: hands.eqr?.[place] ?? null,
      actionEv: hands.action_ev?.map((row) => row[place] ?? null) ?? null,
      made: hands.made[place] ?? 0,
      draws: hands.draws[place] ?? 0,
    };
  });
}

export function passes(combo: Combo, filter: Filter): boolean {
  if (filter.made.size > 0 && !filter.made.has(combo.made)) return false;
  if (filter.draws.size > 0 && ![...filter.draws].some((bit) => (combo.draws >> bit) & 1)) return false;
  if (filter.suits.size === 0) return true;
  return filter.suits.has(combo.name.charAt(1)) || filter.suits.has(combo.name.charAt(3));
}

const SUITS = ["s", "h", "d", "c"];

/** How many combos of each cell the board leaves. */
export function liveCounts(board: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const deck = [...RANKS].flatMap((rank) => SUITS.map((suit) => rank + suit)).filter((card) => !board.includes(card));
  deck.forEach((first, place) =>
    deck.slice(place + 1).forEach((second) => {
      const hand = handOf(first + second);
      counts.set(hand, (counts.get(hand) ?? 0) + 1);
    }),
  );
  return counts;
}

/** The cells of `hands`, by default of the 13x13 matrix; `live` is what the reach of a cell is out of. */
export function cellsOf(
  combos: readonly Combo[],
  live: ReadonlyMap<string, number> | null,
  hands: readonly string[] = HANDS,
): Map<string, Cell> {
  const groups = new Map<string, Combo[]>();
  for (const combo of combos) {
    const group = groups.get(combo.hand);
    if (group) group.push(combo);
    else groups.set(combo.hand, [combo]);
  }
  return new Map(
    hands.map((hand) => {
      const group = groups.get(hand) ?? [];
      return [hand, cellOf(hand, group, live ? (live.get(hand) ?? 0) : group.length)];
    }),
  );
}

function cellOf(hand: string, group: readonly Combo[], live: number): Cell {
  const total = sum(group.map((combo) => combo.weight));
  const weights = group.map((combo) => (total > 0 ? combo.weight / total : 1 / group.length));
  const mean = (value: (combo: Combo) => number | null): number | null => {
    const known = group.map((combo, place) => ({ value: value(combo), weight: weights[place] ?? 0 }));
    const heard = sum(known.map((each) => (each.value === null ? 0 : each.weight)));
    return heard > 0 ? sum(known.map((each) => (each.value ?? 0) * each.weight)) / heard : null;
  };
  const actions = group[0]?.mix?.length ?? 0;
  return {
    hand,
    reach: live > 0 ? sum(group.map((combo) => combo.reach)) / live : 0,
    weight: total,
    mix: actions > 0 ? Array.from({ length: actions }, (_, action) => mean((combo) => combo.mix?.[action] ?? 0) ?? 0) : null,
    ev: mean((combo) => combo.ev),
    equity: mean((combo) => combo.equity),
    eqr: mean((combo) => combo.eqr),
    combos: group.length,
  };
}

/** Means over any part of a range. */
export function totalsOf(combos: readonly Combo[]): Cell {
  return cellOf("", combos, combos.length);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
