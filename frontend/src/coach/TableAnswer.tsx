import { getTableAnswer } from "../api/study";
import type { SeatedStyle, TableAnswer } from "../api/studyTypes";
import { amountsIn, percent, retell } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { usePreferences } from "../state/preferences";
import { OptionList } from "./OptionList";

interface TableAnswerProps {
  table: string;
  /** Which decision it is about. */
  decision: string;
  bigBlind: number;
}

/** The second answer, shown if you want it: what wins most against those who sit here. The grade stays with the balanced advice. */
export function TableAnswer({ table, decision, bigBlind }: TableAnswerProps) {
  const { isTableAnswerOpen: isOpen, change } = usePreferences();
  const { data, error } = useAsync(isOpen ? decision : null, (signal) => getTableAnswer(table, signal));
  const isOfNow = data !== null && decision === `${table}:${data.hand}:${data.step}`;
  return (
    <details className="table-answer" open={isOpen} onToggle={(event) => change({ isTableAnswerOpen: event.currentTarget.open })}>
      <summary>Against this table</summary>
      {isOpen && error && <p className="coach-wait">{error.message}</p>}
      {isOpen && !error && !isOfNow && (
        <p className="coach-wait" aria-busy="true">
          Playing it out against them…
        </p>
      )}
      {isOpen && isOfNow && data && <Answer answer={data} bigBlind={bigBlind} />}
    </details>
  );
}

function Answer({ answer, bigBlind }: { answer: TableAnswer; bigBlind: number }) {
  const units = usePreferences((state) => state.units);
  const amounts = answer.options.flatMap((option) => amountsIn(option.label));
  const tell = (text: string) => retell(text, amounts, units, bigBlind);
  return (
    <section aria-label="Against this table">
      <p className="advice-why">
        {tell(answer.text)} {answer.sure < 0.995 && <span className="muted">{percent(answer.sure)} sure.</span>}
      </p>
      <OptionList options={answer.options} isFinal tell={tell} />
      <p className="method">
        {answer.are_known ? "Their styles are known" : "Judged by what they have done so far"}: {answer.styles.map(told).join(", ")}. You play on as the
        strategy does; the grade stays with the balanced advice.
      </p>
    </section>
  );
}

function told({ name, style, chance, hands }: SeatedStyle): string {
  return hands === 0 && chance === 1 ? `${name} is ${style}` : `${name} is ${style} (${percent(chance)} sure after ${hands} hands)`;
}
