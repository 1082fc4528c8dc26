import { useState } from "react";
import { Link } from "react-router-dom";
import { bytes } from "../jobs/words";
import { Dialog } from "../layout/Dialog";
import { dateAndTime } from "../lib/format";
import { ChangeSpot } from "../solve/ChangeSpot";
import { sayError, sayUndo } from "../state/toasts";
import { exploreUrl, keepEntry, removeEntry, restoreEntry, type LibraryEntry } from "./api";
import { MiniCard } from "./HandPanel";

interface EntryProps {
  entry: LibraryEntry;
  /** Its title where it lies. */
  name?: string;
  /** Something about the library has changed. */
  onChanged(): void;
}

/** Where solves lie that can be gone on with; the flops of a report have no job of their own. */
const SOLVES = "file:solutions/";

/** One strategy: what it is, how good, and for those of your own: notes, rename, delete, solve further. */
export function Entry({ entry, name: shown = entry.title, onChanged }: EntryProps) {
  const [table, setTable] = useState(firstTable(entry));
  const [isEditing, setEditing] = useState(false);
  const name = entry.takes_table ? `${entry.source}@${table}` : entry.source;
  const remove = async () => {
    try {
      const { token, bytes: size } = await removeEntry(entry.source);
      onChanged();
      sayUndo(`${entry.title} deleted. ${bytes(size)} will be freed in ten minutes.`, () => void restoreEntry(token).then(onChanged, sayError));
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <li className={`entry kind-${entry.kind}`} data-source={entry.source}>
      <div className="entry-head">
        {entry.problem ? <strong>{shown}</strong> : <Link to={exploreUrl(name)}>{shown}</Link>}
        {entry.takes_table && <TableChoice entry={entry} value={table} onChange={setTable} />}
      </div>
      {entry.problem && <p className="muted">{entry.problem}</p>}
      {entry.quality.length > 0 && (
        <dl className="entry-facts quality">
          {entry.quality.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="entry-facts">
        {entry.config.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.label === "Board" ? <Cards text={fact.value} /> : fact.value}</dd>
          </div>
        ))}
      </dl>
      {entry.notes && <p className="entry-notes">{entry.notes}</p>}
      {entry.created && (
        <small className="muted">
          {dateAndTime(entry.created)} · {bytes(entry.bytes)}
        </small>
      )}
      {entry.own && (
        <div className="entry-tools">
          <button type="button" className="button small" aria-label={`Name and notes of ${entry.title}`} onClick={() => setEditing(true)}>
            Name and notes
          </button>
          {entry.job && entry.kind === "postflop" && entry.source.startsWith(SOLVES) && (
            <Link className="button small" to={`/solve/${entry.job}`}>
              Solve further
            </Link>
          )}
          {entry.kind === "postflop" && !entry.problem && <ChangeSpot source={entry.source} title={entry.title} />}
          {entry.private != null && (
            <button
              type="button"
              className="button small"
              aria-pressed={!entry.private}
              title={entry.private ? "Only you see this on this server" : "Everybody on this server sees this"}
              onClick={() => void keepEntry(entry.source, { shared: entry.private === true }).then(onChanged, sayError)}
            >
              {entry.private ? "Share" : "Shared"}
            </button>
          )}
          <button type="button" className="button small danger" aria-label={`Delete ${entry.title}`} onClick={() => void remove()}>
            Delete
          </button>
        </div>
      )}
      {isEditing && <KeepDialog entry={entry} onClose={() => setEditing(false)} onKept={onChanged} />}
    </li>
  );
}

function KeepDialog({ entry, onClose, onKept }: { entry: LibraryEntry; onClose(): void; onKept(): void }) {
  const [title, setTitle] = useState(entry.title);
  const [notes, setNotes] = useState(entry.notes);
  const keep = () =>
    keepEntry(entry.source, { title: title.trim(), notes }).then(() => {
      onClose();
      onKept();
    }, sayError);
  return (
    <Dialog title="Name and notes" onClose={onClose}>
      <form
        className="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <label className="field">
          <span>Name</span>
          <input required maxLength={120} pattern=".*\S.*" value={title} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label className="field">
          <span>Notes</span>
          <textarea rows={5} maxLength={4000} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </label>
        <div className="dialog-buttons">
          <button className="button primary">Save</button>
        </div>
      </form>
    </Dialog>
  );
}

function Cards({ text }: { text: string }) {
  const cards = text.match(/[2-9TJQKA][cdhs]/g) ?? [];
  return (
    <span className="card-row">
      {cards.map((card) => (
        <MiniCard key={card} card={card} />
      ))}
    </span>
  );
}

type Tables = readonly [readonly number[], readonly number[]];

const ANY_TABLE: Tables = [[2, 3, 4, 5, 6, 7, 8, 9], [20, 40, 60, 100, 150, 200]];
const SHORT_TABLES: Tables = [[2, 3, 4, 5, 6], [3, 5, 8, 10, 12]];
const DEPTHS = [5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200];

type Tabled = Pick<LibraryEntry, "source" | "kind" | "config">;

/** Seats and stacks that are offered: jam or fold for short stacks, a set of blueprints for its seats at every depth. */
export function tablesOf(entry: Tabled): Tables {
  const seats = Number(entry.config.find((fact) => fact.label === "Seats")?.value);
  if (entry.kind === "jam-or-fold") return SHORT_TABLES;
  if (entry.kind === "search" && seats > 0) return [[seats], ANY_TABLE[1]];
  return entry.source.startsWith("set:") && seats > 0 ? [[seats], DEPTHS] : ANY_TABLE;
}

/** The table that is chosen at first. */
export function firstTable(entry: Tabled): string {
  const [seats] = tablesOf(entry);
  return `${seats.includes(6) ? 6 : seats[0]}x${entry.kind === "jam-or-fold" ? 10 : 100}`;
}

function TableChoice({ entry, value, onChange }: { entry: LibraryEntry; value: string; onChange(table: string): void }) {
  const [seats, stack] = value.split("x");
  const [counts, stacks] = tablesOf(entry);
  return (
    <span className="table-choice">
      {counts.length > 1 && (
        <select aria-label={`Seats for ${entry.title}`} value={seats} onChange={(event) => onChange(`${event.target.value}x${stack}`)}>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count} seats
            </option>
          ))}
        </select>
      )}
      <select aria-label={`Stacks for ${entry.title}`} value={stack} onChange={(event) => onChange(`${seats}x${event.target.value}`)}>
        {stacks.map((blinds) => (
          <option key={blinds} value={blinds}>
            {blinds} bb
          </option>
        ))}
      </select>
    </span>
  );
}
