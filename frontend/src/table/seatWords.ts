/** A seat for the screen reader, and the colours that its name and last action have. */
import type { SeatView } from "../api/types";
import { cardsInWords } from "../lib/cards";
import type { Money } from "../lib/hooks";

export function describeSeat(seat: SeatView, money: Money): string {
  const parts = [seat.name];
  if (seat.position_words) parts.push(seat.position_words);
  parts.push(seat.is_out ? (seat.place ? `finished in place ${seat.place}` : "out") : `stack ${money(seat.stack)}`);
  if (seat.has_folded) parts.push("folded");
  else if (seat.is_all_in) parts.push("all-in");
  else if (seat.last_action) parts.push(inUnits(seat.last_action, money));
  if (seat.bet > 0) parts.push(`bet ${money(seat.bet)}`);
  if (seat.cards.length > 0) parts.push(`holds ${cardsInWords(seat.cards)}`);
  if (seat.hand_words) parts.push(seat.hand_words);
  if (seat.won > 0) parts.push(`wins ${money(seat.won)}`);
  if (seat.is_actor) parts.push(seat.is_you ? "it is your turn" : "is thinking");
  return parts.join(", ");
}

/** "raise to 150" with the amount as the rest of the table shows amounts. */
function inUnits({ text, amount, raise_to }: NonNullable<SeatView["last_action"]>, money: Money): string {
  return text.replace(/\d+/g, (found) => (Number(found) === amount || Number(found) === raise_to ? money(Number(found)) : found));
}

/** A steady colour for a name. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 3600;
  return hash % 360;
}

export type Tone = "fold" | "passive" | "aggressive" | "all-in" | "draw" | "forced";

export function actionTone(seat: SeatView): Tone {
  if (seat.is_all_in) return "all-in";
  switch (seat.last_action?.kind) {
    case "fold":
      return "fold";
    case "check":
    case "call":
      return "passive";
    case "bet":
    case "raise":
      return "aggressive";
    case "draw":
      return "draw";
    default:
      return "forced";
  }
}
