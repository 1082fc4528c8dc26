import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { exploreUrl, listLibrary, type LibraryEntry } from "../explore/api";
import { DropFolder } from "../explore/DropFolder";
import { MiniCard } from "../explore/HandPanel";
import { dateAndTime } from "../lib/format";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import "../explore/explore.css";

const KINDS: Record<string, string> = {
  postflop: "Postflop solutions",
  preflop: "Preflop solutions",
  blueprint: "Blueprints",
  policy: "Trained policies",
  agent: "Rule agents",
  other: "Cannot be opened",
};

/** Everything there is to look into, and the ways to bring in more. */
export default function LibraryPage() {
  useTitle("Library");
  const [turn, setTurn] = useState(0);
  const { data, error } = useAsync(String(turn), listLibrary);
  const kinds = Object.keys(KINDS).filter((kind) => data?.some((entry) => entry.kind === kind));
  return (
    <div className="page library">
      <div className="page-head">
        <div>
          <h1>Library</h1>
          <p className="muted">Strategies you have solved or added, and those shipped with Gutshot.</p>
        </div>
        <div className="library-tools">
          <Link className="button primary" to="/solve">
            New solve
          </Link>
        </div>
      </div>
      <DropFolder onDone={() => setTurn(turn + 1)} />
      <PathForm />
      {error && <p className="notice">{error.message}</p>}
      {!data && !error && <p className="muted">Loading…</p>}
      {data && !kinds.includes("postflop") && (
        <p className="empty">
          No spot is solved yet. <Link to="/solve">Solve one</Link>, or drop a folder that somebody else has solved.
        </p>
      )}
      {kinds.map((kind) => (
        <section key={kind} aria-labelledby={`kind-${kind}`} className="shelf">
          <h2 id={`kind-${kind}`}>{KINDS[kind]}</h2>
          <ul className="entries">
            {data
              ?.filter((entry) => entry.kind === kind)
              .map((entry) => <Entry key={entry.source} entry={entry} />)}
          </ul>
        </section>
      ))}
    </div>
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

function Entry({ entry }: { entry: LibraryEntry }) {
  const [table, setTable] = useState("6x100");
  const name = entry.takes_table ? `${entry.source}@${table}` : entry.source;
  return (
    <li className={`entry kind-${entry.kind}`} data-source={entry.source}>
      <div className="entry-head">
        {entry.problem ? <strong>{entry.title}</strong> : <Link to={exploreUrl(name)}>{entry.title}</Link>}
        {entry.takes_table && <TableChoice value={table} onChange={setTable} title={entry.title} />}
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
      {entry.created && (
        <small className="muted">
          {dateAndTime(entry.created)} · {(entry.bytes / 1e6).toFixed(1)} MB
        </small>
      )}
    </li>
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

const SEATS = [2, 3, 4, 5, 6, 7, 8, 9];
const STACKS = [20, 40, 60, 100, 150, 200];

function TableChoice({ value, onChange, title }: { value: string; onChange(table: string): void; title: string }) {
  const [seats, stack] = value.split("x");
  return (
    <span className="table-choice">
      <select aria-label={`Seats for ${title}`} value={seats} onChange={(event) => onChange(`${event.target.value}x${stack}`)}>
        {SEATS.map((count) => (
          <option key={count} value={count}>
            {count} seats
          </option>
        ))}
      </select>
      <select aria-label={`Stacks for ${title}`} value={stack} onChange={(event) => onChange(`${seats}x${event.target.value}`)}>
        {STACKS.map((blinds) => (
          <option key={blinds} value={blinds}>
            {blinds} bb
          </option>
        ))}
      </select>
    </span>
  );
}
