import { memo, useCallback, useMemo, useState } from "react";
import { Choice } from "../layout/Choice";
import { fixed, percent } from "../lib/format";
import { useMoney } from "../lib/hooks";
import { moveByArrows } from "../ranges/matrixKeys";
import type { About, NodeView, Stop } from "./api";
import { HANDS, totalsOf, type Cell } from "./cells";
import { heat } from "./colours";
import { differencesOf, measuresOf, misfit, mostDifferent, OTHER_SEAT, valueOf, type Differences, type Measure } from "./difference";
import { useHover } from "./hover";
import { useShown } from "./Pane";
import { moveLabel } from "./words";

interface Side {
  about: About;
  node: NodeView;
}

interface DifferencePaneProps {
  one: Side;
  other: Side;
  onSeat(seat: number | null): void;
}

/** An action that neither takes this often has no difference to show. */
const NEVER = 0.0005;

/** What the first strategy does more than the second, hand by hand; only where both are asked the same. */
export function DifferencePane({ one, other, onSeat }: DifferencePaneProps) {
  const money = useMoney(one.about.big_blind ?? 0);
  const [left, right] = [useShown(one.node), useShown(other.node)];
  const [chosen, setChosen] = useState<Measure | null>(null);
  const why = misfit(one.node, other.node);
  const ranges = useMemo(() => [totalsOf(left.combos), totalsOf(right.combos)] as const, [left.combos, right.combos]);
  const measures = useMemo(() => measuresOf(one.node, other.node).filter((each) => each === "ev" || ranges.some(({ mix }) => (mix?.[each] ?? 0) >= NEVER)), [one.node, other.node, ranges]);
  const most = useMemo(() => mostDifferent(left.cells, right.cells, measures), [left.cells, right.cells, measures]);
  const measure = chosen !== null && measures.includes(chosen) ? chosen : most;
  const [here, there] = [one.node.path.at(-1), other.node.path.at(-1)];
  const found = useMemo(
    () => differencesOf(left.cells, right.cells, measure, [here?.pot ?? 1, there?.pot ?? 1]),
    [left.cells, right.cells, measure, here?.pot, there?.pot],
  );
  if (why !== null || !here || !there) {
    return (
      <div className="empty" role="status">
        <p>{why}</p>
        {why === OTHER_SEAT && (
          <button type="button" className="button" onClick={() => onSeat(null)}>
            Show the seat to act
          </button>
        )}
      </div>
    );
  }
  const wordsOf = (each: Measure) => (each === "ev" ? "EV" : here.moves[each] ? moveLabel(here.moves[each], here, money) : "");
  const options = Object.fromEntries(measures.map((each) => [String(each), wordsOf(each)]));
  const unit = measure === "ev" ? "% of the pot" : "points";
  return (
    <section className="compared difference" aria-label="Difference">
      <div className="pane-head">
        <h2>
          {one.about.title} less {other.about.title}
        </h2>
        <Choice label="Difference in" value={String(measure)} options={options} onChange={(value) => setChosen(value === "ev" ? "ev" : Number(value))} />
      </div>
      <p className="muted small-note">
        Green: the first {measure === "ev" ? "is worth more" : "does it more"}; red: the second. On average {fixed(found.mean * 100, 1)} {unit}.
      </p>
      <div className="difference-main">
        <DifferenceMatrix label={`Difference in ${wordsOf(measure)}`} found={found} measure={measure} unit={unit} />
        <aside className="difference-side" aria-label="Both in figures">
          <BothMixes
            titles={[one.about.title, other.about.title]}
            cells={[left.cells, right.cells]}
            ranges={ranges}
            stops={[here, there]}
            measures={measures}
            wordsOf={wordsOf}
          />
          <Largest found={found} unit={unit} wordsOfMeasure={wordsOf(measure)} isEv={measure === "ev"} />
        </aside>
      </div>
    </section>
  );
}

/** "+12", "−3"; nothing where it rounds to nothing. */
function signed(by: number, digits: number): string {
  const size = fixed(Math.abs(by) * 100, digits);
  return Number(size) === 0 ? "" : (by > 0 ? "+" : "−") + size;
}

/** An EV that differs by a tenth of the pot is as strong a colour as a frequency that differs by all. */
const STRONG_EV = 0.1;

interface DifferenceMatrixProps {
  label: string;
  found: Differences;
  measure: Measure;
  unit: string;
}

