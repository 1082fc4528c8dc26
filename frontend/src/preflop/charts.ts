/** Which table and which of its charts the page shows, and how charts are laid out. */
import type { ChartsView, ChartView, PreflopTable } from "./api";

export const GROUPS: Record<ChartView["group"], string> = {
  open: "First in",
  defend: "Against a raise",
  "against a 3-bet": "The raiser against a 3-bet",
  "against a limp": "Against a limp",
};

/** The table to begin with: six seats if there are, as deep as is shipped. */
export function usualTable(tables: readonly PreflopTable[]): PreflopTable | undefined {
  const most = Math.max(...tables.map((table) => table.seats));
  const shipped = tables.filter((table) => table.seats === most && !table.own);
  return [...(shipped.length > 0 ? shipped : tables)].sort((one, other) => (other.stack ?? 0) - (one.stack ?? 0))[0];
}

/** The table of so many seats whose stacks are nearest to those that were shown. */
export function nearestTable(tables: readonly PreflopTable[], seats: number, stack: number | null): PreflopTable | undefined {
  const gap = (table: PreflopTable) => Math.abs((table.stack ?? Infinity) - (stack ?? 100));
  return tables.filter((table) => table.seats === seats).sort((one, other) => gap(one) - gap(other))[0];
}

/** A group as a table: whose decision by rows, against whom by columns; both in the order of acting. */
export interface Layout {
  group: ChartView["group"];
  rows: string[];
  columns: string[];
  at(row: string, column: string): ChartView | undefined;
}

export function layoutsOf({ charts }: Pick<ChartsView, "charts">): Layout[] {
  return (Object.keys(GROUPS) as ChartView["group"][]).flatMap((group) => {
    const own = charts.filter((chart) => chart.group === group);
    if (own.length === 0) return [];
    const names = (of: (chart: ChartView) => string) => [...new Set(own.map(of))];
    return [
      {
        group,
        rows: inOrder(names((chart) => chart.position), charts),
        columns: inOrder(names((chart) => chart.against), charts),
        at: (row, column) => own.find((chart) => chart.position === row && chart.against === column),
      },
    ];
  });
}

/** Seats in the order in which they open; the big blind, who never does, last. */
function inOrder(names: string[], charts: readonly ChartView[]): string[] {
  const order = charts.filter((chart) => chart.group === "open").map((chart) => chart.position);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...names].sort((one, other) => place(one) - place(other));
}

/** How much of the range plays on, and how much of it raises. */
export function playedOf(chart: ChartView): { plays: number; raises: number } {
  const sum = (kinds: readonly string[]) => chart.shares.reduce((total, each) => (kinds.includes(each.kind) ? total + each.share : total), 0);
  return { plays: 1 - sum(["fold"]), raises: sum(["bet", "raise", "all_in"]) };
}

/** "UTG first in", "BB against BTN". */
export const chartName = (chart: ChartView): string =>
  chart.against === "" ? `${chart.position} first in` : `${chart.position} against ${chart.against}${chart.group === "against a 3-bet" ? "’s 3-bet" : chart.group === "against a limp" ? "’s limp" : ""}`;
