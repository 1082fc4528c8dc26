import type { JobDetail } from "../jobs/api";
import { signedBb } from "../lib/format";
import { differ, rateOf, type Shown } from "./rates";

interface CompareTableProps {
  runs: readonly JobDetail[];
  shown: Shown;
}

/** Each agent's rate in every run, and how the last differs from the first. */
export function CompareTable({ runs, shown }: CompareTableProps) {
  const names = [...new Set(runs.flatMap((run) => run.run?.agents.map((agent) => agent.name) ?? []))];
  const found = (detail: JobDetail | undefined, name: string) => {
    const agent = detail?.run?.agents.find((each) => each.name === name);
    return agent ? rateOf(agent, shown) : null;
  };
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Rates side by side">
      <table className="figures compare-table">
        <thead>
          <tr>
            <th scope="col">bb/100</th>
            {runs.map(({ job }) => (
              <th key={job.id} scope="col" className="number">
                {job.title}
              </th>
            ))}
            <th scope="col" className="number">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const first = found(runs[0], name);
            const last = found(runs.at(-1), name);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                {runs.map((run) => {
                  const rate = found(run, name);
                  return (
                    <td key={run.job.id} className="number">
                      {rate ? `${signedBb(rate.bb100)} ± ${rate.ci95?.toFixed(1) ?? "–"}` : "–"}
                    </td>
                  );
                })}
                <td className="number">
                  {first && last ? (
                    <span className={differ(first, last) ? (last.bb100 > first.bb100 ? "won" : "lost") : "muted"}>
                      {signedBb(last.bb100 - first.bb100)}
                      {differ(first, last) ? "" : " (within error)"}
                    </span>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
