import { useState } from "react";
import { keepHand } from "../api/study";
import type { HandSummary } from "../api/studyTypes";
import { sayError } from "../state/toasts";

/** A mark to find the hand again, and a note. */
export function HandNotes({ summary }: { summary: HandSummary }) {
  const [kept, setKept] = useState({ marked: summary.marked, note: summary.note });
  const [draft, setDraft] = useState(summary.note);
  const keep = (changes: { marked?: boolean; note?: string }) =>
    keepHand(summary.ref, changes).then(({ marked, note }) => setKept({ marked, note }), sayError);
  return (
    <div className="hand-notes">
      <button type="button" className="button small" aria-pressed={kept.marked} onClick={() => void keep({ marked: !kept.marked })}>
        {kept.marked ? "★ Marked" : "☆ Mark"}
      </button>
      <details open={kept.note !== "" || undefined}>
        <summary>Note</summary>
        <textarea
          rows={3}
          maxLength={2000}
          aria-label="Note on this hand"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => draft !== kept.note && void keep({ note: draft })}
        />
      </details>
    </div>
  );
}
