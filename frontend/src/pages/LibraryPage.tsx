import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { exploreUrl, listLibrary } from "../explore/api";
import { BookmarkList } from "../explore/Bookmarks";
import { DropFolder } from "../explore/DropFolder";
import { Entry } from "../explore/LibraryEntry";
import { found, inFolders, nameIn } from "../explore/librarySearch";
import { Panel } from "../layout/Panel";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import "../explore/explore.css";

/** The shelves, in their order. What is none of them comes last. */
const KINDS: Record<string, string> = {
  postflop: "Postflop solutions",
  "three-way": "Postflop solutions for three players",
  preflop: "Preflop solutions",
  "jam-or-fold": "Jam or fold",
  blueprint: "Blueprints",
  badugi: "Badugi",
  search: "Blueprints with search",
  policy: "Trained networks",
  agent: "Rule agents",
  other: "Cannot be opened",
};

/** Everything there is to look into, and the ways to bring in more. */
export default function LibraryPage() {
  useTitle("Library");
  const [turn, setTurn] = useState(0);
  const [search, setSearch] = useState("");
  const { data, error } = useAsync(String(turn), listLibrary);
  const shown = data?.filter((entry) => found(entry, search)) ?? [];
  const kinds = [...new Set([...Object.keys(KINDS), ...shown.map((entry) => entry.kind)])].filter((kind) => shown.some((entry) => entry.kind === kind));
  const hasSolved = data?.some((entry) => entry.kind === "postflop") ?? true;
  return (
    <div className="page library">
      <div className="page-head">
        <div>
          <h1>Library</h1>
          <p className="muted">Strategies you have solved or added, and those shipped with Gutshot.</p>
        </div>
        <div className="library-tools">
          <label className="field search">
            <span className="visually-hidden">Search the library</span>
            <input type="search" placeholder="Search: board, name, seats, notes" value={search} onChange={(event) => setSearch(event.target.value)} />
          </label>
          <Link className="button primary" to="/solve">
            New solve
          </Link>
        </div>
      </div>
      <DropFolder onDone={() => setTurn(turn + 1)} />
      <PathForm />
      {error && <p className="notice">{error.message}</p>}
      {!data && !error && <p className="muted">Loading…</p>}
      {data && !hasSolved && (
        <p className="empty">
          No spot has been solved yet. <Link to="/solve">Solve one</Link>, or drop a folder with someone else’s solution.
        </p>
      )}
      {data && shown.length === 0 && <p className="empty">Nothing in the library matches “{search}”.</p>}
      {!search && <BookmarkList />}
      {kinds.map((kind) => (
        <section key={kind} aria-labelledby={`kind-${kind}`} className="shelf">
          <h2 id={`kind-${kind}`}>{KINDS[kind] ?? kind}</h2>
          {inFolders(shown.filter((entry) => entry.kind === kind)).map(([folder, entries]) => (
            <Folder key={folder} name={folder}>
              <ul className="entries">
                {entries.map((entry) => (
                  <Panel key={entry.source} name={entry.title} of={entry.source}>
                    <Entry entry={entry} name={nameIn(folder, entry.title)} onChanged={() => setTurn((before) => before + 1)} />
                  </Panel>
                ))}
              </ul>
            </Folder>
          ))}
        </section>
      ))}
    </div>
  );
}

/** A folder can be closed; what lies in none stands as it is. */
function Folder({ name, children }: { name: string; children: React.ReactNode }) {
  if (!name) return children;
  return (
    <details className="library-folder" open>
      <summary>{name}</summary>
      {children}
    </details>
  );
}

function PathForm() {
  const [path, setPath] = useState("");
  const navigate = useNavigate();
  return (
    <form
      className="path-form"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(exploreUrl(`file:${path.trim()}`));
      }}
    >
      <label className="field">
        <span>Or open a path below the data folder</span>
        <input required maxLength={300} placeholder="solutions/my-turn" value={path} onChange={(event) => setPath(event.target.value)} />
      </label>
      <button className="button">Open</button>
    </form>
  );
}
