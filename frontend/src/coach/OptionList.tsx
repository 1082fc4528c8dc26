import type { OptionValue } from "../api/studyTypes";
import { percent, signedBb } from "../lib/format";

interface OptionListProps {
  options: OptionValue[];
  tell(text: string): string;
}

/** What each action is worth, best first; bars grow from the worst to the best. */
export function OptionList({ options, tell }: OptionListProps) {
  const values = options.map((option) => option.ev);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isSolved = options.some((option) => option.share !== null);
  const widthOf = (ev: number) => (high === low ? 100 : 12 + (88 * (ev - low)) / (high - low));
  return (
    <table className="options">
      <caption>{isSolved ? "Value in bb, and how often the solution takes it" : "Value of each action, in bb"}</caption>
      <tbody>
        {options.map((option) => (
          <tr key={option.label}>
            <th scope="row">{tell(option.label)}</th>
            <td className="option-bar">
              <span style={{ width: `${widthOf(option.ev)}%` }} />
            </td>
            <td className="number">{signedBb(option.ev, 2)}</td>
            {isSolved && <td className="number share">{percent(option.share ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
