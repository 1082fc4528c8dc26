import { Link, useNavigate } from "react-router-dom";
import { dateAndTime, fixed, percent } from "../lib/format";
import { sayError } from "../state/toasts";
import { startDrill, type DrillSummary } from "./drillApi";

/** Drills with how they went, as a table. */
export function DrillTable({ drills }: { drills: readonly DrillSummary[] }) {
  const navigate = useNavigate();
  /** A new drill of the spot begins with what was missed there. */
  const again = ({ source, line }: DrillSummary) => startDrill(source, line).then((begun) => navigate(`/drills/${begun.id}`), sayError);
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Drills">
      <table className="figures hands">
        <thead>
          <tr>
            <th>Spot</th>
            <th>Started</th>
            <th className="number">Hands</th>
            <th className="number">Best</th>
            <th className="number">To learn</th>
            <th className="number">EV lost per hand, % of pot</th>
          </tr>
        </thead>
        <tbody>
          {drills.map((drill) => (
            <tr key={drill.id}>
              <th scope="row">
                <Link to={`/drills/${drill.id}`}>{drill.title}</Link> <small className="muted block">{drill.told || "the first decision"}</small>
              </th>
              <td>{dateAndTime(drill.created)}</td>
              <td className="number">{drill.hands}</td>
              <td className="number">{drill.hands > 0 ? percent(drill.best / drill.hands) : "–"}</td>
              <td className="number">
                {isNewest(drill, drills) && drill.missed > 0 ? (
                  <button type="button" className="button small" onClick={() => void again(drill)}>
                    {drill.missed} missed: drill them
                  </button>
                ) : (
                  "–"
                )}
              </td>
              <td className="number">{drill.percent_lost === null ? "–" : fixed(drill.percent_lost, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drills come newest first: only the first one of a spot offers what was missed there. */
const isNewest = (drill: DrillSummary, drills: readonly DrillSummary[]): boolean =>
  drills.find((each) => each.source === drill.source && each.line === drill.line) === drill;
