import type { FlopRow } from "./api";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [460, 230, 40, 30];
const TONES: Record<FlopRow["suits"], string> = { rainbow: "var(--curve-1)", "two-tone": "var(--curve-2)", monotone: "var(--heat-low)" };

/** Every flop by equity and EV of the player out of position; its suits are the colour and the shape. */
export function FlopScatter({ rows, pot, onFlop }: { rows: readonly FlopRow[]; pot: number; onFlop(row: FlopRow): void }) {
  if (rows.length < 2) return null;
  const bounds = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values) + 1e-9];
  const [left, right] = bounds(rows.map((row) => row.equity_oop));
  const [low, high] = bounds(rows.map((row) => row.ev_oop / pot));
  const x = (value: number) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - 16);
  const y = (value: number) => 10 + (1 - (value - low) / (high - low)) * (HEIGHT - BOTTOM - 20);
  const percents = (value: number) => `${(value * 100).toFixed(0)} %`;
  return (
    <figure className="flop-scatter">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${rows.length} flops by equity and EV of the player out of position`}>
        {[left, (left + right) / 2, right].map((mark) => (
          <text key={mark} x={x(mark)} y={HEIGHT - 12} textAnchor="middle">
            {percents(mark)}
          </text>
        ))}
        {[low, (low + high) / 2, high].map((mark) => (
          <text key={mark} x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
            {percents(mark)}
          </text>
        ))}
        {rows.map((row) => (
          <circle key={row.flop} cx={x(row.equity_oop)} cy={y(row.ev_oop / pot)} r={row.pairing === "unpaired" ? 4 : 5.5} fill={row.pairing === "unpaired" ? TONES[row.suits] : "none"} stroke={TONES[row.suits]} strokeWidth={1.6} onClick={() => onFlop(row)}>
            <title>{row.flop}</title>
          </circle>
        ))}
      </svg>
      <figcaption className="muted small-note">
        Across: equity out of position; up: its EV as a share of the pot. Rings are paired flops.{" "}
        {(Object.keys(TONES) as FlopRow["suits"][]).map((suits) => (
          <span key={suits}>
            <span className="curve-mark" style={{ background: TONES[suits] }} /> {suits}{" "}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
