import type { OptionValue } from "../api/studyTypes";
import { percent, signedBb } from "../lib/format";

interface OptionListProps {
  options: OptionValue[];
  /** Whether values are in; they may come after the rest. */
  isFinal: boolean;
  tell(text: string): string;
}

/** How often the strategy takes each action with this hand, and what it is worth; bars are the frequencies. */
export function OptionList({ options, isFinal, tell }: OptionListProps) {
  const hasShares = options.some((option) => option.share !== null);
  const scale = scaleOf(options.flatMap((option) => (option.ev === null ? [] : [option.ev])));
  return (
    <table className="options" aria-busy={!isFinal}>
      <caption>{captionOf(hasShares, isFinal)}</caption>
      <tbody>
        {options.map((option) => (
          <tr key={option.label} title={option.note || undefined}>
            <th scope="row">{tell(option.label)}</th>
            <td className="option-bar">
              <span style={hasShares ? { width: `${100 * (option.share ?? 0)}%` } : barOf(option.ev, scale)} />
            </td>
            {hasShares && <td className="number share">{percent(option.share ?? 0)}</td>}
            <td className="number">
              <Value option={option} isFinal={isFinal} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Values have one scale with zero on it: a bar starts there, to the right for what is won and to the left for what is lost. */
export function scaleOf(values: readonly number[]): { low: number; high: number } {
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

export function barOf(value: number | null, { low, high }: { low: number; high: number }): React.CSSProperties {
  if (value === null || high === low) return { width: 0 };
  const at = (amount: number) => (100 * (amount - low)) / (high - low);
  const [from, to] = value < 0 ? [at(value), at(0)] : [at(0), at(value)];
  return { marginLeft: `${from}%`, width: `${to - from}%`, background: value < 0 ? "var(--bad)" : undefined };
}

function captionOf(hasShares: boolean, isFinal: boolean): string {
  if (!hasShares) return "Value of each action, in bb";
  return isFinal ? "How often the strategy takes it with your hand, and its value in bb" : "How often the strategy takes it with your hand; values follow";
}

function Value({ option, isFinal }: { option: OptionValue; isFinal: boolean }) {
  if (option.ev === null) return <span className="muted">{isFinal ? "not known" : "…"}</span>;
  return (
    <>
      {option.note !== "" && <span className="muted">≤ </span>}
      {signedBb(option.ev, 2)}
      {option.error >= 0.005 && <small className="muted"> ± {option.error.toFixed(2)}</small>}
    </>
  );
}
