/** A small stack of chips; higher amounts in big blinds have more and darker chips. */
const STEPS = [1, 3, 8, 20, 60];

export function Chips({ bigBlinds }: { bigBlinds: number }) {
  const size = STEPS.filter((step) => bigBlinds >= step).length;
  const count = Math.max(1, size);
  return (
    <svg className="chips" viewBox="0 0 24 28" aria-hidden="true" data-size={size}>
      {Array.from({ length: count }, (_, index) => (
        <g key={index} transform={`translate(0 ${18 - index * 3.4})`}>
          <ellipse className="chip-side" cx="12" cy="5.600" rx="9.500" ry="4.200" />
          <ellipse className="chip-top" cx="12" cy="4" rx="9.500" ry="4.200" />
          <ellipse className="chip-ring" cx="12" cy="4" rx="6" ry="2.500" />
        </g>
      ))}
    </svg>
  );
}
