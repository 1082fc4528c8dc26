import { Link } from "react-router-dom";
import { useMoney } from "../lib/hooks";
import { GAME_NAMES, MODE_NAMES } from "../lib/names";
import { useTables } from "../state/tables";
import type { TableSummary } from "../api/types";

/** Tables left in mid-play: every hand waits where it was. */
export function OpenTables() {
  const open = useTables((state) => state.open);
  if (open.length === 0) return null;
  return (
    <section className="open-tables" aria-labelledby="open-tables">
      <h2 id="open-tables">Your tables</h2>
      <ul>
        {open.map((table) => (
          <li key={table.id}>
            <OpenTable table={table} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUS: Record<TableSummary["status"], string> = {
  your_turn: "your turn",
  opponent: "in play",
  hand_over: "between hands",
  table_over: "finished",
};

function OpenTable({ table }: { table: TableSummary }) {
  const money = useMoney(table.big_blind);
  return (
    <Link className="open-table" to={`/tables/${table.id}`}>
      <strong>{table.title || GAME_NAMES[table.game]}</strong>
      <span className="muted">
        {MODE_NAMES[table.mode]}, {table.seats} seats, hand {table.hand}
      </span>
      <span className="open-table-stack">{money(table.stack)}</span>
      <span className={`status ${table.status}`}>{STATUS[table.status]}</span>
    </Link>
  );
}
