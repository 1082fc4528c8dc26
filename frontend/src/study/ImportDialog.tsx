import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { importHands } from "../api/study";
import type { ImportResult } from "../api/studyTypes";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";
import { replayPath } from "./HandList";
import { splitHands } from "./splitHands";

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
  const [progress, setProgress] = useState<[number, number]>([0, 1]);
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);
  const send = async () => {
    setReading(true);
    isStopped.current = false;
    const parts = splitHands(text);
    let found: ImportResult = { imported: 0, known: 0, refs: [], problems: [] };
    try {
      for (const [place, part] of parts.entries()) {
        if (isStopped.current) break;
        setProgress([place, parts.length]);
        const more = await importHands(name, part);
        found = together(found, more);
        setResult(found);
        if (more.imported > 0) onImported();
      }
    } catch (error) {
      sayError(error);
    }
    setReading(false);
  };
  return (
    <Dialog title="Import hands" onClose={onClose} wide>
      <label className="field">
        <span>File</span>
        <input type="file" accept=".phh,.phhs,.txt,.toml,.log,.xml" onChange={(event) => read(event.target.files?.[0])} />
      </label>
      <label className="field">
        <span>or paste text of any length: PHH, PokerStars, GGPoker, Winamax, 888poker, iPoker, an ACPC log and others</span>
        <textarea rows={9} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      </label>
      {isReading && progress[1] > 1 && (
        <div className="import-progress">
          <progress max={progress[1]} value={progress[0]} aria-label="Import" /> part {progress[0] + 1} of {progress[1]}{" "}
          <button type="button" className="button small" onClick={() => (isStopped.current = true)}>
            Stop
          </button>
        </div>
      )}
      {result && <ImportReport result={result} />}
      <div className="dialog-buttons">
        <button className="button primary" disabled={!text.trim() || isReading} onClick={() => void send()}>
          {isReading ? "Reading…" : "Import"}
        </button>
      </div>
    </Dialog>
  );
}

/** What several parts of a file came to; of the sentences about unread hands, the first ones. */
function together(one: ImportResult, more: ImportResult): ImportResult {
  return {
    imported: one.imported + more.imported,
    known: one.known + more.known,
    refs: [...one.refs, ...more.refs],
    problems: [...one.problems, ...more.problems].slice(0, 200),
  };
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
