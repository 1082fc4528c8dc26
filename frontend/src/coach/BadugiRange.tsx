import { percent } from "../lib/format";

interface BadugiRangeProps {
  shares: number[][];
  label: string;
}

const SIZES = ["Badugi", "Three cards", "Two cards", "One card"];
const HIGH_CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/** How many cards play by the high card. The height of a bar is the share, measured by the largest. */
export function BadugiRange({ shares, label }: BadugiRangeProps) {
  const most = Math.max(...shares.flat(), 1e-9);
  return (
    <table className="badugi-range" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">High card</th>
          {HIGH_CARDS.map((card) => (
            <th scope="col" key={card}>
              {card}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SIZES.map((size, row) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            {HIGH_CARDS.map((card, column) => (
              <Share key={card} share={shares[row]?.[column] ?? 0} most={most} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Share({ share, most }: { share: number; most: number }) {
  const weight = { "--weight": (share / most).toFixed(3) } as React.CSSProperties;
  return (
    <td className="badugi-share" style={weight} title={percent(share, 1)}>
      {share >= 0.005 && Math.round(100 * share)}
    </td>
  );
}
