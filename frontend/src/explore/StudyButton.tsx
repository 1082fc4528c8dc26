import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Dialog } from "../layout/Dialog";
import { sayError, sayInfo } from "../state/toasts";
import { exploreUrl, findStudy, type StudyMatch } from "./api";

interface StudyButtonProps {
  hand: string;
  /** The choice of the hand that is looked at. */
  step: number;
}

/** Opens a played hand in the explorer, at the decision that is shown, by a strategy that knows it. */
export function StudyButton({ hand, step }: StudyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<StudyMatch[] | null>(null);
  const navigate = useNavigate();
  const study = async () => {
    setBusy(true);
    try {
      const matches = nearest(await findStudy(hand), step);
      const [only] = matches;
      if (!only) sayInfo("No strategy in the library covers this hand. Solve the spot, then come back.");
      else if (matches.length === 1) navigate(exploreUrl(only.source, only.line));
      else setFound(matches);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className="button small" disabled={isBusy} onClick={() => void study()}>
        {isBusy ? "Searching…" : "Study this spot"}
      </button>
      {found && (
        <Dialog title="Study this spot in" onClose={() => setFound(null)}>
          <ul className="compare-list">
            {found.map((match) => (
              <li key={match.source}>
                <Link className="saved-range" to={exploreUrl(match.source, match.line)}>
                  <strong>{match.title}</strong>
                  <small>
                    {match.told || "the first decision"} {match.exact ? "" : "(nearest sizes)"}
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** For each strategy the last decision up to the step, or its first one after it. */
export function nearest(matches: readonly StudyMatch[], step: number): StudyMatch[] {
  const best = new Map<string, StudyMatch>();
  for (const match of matches) {
    const known = best.get(match.source);
    if (!known || (match.step <= step && match.step > known.step)) best.set(match.source, match);
  }
  return [...best.values()];
}
