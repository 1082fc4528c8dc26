/** Locks over many hands: how often they do something in the least costly way, or what they do now. */
import type { Move } from "./api";
import type { Combo } from "./cells";
import type { HandLock } from "./locks";

export interface LockPlan {
  locks: HandLock[];
  /** What the hands give up on average against their best action, in chips; null without values. */
  cost: number | null;
}

/** Most locks that one decision is given; finer mixes are rounded until they fit. */
const MOST_GROUPS = 60;
const ROUNDINGS = [0.01, 0.05, 0.1, 0.25, 1];

/**
 * `combos` take `action` with this share of their weight. Who does it is decided by value: first those that gain most, or
 * lose least, by it, and all others do the best of the rest; one combo at the border is split. That is the least costly way.
 * What is `held` already stays as it is, and counts.
 */
export function lockFrequency(
  line: string,
  moves: readonly Move[],
  combos: readonly Combo[],
  action: number,
  share: number,
  held: (combo: Combo) => number[] | null = () => null,
): LockPlan {
  const rated = combos.filter((combo) => !held(combo)).map((combo) => ({ combo, ...bestWithout(combo, action) }));
  rated.sort((one, other) => other.gain - one.gain);
  let left = combos.reduce((sum, combo) => sum + combo.weight * (share - (held(combo)?.[action] ?? 0)), 0);
  const planned = rated.map(({ combo, rest }) => {
    const part = combo.weight > 0 ? Math.min(1, Math.max(0, left / combo.weight)) : 0;
    left -= part * combo.weight;
    return { combo, mix: moves.map((_, place) => (place === action ? part : place === rest ? 1 - part : 0)) };
  });
  return planOf(line, moves, planned);
}

/** `combos` do what they do now, whatever else changes. */
export function lockAsItIs(line: string, moves: readonly Move[], combos: readonly Combo[]): LockPlan {
  for (const step of ROUNDINGS) {
    const planned = combos.map((combo) => ({ combo, mix: rounded(combo.mix ?? moves.map(() => 1 / moves.length), step) }));
    const plan = planOf(line, moves, planned);
    if (plan.locks.length <= MOST_GROUPS || step === 1) return plan;
  }
  return { locks: [], cost: null };
}

/** What the combos do here that earlier locks hold; those of a later lock go first. */
export function heldBy(locks: readonly HandLock[], line: string, moves: readonly Move[]): (combo: Combo) => number[] | null {
  const mixes = new Map<string, number[]>();
  for (const lock of locks) {
    if (lock.line !== line || lock.hands === null || lock.isShared) continue;
    const mix = moves.map((move) => lock.strategy[move.word] ?? 0);
    for (const name of lock.hands.split(",")) mixes.set(name.trim(), mix);
  }
  return (combo) => mixes.get(combo.name) ?? mixes.get(combo.hand) ?? null;
}

/** The least and the most that an action can be taken in all, with what is held as it is. */
export function reachable(combos: readonly Combo[], action: number, held: (combo: Combo) => number[] | null): [number, number] {
  const total = combos.reduce((sum, combo) => sum + combo.weight, 0);
  const fixed = combos.reduce((sum, combo) => sum + combo.weight * (held(combo)?.[action] ?? 0), 0);
  const free = combos.reduce((sum, combo) => sum + (held(combo) ? 0 : combo.weight), 0);
  return total > 0 ? [fixed / total, (fixed + free) / total] : [0, 1];
}

/** The best action but one, and what the one is worth beyond it. */
function bestWithout(combo: Combo, action: number): { rest: number; gain: number } {
  const values = (combo.actionEv ?? combo.mix ?? []).map((value) => value ?? -Infinity);
  const rest = values.reduce((best, value, place) => (place !== action && (best < 0 || value > (values[best] ?? -Infinity)) ? place : best), -1);
  return { rest, gain: (values[action] ?? 0) - (values[rest] ?? 0) };
}

/** To multiples of a step that still sum to one; the largest share takes what is left. */
function rounded(mix: readonly number[], step: number): number[] {
  const next = mix.map((share) => Math.round(share / step) * step);
  const most = mix.indexOf(Math.max(...mix));
  const rest = 1 - next.reduce((sum, share, place) => (place === most ? sum : sum + share), 0);
  return next.map((share, place) => Number((place === most ? rest : share).toFixed(4)));
}

interface Planned {
  combo: Combo;
  mix: number[];
}

function planOf(line: string, moves: readonly Move[], planned: readonly Planned[]): LockPlan {
  const groups = new Map<string, Planned[]>();
  for (const each of planned) {
    const key = each.mix.map((share) => share.toFixed(4)).join(" ");
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const locks = [...groups.values()].map((group) => ({
    line,
    hands: group.map(({ combo }) => combo.name).join(","),
    strategy: Object.fromEntries(moves.map((move, place) => [move.word, Number((group[0]?.mix[place] ?? 0).toFixed(4))])),
  }));
  return { locks, cost: costOf(planned) };
}

function costOf(planned: readonly Planned[]): number | null {
  const total = planned.reduce((sum, { combo }) => sum + combo.weight, 0);
  if (total <= 0 || planned.some(({ combo }) => !combo.actionEv)) return null;
  const worth = ({ combo, mix }: Planned) => mix.reduce((sum, share, place) => sum + (share > 0 ? share * (combo.actionEv?.[place] ?? 0) : 0), 0);
  const best = ({ combo }: Planned) => Math.max(...(combo.actionEv ?? []).map((value) => value ?? -Infinity));
  const cost = planned.reduce((sum, each) => sum + each.combo.weight * (best(each) - worth(each)), 0) / total;
  return Math.abs(cost) < 5e-4 ? 0 : cost;
}

/** "AQs", "All hands", "24 combos": what is locked, in a word. */
export function handsWords(hands: string | null): string {
  if (hands === null) return "All hands";
  const parts = hands.split(",");
  return parts.length > 3 ? `${parts.length} combos` : parts.join(", ");
}

/** The same inside a sentence; hands keep their capitals. */
export const handsInside = (hands: string | null): string => (hands === null ? "all hands" : handsWords(hands));
