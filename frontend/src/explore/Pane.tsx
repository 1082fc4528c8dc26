import { useMemo, useState } from "react";
import { Choice } from "../layout/Choice";
import type { Money } from "../lib/hooks";
import { usePreferences } from "../state/preferences";
import type { About, HandsView, NodeView } from "./api";
import { cellsOf, chartHands, combosOf, liveCounts, NO_FILTER, passes, type Cell, type Combo, type Filter } from "./cells";
import { coloursOf } from "./colours";
import { Filters } from "./Filters";
import { KnowledgeNote } from "./KnowledgeNote";
import { PlayOut } from "./PlayOut";
import { StrategyMatrix, type ChartShape, type Overlay } from "./StrategyMatrix";

const OVERLAYS: Record<Overlay, string> = { strategy: "Strategy", ev: "EV", equity: "Equity", eqr: "EQR", weight: "Weight" };

/** What is known of these hands: agents and networks have no values, and equity takes two players. */
export function overlaysOf(hands: HandsView): Partial<Record<Overlay, string>> {
  const known = (overlay: Overlay) => overlay === "strategy" || overlay === "weight" || hands[overlay] !== null;
  return Object.fromEntries(Object.entries(OVERLAYS).filter(([overlay]) => known(overlay as Overlay)));
}

export interface Shown {
  combos: Combo[];
  chosen: Combo[];
  cells: ReadonlyMap<string, Cell>;
  /** Where hands are classes: their chart. */
  chart: ChartShape | null;
  colours: string[];
  filter: Filter;
  setFilter(filter: Filter): void;
}

/** What is drawn of a node, computed once for each node and filter. */
export function useShown(node: NodeView | null): Shown {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const here = node?.path[node.path.length - 1];
  const combos = useMemo(() => (node ? combosOf(node.hands) : []), [node]);
  const live = useMemo(() => liveCounts(here?.board ?? []), [here?.board.join("")]);
  const chosen = useMemo(() => combos.filter((combo) => passes(combo, filter)), [combos, filter]);
  const chart = useMemo(() => (node ? chartOf(node.hands) : null), [node]);
  const cells = useMemo(() => (chart ? cellsOf(chosen, null, chart.hands) : cellsOf(chosen, live)), [chosen, live, chart]);
  const colours = useMemo(() => coloursOf(here?.moves ?? []), [here]);
  return { combos, chosen, cells, chart, colours, filter, setFilter };
}

function chartOf({ classes }: HandsView): ChartShape | null {
  return classes ? { rows: classes.rows, columns: classes.columns, hands: chartHands(classes) } : null;
}

interface MatrixPaneProps {
  node: NodeView;
  about: About | null;
  shown: Shown;
  money: Money;
  onSeat(seat: number): void;
}

/** Seats to look at, the matrix, what it shows, and filters; where nothing is known, only that and why. */
export function MatrixPane({ node, about, shown, money, onSeat }: MatrixPaneProps) {
  const [overlay, setOverlay] = useState<Overlay>("strategy");
  const units = usePreferences((state) => state.units);
  const here = node.path[node.path.length - 1];
  if (!here) return null;
  const options = overlaysOf(node.hands) as Record<Overlay, string>;
  const chosen = overlay in options ? overlay : "strategy";
  const name = here.chairs[node.hands.seat]?.name ?? "";
  const unit = units === "bb" && about?.big_blind ? about.big_blind : 1;
  const isKnown = node.hands.knowledge !== "none";
  return (
    <section className="matrix-pane" aria-label={`${about?.title ?? node.source}: ${name}`}>
      <div className="pane-head">
        <div className="seats-switch" role="group" aria-label="Whose hands">
          {here.chairs.map((chair, seat) => (
            <button
              key={chair.name}
              type="button"
              className={chair.folded ? "seat-tab folded" : "seat-tab"}
              aria-pressed={seat === node.hands.seat}
              onClick={() => onSeat(seat)}
            >
              <strong>{chair.name}</strong>
              <small>{chair.folded ? "folded" : money(chair.stack)}</small>
              {seat === here.actor && <span className="acts" title="to act" aria-label="to act" role="img" />}
            </button>
          ))}
        </div>
        {isKnown && <Choice label="Show" value={chosen} options={options} onChange={setOverlay} />}
      </div>
      <KnowledgeNote hands={node.hands} />
      {isKnown && <PlayOut key={`${node.source} ${node.line}`} about={about} node={node} money={money} />}
      {isKnown && (
        <>
          <StrategyMatrix label={`Hands of ${name}`} cells={shown.cells} moves={here.moves} colours={shown.colours} overlay={chosen} unit={unit} chart={shown.chart} />
          <Filters hands={node.hands} combos={shown.combos} filter={shown.filter} onFilter={shown.setFilter} />
        </>
      )}
    </section>
  );
}
