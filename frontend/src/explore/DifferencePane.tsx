import { useMemo, useState } from "react";
import { Choice } from "../layout/Choice";
import { fixed } from "../lib/format";
import { useMoney } from "../lib/hooks";
import { moveByArrows } from "../ranges/matrixKeys";
import type { About, NodeView } from "./api";
import { HANDS } from "./cells";
import { heat } from "./colours";
import { differencesOf, measuresOf, misfit, type Measure } from "./difference";
import { useShown } from "./Pane";
import { moveLabel } from "./words";

interface Side {
  about: About;
  node: NodeView;
}

/** What the first strategy does more than the second, hand by hand; only where both are asked the same. */
export function DifferencePane({ one, other }: { one: Side; other: Side }) {
  const money = useMoney(one.about.big_blind ?? 0);
  const [left, right] = [useShown(one.node), useShown(other.node)];
  const [chosen, setChosen] = useState<Measure | null>(null);
  const why = misfit(one.node, other.node);
  const measures = measuresOf(one.node, other.node);
  const measure = chosen !== null && measures.includes(chosen) ? chosen : (measures.filter((each) => each !== "ev").at(-1) ?? 0);
  const [here, there] = [one.node.path.at(-1), other.node.path.at(-1)];
  const found = useMemo(
    () => differencesOf(left.cells, right.cells, measure, [here?.pot ?? 1, there?.pot ?? 1]),
    [left.cells, right.cells, measure, here?.pot, there?.pot],
  );
  if (why !== null || !here) {
    return (
      <p className="empty" role="status">
        {why}
      </p>
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
        Green: the first {measure === "ev" ? "is worth more" : "does it more"}; red: the second. On average {fixed(found.mean * 100, 1)} {unit}
        {found.largest.length > 0 && `; most with ${found.largest.map(({ hand, by }) => `${hand} ${signed(by)}`).join(", ")}`}.
      </p>
      <div className="hand-matrix" role="group" aria-label={`Difference in ${wordsOf(measure)}`} onKeyDown={(event) => moveByArrows(event, ".hand-cell")}>
        {HANDS.map((hand, place) => (
          <DifferenceCell key={hand} hand={hand} by={found.byHand.get(hand) ?? null} unit={unit} isFirst={place === 0} isEv={measure === "ev"} />
        ))}
      </div>
    </section>
  );
}

const signed = (by: number): string => (by > 0 ? "+" : "") + fixed(by * 100, 0);

/** An EV that differs by a tenth of the pot is as strong a colour as a frequency that differs by all. */
const STRONG_EV = 0.1;

function DifferenceCell({ hand, by, unit, isFirst, isEv }: { hand: string; by: number | null; unit: string; isFirst: boolean; isEv: boolean }) {
  const strength = by === null ? 0 : isEv ? by / STRONG_EV : by;
  const style = { "--fill": by === null ? "none" : `linear-gradient(${heat(0.5 + strength / 2)} 0 0)`, "--reach": "100%" } as React.CSSProperties;
  const text = by === null ? "" : isEv ? fixed(by * 100, 1) : signed(by);
  return (
    <button
      type="button"
      className={by === null ? "hand-cell" : "hand-cell here heat"}
      data-hand={hand}
      aria-label={by === null ? `${hand}: not in both ranges` : `${hand}: ${text} ${unit}`}
      tabIndex={isFirst ? 0 : -1}
      style={style}
    >
      <span>{hand}</span>
      <small>{text}</small>
    </button>
  );
}
