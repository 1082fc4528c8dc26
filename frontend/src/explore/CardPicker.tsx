import { useEffect, useState } from "react";
import { faceOf } from "../lib/cards";
import { useLatest } from "../lib/hooks";
import { isTextField } from "../lib/keys";
import { SuitMark } from "../table/SuitMark";

interface CardPickerProps {
  title: string;
  /** How many cards are to be chosen. */
  count: number;
  dead: readonly string[];
  onPick(cards: string): void;
}

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];

/** Fifty-two small cards; those already dealt are off. A rank and a suit can also be typed. */
export function CardPicker({ title, count, dead, onPick }: CardPickerProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const choose = (card: string) => {
    if (dead.includes(card)) return;
    const next = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
    if (next.length === count) onPick(next.join(""));
    setChosen(next.length === count ? [] : next);
  };
  useTypedCards(choose);
  return (
    <div className="picker">
      <span className="block-name">
        {title} {count > 1 && <small>{count - chosen.length} to choose</small>}
      </span>
      <div className="picker-grid" role="group" aria-label={`Choose the ${title.toLowerCase()}`}>
        {SUITS.map((suit) =>
          RANKS.map((rank) => {
            const card = rank + suit;
            const face = faceOf(card);
            return (
              <button
                key={card}
                type="button"
                className={`pick suit-${face.suit}`}
                data-card={card}
                disabled={dead.includes(card)}
                aria-label={face.words}
                aria-pressed={chosen.includes(card)}
                onClick={() => choose(card)}
              >
                {rank}
                <SuitMark suit={face.suit} />
              </button>
            );
          }),
        )}
      </div>
    </div>
  );
}

/** "q" then "c" is the queen of clubs. */
function useTypedCards(onCard: (card: string) => void): void {
  const [rank, setRank] = useState("");
  const listen = useLatest((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTextField(event.target)) return;
    const key = event.key;
    if (rank && SUITS.includes(key.toLowerCase())) {
      event.preventDefault();
      event.stopImmediatePropagation();
      setRank("");
      onCard(rank + key.toLowerCase());
    } else if (RANKS.includes(key.toUpperCase())) {
      event.preventDefault();
      event.stopImmediatePropagation();
      setRank(key.toUpperCase());
    }
  });
  useEffect(() => {
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [listen]);
}
