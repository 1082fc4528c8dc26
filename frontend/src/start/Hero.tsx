import type { NewTable } from "../api/types";
import { Card } from "../table/Card";

interface HeroProps {
  isOpening: boolean;
  onPlay(ask: NewTable): void;
}

/** One click to a hand. */
export function Hero({ isOpening, onPlay }: HeroProps) {
  return (
    <section className="hero">
      <div className="hero-text">
        <h1>Sit down. Play. Learn why.</h1>
        <p>
          Opponents with styles of their own, a coach at your side, and every hand saved for review. Nothing leaves
          this machine.
        </p>
        <div className="hero-buttons">
          <button className="button primary big" disabled={isOpening} onClick={() => onPlay({ rebuys: true })}>
            Play hold’em
          </button>
          <button className="button big" disabled={isOpening} onClick={() => onPlay({ game: "badugi", seats: 5, rebuys: true })}>
            Play badugi
          </button>
        </div>
      </div>
      <div className="hero-cards" aria-hidden="true">
        {["5s", "6h", "8d", "9c"].map((card, index) => (
          <span key={card} className="hero-card" style={{ "--place": index < 2 ? index : index + 1 } as React.CSSProperties}>
            <Card card={card} />
          </span>
        ))}
        <span className="hero-card gap" style={{ "--place": 2 } as React.CSSProperties}>
          7?
        </span>
      </div>
    </section>
  );
}
