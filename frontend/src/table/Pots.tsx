import type { PotView, SeatView } from "../api/types";
import type { Money } from "../lib/hooks";
import { Chips } from "./Chips";

interface PotsProps {
  pot: number;
  pots: PotView[];
  seats: SeatView[];
  bigBlind: number;
  money: Money;
}

/** The pot; with side pots each has its name, its amount and the people who can win it. */
export function Pots({ pot, pots, seats, bigBlind, money }: PotsProps) {
  const nameOf = (seat: number) => seats.find((view) => view.seat === seat)?.name ?? "";
  return (
    <div className="pots">
      <div className="pot-total" aria-label={`Pot ${money(pot)}`} role="img">
        <Chips bigBlinds={pot / bigBlind} />
        <span className="pot-label">Pot</span>
        <span className="pot-amount">{money(pot)}</span>
      </div>
      {pots.length > 1 && (
        <ul className="side-pots" aria-label="Pots and who can win them">
          {pots.map((each) => (
            <li key={each.name} className="side-pot">
              <span className="side-pot-name">{each.name}</span>
              <span className="side-pot-amount">{money(each.amount)}</span>
              <span className="side-pot-seats">
                {(each.winners.length ? each.winners : each.seats).map(nameOf).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
