import { MATRIX_SIZE } from "../lib/cards";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -MATRIX_SIZE, ArrowDown: MATRIX_SIZE };

/** Arrow keys move the focus over a 13x13 grid of cells. */
export function moveByArrows(event: React.KeyboardEvent<HTMLElement>, cell: string): void {
  const step = STEPS[event.key];
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>(cell)];
  const from = cells.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || from < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  cells[from + step]?.focus();
}
