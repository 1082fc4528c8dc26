import { useState } from "react";
import { Dialog } from "../layout/Dialog";
import { useAsync } from "../lib/useAsync";
import { listLibrary, type About, type LibraryEntry, type Stop } from "./api";
import { fitting } from "./fit";
import { found } from "./librarySearch";
import type { Explorer } from "./useExplorer";

interface CompareDialogProps {
  about: About;
  /** Where the walk began. */
  start: Stop | undefined;
  explorer: Explorer;
  onClose(): void;
}

/** Strategies to lay beside the one that is shown: those that begin at its table or board, then all others. */
export function CompareDialog({ about, start, explorer, onClose }: CompareDialogProps) {
  const { data, error } = useAsync("library", listLibrary);
  const [search, setSearch] = useState("");
  const listed = data?.filter((entry) => !entry.problem && entry.source !== about.source && found(entry, search)) ?? [];
  const named = listed.map((entry) => ({ entry, name: start ? fitting(entry, about, start) : null }));
  const choose = (source: string | null) => {
    explorer.compare(source);
    onClose();
  };
  const row = ({ entry, name }: { entry: LibraryEntry; name: string | null }) => (
    <li key={entry.source}>
      <button type="button" className="saved-range" data-compare={name ?? entry.source} onClick={() => choose(name ?? entry.source)}>
        <strong>{entry.title}</strong>
        <small>{[...entry.quality, ...entry.config].map((fact) => `${fact.label} ${fact.value}`).join(" · ")}</small>
      </button>
    </li>
  );
  const [fit, others] = [named.filter(({ name }) => name !== null), named.filter(({ name }) => name === null)];
  return (
    <Dialog title="Compare with" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {explorer.against !== null && (
        <button type="button" className="button" onClick={() => choose(null)}>
          Stop comparing
        </button>
      )}
      <label className="field search">
        <span className="visually-hidden">Search the library</span>
        <input type="search" placeholder="Search: board, name, seats, notes" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      {data && (
        <section aria-labelledby="compare-fit" className="compare-group">
          <h3 id="compare-fit">{start && start.board.length > 0 ? "On the same board" : "At the same table"}</h3>
          {fit.length > 0 ? <ul className="compare-list">{fit.map(row)}</ul> : <p className="muted">Nothing in the library begins where this does.</p>}
        </section>
      )}
      {others.length > 0 && (
        <details className="compare-group">
          <summary>{others.length} others, side by side only</summary>
          <ul className="compare-list">{others.map(row)}</ul>
        </details>
      )}
    </Dialog>
  );
}
