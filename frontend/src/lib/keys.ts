/** Commands that have a key, their usual keys, and how a key press is named. */

export const COMMANDS = {
  fold: "Fold",
  passive: "Check or call",
  raise: "Bet or raise: edit the amount, press again to confirm",
  all_in: "All-in: press again to confirm",
  draw: "Badugi: discard the chosen cards",
  more: "Increase the amount",
  less: "Decrease the amount",
  next: "Next hand",
  skip: "Skip to your next decision",
  pause: "Pause or resume",
  advice: "Ask the coach",
  units: "Chips or big blinds",
} as const;

export type Command = keyof typeof COMMANDS;
export type KeyMap = Record<Command, string>;

export const USUAL_KEYS: KeyMap = {
  fold: "f",
  passive: "c",
  raise: "r",
  all_in: "a",
  draw: "d",
  more: "ArrowUp",
  less: "ArrowDown",
  next: " ",
  skip: "s",
  pause: "p",
  advice: "h",
  units: "b",
};

const TEXT_FIELDS = "textarea, select, input:not([type=range], [type=radio], [type=checkbox], [type=button], [type=file])";

/** Whether a key pressed there is typing. A switch, a choice or a slider that was clicked leaves letters to the page. */
export const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(TEXT_FIELDS);

/** Whether the space bar presses what has the focus. */
export const isPressedBySpace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, a, summary, input, textarea, select") !== null;

/** One key has one name, with or without Shift. */
export function keyOf(event: { key: string }): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

const SHOWN: Record<string, string> = {
  " ": "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

export const keyLabel = (key: string): string => SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key);

export function commandOf(keys: KeyMap, key: string): Command | undefined {
  return (Object.keys(keys) as Command[]).find((command) => keys[command] === key);
}

/** Keys that may not be given away: digits choose presets and cards; Tab and Enter work the page itself. */
export function mayAssign(key: string): boolean {
  return !/^\d$/.test(key) && !["Tab", "Enter", "Escape", "Shift", "Control", "Alt", "Meta"].includes(key);
}

/** The map with `command` on `key`; whoever had that key gets the one that becomes free. */
export function assignKey(keys: KeyMap, command: Command, key: string): KeyMap {
  const holder = commandOf(keys, key);
  const swapped = holder && holder !== command ? { [holder]: keys[command] } : {};
  return { ...keys, ...swapped, [command]: key };
}
