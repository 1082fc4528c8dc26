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
  /** Where there are several: they are read one after the other when they are imported. */
  const [files, setFiles] = useState<readonly File[]>([]);
  const read = (chosen: readonly File[]) => {
    const [file] = chosen;
    if (!file) return;
    setName(file.name);
    setFiles(chosen.length > 1 ? chosen : []);
    if (chosen.length > 1) setText("");
    else file.text().then(setText, sayError);
  };
  const [progress, setProgress] = useState<[number, number]>([0, 1]);
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);
  const send = async () => {
    setReading(true);
    isStopped.current = false;
    let found: ImportResult = { imported: 0, known: 0, refs: [], problems: [] };
    try {
      const parts = files.length > 0 ? await partsOf(files) : splitHands(text).map((part) => [name, part] as const);
      for (const [place, [from, part]] of parts.entries()) {
        if (isStopped.current) break;
        setProgress([place, parts.length]);
        const more = await importHands(from, part);
        found = together(found, files.length > 0 ? { ...more, problems: more.problems.map((problem) => `${from}, ${problem}`) } : more);
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
        <span>File, or several</span>
        <input type="file" multiple accept=".phh,.phhs,.txt,.toml,.log,.xml" onChange={(event) => read([...(event.target.files ?? [])])} />
      </label>
      <label className="field">
        <span>or paste text of any length: PHH, PokerStars, GGPoker, Winamax, 888poker, iPoker, an ACPC log and others</span>
        <textarea rows={9} value={text} spellCheck={false} disabled={files.length > 0} placeholder={files.length > 0 ? `${files.length} files` : undefined} onChange={(event) => setText(event.target.value)} />
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
        <button className="button primary" disabled={(!text.trim() && files.length === 0) || isReading} onClick={() => void send()}>
          {isReading ? "Reading…" : "Import"}
        </button>
      </div>
    </Dialog>
  );
}

/** The parts of several files, each with the name of its file. */
async function partsOf(files: readonly File[]): Promise<(readonly [string, string])[]> {
  const texts = await Promise.all(files.map((file) => file.text()));
  return texts.flatMap((text, place) => splitHands(text).map((part) => [files[place]?.name ?? "", part] as const));
}

/** What several parts came to; of the sentences about unread hands, the first ones. */
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
