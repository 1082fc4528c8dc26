import { percent } from "../lib/format";

interface EquityBarProps {
  equity: number;
  /** The equity at which a call breaks even; 0 where there is nothing to call. */
  required: number;
  /** Whose hands it is against, by name. */
  against: string | null;
}

export function EquityBar({ equity, required, against }: EquityBarProps) {
  const asWidth = (part: number) => `${(part * 100).toFixed(1)}%`;
  const needs = required > 0 ? `, a call needs ${percent(required)}` : "";
  return (
    <div className="equity" role="img" aria-label={`Equity ${percent(equity)}${needs}`}>
      <div className="equity-track">
        <span className="equity-fill" style={{ width: asWidth(equity) }} />
        {required > 0 && <span className="equity-needed" style={{ left: asWidth(required) }} />}
      </div>
      <div className="equity-legend" aria-hidden="true">
        <span>
          Equity <strong>{percent(equity)}</strong>
          {against !== null && ` against ${against}`}
        </span>
        {required > 0 && <span>needs {percent(required)}</span>}
      </div>
    </div>
  );
}
