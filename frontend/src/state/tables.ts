/** What the server has told us about each open table; of two views the one with the larger sequence stays. */
import { create } from "zustand";
import type { Connection } from "../api/live";
import type { Grade, TableSummary, TableView } from "../api/types";

export interface TablesState {
  views: Record<string, TableView>;
  /** When each view came, by the browser's clock: countdowns are counted from there. */
  receivedAt: Record<string, number>;
  connections: Record<string, Connection>;
  open: TableSummary[];
  putView(view: TableView): void;
  putGrade(table: string, grade: Grade): void;
  putConnection(table: string, connection: Connection): void;
  putOpen(open: TableSummary[]): void;
  forget(table: string): void;
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record;
  return rest;
}

export const useTables = create<TablesState>()((set) => ({
  views: {},
  receivedAt: {},
  connections: {},
  open: [],
  putView: (view) =>
    set((state) => {
      const known = state.views[view.id];
      if (known && known.sequence > view.sequence) return state;
      // The answer to an action may come after the grade of it, and knows only the grade before.
      const shown = known?.sequence === view.sequence ? { ...view, last_grade: known.last_grade } : view;
      return {
        views: { ...state.views, [view.id]: shown },
        receivedAt: { ...state.receivedAt, [view.id]: performance.now() },
      };
    }),
  putGrade: (table, grade) =>
    set((state) => {
      const known = state.views[table];
      if (!known || known.hand !== grade.hand) return state;
      return { views: { ...state.views, [table]: { ...known, last_grade: grade } } };
    }),
  putConnection: (table, connection) =>
    set((state) => ({ connections: { ...state.connections, [table]: connection } })),
  putOpen: (open) => set({ open: open.filter((table) => !table.closed) }),
  forget: (table) =>
    set((state) => ({
      views: without(state.views, table),
      receivedAt: without(state.receivedAt, table),
      connections: without(state.connections, table),
      open: state.open.filter((summary) => summary.id !== table),
    })),
}));
