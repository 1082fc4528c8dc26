/** The amount of a bet or raise that is being chosen. It starts at the least and stays within the server's bounds. */
import { useState } from "react";
import type { Turn } from "../api/types";
import { clamp } from "../lib/format";

export interface Amount {
  value: number;
  set(value: number): void;
  /** Up or down by big blinds. */
  nudge(steps: number): void;
}

export function useAmount(turn: Turn, decision: string, bigBlind: number): Amount {
  const bounds = turn.raise_bounds;
  const least = bounds?.min_to ?? 0;
  const [chosen, setChosen] = useState({ decision, value: least });
  const value = chosen.decision === decision ? chosen.value : least;
  const set = (next: number) => {
    if (bounds) setChosen({ decision, value: clamp(Math.round(next), bounds.min_to, bounds.max_to) });
  };
  return { value, set, nudge: (steps) => set(value + steps * bigBlind) };
}
