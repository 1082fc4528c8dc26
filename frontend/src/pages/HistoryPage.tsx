import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { listHands, queryOf } from "../api/study";
import type { HandFilter } from "../api/studyTypes";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { filterOf, paramsOf } from "../study/filterParams";
import { keepOrder } from "../study/handOrder";
import { HandFilters } from "../study/HandFilters";
import { HandList } from "../study/HandList";
import { useKept } from "../state/kept";
import { ImportDialog } from "../study/ImportDialog";
import { ImportStrip } from "../study/ImportReport";

/** All hands that pass the search and the marks. */
const exportUrl = ({ game, search, marked, imported }: HandFilter, format: string): string =>
  `/api/history/all/text?${queryOf({ game, search, marked, imported })}&format=${format}`;

const PAGE = 25;
/** Milliseconds between looks while hands are being graded. */
const LOOK_AGAIN = 4000;

export default function HistoryPage() {
  useTitle("Hands");
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params, PAGE);
  const setFilter = (next: HandFilter) => setParams(paramsOf(next));
  const [imported, setImported] = useState(0);
  const { shownImport, showImport } = useKept();
  const [isImporting, setImporting] = useState(useLocation().hash === "#import");
  const [looks, setLooks] = useState(0);
  const page = useAsync(`${JSON.stringify(filter)}:${shownImport}:${imported}:${looks}`, () => listHands(filter));
  const shown = page.data?.hands;
  useEffect(() => {
    if (shown) keepOrder(shown.map((hand) => hand.ref));
  }, [shown]);
  const isGrading = (page.data?.waiting ?? 0) > 0;
  useEffect(() => {
    if (!isGrading) return;
    const timer = setInterval(() => setLooks((count) => count + 1), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [isGrading]);
  const offset = filter.offset ?? 0;
  const started = (job: string) => {
    setImporting(false);
    setImported(0);
    showImport(job);
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1>Hands</h1>
        <span className="table-tools">
          <button className="button" onClick={() => setImporting(true)}>
            Import
          </button>
          <a className="button" download="hands.txt" href={exportUrl(filter, "pokerstars")}>
            Export PokerStars
          </a>
          <a className="button" download="hands.phhs" href={exportUrl(filter, "phh")}>
            Export PHH
          </a>
        </span>
      </div>
      {shownImport && <ImportStrip key={shownImport} job={shownImport} onImported={setImported} onClose={() => showImport(null)} />}
      <HandFilters filter={filter} onChange={(changes) => setFilter({ ...filter, ...changes, offset: 0 })} />
      {page.data && page.data.waiting > 0 && (
        <p className="muted" aria-live="polite">
          The coach is grading: {page.data.waiting} {page.data.waiting === 1 ? "hand" : "hands"} to go.
        </p>
      )}
      {page.error && <p className="notice">{page.error.message}</p>}
      {page.data && page.data.hands.length > 0 && <HandList hands={page.data.hands} />}
      {page.data?.hands.length === 0 && (
        <p className="empty">
          No hands here yet. <Link to="/">Play one</Link>, or import some.
        </p>
      )}
      {page.data && page.data.total > PAGE && (
        <nav className="pager" aria-label="Pages of hands">
          <button className="button small" disabled={offset === 0} onClick={() => setFilter({ ...filter, offset: Math.max(0, offset - PAGE) })}>
            Newer
          </button>
          <span className="muted">
            {offset + 1}–{offset + page.data.hands.length} of {page.data.total}
          </span>
          <button
            className="button small"
            disabled={page.data.next_offset === null}
            onClick={() => setFilter({ ...filter, offset: page.data?.next_offset ?? 0 })}
          >
            Older
          </button>
        </nav>
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} onStarted={started} />}
    </div>
  );
}
