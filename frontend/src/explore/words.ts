/** Actions, lines and amounts in words. */
import type { Money } from "../lib/hooks";
import type { About, Move, Stop } from "./api";

const WORDS = { fold: "Fold", check: "Check", call: "Call", bet: "Bet", raise: "Raise", all_in: "All-in", draw: "Draw" } as const;

export function moveLabel(move: Move, stop: Stop, money: Money): string {
  if (move.kind === "draw") return move.word.charAt(0).toUpperCase() + move.word.slice(1);
  if (move.kind === "call") return `Call ${money(stop.to_call)}`;
  return move.amount ? `${WORDS[move.kind]} ${money(move.amount)}` : WORDS[move.kind];
}

export const shareOfPot = (move: Move): string =>
  move.pot_share === null ? "" : `${Math.round(move.pot_share * 100)} %`;

/** The line after `word` is done where `stop` is, or after cards are dealt there. */
export function lineAfter(stop: Stop, word: string): string {
  if (stop.kind === "card") return `${stop.line}|${word}|`;
  return stop.line === "" || stop.line.endsWith("|") ? stop.line + word : `${stop.line},${word}`;
}

/** The same path with other cards dealt at one of its stops. */
export function lineWithCards(path: readonly Stop[], at: number, cards: string): string {
  let line = path[0]?.line ?? "";
  path.forEach((stop, place) => {
    if (!stop.taken) return;
    line = lineAfter({ ...stop, line }, place === at ? cards : stop.taken);
  });
  return line;
}

export const isThreeWay = (about: Pick<About, "kind">): boolean => about.kind === "three-way";

/** The players of a solved spot in order of action. */
export function playerNames(about: Pick<About, "kind" | "config">): string[] {
  return isThreeWay(about) ? Object.keys((about.config["players"] as object | undefined) ?? {}).map((name) => name.toUpperCase()) : ["OOP", "IP"];
}
