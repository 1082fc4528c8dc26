import type { SimAgent, SimRate, SimRun } from "../jobs/api";
import { signedBb } from "../lib/format";

const tone = (value: number) => (value > 0 ? "won" : value < 0 ? "lost" : "");

function RateCell({ rate }: { rate: SimRate | undefined }) {
  if (!rate || rate.hands === 0) return <td className="number muted">–</td>;
  return (
    <td className="number">
      <span className={tone(rate.bb100)}>{signedBb(rate.bb100)}</span>{" "}
      <small className="muted">± {rate.ci95 === null ? "–" : rate.ci95.toFixed(0)}</small>
    </td>
  );
}

interface RateTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly SimAgent[];
  rate(agent: SimAgent, column: string): SimRate | undefined;
}

function RateTable({ label, columns, rows, rate }: RateTableProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((agent) => (
            <tr key={agent.name}>
              <th scope="row">{agent.name}</th>
              {columns.map((column) => (
                <RateCell key={column} rate={rate(agent, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** bb/100 by position. */
export function PositionTable({ run }: { run: SimRun }) {
  const positions = Object.keys(run.agents[0]?.positions ?? {});
  return <RateTable label="By position" columns={positions} rows={run.agents} rate={(agent, name) => agent.positions[name]} />;
}

/** Who won from whom. */
export function OpponentTable({ run }: { run: SimRun }) {
  const names = run.agents.map((agent) => agent.name);
  return <RateTable label="Won from" columns={names} rows={run.agents} rate={(agent, name) => agent.opponents[name]} />;
}

const STATISTICS: readonly [keyof SimAgent, string, string][] = [
  ["vpip", "VPIP", "hands with a call or raise preflop"],
  ["pfr", "PFR", "hands with a raise preflop"],
  ["three_bet", "3-bet", "re-raises of a first raise"],
  ["af", "AF", "bets and raises per call after the flop"],
  ["wtsd", "WTSD", "showdowns per flop seen"],
  ["wsd", "W$SD", "showdowns won"],
];

/** How everybody plays. */
export function ActionTable({ run }: { run: SimRun }) {
  const failed = run.agents.some((agent) => agent.failures > 0);
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Action statistics">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            {STATISTICS.map(([key, name, about]) => (
              <th key={key} scope="col" className="number" title={about}>
                {name}
              </th>
            ))}
            {failed && (
              <th scope="col" className="number">
                Failures
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {run.agents.map((agent) => (
            <tr key={agent.name}>
              <th scope="row">{agent.name}</th>
              {STATISTICS.map(([key]) => (
                <td key={key} className="number">
                  {statistic(agent[key] as number | null, key === "af")}
                </td>
              ))}
              {failed && <td className="number">{agent.failures}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const statistic = (value: number | null, isRatio: boolean): string =>
  value === null ? "–" : isRatio ? value.toFixed(2) : `${value.toFixed(1)} %`;
