import { fixed, percent } from "../lib/format";
import type { Drill } from "./drillApi";
import { MiniCard } from "./HandPanel";

/** What was answered in a drill, newest first. */
export function DrillAnswers({ answers }: { answers: Drill["answers"] }) {
  if (answers.length === 0) return null;
  return (
    <details className="drill-answers">
      <summary>
        {answers.length} answered
      </summary>
      <table className="figures">
        <thead>
          <tr>
            <th>Hand</th>
            <th>You</th>
            <th>Best</th>
            <th className="number">Strategy’s frequency</th>
            <th className="number">EV lost, % of pot</th>
          </tr>
        </thead>
        <tbody>
          {[...answers].reverse().map((answer) => (
            <tr key={answer.number} className={`grade-${answer.grade}`}>
              <td>
                {answer.cards.map((card) => (
                  <MiniCard key={card} card={card} />
                ))}
              </td>
              <td>
                <span className="grade-mark">{answer.action}</span>
              </td>
              <td>{answer.best}</td>
              <td className="number">{percent(answer.share)}</td>
              <td className="number">{answer.percent_lost === null ? "–" : fixed(answer.percent_lost, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
