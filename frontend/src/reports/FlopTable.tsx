import { useState } from "react";
import { Link } from "react-router-dom";
import { exploreUrl } from "../explore/api";
import { MiniCard } from "../explore/HandPanel";
import { fixed, percent } from "../lib/format";
import type { FlopRow } from "./api";
import { columnsOf, meanOf, sorted, type Column } from "./rows";

interface FlopTableProps {
  rows: readonly FlopRow[];
  /** Solves a flop that was not kept. */
  onSolve(row: FlopRow): void;
}

export const textOf = (value: number | null, column: Column): string => (value === null ? "–" : column.kind === "share" ? percent(value, 1) : fixed(value, 2));

/** Flops with what is done on them; a click on a column sorts, a click on a flop opens it. */
export function FlopTable({ rows, onSolve }: FlopTableProps) {
  const columns = columnsOf(rows);
  const [order, setOrder] = useState<{ name: string; isUp: boolean } | null>(null);
  const shown = sorted(rows, columns.find((column) => column.name === order?.name), order?.isUp ?? false);
  const sortBy = (name: string) => setOrder((before) => (before?.name === name ? { name, isUp: !before.isUp } : { name, isUp: false }));
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Flops">
      <table className="figures flops">
        <thead>
          <tr>
            <th scope="col">Flop</th>
            {columns.map((column) => (
              <th key={column.name} scope="col" className="number" aria-sort={order?.name === column.name ? (order.isUp ? "ascending" : "descending") : undefined}>
                <button type="button" className="sort-button" onClick={() => sortBy(column.name)}>
                  {column.words}
                  {order?.name === column.name && <span aria-hidden="true">{order.isUp ? " ↑" : " ↓"}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="mean">
            <th scope="row">All {rows.length}, on average</th>
            {columns.map((column) => (
              <td key={column.name} className="number">
                {textOf(meanOf(rows, column), column)}
              </td>
            ))}
          </tr>
          {shown.map((row) => (
            <tr key={row.flop} data-flop={row.flop}>
              <th scope="row">
                <span className="card-row">
                  {row.cards.map((card) => (
                    <MiniCard key={card} card={card} />
                  ))}
                </span>{" "}
                {row.source ? (
                  <Link to={exploreUrl(row.source)}>Open</Link>
                ) : (
                  <button type="button" className="link-button" onClick={() => onSolve(row)}>
                    Solve
                  </button>
                )}
              </th>
              {columns.map((column) => (
                <td key={column.name} className="number">
                  {textOf(column.of(row), column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