function DifferenceMatrix({ label, found, measure, unit }: DifferenceMatrixProps) {
  const { hover, pin } = useHover.getState();
  const pinned = useHover((state) => state.pinned);
  const handAt = (event: React.SyntheticEvent) => (event.target as HTMLElement).closest<HTMLElement>(".hand-cell")?.dataset["hand"];
  const point = useCallback((event: React.SyntheticEvent) => hover(handAt(event) ?? null), [hover]);
  return (
    <div
      className="hand-matrix"
      role="group"
      aria-label={label}
      onPointerOver={point}
      onFocus={point}
      onPointerLeave={() => hover(null)}
      onClick={(event) => {
        const hand = handAt(event);
        if (hand) pin(hand);
      }}
      onKeyDown={(event) => moveByArrows(event, ".hand-cell")}
    >
      {HANDS.map((hand, place) => (
        <DifferenceCell
          key={hand}
          hand={hand}
          by={found.byHand.get(hand) ?? null}
          unit={unit}
          isFirst={pinned === null ? place === 0 : pinned === hand}
          isPinned={pinned === hand}
          isEv={measure === "ev"}
        />
      ))}
    </div>
  );
}

interface DifferenceCellProps {
  hand: string;
  by: number | null;
  unit: string;
  isFirst: boolean;
  isPinned: boolean;
  isEv: boolean;
}

const DifferenceCell = memo(function DifferenceCell({ hand, by, unit, isFirst, isPinned, isEv }: DifferenceCellProps) {
  const strength = by === null ? 0 : isEv ? by / STRONG_EV : by;
  const style = { "--fill": by === null ? "none" : `linear-gradient(${heat(0.5 + strength / 2)} 0 0)`, "--reach": "100%" } as React.CSSProperties;
  const text = by === null ? "" : signed(by, isEv ? 1 : 0);
  return (
    <button
      type="button"
      className={by === null ? "hand-cell" : "hand-cell here heat"}
      data-hand={hand}
      aria-label={by === null ? `${hand}: not in both ranges` : `${hand}: ${text ? `${text} ${unit}` : "the same"}`}
      aria-pressed={isPinned}
      tabIndex={isFirst ? 0 : -1}
      style={style}
    >
      <span>{hand}</span>
      <small>{text}</small>
    </button>
  );
});

interface BothMixesProps {
  titles: readonly [string, string];
  cells: readonly [ReadonlyMap<string, Cell>, ReadonlyMap<string, Cell>];
  ranges: readonly [Cell, Cell];
  stops: readonly [Stop, Stop];
  measures: readonly Measure[];
  wordsOf(measure: Measure): string;
}

/** What both do with the hand under the pointer, or the pinned one, and with their whole ranges where there is none. */
function BothMixes({ titles, cells, ranges, stops, measures, wordsOf }: BothMixesProps) {
  const hand = useHover((state) => state.hovered ?? state.pinned);
  const [one, other] = hand === null ? ranges : [cells[0].get(hand), cells[1].get(hand)];
  return (
    <table className="figures both-mixes">
      <caption>{hand ?? "The whole range"}</caption>
      <thead>
        <tr>
          <td />
          {titles.map((title, place) => (
            <th key={place} scope="col" className="number">
              {title}
            </th>
          ))}
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => {
          const [first, second] = [valueOf(one, measure, stops[0].pot), valueOf(other, measure, stops[1].pot)];
          const digits = measure === "ev" ? 2 : 1;
          return (
            <tr key={measure}>
              <th scope="row">{measure === "ev" ? "EV, of the pot" : wordsOf(measure)}</th>
              <td className="number">{first === null ? "–" : percent(first, digits)}</td>
              <td className="number">{second === null ? "–" : percent(second, digits)}</td>
              <td className="number">{first === null || second === null ? "–" : signed(first - second, digits) || "0"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The hands that differ most, by how much of the range they are. */
function Largest({ found, unit, wordsOfMeasure, isEv }: { found: Differences; unit: string; wordsOfMeasure: string; isEv: boolean }) {
  const { hover } = useHover.getState();
  if (found.largest.length === 0) return <p className="muted small-note">No hand differs by as much as half a point.</p>;
  return (
    <section aria-label="Largest differences">
      <h3>Most of all, by {wordsOfMeasure}</h3>
      <ul className="largest">
        {found.largest.map(({ hand, by }) => (
          <li key={hand}>
            <button type="button" className="chip-button" onClick={() => useHover.getState().pin(hand)} onPointerOver={() => hover(hand)} onPointerLeave={() => hover(null)}>
              {hand} <strong>{signed(by, isEv ? 1 : 0)}</strong>
              <span className="visually-hidden"> {unit}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
