import { useEffect, useState } from "react";
import { assignKey, COMMANDS, keyLabel, keyOf, mayAssign, USUAL_KEYS, type Command } from "../lib/keys";
import { usePreferences } from "../state/preferences";

/** Press a row, then the key it should have. */
export function KeySettings() {
  const { keys, change } = usePreferences();
  const [waiting, setWaiting] = useState<Command | null>(null);
  useEffect(() => {
    if (!waiting) return;
    const listen = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const key = keyOf(event);
      if (key !== "Escape" && !mayAssign(key)) return;
      if (key !== "Escape") change({ keys: assignKey(keys, waiting, key) });
      setWaiting(null);
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [waiting, keys, change]);
  return (
    <section className="key-settings">
      <h3>Keys</h3>
      <ul>
        {(Object.keys(COMMANDS) as Command[]).map((command) => (
          <li key={command}>
            <span>{COMMANDS[command]}</span>
            <button
              className="key-button"
              aria-label={`${COMMANDS[command]}: ${keyLabel(keys[command])}, change`}
              onClick={() => setWaiting(command)}
            >
              {waiting === command ? "press a key…" : <kbd>{keyLabel(keys[command])}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      <p className="muted">Digits choose a preset size, or the cards to discard. Left and right step through a replay.</p>
      <button className="button small" onClick={() => change({ keys: USUAL_KEYS })}>
        Default keys
      </button>
    </section>
  );
}
