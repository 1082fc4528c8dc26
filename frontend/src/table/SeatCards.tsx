import type { SeatView } from "../api/types";
import { Card, CardBack } from "./Card";

interface SeatCardsProps {
  seat: SeatView;
  playing: Set<string> | null;
  isOver: boolean;
}

/** Faces that we may see, backs for the rest. */
export function SeatCards({ seat, playing, isOver }: SeatCardsProps) {
  if (seat.card_count === 0) return null;
  const backs = Math.max(0, seat.card_count - seat.cards.length);
  const compares = isOver && playing !== null && !seat.has_folded;
  return (
    <div className="seat-cards" data-count={seat.card_count}>
      {seat.cards.map((card, index) => (
        <Card
          key={card}
          card={card}
          delay={index * 70}
          plays={compares ? seat.won > 0 && seat.playing_cards.includes(card) : undefined}
        />
      ))}
      {Array.from({ length: backs }, (_, index) => (
        <CardBack key={`back-${index}`} delay={index * 70} />
      ))}
      {seat.hand_words && (seat.is_you || isOver) && !seat.has_folded && <span className="hand-words">{seat.hand_words}</span>}
    </div>
  );
}
