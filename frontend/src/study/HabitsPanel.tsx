import { useEffect, useState } from "react";
import { getHabits } from "../api/study";
import type { Habits, HabitView } from "../api/studyTypes";
import { Choice } from "../layout/Choice";
import { percent } from "../lib/format";
import { sayError } from "../state/toasts";

type Source = "all" | "played" | "imported";

const SOURCES: Record<Source, string> = { all: "All hands", played: "Played here", imported: "Imported" };
const POSITIONS = ["", "UTG", "LJ", "HJ", "CO", "BTN", "BTN/SB", "SB", "BB"] as const;
const IS_IMPORTED: Record<Source, boolean | null> = { all: null, played: false, imported: true };

/** Chances below which a habit is none yet. */
const FEW = 10;

/** What you do in named spots, and what the strategy would do with the same hands. */
export function HabitsPanel() {
  const [source, setSource] = useState<Source>("all");
  const [position, setPosition] = useState<string>("");
  const habits = useHabits(source, position);
  return (
    <section className="card-panel" aria-labelledby="habits">
      <h2 id="habits">Your habits against the strategy</h2>
      <div className="form-row">
        <Choice<Source> label="Hands" value={source} options={SOURCES} onChange={setSource} />
        <label className="field">
          <span>Position</span>
          <select value={position} onChange={(event) => setPosition(event.target.value)}>
            {POSITIONS.map((name) => (
              <option key={name} value={name}>
                {name || "Any"}
              </option>
            ))}
          </select>
        </label>
      </div>
      {habits === null ? <p className="muted">Looking through your hands…</p> : <HabitTable habits={habits} />}
    </section>
  );
}

/** Asked again for as long as hands are still to be looked through. */
function useHabits(source: Source, position: string): Habits | null {
  const [habits, setHabits] = useState<Habits | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = () =>
      getHabits(IS_IMPORTED[source], position).then((found) => {
        if (isGone) return;
        setHabits(found);
        if (found.waiting > 0) void look();
      }, sayError);
    void look();
    return () => {
      isGone = true;
    };
  }, [source, position]);
  return habits;
}

export function HabitTable({ habits }: { habits: Habits }) {
  const done = habits.waiting > 0 ? `${habits.hands} hands so far, ${habits.waiting} still to look through.` : `${habits.hands} hands.`;
  return (
    <>
      <p className="muted" role="status">
        {done} The strategy’s share is how often it does the same with the very hands that you held.
      </p>
      {habits.habits.length > 0 && (
        <div className="table-scroll" tabIndex={0} role="group" aria-label="Habits">
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Spot</th>
                <th scope="col" className="number">You</th>
                <th scope="col" className="number">Of</th>
                <th scope="col" className="number">95 %</th>
                <th scope="col" className="number">Strategy</th>
                <th scope="col">Difference</th>
              </tr>
            </thead>
            <tbody>
              {habits.habits.map((habit) => (
                <tr key={habit.name}>
                  <th scope="row">{habit.words}</th>
                  <td className="number">{percent(habit.taken.value ?? 0)}</td>
                  <td className="number">{habit.taken.of}</td>
                  <td className="number">
                    {percent(habit.low)}–{percent(habit.high)}
                  </td>
                  <td className="number">{strategyWords(habit)}</td>
                  <td className={habit.differs === 0 || habit.known < FEW ? "muted" : "habit-differs"}>{differenceWords(habit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function strategyWords({ strategy, margin }: HabitView): string {
  return strategy === null ? "not known" : `${percent(strategy)} ± ${percent(margin ?? 0)}`;
}

/** In points, over the chances that the strategy knows; and whether luck explains it. */
export function differenceWords({ own, strategy, differs, known }: HabitView): string {
  if (own === null || strategy === null) return "";
  const points = Math.round(100 * (own - strategy));
  const size = points === 0 ? "none" : `${points > 0 ? "+" : "−"}${Math.abs(points)} points`;
  const of = ` of ${known}`;
  if (points !== 0 && known < FEW) return `${size}${of}: too few to say`;
  if (differs === 0) return points === 0 ? size : `${size}${of}, within luck`;
  return `${size}${of}: ${differs > 0 ? "too often" : "too seldom"}`;
}
