import { faceOf } from "../lib/cards";
import { Card } from "../table/Card";
import { SuitMark } from "../table/SuitMark";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const MOST = 5;

interface BoardPickerProps {
  board: readonly string[];
  onChange(board: string[]): void;
}

/** Three to five cards of fifty-two; a click puts a card on the board or takes it off. */
export function BoardPicker({ board, onChange }: BoardPickerProps) {
  const toggle = (card: string) =>
    onChange(board.includes(card) ? board.filter((each) => each !== card) : [...board, card].slice(0, MOST));
  return (
    <div className="board-picker">
      <div className="board-chosen" aria-live="polite" aria-label="The board">
        {board.map((card) => (
          <Card key={card} card={card} />
        ))}
        {Array.from({ length: Math.max(0, 3 - board.length) }, (_, place) => (
          <span key={place} className="card slot" aria-hidden="true" />
        ))}
        <button type="button" className="button small" disabled={board.length === 0} onClick={() => onChange([])}>
          Clear
        </button>
      </div>
      <div className="deck-grid" role="group" aria-label="Cards of the board">
        {SUITS.map((suit) =>
          RANKS.map((rank) => {
            const card = rank + suit;
            const face = faceOf(card);
            const isChosen = board.includes(card);
            return (
              <button
                key={card}
                type="button"
                className={`deck-card suit-${face.suit}`}
                data-card={card}
                aria-label={face.words}
                aria-pressed={isChosen}
                disabled={!isChosen && board.length >= MOST}
                onClick={() => toggle(card)}
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
