import type { PositionStats, Stats } from "../api/studyTypes";
import type { GradeName } from "../api/types";
import { GradeMark } from "../coach/GradeCard";
import { percent, signedBb } from "../lib/format";
import { intervalWords, winRateWords } from "./Figures";

export function PositionTable({ positions }: { positions: PositionStats[] }) {
  const share = (value: number | null) => (value === null ? "–" : percent(value));
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Positions">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col" className="number">Hands</th>
            <th scope="col" className="number">VPIP</th>
            <th scope="col" className="number">PFR</th>
            <th scope="col" className="number">bb/100</th>
            <th scope="col" className="number">Won, bb</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((each) => (
            <tr key={each.position}>
              <th scope="row">{each.position}</th>
              <td className="number">{each.hands}</td>
              <td className="number">{share(each.vpip.value)}</td>
              <td className="number">{share(each.pfr.value)}</td>
              <td className="number" title={intervalWords(each.win_rate)}>
                {winRateWords(each.win_rate)}
              </td>
              <td className={`number ${each.net_bb >= 0 ? "won" : "lost"}`}>{signedBb(each.net_bb)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const GRADES: GradeName[] = ["best", "fine", "inaccuracy", "mistake", "blunder"];

/** How your decisions were graded, as one bar with its numbers beside it. */
export function GradeCounts({ grades }: Pick<Stats, "grades">) {
  const total = GRADES.reduce((sum, grade) => sum + (grades[grade] ?? 0), 0);
  if (total === 0) return <p className="muted">No decision has been graded yet.</p>;
  return (
    <ul className="grade-counts">
      {GRADES.map((grade) => (
        <li key={grade} className={`grade-${grade}`}>
          <GradeMark grade={grade} />
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${(100 * (grades[grade] ?? 0)) / total}%`, background: "var(--grade)" }} />
          </span>
          <span className="number">{grades[grade] ?? 0}</span>
        </li>
      ))}
    </ul>
  );
}
