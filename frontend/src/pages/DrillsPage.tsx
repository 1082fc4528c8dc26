import { Link } from "react-router-dom";
import { listDrills } from "../explore/drillApi";
import { dateAndTime, percent } from "../lib/format";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import "../explore/explore.css";

export default function DrillsPage() {
  useTitle("Drills");
  const { data, error } = useAsync("drills", listDrills);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Drills</h1>
        <Link className="button" to="/library">
          Choose a spot
        </Link>
      </div>
      {error && <p className="notice">{error.message}</p>}
      {data?.length === 0 && (
        <p className="empty">
          No drill yet. Open a strategy in the <Link to="/library">library</Link>, walk to a decision, and drill it.
        </p>
      )}
      {data && data.length > 0 && (
        <div className="table-scroll">
          <table className="figures hands">
            <thead>
              <tr>
                <th>Spot</th>
                <th>Started</th>
                <th className="number">Hands</th>
                <th className="number">Best</th>
                <th className="number">Lost a hand, % of pot</th>
              </tr>
            </thead>
            <tbody>
              {data.map((drill) => (
                <tr key={drill.id}>
                  <th scope="row">
                    <Link to={`/drills/${drill.id}`}>{drill.title}</Link> <small className="muted block">{drill.told || "the first decision"}</small>
                  </th>
                  <td>{dateAndTime(drill.created)}</td>
                  <td className="number">{drill.hands}</td>
                  <td className="number">{drill.hands > 0 ? percent(drill.best / drill.hands) : "–"}</td>
                  <td className="number">{drill.percent_lost === null ? "–" : drill.percent_lost.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
