import { percent } from "../lib/format";
import type { Money } from "../lib/hooks";
import { faceOf } from "../lib/cards";
import { SuitMark } from "../table/SuitMark";
import type { Stop } from "./api";
import type { Cell, Combo } from "./cells";
import { stripes } from "./colours";
import { useHover } from "./hover";
import { moveLabel } from "./words";

interface HandPanelProps {
  cells: ReadonlyMap<string, Cell>;
  combos: readonly Combo[];
  stop: Stop;
  colours: readonly string[];
  money: Money;
}

/** The combos of the hand under the pointer, or of the pinned one, each with its mix and its values. */
export function HandPanel({ cells, combos, stop, colours, money }: HandPanelProps) {
  const hovered = useHover((state) => state.hovered);
  const pinned = useHover((state) => state.pinned);
  const hand = hovered ?? pinned;
  const cell = hand === null ? undefined : cells.get(hand);
  if (!cell) return <p className="hand-hint">Point at a hand to see its {!combos[0] || isCombo(combos[0]) ? "combos" : "classes"}; click to pin it.</p>;
  const here = combos.filter((combo) => combo.hand === cell.hand);
  return (
    <div className={pinned === null ? "hand-panel" : "hand-panel pinned"}>
      <header className="hand-title">
        <strong>{cell.hand}</strong>
        {here.length === 0 ? (
          <span className="muted">not in the range here</span>
        ) : (
          <span className="muted">
            {here.length} {here[0] && isCombo(here[0]) ? "combos" : "classes"} · reach {percent(cell.reach)} · {percent(cell.weight, 1)} of the range
          </span>
        )}
        {pinned === cell.hand && <span className="pin-mark">pinned</span>}
        {here[0]?.actionEv && <span className="muted ev-note">frequency and EV of each action</span>}
        {pinned !== null && (
          <button type="button" className="icon-button hand-close" aria-label="Unpin the hand" onClick={() => useHover.getState().pin(null)}>
            ✕
          </button>
        )}
      </header>
      <ul className="combos">
        {/* Keyed by place: a sweep over the matrix changes words in the rows there are, and makes none anew. */}
        {here.map((combo, place) => (
          <ComboRow key={place} combo={combo} stop={stop} colours={colours} money={money} />
        ))}
      </ul>
    </div>
  );
}

/** Two cards, no class of hands. */
const isCombo = (combo: Combo): boolean => combo.name.length === 4;

function ComboRow({ combo, stop, colours, money }: { combo: Combo; stop: Stop; colours: readonly string[]; money: Money }) {
  return (
    <li className="combo" data-combo={combo.name}>
      <span className="combo-cards">
        {isCombo(combo) ? (
          <>
            <MiniCard card={combo.name.slice(0, 2)} />
            <MiniCard card={combo.name.slice(2)} />
          </>
        ) : (
          combo.name
        )}
      </span>
      <span className="combo-mix" aria-hidden="true" style={{ "--fill": stripes(combo.mix ?? [], colours), "--reach": percent(combo.reach).replace(" ", "") } as React.CSSProperties} />
      <dl className="combo-values">
        {combo.mix?.map((share, place) => {
          const move = stop.moves[place];
          const value = combo.actionEv?.[place];
          if (!move || share < 0.0005 && value === undefined) return null;
          return (
            <div key={move.word} style={{ "--tone": colours[place] } as React.CSSProperties} className={share < 0.005 ? "faint" : undefined}>
              <dt>
                <span className="move-mark" aria-hidden="true" />
                {moveLabel(move, stop, money)}
              </dt>
              <dd>
                <strong>{percent(share, 1)}</strong>
                {value !== undefined && value !== null && <small>{money.value(value)}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="combo-facts">
        {combo.equity !== null && <span>equity {percent(combo.equity, 1)}</span>}
        {combo.ev !== null && <span>EV {money.value(combo.ev)}</span>}
        {combo.mix === null && <span>reach {percent(combo.reach, 1)}</span>}
      </p>
    </li>
  );
}

export function MiniCard({ card }: { card: string }) {
  const face = faceOf(card);
  return (
    <span className={`mini-card suit-${face.suit}`} role="img" aria-label={face.words}>
      {face.rank}
      <SuitMark suit={face.suit} />
    </span>
  );
}
