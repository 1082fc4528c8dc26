import { useLayoutEffect, useRef } from "react";
import type { TableView } from "../api/types";
import type { Command } from "../lib/keys";
import { toggleUnits } from "../state/preferences";
import { BetControls } from "./BetControls";
import { DrawControls } from "./DrawControls";
import { HandOverBar, TableOverBar, WaitBar } from "./WaitBar";
import { useHotkeys } from "./useHotkeys";
import type { TableCommands } from "./useTableCommands";

interface ActionBarProps {
  view: TableView;
  commands: TableCommands;
  secondsLeft: number | null;
}

/** The row under the table: always exactly what can be done now. */
export function ActionBar({ view, commands, secondsLeft }: ActionBarProps) {
  useHotkeys({ onDigit: () => false, onCommand: (command) => runAnytime(command, view, commands) });
  const onClickCapture = useOneActPerDoubleClick(`${view.hand}:${view.step}:${view.status}`);
  return (
    <section
      className="action-bar"
      aria-label="Your actions"
      data-status={view.status}
      data-hand={view.hand}
      data-step={view.step}
      onClickCapture={onClickCapture}
    >
      <Controls view={view} commands={commands} secondsLeft={secondsLeft} />
    </section>
  );
}

/** Milliseconds within which the second click of a double click cannot have been meant for a new decision. */
const DOUBLE_CLICK = 450;

/** At instant pace the next decision stands under the pointer before a double click is over: its second click is dropped. */
function useOneActPerDoubleClick(decision: string): (event: React.MouseEvent) => void {
  const since = useRef(-Infinity);
  useLayoutEffect(() => {
    since.current = performance.now();
  }, [decision]);
  return (event) => {
    const isAct = event.target instanceof HTMLElement && event.target.closest(".act") !== null;
    if (!isAct || event.detail < 2 || performance.now() - since.current > DOUBLE_CLICK) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function runAnytime(command: Command, view: TableView, commands: TableCommands): boolean {
  if (command === "next" && view.status === "hand_over") commands.next(view);
  else if (command === "skip" && view.can_skip) commands.skip(view);
  else if (command === "pause") commands.pause(view);
  else if (command === "units") toggleUnits();
  else return false;
  return true;
}

function Controls({ view, commands, secondsLeft }: ActionBarProps) {
  const { turn } = view;
  if (view.status === "table_over") return <TableOverBar view={view} />;
  if (view.status === "hand_over") return <HandOverBar view={view} commands={commands} secondsLeft={secondsLeft} />;
  if (!turn) return <WaitBar view={view} commands={commands} />;
  if (turn.draw !== null) return <DrawControls view={view} most={turn.draw} commands={commands} />;
  return <BetControls view={view} turn={turn} commands={commands} />;
}
