import { Link } from "react-router-dom";
import { JobPage } from "../jobs/JobPage";
import { ImportReport } from "../study/ImportReport";

/** An import of hands on its way, and the way to its hands. */
export default function ImportJobPage() {
  return (
    <JobPage
      kind="Import"
      home="/jobs"
      homeName="All jobs"
      tools={() => (
        <Link className="button primary" to="/hands?imported=true">
          Imported hands
        </Link>
      )}
    >
      {({ hands }) => (
        <section className="card-panel" aria-labelledby="came-in">
          <h2 id="came-in">What came in</h2>
          {hands && <ImportReport report={hands} />}
        </section>
      )}
    </JobPage>
  );
}
