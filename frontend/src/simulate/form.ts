/** The match that a person is putting together. Kept for the life of the tab. */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Game } from "../api/types";
import type { InstalledAgent, SimulationAsk } from "../jobs/api";

export const MOST_SLOTS: Record<Game, number> = { holdem: 10, badugi: 7 };
export const LEAST_SLOTS = 2;
const FIRST_SLOTS = ["style:tag", "style:lag", "style:rock", "style:maniac", "style:shark", "style:station"];

export interface MatchForm {
  agents: string[];
  variant: Game;
  hands: number;
  stack: number;
  smallBlind: number;
  bigBlind: number;
  ante: number;
  duplicate: boolean;
  seed: number;
  title: string;
}

export const FIRST_MATCH: MatchForm = {
  agents: FIRST_SLOTS,
  variant: "holdem",
  hands: 50_000,
  stack: 10_000,
  smallBlind: 50,
  bigBlind: 100,
  ante: 0,
  duplicate: true,
  seed: 1,
  title: "",
};

interface FormState {
  form: MatchForm;
  change(changes: Partial<MatchForm>): void;
}

export const useMatchForm = create<FormState>()(
  persist(
    (set) => ({
      form: FIRST_MATCH,
      change: (changes) => set(({ form }) => ({ form: { ...form, ...changes } })),
    }),
    { name: "gutshot-match", version: 1, storage: createJSONStorage(() => sessionStorage) },
  ),
);

export const playersOf = (agents: readonly InstalledAgent[], variant: Game): InstalledAgent[] =>
  agents.filter((agent) => agent.variants.includes(variant));

/** The slots for a variant: whoever cannot play it gives way to those who can. */
export function seatsFor(chosen: readonly string[], agents: readonly InstalledAgent[], variant: Game): string[] {
  const players = playersOf(agents, variant).map((agent) => agent.name);
  const special = players.filter((name) => name.includes(":"));
  const others = special.length > 0 ? special : players;
  return chosen
    .slice(0, MOST_SLOTS[variant])
    .map((name, slot) => (players.includes(name) ? name : (others[slot % others.length] ?? name)));
}

/** What the server is asked; null while a number is missing. */
export function askOf(form: MatchForm): SimulationAsk | null {
  const { smallBlind, bigBlind, ...rest } = form;
  if ([form.hands, form.stack, smallBlind, bigBlind, form.ante, form.seed].some(Number.isNaN)) return null;
  return { ...rest, small_blind: smallBlind, big_blind: bigBlind };
}
