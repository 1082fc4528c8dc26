import { useState } from "react";
import { Link } from "react-router-dom";
import { listMatchHands, type SimRun } from "../jobs/api";
import { clamp } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { CardRow } from "../table/Card";

const COUNT = 20;

/** The largest pots, and all hands page by page; each can be replayed. */
export function MatchHands({ job, run }: { job: string; run: SimRun }) {
  const [first, setFirst] = useState<number | null>(null);
  return (
    <div className="match-hands">
      <ul className="noted" aria-label="Largest pots">
        {run.noted.map((note) => (
          <li key={note.hand}>
            <Link className="button small" to={`/simulator/${job}/hands/${note.hand}`}>
              #{note.hand} · {note.winner} <span className="won">+{note.won_bb.toFixed(0)} bb</span>
            </Link>
          </li>
        ))}
      </ul>
      {first === null ? (
        <button type="button" className="button small" onClick={() => setFirst(1)}>
          Browse all {run.hands.toLocaleString("en-US")} hands
        </button>
      ) : (
        <HandPages job={job} hands={run.hands} first={first} onGo={setFirst} />
      )}
    </div>
  );
}

interface HandPagesProps {
  job: string;
  hands: number;
  first: number;
  onGo(first: number): void;
}

function HandPages({ job, hands, first, onGo }: HandPagesProps) {
  const { data, error } = useAsync(`${job} ${first}`, (signal) => listMatchHands(job, first, COUNT, signal));
  const go = (to: number) => onGo(clamp(to, 1, hands));
  return (
    <>
      <div className="toolbar">
        <button type="button" className="button small" disabled={first <= 1} onClick={() => go(first - COUNT)}>
          ← Earlier
        </button>
        <label className="field inline-field">
          <span>From hand</span>
          <input
            type="number"
            min={1}
            max={hands}
            value={first}
            onChange={(event) => Number.isInteger(event.target.valueAsNumber) && go(event.target.valueAsNumber)}
          />
        </label>
        <button type="button" className="button small" disabled={first + COUNT > hands} onClick={() => go(first + COUNT)}>
          Later →
        </button>
      </div>
      {error && <p className="job-error">{error.message}</p>}
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Hands of the match">
        <table className="figures match-hand-table">
          <thead>
            <tr>
              <th scope="col">Hand</th>
              <th scope="col">Board</th>
              <th scope="col" className="number">
                Pot, bb
              </th>
              <th scope="col">Won most</th>
              <th scope="col">Lost most</th>
            </tr>
          </thead>
          <tbody>
            {data?.map((line) => (
              <tr key={line.hand}>
                <th scope="row">
                  <Link to={`/simulator/${job}/hands/${line.hand}`}>#{line.hand}</Link>
                </th>
                <td>{line.board.length > 0 ? <CardRow cards={line.board} /> : <span className="muted">no flop</span>}</td>
                <td className="number">{line.pot_bb.toFixed(1)}</td>
                <td>
                  {line.winner} <span className="won">+{line.won_bb.toFixed(1)}</span>
                </td>
                <td>
                  {line.loser} <span className="lost">−{line.lost_bb.toFixed(1)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
