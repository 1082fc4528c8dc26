import { percent } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { getReport, query, type Curve, type Part, type Spot } from "./api";
import { stripes } from "./colours";

interface RangeTabProps {
  spot: Spot;
  seat: number;
  colours: readonly string[];
}

/** What the range is made of, and how its equities lie beside the opponent's. */
export function RangeTab({ spot, seat, colours }: RangeTabProps) {
  const asked = { ...spot, seat };
  const { data, error } = useAsync(query(asked), (signal) => getReport(asked, signal));
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p className="muted">Calculating…</p>;
  return (
    <div className="range-tab">
      {data.curves.length > 0 ? (
        <EquityGraph curves={data.curves} seat={seat} />
      ) : (
        <p className="muted">Equity curves are shown when exactly two players are left in the hand.</p>
      )}
      <Parts title="Hands" parts={data.made} colours={colours} />
      {data.draws.length > 0 && <Parts title="Draws" parts={data.draws} colours={colours} />}
    </div>
  );
}

function Parts({ title, parts, colours }: { title: string; parts: readonly Part[]; colours: readonly string[] }) {
  const most = Math.max(...parts.map((part) => part.share), 1e-9);
  return (
    <table className="parts">
      <caption>{title}</caption>
      <tbody>
        {parts.map((part) => (
          <tr key={part.name}>
            <th scope="row">{part.name}</th>
            <td className="part-bar">
              <span
                aria-hidden="true"
                style={{ width: `${(part.share / most) * 100}%`, backgroundImage: part.mix.length > 0 ? stripes(part.mix, colours) : "linear-gradient(var(--reach-fill) 0 0)" }}
              />
            </td>
            <td className="number">{percent(part.share, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [360, 200, 34, 22];
const TONES = ["var(--curve-1)", "var(--curve-2)"];

/** Each seat's equities from its weakest hand to its strongest. */
export function EquityGraph({ curves, seat }: { curves: readonly Curve[]; seat: number }) {
  const x = (part: number) => LEFT + part * (WIDTH - LEFT - 14);
  const y = (equity: number) => 8 + (1 - equity) * (HEIGHT - BOTTOM - 8);
  return (
    <figure className="equity-graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={curves.map(curveWords).join("; ")}>
        {[0, 0.25, 0.5, 0.75, 1].map((mark) => (
          <g key={mark}>
            <line x1={x(0)} x2={x(1)} y1={y(mark)} y2={y(mark)} className="graph-line" />
            <text x={LEFT - 6} y={y(mark) + 4} textAnchor="end">
              {mark * 100}
            </text>
            <text x={x(mark)} y={HEIGHT - 6} textAnchor="middle">
              {mark * 100}
            </text>
          </g>
        ))}
        {curves.map((curve, place) => (
          <polyline
            key={curve.seat}
            className={curve.seat === seat ? "graph-curve own" : "graph-curve"}
            stroke={TONES[place % TONES.length]}
            strokeDasharray={curve.seat === seat ? undefined : "5 4"}
            points={curve.equities.map((equity, step) => `${x(step / (curve.equities.length - 1))},${y(equity)}`).join(" ")}
          />
        ))}
      </svg>
      <figcaption>
        {curves.map((curve, place) => (
          <span key={curve.seat}>
            <span className="curve-mark" style={{ background: TONES[place % TONES.length] }} /> {curve.name}
            {curve.seat === seat ? " (shown)" : ""}
          </span>
        ))}
        <span className="muted">equity across the range, in percent</span>
      </figcaption>
    </figure>
  );
}

function curveWords(curve: Curve): string {
  const middle = curve.equities[Math.floor(curve.equities.length / 2)] ?? 0;
  return `${curve.name}: the median hand has ${percent(middle)} equity`;
}
