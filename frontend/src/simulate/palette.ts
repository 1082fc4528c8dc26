/** A colour and a dash for each slot: told apart also without colours, and by colour-blind people (Okabe and Ito). */
export const SLOT_COLOURS = [
  "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#8f7ee7", "#b7a900", "#7f8c99", "#e0568a", "#2f9bb3",
] as const;

const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5]];

export const slotColour = (slot: number): string => SLOT_COLOURS[slot % SLOT_COLOURS.length] ?? "#888";
export const slotDash = (slot: number): number[] => DASHES[slot % DASHES.length] ?? [];
