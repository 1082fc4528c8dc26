/** The rows of a report over flops: columns, sorting, filters, averages. Means count each flop by how many real ones it stands for. */
import type { FlopRow } from "./api";

export interface Column {
  name: string;
  words: string;
  /** How the number is shown: chips, or a percentage. */
  kind: "chips" | "share";
  of(row: FlopRow): number;
}

const NAMES = { oop: "OOP", ip: "IP" } as const;

/** EV and equity of both, then every first action that some flop has. */
export function columnsOf(rows: readonly FlopRow[]): Column[] {
  const fixed: Column[] = [
    { name: "ev_oop", words: "EV OOP", kind: "chips", of: (row) => row.ev_oop },
    { name: "ev_ip", words: "EV IP", kind: "chips", of: (row) => row.ev_ip },
    { name: "equity_oop", words: "Equity OOP", kind: "share", of: (row) => row.equity_oop },
  ];
  const actions = new Map<string, Column>();
  for (const row of rows) {
    for (const { player, action } of row.shares) {
      const name = `${player} ${action}`;
      if (!actions.has(name)) {
        const share = (of: FlopRow) => of.shares.find((each) => each.player === player && each.action === action)?.share ?? 0;
        actions.set(name, { name, words: `${NAMES[player]} ${action}`, kind: "share", of: share });
      }
    }
  }
  return [...fixed, ...[...actions.values()].sort((one, other) => other.name.split(" ")[0]!.localeCompare(one.name.split(" ")[0]!))];
}

export interface FlopFilter {
  suits: FlopRow["suits"] | "";
  pairing: FlopRow["pairing"] | "";
  straights: FlopRow["straights"] | "";
  high: string;
}

export const EVERY_FLOP: FlopFilter = { suits: "", pairing: "", straights: "", high: "" };

export const passes = (row: FlopRow, filter: FlopFilter): boolean =>
  (["suits", "pairing", "straights", "high"] as const).every((name) => filter[name] === "" || row[name] === filter[name]);

/** By a column, the largest first; descending turned round where asked. */
export function sorted(rows: readonly FlopRow[], column: Column | undefined, isUp: boolean): FlopRow[] {
  if (!column) return [...rows];
  return [...rows].sort((one, other) => (isUp ? 1 : -1) * (column.of(one) - column.of(other)));
}

export function meanOf(rows: readonly FlopRow[], column: Column): number | null {
  const total = rows.reduce((sum, row) => sum + row.weight, 0);
  return total > 0 ? rows.reduce((sum, row) => sum + row.weight * column.of(row), 0) / total : null;
}

export type Grouping = "suits" | "pairing" | "high" | "straights";

export const GROUPINGS: Record<Grouping, string> = { suits: "Suits", pairing: "Pairing", high: "High card", straights: "Straights" };

const RANKS = "AKQJT98765432";
const ORDERS: Record<Grouping, readonly string[]> = {
  suits: ["monotone", "two-tone", "rainbow"],
  pairing: ["unpaired", "paired", "trips"],
  high: [...RANKS],
  straights: ["three in a row", "straight possible", "no straight"],
};

export interface FlopGroup {
  name: string;
  rows: FlopRow[];
}

/** Flops of the same kind together, kinds in their usual order. */
export function groupsOf(rows: readonly FlopRow[], by: Grouping): FlopGroup[] {
  return ORDERS[by].map((name) => ({ name, rows: rows.filter((row) => row[by] === name) })).filter((group) => group.rows.length > 0);
}

export const weightOf = (rows: readonly FlopRow[]): number => rows.reduce((sum, row) => sum + row.weight, 0);
