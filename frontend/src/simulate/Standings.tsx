import type { SimRun } from "../jobs/api";
import { signedBb } from "../lib/format";
import { slotColour } from "./palette";
import { rateOf, scaleOf, type Shown } from "./rates";

/** Everybody by rate, with the 95 % band drawn on one common scale. */
export function Standings({ run, shown }: { run: SimRun; shown: Shown }) {
  const rows = run.agents
    .map((agent, slot) => ({ agent, slot, rate: rateOf(agent, shown) }))
    .sort((left, right) => right.rate.bb100 - left.rate.bb100);
  const at = scaleOf(rows.map((row) => row.rate));
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Standings">
      <table className="figures standings">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Agent</th>
            <th scope="col" className="number">
              bb/100
            </th>
            <th scope="col" className="number">
              ± 95 %
            </th>
            <th scope="col" className="band-head">
              Band
            </th>
            <th scope="col" className="number">
              Won, bb
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ agent, slot, rate }, place) => (
            <tr key={agent.name} data-agent={agent.name}>
              <td>{place + 1}</td>
              <th scope="row">
                <span className="slot-dot" style={{ background: slotColour(slot) }} aria-hidden="true" /> {agent.name}
              </th>
              <td className={`number ${rate.bb100 > 0 ? "won" : rate.bb100 < 0 ? "lost" : ""}`}>{signedBb(rate.bb100)}</td>
              <td className="number">{rate.ci95 === null ? "–" : rate.ci95.toFixed(1)}</td>
              <td className="band-cell">
                <span className="band-track" aria-hidden="true">
                  <span className="band-zero" style={{ left: `${at(0)}%` }} />
                  {rate.ci95 !== null && (
                    <span
                      className="band"
                      style={{
                        left: `${at(rate.bb100 - rate.ci95)}%`,
                        width: `${at(rate.bb100 + rate.ci95) - at(rate.bb100 - rate.ci95)}%`,
                        background: slotColour(slot),
                      }}
                    />
                  )}
                  <span className="band-mean" style={{ left: `${at(rate.bb100)}%` }} />
                </span>
              </td>
              <td className="number">{signedBb(agent.profit / run.big_blind, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
