import { useEffect, useState } from "react";
import { useLatest } from "../lib/hooks";
import { isTextField } from "../lib/keys";
import { Dialog } from "./Dialog";

interface KeyHelpProps {
  /** Keys, and what they do here. */
  keys: readonly (readonly [string, string])[];
}

/** The keys of a page, listed by its button or by "?". */
export function KeyHelp({ keys }: KeyHelpProps) {
  const [isOpen, setOpen] = useState(false);
  const listen = useLatest((event: KeyboardEvent) => {
    if (event.key !== "?" || isTextField(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [listen]);
  return (
    <>
      <button type="button" className="button small" aria-label="Keys of this page" onClick={() => setOpen(true)}>
        ?
      </button>
      {isOpen && (
        <Dialog title="Keys" onClose={() => setOpen(false)}>
          <dl className="key-help">
            {keys.map(([pressed, words]) => (
              <div key={pressed}>
                <dt>
                  {pressed.split(" ").map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
