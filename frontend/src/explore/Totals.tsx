import { percent } from "../lib/format";
import type { Money } from "../lib/hooks";
import type { HandsView, Stop } from "./api";
import { stripes } from "./colours";
import { totalsOf, type Combo } from "./cells";
import { lineAfter, moveLabel, shareOfPot } from "./words";

interface TotalsProps {
  hands: HandsView;
  /** The combos that pass the filters. */
  combos: readonly Combo[];
  stop: Stop;
  colours: readonly string[];
  money: Money;
  onGo(line: string): void;
}

/** Where there are more actions than this, those that are never taken are left out. */
const FEW = 4;
const NEVER = 0.0005;

/** How often the whole range takes each action, and what it is worth. */
export function Totals({ hands, combos, stop, colours, money, onGo }: TotalsProps) {
  const total = totalsOf(combos);
  const count = combos.reduce((sum, combo) => sum + combo.reach, 0);
  const name = stop.chairs[hands.seat]?.name ?? "";
  return (
    <section className="totals" aria-label={`${name}: the whole range`}>
      {total.mix && hands.mix && (
        <>
          <div className="totals-bar" aria-hidden="true" style={{ "--fill": stripes(total.mix, colours) } as React.CSSProperties} />
          <ul className="totals-moves">
            {stop.moves.map((move, place) => (
              <li key={move.word} hidden={stop.moves.length > FEW && (total.mix?.[place] ?? 0) < NEVER}>
                <button
                  type="button"
                  className="total"
                  data-total={move.word}
                  style={{ "--tone": colours[place] } as React.CSSProperties}
                  onClick={() => onGo(lineAfter(stop, move.word))}
                >
                  <span className="total-name">
                    {place < 9 && <kbd>{place + 1}</kbd>} {moveLabel(move, stop, money)}
                  </span>
                  <strong>{percent(total.mix?.[place] ?? 0, 1)}</strong>
                  <small>
                    {[
                      !hands.classes && `${((total.mix?.[place] ?? 0) * count).toFixed(1)} combos`,
                      move.pot_share !== null && `${shareOfPot(move)} pot`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="totals-facts">
        {!hands.classes && <Fact name="Combos" value={count.toFixed(1)} />}
        {total.ev !== null && <Fact name="EV" value={money(Math.round(total.ev * 10) / 10)} note={`${percent(total.ev / stop.pot)} of the pot`} />}
        {total.equity !== null && <Fact name="Equity" value={percent(total.equity, 1)} />}
        {total.ev !== null && total.equity !== null && total.equity > 0 && (
          <Fact name="EQR" value={percent(total.ev / (total.equity * stop.pot))} note="of its equity" />
        )}
      </dl>
    </section>
  );
}

function Fact({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
