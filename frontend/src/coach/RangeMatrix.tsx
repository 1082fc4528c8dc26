import { memo, useState } from "react";
import { handAt, MATRIX_SIZE } from "../lib/cards";
import { percent } from "../lib/format";

interface RangeMatrixProps {
  matrix: number[][];
  label: string;
}

const INDEXES = Array.from({ length: MATRIX_SIZE }, (_, index) => index);

/** 13x13 hands from A to 2, suited upper right. The height of a bar is how much of the hand is there. */
export const RangeMatrix = memo(function RangeMatrix({ matrix, label }: RangeMatrixProps) {
  const [chosen, setChosen] = useState("AA");
  const weightOf = (hand: string) => {
    for (const row of INDEXES) for (const column of INDEXES) if (handAt(row, column) === hand) return matrix[row]?.[column] ?? 0;
    return 0;
  };
  return (
    <div className="matrix-box">
      <div className="matrix" role="group" aria-label={label} onKeyDown={moveByArrows}>
        {INDEXES.map((row) =>
          INDEXES.map((column) => {
            const hand = handAt(row, column);
            const weight = matrix[row]?.[column] ?? 0;
            return (
              <button
                key={hand}
                className={row === column ? "cell pair" : "cell"}
                data-hand={hand}
                aria-label={`${hand}, ${percent(weight)}`}
                aria-pressed={hand === chosen}
                tabIndex={hand === chosen ? 0 : -1}
                style={{ "--weight": weight.toFixed(3) } as React.CSSProperties}
                onFocus={() => setChosen(hand)}
                onMouseEnter={() => setChosen(hand)}
                onClick={() => setChosen(hand)}
              >
                {hand}
              </button>
            );
          }),
        )}
      </div>
      <p className="matrix-told">
        <strong>{chosen}</strong> in {percent(weightOf(chosen))} of cases
      </p>
    </div>
  );
});

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -MATRIX_SIZE, ArrowDown: MATRIX_SIZE };

function moveByArrows(event: React.KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const cells = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(".cell")];
  const from = cells.indexOf(document.activeElement as HTMLButtonElement);
  if (step === undefined || from < 0) return;
  event.preventDefault();
  cells[from + step]?.focus();
}
