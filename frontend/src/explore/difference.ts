/** Two strategies at the same decision as one picture: what one does more, or is worth more, than the other. */
import type { NodeView, Stop } from "./api";
import type { Cell } from "./cells";

/** The share of one action, by its place, or the EV as a share of the pot. */
export type Measure = number | "ev";

const here = (node: NodeView): Stop | undefined => node.path[node.path.length - 1];

/** Why hands of a seat that is not to act have no difference. */
export const OTHER_SEAT = "Only the seat to act does anything here.";

/** Why two nodes cannot be subtracted from each other; null where they can. */
export function misfit(one: NodeView, other: NodeView): string | null {
  const [a, b] = [here(one), here(other)];
  if (!a || !b || one.hands.knowledge === "none" || other.hands.knowledge === "none") return "One of the strategies does not know this spot.";
  if (a.kind !== "decision" || b.kind !== "decision") return "Only decisions can be compared as a difference: choose an action or a card.";
  if (one.hands.seat !== a.actor || other.hands.seat !== b.actor) return OTHER_SEAT;
  if (a.board.join("") !== b.board.join("")) return "The boards differ.";
  if (a.chairs.length !== b.chairs.length || a.chairs[a.actor ?? 0]?.name !== b.chairs[b.actor ?? 0]?.name) return "Different seats are to act.";
  const kinds = (stop: Stop) => stop.moves.map((move) => move.kind).join(", ");
  if (kinds(a) !== kinds(b)) return `The actions differ: ${a.moves.map((move) => move.word).join(", ")} and ${b.moves.map((move) => move.word).join(", ")}.`;
  return null;
}

/** What both know here. */
export function measuresOf(one: NodeView, other: NodeView): Measure[] {
  const places: Measure[] = one.hands.mix?.map((_, place) => place) ?? [];
  return one.hands.ev !== null && other.hands.ev !== null ? [...places, "ev"] : places;
}

/** The action in which they differ most. */
export function mostDifferent(one: ReadonlyMap<string, Cell>, other: ReadonlyMap<string, Cell>, measures: readonly Measure[]): Measure {
  const means = measures.map((measure) => (measure === "ev" ? -1 : differencesOf(one, other, measure, [1, 1]).mean));
  return measures[means.indexOf(Math.max(...means))] ?? 0;
}

export interface Differences {
  /** The first minus the second, as a share; null where only one of them has the hand. */
  byHand: Map<string, number | null>;
  /** Mean size over the first one's range. */
  mean: number;
  /** Hands that differ most, by how much of the range they are. */
  largest: { hand: string; by: number }[];
}

const MOST_LISTED = 8;

export function differencesOf(one: ReadonlyMap<string, Cell>, other: ReadonlyMap<string, Cell>, measure: Measure, pots: readonly [number, number]): Differences {
  const byHand = new Map<string, number | null>();
  const weighed: { hand: string; by: number; weight: number }[] = [];
  for (const [hand, cell] of one) {
    const [first, second] = [valueOf(cell, measure, pots[0]), valueOf(other.get(hand), measure, pots[1])];
    const by = first === null || second === null ? null : first - second;
    byHand.set(hand, by);
    if (by !== null) weighed.push({ hand, by, weight: cell.weight });
  }
  const total = weighed.reduce((sum, each) => sum + each.weight, 0);
  const mean = total > 0 ? weighed.reduce((sum, each) => sum + Math.abs(each.by) * each.weight, 0) / total : 0;
  const largest = weighed
    .filter((each) => Math.abs(each.by) >= 0.005)
    .sort((a, b) => Math.abs(b.by) * b.weight - Math.abs(a.by) * a.weight)
    .slice(0, MOST_LISTED)
    .map(({ hand, by }) => ({ hand, by }));
  return { byHand, mean, largest };
}

export function valueOf(cell: Cell | undefined, measure: Measure, pot: number): number | null {
  if (!cell || cell.combos === 0) return null;
  if (measure === "ev") return cell.ev === null ? null : cell.ev / pot;
  return cell.mix?.[measure] ?? null;
}
