/** Rates of a match on one scale. */
import type { SimAgent } from "../jobs/api";

/** What was won, or what would have been without the luck of all-ins. */
export type Shown = "won" | "adjusted";

export interface ShownRate {
  bb100: number;
  ci95: number | null;
}

export const rateOf = (agent: SimAgent, shown: Shown): ShownRate =>
  shown === "won"
    ? { bb100: agent.bb100, ci95: agent.ci95 }
    : { bb100: agent.adjusted_bb100, ci95: agent.adjusted_ci95 };

/** From a rate to a place between 0 and 100, such that every band and the zero fit. */
export function scaleOf(rates: readonly ShownRate[]): (value: number) => number {
  const ends = rates.flatMap(({ bb100, ci95 }) => [bb100 - (ci95 ?? 0), bb100 + (ci95 ?? 0)]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const width = high - low || 1;
  return (value) => 2 + (96 * (value - low)) / width;
}

/** Whether two intervals leave no doubt about who is better. */
export function differ(left: ShownRate, right: ShownRate): boolean {
  if (left.ci95 === null || right.ci95 === null) return false;
  return Math.abs(left.bb100 - right.bb100) > Math.hypot(left.ci95, right.ci95);
}
