import { useEffect, useRef } from "react";
import type { TableView } from "../api/types";
import { playSounds, soundsOf } from "../lib/sounds";
import { usePreferences } from "../state/preferences";

/** Lets the table be heard where that is wanted. What had happened before the page was opened stays silent. */
export function useSounds(view: TableView): void {
  const isOn = usePreferences((state) => state.sounds);
  const before = useRef(view);
  useEffect(() => {
    if (isOn && before.current !== view) playSounds(soundsOf(before.current, view));
    before.current = view;
  }, [isOn, view]);
}
