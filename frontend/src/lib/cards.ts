/** Cards as pictures and as words. */

export type Suit = "s" | "h" | "d" | "c";

export interface CardFace {
  rank: string;
  suit: Suit;
  symbol: string;
  words: string;
}

const SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUITS: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANKS: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** "Td" -> ten of diamonds; the ten is printed as 10. */
export function faceOf(card: string): CardFace {
  const rank = card.charAt(0);
  const suit = card.charAt(1) as Suit;
  return {
    rank: rank === "T" ? "10" : rank,
    suit,
    symbol: SYMBOLS[suit],
    words: `${RANKS[rank] ?? rank} of ${SUITS[suit]}`,
  };
}

export const cardsInWords = (cards: readonly string[]): string => cards.map((card) => faceOf(card).words).join(", ");

const MATRIX_RANKS = "AKQJT98765432";

/** Name of a matrix cell: pairs on the diagonal, suited above it. */
export function handAt(row: number, column: number): string {
  const [first, second] = [MATRIX_RANKS.charAt(row), MATRIX_RANKS.charAt(column)];
  if (row === column) return first + second;
  return row < column ? `${first}${second}s` : `${second}${first}o`;
}

export const MATRIX_SIZE = MATRIX_RANKS.length;
