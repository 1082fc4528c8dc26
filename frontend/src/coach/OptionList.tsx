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
  const values = options.flatMap((option) => (option.ev === null ? [] : [option.ev]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const hasShares = options.some((option) => option.share !== null);
  const widthOf = (option: OptionValue) => {
    if (option.share !== null) return 100 * option.share;
    return option.ev === null ? 0 : high === low ? 100 : 12 + (88 * (option.ev - low)) / (high - low);
  };
  return (
    <table className="options" aria-busy={!isFinal}>
      <caption>{captionOf(hasShares, isFinal)}</caption>
      <tbody>
        {options.map((option) => (
          <tr key={option.label} title={option.note || undefined}>
            <th scope="row">{tell(option.label)}</th>
            <td className="option-bar">
              <span style={{ width: `${widthOf(option)}%` }} />
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
