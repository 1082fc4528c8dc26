import type { Grade, GradeName } from "../api/types";

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

export function GradeCard({ grade }: { grade: Grade }) {
  return (
    <section className={`grade-card grade-${grade.grade}`} aria-label="Grade of your last decision">
      <GradeMark grade={grade.grade} />
      <p>{grade.text}</p>
    </section>
  );
}
