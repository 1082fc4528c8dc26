/** The colours of actions and of heat: raises red and darker as they grow, all-in darkest, passive green, fold blue; draws from green to violet. */
import type { Move } from "./api";

const SIZED = new Set(["bet", "raise"]);

/** One colour for each action of a decision, in its order. */
export function coloursOf(moves: readonly Move[]): string[] {
  const sized = moves.filter((move) => SIZED.has(move.kind));
  return moves.map((move) => {
    if (move.kind === "fold") return "var(--fold)";
    if (move.kind === "check" || move.kind === "call") return "var(--passive)";
    if (move.kind === "draw") return `color-mix(in oklab, var(--passive), var(--draw) ${Math.min(100, drawn(move) * 33)}%)`;
    if (move.kind === "all_in") return "var(--all-in)";
    const place = sized.length > 1 ? sized.indexOf(move) / (sized.length - 1) : 0.5;
    return `color-mix(in oklab, var(--raise-light), var(--raise-deep) ${Math.round(place * 100)}%)`;
  });
}

/** How many cards go: "pat", "draw 2". */
const drawn = (move: Move): number => Number(move.word.replace(/\D/g, "")) || 0;

/** A mix as stripes side by side. */
export function stripes(mix: readonly number[], colours: readonly string[]): string {
  let from = 0;
  const parts = mix.flatMap((share, action) => {
    if (share < 0.0005) return [];
    const to = from + share * 100;
    const part = `${colours[action]} ${from.toFixed(1)}% ${to.toFixed(1)}%`;
    from = to;
    return [part];
  });
  return parts.length > 0 ? `linear-gradient(to right, ${parts.join(", ")})` : "none";
}

/** Red below the middle, white in it, green above; `value` from 0 to 1. */
export function heat(value: number): string {
  const place = Math.min(1, Math.max(0, value));
  return place < 0.5
    ? `color-mix(in oklab, var(--heat-mid), var(--heat-low) ${Math.round((0.5 - place) * 200)}%)`
    : `color-mix(in oklab, var(--heat-mid), var(--heat-high) ${Math.round((place - 0.5) * 200)}%)`;
}
