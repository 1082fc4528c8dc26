/** Keys of the table. Typing in a field keeps its own keys, except that letters still act in the amount box. */
import { useEffect } from "react";
import { commandOf, isPressedBySpace, isTextField, keyOf, type Command } from "../lib/keys";
import { useLatest } from "../lib/hooks";
import { usePreferences } from "../state/preferences";

export interface HotkeyHandlers {
  /** True when the command did something here, so that the browser must not also scroll or press a button. */
  onCommand(command: Command): boolean;
  onDigit(digit: string): boolean;
}

const AMOUNT_BOX = "amount-box";
export const amountBoxProps = { "data-hotkeys": AMOUNT_BOX };

/** Commands that a key which is held down repeats; all others are decisions, and are made once for each press. */
const REPEATED: readonly (Command | undefined)[] = ["more", "less"];

function isInAmountBox(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset["hotkeys"] === AMOUNT_BOX;
}

export function useHotkeys({ onCommand, onDigit }: HotkeyHandlers): void {
  const handle = useLatest((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const key = keyOf(event);
    const inBox = isInAmountBox(event.target);
    if (isTextField(event.target) && !(inBox && !/^\d$/.test(key))) return;
    if (key === " " && isPressedBySpace(event.target)) return;
    const command = commandOf(usePreferences.getState().keys, key);
    if (event.repeat && !REPEATED.includes(command)) return;
    const isDone = /^\d$/.test(key) ? onDigit(key) : command !== undefined && onCommand(command);
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [handle]);
}
