import { JobPage } from "../jobs/JobPage";
import { MatchView } from "../simulate/MatchView";
import "../simulate/simulate.css";

/** One match: live while it runs, kept when it is over. */
export default function SimulationPage() {
  return (
    <JobPage kind="Match" home="/simulator" homeName="All runs" className="simulator">
      {(detail) =>
        detail.run && detail.run.hands > 0 ? (
          <MatchView detail={detail} run={detail.run} />
        ) : (
          <p className="muted">Results appear after the first hands.</p>
        )
      }
    </JobPage>
  );
}
