import { useState } from "react";
import { importHands } from "../api/study";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";

interface ImportDialogProps {
  onClose(): void;
  /** The job that reads the hands has been started. */
  onStarted(job: string): void;
}

/** Paste or choose hand histories: PHH, PokerStars, ACPC logs and others. The server reads them as a job. */
export function ImportDialog({ onClose, onStarted }: ImportDialogProps) {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState<number | null>(null);
  const send = async () => {
    setSent(0);
    try {
      onStarted(await importHands(files.length > 0 ? files : [new File([text], "")], setSent));
    } catch (error) {
      sayError(error);
      setSent(null);
    }
  };
  return (
    <Dialog title="Import hands" onClose={onClose} wide>
      <label className="field">
        <span>File, or several</span>
        <input type="file" multiple accept=".phh,.phhs,.txt,.toml,.log,.xml" onChange={(event) => setFiles([...(event.target.files ?? [])])} />
      </label>
      <label className="field">
        <span>or paste text of any length: PHH, PokerStars, GGPoker, Winamax, 888poker, iPoker, an ACPC log and others</span>
        <textarea
          rows={9}
          value={text}
          spellCheck={false}
          disabled={files.length > 0}
          placeholder={files.length > 0 ? files.map((file) => file.name).join(", ") : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {sent !== null && (
        <label className="import-progress">
          Sending <progress max={1} value={sent} /> {Math.round(sent * 100)} %
        </label>
      )}
      <div className="dialog-buttons">
        <button className="button primary" disabled={(!text.trim() && files.length === 0) || sent !== null} onClick={() => void send()}>
          {sent === null ? "Import" : "Sending…"}
        </button>
      </div>
    </Dialog>
  );
}
