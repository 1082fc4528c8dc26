import type { HandResult } from "../api/types";
import { retell } from "../lib/format";
import { useMoney } from "../lib/hooks";
import { usePreferences } from "../state/preferences";

interface ResultBannerProps {
  result: HandResult;
  bigBlind: number;
}

export function ResultBanner({ result, bigBlind }: ResultBannerProps) {
  const units = usePreferences((state) => state.units);
  const money = useMoney(bigBlind);
  const amounts = [...result.winners.map((winner) => winner.amount), Math.abs(result.net)];
  const tone = result.net > 0 ? "up" : result.net < 0 ? "down" : "even";
  return (
    <div className={`result ${tone}`}>
      <span className="result-text">{retell(result.text, amounts, units, bigBlind)}</span>
      {result.net !== 0 && <span className="result-net">{money.signed(result.net)}</span>}
    </div>
  );
}
