import { coloursOf, stripes } from "../explore/colours";
import { fixed } from "../lib/format";
import type { ChartsView, ChartView } from "./api";
import { chartName, GROUPS, layoutsOf, playedOf, type Layout } from "./charts";

interface ChartMapProps {
  charts: ChartsView;
  line: string;
  onLine(line: string): void;
}

/** All charts of a table at a glance: who opens, who answers whom and how often. Each leads to its hands. */
export function ChartMap({ charts, line, onLine }: ChartMapProps) {
  return (
    <div className="chart-map">
      {layoutsOf(charts).map((layout) => (
        <Group key={layout.group} layout={layout} line={line} onLine={onLine} />
      ))}
    </div>
  );
}

function Group({ layout, line, onLine }: { layout: Layout } & Omit<ChartMapProps, "charts">) {
  const isPlain = layout.columns.length === 1 && layout.columns[0] === "";
  return (
    <section className="chart-group">
      <div className="table-scroll" tabIndex={0} role="group" aria-label={GROUPS[layout.group]}>
        <table>
          <caption>{GROUPS[layout.group]}</caption>
          {!isPlain && (
            <thead>
              <tr>
                <td />
                {layout.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {layout.rows.map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {layout.columns.map((column) => {
                  const chart = layout.at(row, column);
                  return <td key={column}>{chart && <ChartButton chart={chart} isOn={chart.line === line} onLine={onLine} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ChartButton({ chart, isOn, onLine }: { chart: ChartView; isOn: boolean; onLine(line: string): void }) {
  const { plays, raises } = playedOf(chart);
  const moves = chart.shares.map((share) => ({ ...share, pot_share: null }));
  const mix = stripes(chart.shares.map((share) => share.share), coloursOf(moves));
  return (
    <button
      type="button"
      className="chart-cell"
      data-line={chart.line}
      aria-pressed={isOn}
      style={{ "--fill": mix } as React.CSSProperties}
      onClick={() => onLine(chart.line)}
    >
      <span className="visually-hidden">{chartName(chart)}: plays </span>
      <strong>{fixed(plays * 100, 1)}</strong>
      {raises > 0.0005 && plays - raises > 0.0005 && (
        <>
          <span className="visually-hidden"> per cent, raises </span>
          <small>{fixed(raises * 100, 1)} r</small>
        </>
      )}
    </button>
  );
}
