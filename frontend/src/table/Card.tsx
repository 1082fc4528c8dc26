import { faceOf } from "../lib/cards";
import { SuitMark } from "./SuitMark";

interface CardProps {
  card: string;
  /** At a showdown: whether it is one of the cards that play. Undefined where nothing is compared. */
  plays?: boolean;
  delay?: number;
}

export function Card({ card, plays, delay = 0 }: CardProps) {
  const face = faceOf(card);
  const state = plays === undefined ? "" : plays ? " plays" : " idle";
  return (
    <span
      className={`card suit-${face.suit}${state}`}
      role="img"
      aria-label={face.words + (plays ? ", plays" : "")}
      data-card={card}
      style={{ animationDelay: `${delay}ms` }}
    >
      <span className="card-corner" aria-hidden="true">
        <span className="card-rank">{face.rank}</span>
        <SuitMark suit={face.suit} />
      </span>
      <span className="card-pip" aria-hidden="true">
        <SuitMark suit={face.suit} />
      </span>
    </span>
  );
}

export function CardBack({ delay = 0 }: { delay?: number }) {
  return <span className="card back" aria-hidden="true" style={{ animationDelay: `${delay}ms` }} />;
}

export function CardRow({ cards }: { cards: readonly string[] }) {
  return (
    <span className="card-row">
      {cards.map((card) => (
        <Card key={card} card={card} />
      ))}
    </span>
  );
}
