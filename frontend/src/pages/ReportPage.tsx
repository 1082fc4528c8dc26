import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { exploreUrl } from "../explore/api";
import type { JobDetail } from "../jobs/api";
import { JobPage } from "../jobs/JobPage";
import { useAsync } from "../lib/useAsync";
import { csvUrl, getReportRows, type FlopRow } from "../reports/api";
import { FlopGroups } from "../reports/FlopGroups";
import { FlopScatter } from "../reports/FlopScatter";
import { FlopTable } from "../reports/FlopTable";
import { EVERY_FLOP, passes, type FlopFilter } from "../reports/rows";
import { useSolveForm } from "../solve/form";
import "../explore/explore.css";
import "../reports/reports.css";

/** A report over flops: what is done so far, to sort, to filter and to open. */
export default function ReportPage() {
  return (
    <JobPage
      kind="Report"
      home="/jobs"
      homeName="All jobs"
      className="flop-report"
      tools={({ job }) =>
        job.result && (
          <a className="button small" href={csvUrl(job.id)} download>
            CSV
          </a>
        )
      }
    >
      {(detail) => <Report detail={detail} />}
    </JobPage>
  );
}

function Report({ detail }: { detail: JobDetail }) {
  const { job } = detail;
  const { data, error } = useAsync(job.result ? `${job.id} ${job.text}` : null, (signal) => getReportRows(job.id, signal));
  const [filter, setFilter] = useState(EVERY_FLOP);
  const navigate = useNavigate();
  const solve = (row: FlopRow) => {
    useSolveForm.getState().change({ board: row.cards, title: `${job.title}: ${row.flop}`.slice(0, 80) });
    navigate("/solve");
  };
  if (error) return <p className="job-error">{error.message}</p>;
  if (!data || data.rows.length === 0) return <p className="muted">The table starts with the first flop that is done.</p>;
  const shown = data.rows.filter((row) => passes(row, filter));
  const open = (row: FlopRow) => (row.source ? navigate(exploreUrl(row.source)) : solve(row));
  return (
    <>
      <section className="card-panel" aria-label="Equity and EV">
        <FlopScatter rows={shown} pot={data.pot} onFlop={open} />
      </section>
      <FlopGroups rows={data.rows} />
      <section className="card-panel" aria-label="Flops">
        <Filters rows={data.rows} filter={filter} onFilter={setFilter} />
        <FlopTable rows={shown} onSolve={solve} />
      </section>
    </>
  );
}

const RANKS = [..."AKQJT98765432"];

function Filters({ rows, filter, onFilter }: { rows: readonly FlopRow[]; filter: FlopFilter; onFilter(filter: FlopFilter): void }) {
  const select = <K extends keyof FlopFilter>(name: K, label: string, options: readonly string[]) => (
    <label className="field">
      <span>{label}</span>
      <select value={filter[name]} onChange={(event) => onFilter({ ...filter, [name]: event.target.value as FlopFilter[K] })}>
        <option value="">All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="flop-filters" role="group" aria-label="Show only">
      {select("suits", "Suits", ["monotone", "two-tone", "rainbow"])}
      {select("pairing", "Pairing", ["unpaired", "paired", "trips"])}
      {select("straights", "Straights", ["three in a row", "straight possible", "no straight"])}
      {select("high", "High card", RANKS.filter((rank) => rows.some((row) => row.high === rank)))}
    </div>
  );
}
