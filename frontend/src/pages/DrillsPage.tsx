import { Link } from "react-router-dom";
import { listDrills } from "../explore/drillApi";
import { DrillTable } from "../explore/DrillTable";
import { MissedHands } from "../explore/MissedHands";
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
      <MissedHands />
      {data?.length === 0 && (
        <p className="empty">
          No drill yet. Open a strategy in the <Link to="/library">library</Link>, walk to a decision, and drill it.
        </p>
      )}
      {data && data.length > 0 && <DrillTable drills={data} />}
    </div>
  );
}
