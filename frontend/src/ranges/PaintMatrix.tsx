import { memo, useRef, useState } from "react";
import { handAt, MATRIX_SIZE } from "../lib/cards";
import { percent } from "../lib/format";
import { moveByArrows } from "./matrixKeys";

interface PaintMatrixProps {
  label: string;
  matrix: number[][];
  /** The weight that the brush gives, 0..1; painting a cell that has it already takes it away. */
  brush: number;
  onPaint(hands: string[], weight: number): void;
}

const PLACES = Array.from({ length: MATRIX_SIZE * MATRIX_SIZE }, (_, place) => place);
export const HANDS = PLACES.map((place) => handAt(Math.floor(place / MATRIX_SIZE), place % MATRIX_SIZE));

interface Stroke {
  weight: number;
  hands: Set<string>;
}

/** Press and drag over hands to give them the brush's weight. One press toggles one hand. */
export function PaintMatrix({ label, matrix, brush, onPaint }: PaintMatrixProps) {
  const stroke = useRef<Stroke | null>(null);
  const [wet, setWet] = useState<ReadonlyMap<string, number>>(new Map());
  const [known, setKnown] = useState(matrix);
  if (known !== matrix) {
    setKnown(matrix);
    setWet(new Map());
  }
  const weightOf = (place: number) =>
    wet.get(HANDS[place] ?? "") ?? matrix[Math.floor(place / MATRIX_SIZE)]?.[place % MATRIX_SIZE] ?? 0;
  const touch = (hand: string | null) => {
    const drawing = stroke.current;
    if (!drawing || !hand || drawing.hands.has(hand)) return;
    drawing.hands.add(hand);
    setWet((before) => new Map(before).set(hand, drawing.weight));
  };
  const begin = (hand: string) => {
    const weight = Math.abs(weightOf(HANDS.indexOf(hand)) - brush) < 0.005 ? 0 : brush;
    stroke.current = { weight, hands: new Set() };
    touch(hand);
  };
  const finish = () => {
    const drawn = stroke.current;
    stroke.current = null;
    if (drawn && drawn.hands.size > 0) onPaint([...drawn.hands], drawn.weight);
  };
  return (
    <div
      className="paint-matrix"
      role="group"
      aria-label={label}
      onPointerDown={(event) => {
        const hand = handUnder(event);
        if (!hand || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin(hand);
      }}
      onPointerMove={(event) => touch(handUnder(event))}
      onPointerUp={finish}
      onPointerCancel={finish}
      onKeyDown={(event) => {
        const hand = (event.target as HTMLElement).dataset["hand"];
        if (hand && (event.key === " " || event.key === "Enter")) {
          event.preventDefault();
          begin(hand);
          finish();
        } else moveByArrows(event, ".paint-cell");
      }}
    >
      {PLACES.map((place) => (
        <PaintCell key={place} place={place} weight={weightOf(place)} />
      ))}
    </div>
  );
}

/** The hand under the pointer, wherever the pointer is captured. */
function handUnder(event: React.PointerEvent): string | null {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found?.closest<HTMLElement>(".paint-cell")?.dataset["hand"] ?? null;
}

const PaintCell = memo(function PaintCell({ place, weight }: { place: number; weight: number }) {
  const hand = HANDS[place] ?? "";
  return (
    <button
      type="button"
      className={weight > 0 ? "paint-cell on" : "paint-cell"}
      data-hand={hand}
      aria-label={`${hand}, ${percent(weight)}`}
      aria-pressed={weight > 0}
      tabIndex={place === 0 ? 0 : -1}
      style={{ "--weight": weight.toFixed(3) } as React.CSSProperties}
    >
      {hand}
    </button>
  );
});
