import { useState } from "react";
import { Link } from "react-router-dom";
import { importHands } from "../api/study";
import type { ImportResult } from "../api/studyTypes";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";
import { replayPath } from "./HandList";

interface ImportDialogProps {
  onClose(): void;
  onImported(): void;
}

/** Paste or choose a hand history: PHH, PokerStars, ACPC logs and others. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [result, setResult] = useState<ImportResult | null>(null);
  const [isReading, setReading] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    file.text().then(setText, sayError);
  };
  const send = () => {
    setReading(true);
    importHands(name, text)
      .then((found) => {
        setResult(found);
        if (found.imported > 0) onImported();
      }, sayError)
      .finally(() => setReading(false));
  };
  return (
    <Dialog title="Import hands" onClose={onClose} wide>
      <label className="field">
        <span>File</span>
        <input type="file" accept=".phh,.phhs,.txt,.toml,.log" onChange={(event) => read(event.target.files?.[0])} />
      </label>
      <label className="field">
        <span>or paste text: PHH, PokerStars, an ACPC log or another history</span>
        <textarea rows={9} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      </label>
      {result && <ImportReport result={result} />}
      <div className="dialog-buttons">
        <button className="button primary" disabled={!text.trim() || isReading} onClick={send}>
          {isReading ? "Reading…" : "Import"}
        </button>
      </div>
    </Dialog>
  );
}

function ImportReport({ result }: { result: ImportResult }) {
  const first = result.refs[0];
  return (
    <div role="status">
      <p>
        {result.imported === 1 ? "1 hand imported." : `${result.imported} hands imported.`}{" "}
        {result.known > 0 && `${result.known} ${result.known === 1 ? "was" : "were"} there already. `}
        {first && <Link to={replayPath(first)}>Open the first one</Link>}
      </p>
      <ul className="problems">
        {result.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
