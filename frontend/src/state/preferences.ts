/** How this person likes the page; kept in the browser. */
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type KeyMap, USUAL_KEYS } from "../lib/keys";

export type Theme = "system" | "dark" | "light";
export type Palette = "standard" | "colour_blind";
export type Units = "chips" | "bb";

export interface Preferences {
  theme: Theme;
  palette: Palette;
  units: Units;
  animations: boolean;
  coachOpen: boolean;
  sounds: boolean;
  /** Whether seats show what their players were seen to do. */
  observed: boolean;
  isTableAnswerOpen: boolean;
  keys: KeyMap;
}

interface PreferencesState extends Preferences {
  change(changes: Partial<Preferences>): void;
}

export const USUAL: Preferences = {
  theme: "system",
  palette: "standard",
  units: "chips",
  animations: true,
  coachOpen: true,
  sounds: false,
  observed: false,
  isTableAnswerOpen: false,
  keys: USUAL_KEYS,
};

export const usePreferences = create<PreferencesState>()(
  persist((set) => ({ ...USUAL, change: (changes) => set(changes) }), {
    name: "gutshot-preferences",
    version: 1,
    merge: (kept, current) => {
      const found = (kept ?? {}) as Partial<Preferences>;
      return { ...current, ...found, keys: { ...USUAL_KEYS, ...found.keys } };
    },
  }),
);

export const toggleUnits = (): void => {
  const { units, change } = usePreferences.getState();
  change({ units: units === "chips" ? "bb" : "chips" });
};

/** Puts theme, palette and motion on the root element, where the style sheets read them. */
export function applyPreferences({ theme, palette, animations }: Preferences, root: HTMLElement): void {
  root.dataset["theme"] = theme;
  root.dataset["palette"] = palette;
  root.dataset["animations"] = animations ? "on" : "off";
}
