import { Card } from "./Card";

interface BoardProps {
  board: readonly string[];
  size: number;
  playing: Set<string> | null;
}

/** Five fixed slots: a card lies where it will stay from the flop to the river. */
export function Board({ board, size, playing }: BoardProps) {
  if (size === 0) return null;
  return (
    <div className="board" role="group" aria-label={board.length ? "Board" : "Board, no cards yet"}>
      {Array.from({ length: size }, (_, slot) => {
        const card = board[slot];
        return (
          <span className="slot" key={slot}>
            {card && <Card key={card} card={card} plays={playing ? playing.has(card) : undefined} delay={slot < 3 ? slot * 90 : 0} />}
          </span>
        );
      })}
    </div>
  );
}
