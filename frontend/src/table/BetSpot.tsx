import { useEffect, useState } from "react";
import { usePrevious, type Money } from "../lib/hooks";
import { Chips } from "./Chips";

interface BetSpotProps {
  amount: number;
  bigBlind: number;
  money: Money;
  who: string;
}

const FLIGHT = 480;

/** The chips in front of a seat. When the street is over they slide into the pot. */
export function BetSpot({ amount, bigBlind, money, who }: BetSpotProps) {
  const before = usePrevious(amount);
  const [leaving, setLeaving] = useState(0);
  useEffect(() => {
    if (amount > 0 || !before) {
      setLeaving(0);
      return;
    }
    setLeaving(before);
    const timer = setTimeout(() => setLeaving(0), FLIGHT);
    return () => clearTimeout(timer);
  }, [amount, before]);
  const shown = amount > 0 ? amount : leaving;
  if (shown <= 0) return null;
  return (
    <div
      className={amount > 0 ? "bet" : "bet to-pot"}
      role="img"
      aria-hidden={amount <= 0}
      aria-label={`${who}: ${money(shown)} in front`}
    >
      <Chips bigBlinds={shown / bigBlind} />
      <span className="bet-amount">{money(shown)}</span>
    </div>
  );
}
