import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Dialog } from "../layout/Dialog";
import { sayError } from "../state/toasts";
import { exploreUrl, type StudyMatch } from "./api";

export type FindStudy = (networks: boolean) => Promise<StudyMatch[]>;

interface StudyButtonProps {
  /** The strategies that cover the hand. */
  find: FindStudy;
  /** The choice of the hand that is looked at. */
  step: number;
}

/** Opens a played hand in the explorer, at the decision that is shown, by a strategy that knows it. */
export function StudyButton({ find, step }: StudyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<StudyMatch[] | null>(null);
  const navigate = useNavigate();
  const study = async (networks: boolean) => {
    setBusy(true);
    try {
      const matches = nearest(await find(networks), step);
      const [only] = matches;
      if (only && matches.length === 1 && only.exact) navigate(exploreUrl(only.source, only.line));
      else setFound(matches);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className="button small" disabled={isBusy} onClick={() => void study(false)}>
        {isBusy ? "Searching…" : "Study this spot"}
      </button>
      {found && (
        <Dialog title="Study this spot in" onClose={() => setFound(null)}>
          <Matches found={found} />
          {!found.some((match) => match.kind === NETWORK) && (
            <div className="dialog-buttons spread">
              <Link className="button" to="/solve">
                Solve the spot
              </Link>
              <button type="button" className="button" disabled={isBusy} onClick={() => void study(true)}>
                {isBusy ? "Opening networks…" : "Ask trained networks too"}
              </button>
            </div>
          )}
        </Dialog>
      )}
    </>
  );
}

const NETWORK = "policy";

/** What covers the hand, each with what it only nearly knows; nothing is opened without saying so. */
function Matches({ found }: { found: readonly StudyMatch[] }) {
  if (found.length === 0) {
    return (
      <p className="muted">
        No solved strategy in the library covers this hand. A trained network can answer anywhere, without having solved the spot.
      </p>
    );
  }
  return (
    <ul className="compare-list">
      {found.map((match) => (
        <li key={match.source}>
          <Link className="saved-range" to={exploreUrl(match.source, match.line)}>
            <strong>{match.title}</strong>
            <small>
              {match.told || "the first decision"}
              {match.notes.length > 0 && <span className="block">not exactly: {match.notes.join("; ")}</span>}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** For each strategy the last decision up to the step, or its first one after it. */
export function nearest(matches: readonly StudyMatch[], step: number): StudyMatch[] {
  const best = new Map<string, StudyMatch>();
  for (const match of matches) {
    const known = best.get(match.source);
    if (!known || (match.step <= step && match.step > known.step)) best.set(match.source, match);
  }
  return [...best.values()].sort((one, other) => Number(other.exact) - Number(one.exact));
}
