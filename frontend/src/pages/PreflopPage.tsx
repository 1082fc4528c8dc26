import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { describeSource, exploreUrl, type About } from "../explore/api";
import { startDrill } from "../explore/drillApi";
import { HandPanel } from "../explore/HandPanel";
import { Opening, titleOf } from "../explore/Opening";
import { MatrixPane, useShown } from "../explore/Pane";
import { Totals } from "../explore/Totals";
import { useNode } from "../explore/useExplorer";
import { KeyHelp } from "../layout/KeyHelp";
import { Panel } from "../layout/Panel";
import { useLatest, useMoney, useTitle } from "../lib/hooks";
import { isTextField } from "../lib/keys";
import { useAsync } from "../lib/useAsync";
import { getCharts, listTables, type ChartsView, type ChartView } from "../preflop/api";
import { ChartMap } from "../preflop/ChartMap";
import { chartName, usualTable } from "../preflop/charts";
import { JamDialog, RaisesDialog } from "../preflop/SolveForms";
import { TableChoice } from "../preflop/TableChoice";
import { sayError } from "../state/toasts";
import "../explore/explore.css";
import "../preflop/preflop.css";

/** Charts before the flop for every table there is a strategy for. The address says which table and which chart. */
export default function PreflopPage() {
  useTitle("Preflop");
  const [params, setParams] = useSearchParams();
  const [solving, setSolving] = useState<"jam" | "raises" | null>(null);
  const tables = useAsync("tables", listTables);
  const asked = params.get("source");
  const chosen = tables.data && (tables.data.find((table) => table.source === asked) ?? (asked === null ? usualTable(tables.data) : undefined));
  const source = asked ?? chosen?.source ?? "";
  const go = (to: string, line: string) => setParams(line ? { source: to, line } : { source: to });
  return (
    <div className="preflop explorer">
      <header className="explorer-head">
        <div className="explorer-title">
          <h1>Preflop</h1>
          <span className="quality">Openings, defences and 3-bets; the percentage of hands that play, and of those that raise (r)</span>
        </div>
        <div className="tools" role="group" aria-label="Tools">
          <button type="button" className="button small" onClick={() => setSolving("jam")}>
            Solve jam or fold
          </button>
          <button type="button" className="button small" onClick={() => setSolving("raises")}>
            Solve raises
          </button>
          <KeyHelp keys={KEYS} />
        </div>
      </header>
      {tables.error && <p className="notice">{tables.error.message}</p>}
      {tables.data && <TableChoice tables={tables.data} chosen={chosen ?? undefined} onChoose={(to) => go(to, "")} />}
      {source && (
        <Panel name="The charts" of={source}>
          <Charts key={source} source={source} line={params.get("line")} onLine={(line) => go(source, line)} />
        </Panel>
      )}
      {solving === "jam" && <JamDialog onClose={() => setSolving(null)} />}
      {solving === "raises" && <RaisesDialog onClose={() => setSolving(null)} />}
    </div>
  );
}

const KEYS = [
  ["← →", "the chart before, the next chart"],
  ["D", "drill this chart"],
  ["↑ ↓ ← →", "in the matrix: another hand; Enter pins it"],
  ["?", "this list"],
] as const;

interface ChartsProps {
  source: string;
  line: string | null;
  onLine(line: string): void;
}

function Charts({ source, line, onLine }: ChartsProps) {
  const charts = useAsync(source, (signal) => getCharts(source, signal));
  const about = useAsync(source, (signal) => describeSource(source, signal));
  const problem = charts.error ?? about.error;
  if (problem) {
    return (
      <p className="notice" role="alert">
        {problem.message}
      </p>
    );
  }
  if (!charts.data || !about.data) return <Opening title={titleOf(source)} />;
  if (charts.data.charts.length === 0) return <p className="empty">This strategy has no decisions before the flop.</p>;
  const shown = charts.data.charts.find((chart) => chart.line === (line ?? "")) ?? charts.data.charts[0];
  return shown ? <Chosen charts={charts.data} about={about.data} chart={shown} onLine={onLine} /> : null;
}

interface ChosenProps {
  charts: ChartsView;
  about: About;
  chart: ChartView;
  onLine(line: string): void;
}

function Chosen({ charts, about, chart, onLine }: ChosenProps) {
  const navigate = useNavigate();
  const drill = () => void startDrill(charts.source, chart.line).then((begun) => navigate(`/drills/${begun.id}`), sayError);
  const place = charts.charts.findIndex((each) => each.line === chart.line);
  useChartKeys((step) => {
    const next = charts.charts[place + step];
    if (next) onLine(next.line);
  }, drill);
  return (
    <div className="preflop-main">
      <Panel name="The list of charts" of={charts.source}>
        <ChartMap charts={charts} line={chart.line} onLine={onLine} />
      </Panel>
      <section className="preflop-chart" aria-labelledby="chart-name" data-line={chart.line}>
        <header className="preflop-chart-head">
          <h2 id="chart-name">{chartName(chart)}</h2>
          <span className="tools">
            <Link className="button small" to={exploreUrl(charts.source, chart.line)}>
              Open in the explorer
            </Link>
            <button type="button" className="button small primary" onClick={drill}>
              Drill this chart
            </button>
          </span>
        </header>
        <Panel name="The chart" of={chart.line}>
          <Chart about={about} line={chart.line} onLine={onLine} charts={charts} />
        </Panel>
      </section>
    </div>
  );
}

function Chart({ about, line, charts, onLine }: { about: About; line: string; charts: ChartsView; onLine(line: string): void }) {
  const [seat, setSeat] = useState<{ line: string; seat: number } | null>(null);
  const navigate = useNavigate();
  const { data: node, error } = useNode({ source: about.source, line, seat: seat?.line === line ? seat.seat : null });
  const shown = useShown(node);
  const money = useMoney(about.big_blind ?? 0);
  const here = node?.path[node.path.length - 1];
  if (error) return <p role="alert">{error.message}</p>;
  if (!node || !here) return <p className="muted">Loading the chart…</p>;
  /** An action leads to the chart behind it, or on into the explorer. */
  const go = (to: string) => (charts.charts.some((chart) => chart.line === to) ? onLine(to) : void navigate(exploreUrl(about.source, to)));
  return (
    <>
      <Totals hands={node.hands} combos={shown.chosen} stop={here} colours={shown.colours} money={money} onGo={go} />
      <MatrixPane node={node} about={about} shown={shown} money={money} onSeat={(next) => setSeat({ line, seat: next })} />
      <div className="tab-panel">
        <HandPanel cells={shown.cells} combos={shown.chosen} stop={here} colours={shown.colours} money={money} />
      </div>
    </>
  );
}

function useChartKeys(onStep: (step: number) => void, onDrill: () => void): void {
  const listen = useLatest((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || document.querySelector("dialog[open]")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) onStep(step);
    else if (event.key.toLowerCase() === "d") onDrill();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [listen]);
}
