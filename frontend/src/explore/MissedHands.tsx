import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { dateAndTime } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { sayError } from "../state/toasts";
import { getMissed, repeatMissed, type Missed } from "./drillApi";

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** How much of what was missed waits to be repeated, in words. */
export function missedWords({ due, later, spots, next }: Missed): string {
  const now = due > 0 ? `${counted(due, "hand")} from ${counted(spots, "spot")} to repeat now.` : "Nothing to repeat now.";
  const rest = later > 0 && next !== null ? ` ${counted(later, "hand")} that you got right rest${later === 1 ? "s" : ""}; the next comes ${dateAndTime(next)}.` : "";
  return now + rest;
}

/** What was missed in any drill, whatever strategy it is of, to be repeated in one; nothing where nothing was missed. */
export function MissedHands() {
  const { data } = useAsync("missed", getMissed);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  if (!data || data.due + data.later === 0) return null;
  const repeat = () => {
    setBusy(true);
    repeatMissed()
      .then((begun) => navigate(`/drills/${begun.id}`), sayError)
      .finally(() => setBusy(false));
  };
  return (
    <section className="card-panel missed-hands" aria-labelledby="missed-hands">
      <div>
        <h2 id="missed-hands">Missed hands</h2>
        <p className="muted">{missedWords(data)}</p>
      </div>
      <button type="button" className="button primary" disabled={isBusy || data.due === 0} onClick={repeat}>
        {isBusy ? "Dealing…" : "Repeat them"}
      </button>
    </section>
  );
}
