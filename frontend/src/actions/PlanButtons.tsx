import type { Plan, TableView } from "../api/types";
import type { Command } from "../lib/keys";
import { keyLabel } from "../lib/keys";
import { retell } from "../lib/format";
import { usePreferences } from "../state/preferences";
import { useHotkeys } from "./useHotkeys";
import type { TableCommands } from "./useTableCommands";

interface PlanButtonsProps {
  view: TableView;
  commands: TableCommands;
}

/** The key of the action that a plan makes ahead of the turn. */
const KEYS: Partial<Record<Command, readonly Plan[]>> = { fold: ["check_fold"], passive: ["check", "call"] };

/** Decisions made ahead: pressed again they are taken back. The server makes them, or drops what no longer fits. */
export function PlanButtons({ view, commands }: PlanButtonsProps) {
  const { keys, units } = usePreferences();
  const toggle = (plan: Plan) => commands.plan(view, view.planned === plan ? null : plan);
  useHotkeys({
    onDigit: () => false,
    onCommand: (command) => {
      const found = view.plans.find(({ plan }) => KEYS[command]?.includes(plan));
      if (found) toggle(found.plan);
      return found !== undefined;
    },
  });
  if (view.plans.length === 0) return null;
  const keyOf = (plan: Plan) => (Object.keys(KEYS) as Command[]).find((command) => KEYS[command]?.includes(plan));
  return (
    <div className="plans" role="group" aria-label="Decide ahead">
      {view.plans.map(({ plan, label, price }) => {
        const command = keyOf(plan);
        return (
          <button key={plan} className="plan" aria-pressed={view.planned === plan} onClick={() => toggle(plan)}>
            {retell(label, price === null ? [] : [price], units, view.blinds.big_blind)} {command && <kbd>{keyLabel(keys[command])}</kbd>}
          </button>
        );
      })}
    </div>
  );
}
