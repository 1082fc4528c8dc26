/** What a person can ask of a table. One request at a time: a double click acts once. */
import { useMemo, useRef } from "react";
import * as play from "../api/play";
import { ServerProblem } from "../api/client";
import type { Act, Plan, SettingsAsk, TableView } from "../api/types";
import { useTables } from "../state/tables";
import { sayError } from "../state/toasts";

export interface TableCommands {
  act(view: TableView, choice: Pick<Act, "action" | "amount" | "cards" | "confirm">): void;
  next(view: TableView): void;
  skip(view: TableView): void;
  plan(view: TableView, plan: Plan | null): void;
  show(view: TableView, cards: string[]): void;
  pause(view: TableView): void;
  change(settings: SettingsAsk): void;
}

export function useTableCommands(table: string): TableCommands {
  const isBusy = useRef(false);
  return useMemo(() => {
    const ask = async (request: () => Promise<TableView>) => {
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        useTables.getState().putView(await request());
      } catch (error) {
        await recover(table, error);
      } finally {
        isBusy.current = false;
      }
    };
    return {
      act: (view, choice) => void ask(() => play.act(table, { hand: view.hand, step: view.step, ...choice })),
      next: (view) => void ask(() => play.nextHand(table, view.hand)),
      skip: (view) => void ask(() => play.skipHand(table, view.hand)),
      plan: (view, plan) => void ask(() => play.planAhead(table, view.hand, plan)),
      show: (view, cards) => void ask(() => play.showCards(table, view.hand, cards)),
      pause: (view) => void ask(() => play.pauseTable(table, !view.settings.paused)),
      change: (settings) => void ask(() => play.changeSettings(table, settings)),
    };
  }, [table]);
}

/** Shows the server's sentence; after a stale answer the table is read again. */
async function recover(table: string, error: unknown): Promise<void> {
  sayError(error);
  if (!(error instanceof ServerProblem) || error.code !== "stale") return;
  await play.getTable(table).then(useTables.getState().putView, () => undefined);
}
