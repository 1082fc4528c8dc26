import { useState } from "react";
import { Choice } from "../layout/Choice";
import { fixed, percent } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { getRunouts, type Runout } from "./api";
import { heat, stripes } from "./colours";
import { MiniCard } from "./HandPanel";

interface RunoutsTabProps {
  source: string;
  line: string;
  onGo(line: string): void;
}

type Measure = "mix" | "ev" | "equity";
const MEASURES: Record<Measure, string> = { mix: "Strategy", ev: "EV", equity: "Equity" };
const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];

/** What each card that may come does, as a heat table; a card leads to its node. */
export function RunoutsTab({ source, line, onGo }: RunoutsTabProps) {
  const [measure, setMeasure] = useState<Measure>("mix");
  const { data, error } = useAsync(`${source} ${line}`, (signal) => getRunouts(source, line, signal));
  if (error) return <p className="muted">{error.message}</p>;
  if (!data) return <p className="muted">Dealing every card…</p>;
  const cards = new Map(data.rows.map((row) => [row.card, row]));
  const actor = data.rows[0]?.actor ?? "";
  const place = Math.max(0, data.names.indexOf(actor));
  const values = data.rows.flatMap((row) => (measure === "mix" ? [] : row[measure][place] ?? []));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (
    <div className="runouts">
      <Choice label={`${actor} on each card`} value={measure} options={MEASURES} onChange={setMeasure} />
      <div className="runout-grid" role="group" aria-label={`What each card does for ${actor}`}>
        {SUITS.map((suit) =>
          RANKS.map((rank) => {
            const row = cards.get(rank + suit);
            return row ? (
              <RunoutCell key={row.card} row={row} measure={measure} place={place} low={low} high={high} onGo={() => onGo(`${line}|${row.card}|`)} />
            ) : (
              <span key={rank + suit} className="runout dead" />
            );
          }),
        )}
      </div>
      {measure === "mix" && data.rows[0] && (
        <p className="muted small-note">
          Green is passive, red bets or raises: {data.rows[0].actions.join(", ")}. The number is how often {actor} does not
          check or fold.
        </p>
      )}
    </div>
  );
}

interface RunoutCellProps {
  row: Runout;
  measure: Measure;
  place: number;
  low: number;
  high: number;
  onGo(): void;
}

function RunoutCell({ row, measure, place, low, high, onGo }: RunoutCellProps) {
  const value = measure === "mix" ? active(row) : row[measure][place] ?? null;
  const text = value === null ? "–" : measure === "ev" ? fixed(value, Math.abs(value) < 100 ? 1 : 0) : percent(value).replace(" %", "");
  const fill =
    measure === "mix"
      ? stripes(row.frequencies, row.actions.map(toneOf))
      : value === null
        ? "none"
        : `linear-gradient(${heat(high > low ? (value - low) / (high - low) : 0.5)} 0 0)`;
  return (
    <button
      type="button"
      className="runout"
      data-card={row.card}
      aria-label={`${row.card}: ${row.actions.map((action, k) => `${action} ${percent(row.frequencies[k] ?? 0)}`).join(", ")}`}
      style={{ "--fill": fill } as React.CSSProperties}
      onClick={onGo}
    >
      <MiniCard card={row.card} />
      <small>{text}</small>
    </button>
  );
}

const active = (row: Runout): number =>
  row.frequencies.reduce((sum, share, k) => (/^(check|fold)/.test(row.actions[k] ?? "") ? sum : sum + share), 0);

function toneOf(action: string): string {
  if (action.startsWith("fold")) return "var(--fold)";
  if (/^(check|call)/.test(action)) return "var(--passive)";
  return action.startsWith("all-in") ? "var(--all-in)" : "var(--raise)";
}
