import type { Grade, GradeName } from "../api/types";
import { amountsIn, retell } from "../lib/format";
import { usePreferences } from "../state/preferences";

const MARKS: Record<GradeName, string> = { best: "✓✓", fine: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
const NAMES: Record<GradeName, string> = {
  best: "Best",
  fine: "Fine",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

export function GradeMark({ grade }: { grade: GradeName }) {
  return (
    <span className={`grade-mark grade-${grade}`} title={NAMES[grade]}>
      <span aria-hidden="true">{MARKS[grade]}</span>
      <span className="grade-name">{NAMES[grade]}</span>
    </span>
  );
}

const METHODS: Record<Grade["method"], string> = {
  strategy: "by playing it out with the strategy",
  solver: "by solving the spot",
  rules: "by playing it out with rule players",
  equity: "by an earlier build’s estimates",
  draws: "by an earlier build’s odds of the draws",
};

/** The verdict with its amounts in the chosen units; what was lost is in big blinds already. */
export function useTellGrade(): (grade: Grade, bigBlind: number) => string {
  const units = usePreferences((state) => state.units);
  return (grade, bigBlind) => retell(grade.text, amountsIn(`${grade.action} ${grade.best}`), units, bigBlind);
}

export function GradeCard({ grade, bigBlind }: { grade: Grade; bigBlind: number }) {
  const text = useTellGrade()(grade, bigBlind);
  return (
    <section className={`grade-card grade-${grade.grade}`} aria-label="Grade of your last decision">
      <GradeMark grade={grade.grade} />
      <p>
        {text} <small className="muted grade-method">{METHODS[grade.method]}</small>
      </p>
    </section>
  );
}
