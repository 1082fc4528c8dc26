import { useState } from "react";
import { Choice } from "../layout/Choice";
import { percent } from "../lib/format";
import type { FlopRow } from "./api";
import { textOf } from "./FlopTable";
import { columnsOf, GROUPINGS, groupsOf, meanOf, weightOf, type Column, type Grouping } from "./rows";

/** What is done on each kind of flop, counted by real flops: figures, and each player's first actions as bars. */
export function FlopGroups({ rows }: { rows: readonly FlopRow[] }) {
  const [by, setBy] = useState<Grouping>("suits");
  const columns = columnsOf(rows);
  const total = weightOf(rows);
  return (
    <section className="card-panel" aria-label="Kinds of flops">
      <div className="flop-filters">
        <Choice<Grouping> label="Kinds of flops by" value={by} options={GROUPINGS} onChange={setBy} />
      </div>
      <div className="table-scroll" tabIndex={0} role="group" aria-label={`Flops by ${GROUPINGS[by].toLowerCase()}`}>
        <table className="figures flop-groups">
          <thead>
            <tr>
              <th scope="col">{GROUPINGS[by]}</th>
              <th scope="col" className="number">Flops</th>
              {columns.map((column) => (
                <th key={column.name} scope="col" className="number">
                  {column.words}
                </th>
              ))}
              <th scope="col">First actions</th>
            </tr>
          </thead>
          <tbody>
            {groupsOf(rows, by).map((group) => (
              <tr key={group.name}>
                <th scope="row">{group.name}</th>
                <td className="number">{percent(weightOf(group.rows) / total)}</td>
                {columns.map((column) => (
                  <td key={column.name} className="number">
                    {textOf(meanOf(group.rows, column), column)}
                  </td>
                ))}
                <td>
                  <Bars rows={group.rows} columns={columns} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A bar for each player; the figures beside it say the same. */
function Bars({ rows, columns }: { rows: readonly FlopRow[]; columns: readonly Column[] }) {
  return (
    <span className="group-bars" aria-hidden="true">
      {["oop ", "ip "].map((player) => (
        <span key={player} className="group-bar">
          {columns
            .filter((column) => column.name.startsWith(player))
            .map((column, place, own) => (
              <span key={column.name} style={{ width: `${100 * (meanOf(rows, column) ?? 0)}%`, background: toneOf(column.name.slice(player.length), place, own.length) }} />
            ))}
        </span>
      ))}
    </span>
  );
}

function toneOf(action: string, place: number, count: number): string {
  if (action === "check") return "var(--passive)";
  if (action.startsWith("all-in")) return "var(--all-in)";
  return `color-mix(in oklab, var(--raise-light), var(--raise-deep) ${Math.round((100 * place) / Math.max(1, count - 1))}%)`;
}
