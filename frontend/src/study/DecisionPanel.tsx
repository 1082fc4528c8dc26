import { useState } from "react";
import { getDecision, retryDecision } from "../api/study";
import type { Decision, HandReplay, ReplayFrame } from "../api/studyTypes";
import type { Act, Grade } from "../api/types";
import { AdviceCard } from "../coach/AdviceCard";
import { GradeCard } from "../coach/GradeCard";
import { RangeMatrix } from "../coach/RangeMatrix";
import { percent } from "../lib/format";
import { useMoney } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { sayError, sayInfo } from "../state/toasts";

interface DecisionPanelProps {
  replay: HandReplay;
  frame: ReplayFrame;
}

/** One of your decisions looked at again: what the coach advises, what everybody may hold, and another try. */
export function DecisionPanel({ replay, frame }: DecisionPanelProps) {
  const { ref, big_blind: bigBlind, hand } = replay.summary;
  const step = frame.step - 1;
  const [open, setOpen] = useState<"analysis" | "retry" | null>(null);
  const { data, error } = useAsync(open ? `${ref}:${step}` : null, (signal) => getDecision(ref, step, signal));
  return (
    <section className="decision-panel" aria-label="This decision">
      <div className="table-tools">
        {(["analysis", "retry"] as const).map((part) => (
          <button key={part} type="button" className="button small" aria-expanded={open === part} onClick={() => setOpen(open === part ? null : part)}>
            {part === "analysis" ? "Analysis" : "Retry this spot"}
          </button>
        ))}
      </div>
      {open && error && <p className="notice">{error.message}</p>}
      {open && !error && !data && <p className="coach-wait">The coach is looking at this decision…</p>}
      {open === "analysis" && data && <Analysis decision={data} bigBlind={bigBlind} />}
      {open === "retry" && data && <Retry decision={data} handRef={ref} hand={hand} bigBlind={bigBlind} />}
    </section>
  );
}

function Analysis({ decision, bigBlind }: { decision: Decision; bigBlind: number }) {
  return (
    <>
      <AdviceCard advice={decision.advice} bigBlind={bigBlind} />
      {decision.ranges.map((range) => (
        <details key={range.seat} className="decision-range">
          <summary>
            {range.name} may hold {percent(range.share)} of hands
          </summary>
          <RangeMatrix matrix={range.matrix} label={`Hands of ${range.name}`} />
        </details>
      ))}
    </>
  );
}

interface RetryProps {
  decision: Decision;
  handRef: string;
  hand: number;
  bigBlind: number;
}

/** The same decision once more: choose, and it is graded as the first one was. */
function Retry({ decision: { turn, step }, handRef, hand, bigBlind }: RetryProps) {
  const money = useMoney(bigBlind);
  const [isBusy, setBusy] = useState(false);
  const [grade, setGrade] = useState<Grade | null>(null);
  const choose = (choice: Pick<Act, "action" | "amount" | "cards">) => {
    setBusy(true);
    retryDecision(handRef, hand, step, choice)
      .then((found) => (found.grade ? setGrade(found.grade) : sayInfo("No strategy knows this spot, so there is no grade.")), sayError)
      .finally(() => setBusy(false));
  };
  const sizes = turn.raise_bounds ? [...turn.presets, { label: "All-in", raise_to: turn.raise_bounds.max_to, key: "a" }] : [];
  const unlike = sizes.filter((size, place) => sizes.findIndex((each) => each.raise_to === size.raise_to) === place);
  if (turn.draw !== null) return <p className="muted">Draws are chosen by their cards, so they are not retried here.</p>;
  return (
    <div className="retry">
      <div className="act-buttons" role="group" aria-label="Decide again">
        {turn.can_fold && (
          <button type="button" className="act fold" disabled={isBusy} onClick={() => choose({ action: "fold" })}>
            Fold
          </button>
        )}
        <button type="button" className="act passive" disabled={isBusy} onClick={() => choose({ action: turn.can_check ? "check" : "call" })}>
          {turn.can_check ? "Check" : `Call ${money(turn.call ?? 0)}`}
        </button>
        {unlike.map((size) => (
          <button key={size.key} type="button" className="act raise" disabled={isBusy} onClick={() => choose({ action: "raise", amount: size.raise_to })}>
            {size.label} <strong>{money(size.raise_to)}</strong>
          </button>
        ))}
      </div>
      {isBusy && <p className="coach-wait">Grading…</p>}
      {grade && <GradeCard grade={grade} bigBlind={bigBlind} />}
    </div>
  );
}
