import { useState } from "react";
import { Dialog } from "../layout/Dialog";
import { useAsync } from "../lib/useAsync";
import { sayError, sayInfo } from "../state/toasts";
import { deleteRange, listRanges, saveRange } from "./api";

interface SavedRangesProps {
  text: string;
  onLoad(text: string): void;
}

export function SavedRanges({ text, onLoad }: SavedRangesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        Saved ranges
      </button>
      {isOpen && (
        <SavedDialog
          text={text}
          onClose={() => setOpen(false)}
          onLoad={(found) => {
            onLoad(found);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function SavedDialog({ text, onLoad, onClose }: SavedRangesProps & { onClose(): void }) {
  const [turn, setTurn] = useState(0);
  const [name, setName] = useState("");
  const { data, error } = useAsync(String(turn), listRanges);
  const change = (work: Promise<unknown>, told: string) =>
    work.then(
      () => {
        sayInfo(told);
        setTurn(turn + 1);
      },
      sayError,
    );
  return (
    <Dialog title="Saved ranges" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {data?.length === 0 && <p className="muted">Nothing is saved yet.</p>}
      <ul className="saved-ranges">
        {data?.map((saved) => (
          <li key={saved.name}>
            <button type="button" className="saved-range" onClick={() => onLoad(saved.text)}>
              <strong>{saved.name}</strong>
              <small>{saved.text || "no hands"}</small>
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete ${saved.name}`}
              onClick={() => void change(deleteRange(saved.name), `${saved.name} deleted.`)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <form
        className="save-range"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void change(saveRange(name.trim(), text), `${name.trim()} saved.`);
        }}
      >
        <label className="field">
          <span>Save this range as</span>
          <input required maxLength={60} pattern="[^/]+" value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <button className="button primary" disabled={!name.trim() || !text}>
          Save
        </button>
      </form>
    </Dialog>
  );
}
