import { useEffect, useRef } from "react";
import { GradeCard, GradeMark } from "../coach/GradeCard";
import type { HandReplay } from "../api/studyTypes";
import { cardsInWords } from "../lib/cards";
import { useTellEntry } from "../lib/hooks";
import { Card } from "../table/Card";
import { DecisionPanel } from "./DecisionPanel";

interface ReplayStepsProps {
  replay: HandReplay;
  index: number;
  onGo(index: number): void;
  /** Whether you sat at the table. */
  isOwn?: boolean;
}

export const isDecision = (kind: string): boolean => ["fold", "check", "call", "bet", "raise", "draw"].includes(kind);

/** Scrolls the list alone: the grade above it, and on a phone the table, stay where they are. */
function showInside(list: HTMLElement, step: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), step.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** The hand as a list of steps, with the coach's grade where you decided. */
export function ReplaySteps({ replay, index, onGo, isOwn = true }: ReplayStepsProps) {
  const current = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current && current.current) showInside(list.current, current.current);
  }, [index]);
  const frame = replay.frames[index];
  const grade = frame?.grade;
  const tell = useTellEntry(replay.summary.big_blind);
  return (
    <>
      {grade ? (
        <GradeCard grade={grade} bigBlind={replay.summary.big_blind} />
      ) : !replay.is_graded ? (
        <p className="muted small-note" role="status">
          The coach is looking at this hand; grades appear when he has.
        </p>
      ) : frame && isOwn && frame.step > 0 && frame.entry.seat === replay.your_seat && isDecision(frame.entry.kind) ? (
        <p className="muted small-note">No strategy knows this decision, so it has no grade.</p>
      ) : (
        <p className="muted small-note">
          {!isOwn
            ? "Step with ← and →. All cards are face up."
            : replay.grades.length === 0
              ? "You made no decision in this hand."
              : "Step with ← and →. Your decisions show the coach’s grade."}
        </p>
      )}
      {frame && isOwn && frame.step > 0 && frame.entry.seat === replay.your_seat && isDecision(frame.entry.kind) && (
        <DecisionPanel key={frame.step} replay={replay} frame={frame} />
      )}
      <ol className="steps" ref={list} tabIndex={0} aria-label="Steps of the hand">
        {replay.frames.map((frame) => (
          <li key={frame.index}>
            <button
              ref={frame.index === index ? current : undefined}
              className={`step${frame.entry ? ` kind-${frame.entry.kind}` : ""}`}
              aria-current={frame.index === index ? "step" : undefined}
              onClick={() => onGo(frame.index)}
            >
              <span>{tell(frame.entry)}</span>
              {frame.grade && <GradeMark grade={frame.grade.grade} />}
            </button>
          </li>
        ))}
      </ol>
      {isOwn && (replay.shown.length > 0 || replay.rabbit.length > 0) && (
        <div className="after-hand">
          {replay.shown.length > 0 && <span>You showed {cardsInWords(replay.shown)}.</span>}
          {replay.rabbit.length > 0 && (
            <details className="rabbit">
              <summary>The board that would have come</summary>
              {replay.rabbit.map((card) => (
                <Card key={card} card={card} />
              ))}
            </details>
          )}
        </div>
      )}
    </>
  );
}
