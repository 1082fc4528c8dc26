import type { PreflopTable } from "./api";
import { nearestTable } from "./charts";

interface TableChoiceProps {
  tables: readonly PreflopTable[];
  chosen: PreflopTable | undefined;
  onChoose(source: string): void;
}

/** Seats, then the stacks there are charts for: shipped ones, and what was solved here. */
export function TableChoice({ tables, chosen, onChoose }: TableChoiceProps) {
  const seats = [...new Set(tables.map((table) => table.seats))];
  const here = tables.filter((table) => table.seats === chosen?.seats);
  const kinds: [string, PreflopTable[]][] = [
    ["Jam or fold", here.filter((table) => !table.own && table.kind === "jam-or-fold")],
    ["All bets", here.filter((table) => !table.own && table.kind !== "jam-or-fold")],
    ["Your own", here.filter((table) => table.own)],
  ];
  return (
    <div className="table-picker">
      <div className="picker-row" role="group" aria-label="Seats">
        <span className="picker-name">Seats</span>
        {seats.map((count) => (
          <button
            key={count}
            type="button"
            className="chip-button"
            aria-pressed={count === chosen?.seats}
            onClick={() => onChoose(nearestTable(tables, count, chosen?.stack ?? null)?.source ?? "")}
          >
            {count}
          </button>
        ))}
      </div>
      {kinds.map(
        ([name, group]) =>
          group.length > 0 && (
            <div key={name} className="picker-row" role="group" aria-label={name}>
              <span className="picker-name">{name}</span>
              {group.map((table) => (
                <button
                  key={table.source}
                  type="button"
                  className="chip-button"
                  data-source={table.source}
                  aria-pressed={table.source === chosen?.source}
                  onClick={() => onChoose(table.source)}
                >
                  {table.own ? table.title : table.stacks}
                </button>
              ))}
            </div>
          ),
      )}
    </div>
  );
}
