import { NavLink } from "react-router-dom";
import { GAME_NAMES } from "../lib/names";
import { useTables } from "../state/tables";

/** Tables in play, one tab each; a dot says where it is your turn. */
export function TableTabs() {
  const open = useTables((state) => state.open);
  const views = useTables((state) => state.views);
  if (open.length === 0) return <span className="tabs" />;
  return (
    <nav className="tabs" aria-label="Your tables">
      {open.slice(0, 6).map((table) => {
        const status = views[table.id]?.status ?? table.status;
        return (
          <NavLink key={table.id} to={`/tables/${table.id}`} className="tab">
            {status === "your_turn" && <span className="tab-dot" role="img" aria-label="your turn" />}
            {table.title || `${GAME_NAMES[table.game]} ${table.seats}`}
          </NavLink>
        );
      })}
    </nav>
  );
}
