/** What went wrong in a drill, by kind. */
import type { Drill } from "./drillApi";

export interface Miss {
  did: string;
  best: string;
  times: number;
  /** Per cent of the pot in all; null without values. */
  lost: number | null;
}

const RIGHT = ["best", "fine"];

/** The kinds of mistakes, costliest first: what was done where what was best. */
export function missesOf(answers: Drill["answers"]): Miss[] {
  const found = new Map<string, Miss>();
  for (const answer of answers) {
    if (RIGHT.includes(answer.grade)) continue;
    const key = `${answer.action} ${answer.best}`;
    const known = found.get(key) ?? { did: answer.action, best: answer.best, times: 0, lost: null };
    const lost = answer.percent_lost === null ? known.lost : (known.lost ?? 0) + answer.percent_lost;
    found.set(key, { ...known, times: known.times + 1, lost });
  }
  return [...found.values()].sort((one, other) => (other.lost ?? other.times) - (one.lost ?? one.times));
}
