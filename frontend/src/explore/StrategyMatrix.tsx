import { Fragment, memo, useCallback } from "react";
import { fixed, percent } from "../lib/format";
import { moveByArrows } from "../ranges/matrixKeys";
import type { Move } from "./api";
import { HANDS, type Cell } from "./cells";
import { heat, stripes } from "./colours";
import { useHover } from "./hover";

export type Overlay = "strategy" | "ev" | "equity" | "eqr" | "weight";

/** From the lowest to the highest value of an overlay. */
export interface Scale {
  low: number;
  high: number;
}

/** A chart that is not the 13x13 matrix: its cells row by row. */
export interface ChartShape {
  rows: readonly string[];
  columns: readonly string[];
  hands: readonly string[];
}

interface StrategyMatrixProps {
  label: string;
  cells: ReadonlyMap<string, Cell>;
  moves: readonly Move[];
  colours: readonly string[];
  overlay: Overlay;
  /** What one unit of the values shown is in chips: a big blind's chips where amounts are in big blinds. */
  unit?: number;
  /** Where hands are classes: their chart. */
  chart?: ChartShape | null;
}

/** 13x13 hands: stripes are the action mix, the height of the stripes is how much of the hand comes here. */
export function StrategyMatrix({ label, cells, moves, colours, overlay, unit = 1, chart = null }: StrategyMatrixProps) {
  const pinned = useHover((state) => state.pinned);
  const { hover, pin } = useHover.getState();
  const scale = scaleOf(cells, overlay);
  const most = Math.max(1e-9, ...[...cells.values()].map((cell) => cell.reach));
  const point = useCallback(
    (event: React.SyntheticEvent) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>(".hand-cell");
      if (cell) hover(cell.dataset["hand"] ?? null);
    },
    [hover],
  );
  return (
    <div
      className={chart ? "hand-matrix class-chart" : "hand-matrix"}
      role="group"
      aria-label={label}
      onPointerOver={point}
      onFocus={point}
      onPointerLeave={() => hover(null)}
      onClick={(event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>(".hand-cell");
        if (cell) pin(cell.dataset["hand"] ?? null);
      }}
      onKeyDown={(event) => moveByArrows(event, ".hand-cell")}
    >
      {chart && <ChartHead columns={chart.columns} />}
      {(chart?.hands ?? HANDS).map((hand, place) => {
        const cell = cells.get(hand);
        const [row, column] = headings(chart, place);
        return (
          cell && (
            <Fragment key={hand}>
            {row !== undefined && <span className="chart-row">{row}</span>}
            <HandCell
              cell={cell}
              name={column ?? hand}
              moves={moves}
              colours={colours}
              overlay={overlay}
              unit={unit}
              low={scale.low}
              high={scale.high}
              most={most}
              isPinned={pinned === hand}
              isFirst={pinned === null ? place === 0 : pinned === hand}
            />
            </Fragment>
          )
        );
      })}
    </div>
  );
}

export function scaleOf(cells: ReadonlyMap<string, Cell>, overlay: Overlay): Scale {
  if (overlay === "equity") return { low: 0, high: 1 };
  if (overlay === "eqr") return { low: 0, high: 2 };
  const values = [...cells.values()].filter((cell) => cell.combos > 0).flatMap((cell) => valueOf(cell, overlay) ?? []);
  return values.length === 0 ? { low: 0, high: 1 } : { low: Math.min(...values), high: Math.max(...values) };
}

export function valueOf(cell: Cell, overlay: Overlay): number | null {
  return overlay === "strategy" ? null : cell[overlay];
}

export function valueText(value: number | null, overlay: Overlay, unit = 1): string {
  if (value === null) return "";
  if (overlay === "equity" || overlay === "eqr") return fixed(value * 100, 0);
  if (overlay === "weight") return fixed(value * 100, 1);
  const shown = value / unit;
  return fixed(shown, unit > 1 ? 2 : Math.abs(shown) >= 100 ? 0 : 1);
}

/** In a chart: the name of the row that begins at a place, and of its column. */
function headings(chart: ChartShape | null, place: number): [string | undefined, string | undefined] {
  if (!chart) return [undefined, undefined];
  const column = place % chart.columns.length;
  return [column === 0 ? chart.rows[place / chart.columns.length] : undefined, chart.columns[column]];
}

function ChartHead({ columns }: { columns: readonly string[] }) {
  return (
    <>
      <span className="chart-row" />
      {columns.map((column) => (
        <span key={column} className="chart-column" aria-hidden="true">
          {column}
        </span>
      ))}
    </>
  );
}

interface HandCellProps {
  cell: Cell;
  /** What stands in it. */
  name: string;
  moves: readonly Move[];
  colours: readonly string[];
  overlay: Overlay;
  unit: number;
  low: number;
  high: number;
  most: number;
  isPinned: boolean;
  isFirst: boolean;
}

const HandCell = memo(function HandCell(props: HandCellProps) {
  const { cell, colours, overlay, unit, low, high, most, isPinned, isFirst } = props;
  const value = valueOf(cell, overlay);
  const isHere = cell.combos > 0;
  const fill =
    overlay === "strategy"
      ? stripes(cell.mix ?? (isHere ? [1] : []), cell.mix ? colours : ["var(--reach-fill)"])
      : value === null
        ? "none"
        : `linear-gradient(${heat(high > low ? (value - low) / (high - low) : 0.5)} 0 0)`;
  const height = overlay === "strategy" ? (cell.reach / most) * 100 : 100;
  const style = { "--fill": fill, "--reach": `${height.toFixed(1)}%` } as React.CSSProperties;
  return (
    <button
      type="button"
      className={classOf(isHere, value !== null, cell.reach / most)}
      data-hand={cell.hand}
      aria-label={cellWords(cell, props.moves, overlay, unit)}
      aria-pressed={isPinned}
      tabIndex={isFirst ? 0 : -1}
      style={style}
    >
      <span>{props.name}</span>
      {isHere && value !== null && <small>{valueText(value, overlay, unit)}</small>}
    </button>
  );
});

function classOf(isHere: boolean, isHeat: boolean, reach: number): string {
  if (!isHere) return "hand-cell";
  if (isHeat) return "hand-cell here heat";
  if (reach < 0.03) return "hand-cell here faint";
  return reach < 0.6 ? "hand-cell here low" : "hand-cell here";
}

function cellWords(cell: Cell, moves: readonly Move[], overlay: Overlay, unit: number): string {
  if (cell.combos === 0) return `${cell.hand}: not in the range`;
  const mix = cell.mix?.map((share, action) => `${moves[action]?.word ?? ""} ${percent(share, 1)}`).join(", ");
  const value = valueText(valueOf(cell, overlay), overlay, unit);
  const told = [mix, value && `${overlay} ${value}`, `reach ${percent(cell.reach, 1)}`].filter(Boolean);
  return `${cell.hand}: ${told.join("; ")}`;
}
