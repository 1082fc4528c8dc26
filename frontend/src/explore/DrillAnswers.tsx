import { fixed, percent } from "../lib/format";
import type { Drill } from "./drillApi";
import { missesOf } from "./drillSums";
import { MiniCard } from "./HandPanel";

/** What was answered in a drill, newest first. */
export function DrillAnswers({ answers }: { answers: Drill["answers"] }) {
  if (answers.length === 0) return null;
  const misses = missesOf(answers);
  return (
    <details className="drill-answers">
      <summary>
        {answers.length} answered
      </summary>
      {misses.length > 0 && (
        <p className="small-note">
          {misses.slice(0, 5).map((miss) => (
            <span key={`${miss.did} ${miss.best}`} className="block">
              {miss.did} where {miss.best} was best: {miss.times === 1 ? "once" : `${miss.times} times`}
              {miss.lost !== null && `, ${fixed(miss.lost, 1)} % of a pot in all`}
            </span>
          ))}
        </p>
      )}
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
