/** The amount of a bet or raise that is being chosen: what stands in the box is what a bet is for, or there is no bet. */
import { useState } from "react";
import type { Turn } from "../api/types";
import { amountText, clamp, parseAmount } from "../lib/format";
import { usePreferences, type Units } from "../state/preferences";

export interface Amount {
  /** The latest amount that can be bet. */
  value: number;
  /** What stands in the box, also while it is being typed. */
  text: string;
  /** Whether what stands in the box can be bet. */
  isLegal: boolean;
  set(value: number): void;
  /** Up or down by big blinds. */
  nudge(steps: number): void;
  /** The box was edited; null gives up what was typed. */
  type(text: string | null): void;
}

interface Chosen {
  decision: string;
  value: number;
  /** As typed, in the units of that moment. */
  typed: string | null;
  units: Units;
}

export function useAmount(turn: Turn, decision: string, bigBlind: number): Amount {
  const units = usePreferences((state) => state.units);
  const bounds = turn.raise_bounds;
  const first: Chosen = { decision, value: bounds?.min_to ?? 0, typed: null, units };
  const [chosen, setChosen] = useState<Chosen>(first);
  const now = chosen.decision === decision ? chosen : first;
  const typed = now.units === units ? now.typed : null;
  const legal = (text: string): number | null => {
    const wanted = parseAmount(text, units, bigBlind);
    return bounds && wanted !== null && wanted >= bounds.min_to && wanted <= bounds.max_to ? wanted : null;
  };
  const set = (next: number) => {
    if (bounds) setChosen({ decision, value: clamp(Math.round(next), bounds.min_to, bounds.max_to), typed: null, units });
  };
  return {
    value: now.value,
    text: typed ?? amountText(now.value, units, bigBlind),
    isLegal: typed === null || legal(typed) !== null,
    set,
    nudge: (steps) => set(now.value + steps * bigBlind),
    type: (text) => setChosen({ decision, value: (text !== null && legal(text)) || now.value, typed: text, units }),
  };
}
