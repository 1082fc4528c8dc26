import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Leak, Mistake } from "../api/studyTypes";
import { GradeMark, useTellGrade } from "../coach/GradeCard";
import { findStudy } from "../explore/api";
import { startDrill } from "../explore/drillApi";
import { nearest, StudyButton, type FindStudy } from "../explore/StudyButton";
import { sayError, sayInfo } from "../state/toasts";
import { CardRow } from "../table/Card";
import { replayPath } from "./HandList";

/** Your costliest decisions, each with a way to its replay, to the strategy that knows it, and to a drill. */
export function Mistakes({ mistakes }: { mistakes: Mistake[] }) {
  const tell = useTellGrade();
  if (mistakes.length === 0) return <p className="muted">No serious mistakes so far.</p>;
  return (
    <ul className="mistakes">
      {mistakes.map(({ summary, grade }) => (
        <li key={`${summary.ref}:${grade.step}`}>
          <Link className="mistake" to={replayPath(summary.ref)}>
            <CardRow cards={summary.cards} />
            <span>{tell(grade, summary.big_blind)}</span>
            <GradeMark grade={grade.grade} />
          </Link>
          {summary.game === "holdem" && (
            <span className="mistake-tools">
              <StudyButton find={(networks) => findStudy(summary.ref, networks)} step={grade.step} />
              <DrillButton find={(networks) => findStudy(summary.ref, networks)} step={grade.step} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Sorts of spots by what they cost in all: position, street and what was faced, with sample and interval. */
export function Leaks({ leaks }: { leaks: Leak[] }) {
  if (leaks.length === 0) return <p className="muted">No kind of spot stands out yet.</p>;
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Sorts of spots">
      <table className="figures leaks">
        <thead>
          <tr>
            <th scope="col">Spot</th>
            <th scope="col" className="number">Decisions</th>
            <th scope="col" className="number">Lost each, bb</th>
            <th scope="col" className="number">95 %</th>
            <th scope="col">Practise</th>
          </tr>
        </thead>
        <tbody>
          {leaks.map((leak) => (
            <tr key={`${leak.position} ${leak.street} ${leak.faced}`}>
              <th scope="row">
                {leak.position}, {leak.street}, {leak.faced}
              </th>
              <td className="number">{leak.decisions}</td>
              <td className="number">{leak.lost.toFixed(2)}</td>
              <td className="number">
                {leak.low.toFixed(2)} to {leak.high.toFixed(2)}
              </td>
              <td>
                <DrillButton find={(networks) => findStudy(leak.ref, networks)} step={leak.step} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Starts a drill at the decision of a played hand, by the first strategy that knows it. */
export function DrillButton({ find, step }: { find: FindStudy; step: number }) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const drill = async () => {
    setBusy(true);
    try {
      const [match] = nearest(await find(false), step).filter((each) => each.step === step);
      if (!match) sayInfo("No strategy in the library covers this spot, so there is nothing to deal.");
      else {
        navigate(`/drills/${(await startDrill(match.source, match.line)).id}`);
        if (match.notes.length > 0) sayInfo(`Drilled in ${match.title}, which is not exactly the spot: ${match.notes.join("; ")}.`);
      }
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="button small" disabled={isBusy} onClick={() => void drill()}>
      {isBusy ? "Searching…" : "Drill this spot"}
    </button>
  );
}
