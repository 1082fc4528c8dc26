/** A small stack of chips; higher amounts in big blinds have more and darker chips. */
const LIFT = 3.4;
const STEPS = [1, 3, 8, 20, 60];

export function Chips({ bigBlinds }: { bigBlinds: number }) {
  const size = STEPS.filter((step) => bigBlinds >= step).length;
  const count = Math.max(1, size);
  const top = 16 - (count - 1) * LIFT;
  return (
    <svg className="chips" viewBox={`0 ${top} 24 ${30.5 - top}`} aria-hidden="true" data-size={size}>
      {Array.from({ length: count }, (_, index) => (
        <g key={index} transform={`translate(0 ${18 - index * LIFT})`}>
          <ellipse className="chip-side" cx="12" cy="6.500" rx="9.500" ry="5.400" />
          <ellipse className="chip-top" cx="12" cy="4" rx="9.500" ry="5.400" />
          <ellipse className="chip-ring" cx="12" cy="4" rx="5.800" ry="3.200" />
        </g>
      ))}
    </svg>
  );
}
