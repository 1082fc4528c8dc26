import { useAsync } from "../lib/useAsync";
import { listDrills } from "./drillApi";
import { DrillTable } from "./DrillTable";

const LATEST = 5;

/** The latest drills, for the page of statistics; nothing where there are none. */
export function DrillFigures() {
  const { data } = useAsync("drills", listDrills);
  const drills = data?.filter((drill) => drill.hands > 0) ?? [];
  if (drills.length === 0) return null;
  return (
    <section className="card-panel" aria-labelledby="drill-figures">
      <h2 id="drill-figures">Drills</h2>
      <DrillTable drills={drills.slice(0, LATEST)} />
    </section>
  );
}
