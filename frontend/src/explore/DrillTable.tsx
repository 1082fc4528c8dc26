import { Link } from "react-router-dom";
import { dateAndTime, fixed, percent } from "../lib/format";
import type { DrillSummary } from "./drillApi";

/** Drills with how they went, as a table. */
export function DrillTable({ drills }: { drills: readonly DrillSummary[] }) {
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Drills">
      <table className="figures hands">
        <thead>
          <tr>
            <th>Spot</th>
            <th>Started</th>
            <th className="number">Hands</th>
            <th className="number">Best</th>
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
              <td className="number">{drill.percent_lost === null ? "–" : fixed(drill.percent_lost, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
