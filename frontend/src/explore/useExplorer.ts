/** The address is the state: source, line, seat, a second source and how it is compared. What it asks for is fetched and kept while walking. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { create } from "zustand";
import { useLatest } from "../lib/hooks";
import { isTextField } from "../lib/keys";
import { useAsync, type Asked } from "../lib/useAsync";
import { getNode, query, type NodeView, type Spot } from "./api";
import { lineAfter } from "./words";

export interface Explorer {
  spot: Spot;
  against: string | null;
  /** Both as one picture, what one does more, rather than side by side. */
  isDifference: boolean;
  go(line: string): void;
  look(seat: number | null): void;
  compare(source: string | null): void;
  subtract(isDifference: boolean): void;
  forward(): void;
}

const DIFFERENCE = "difference";

export function useExplorer(): Explorer {
  const [params, setParams] = useSearchParams();
  const source = params.get("source") ?? "";
  const line = params.get("line") ?? "";
  const seat = params.get("seat");
  /** The deepest line walked, to come back to after a rewind. */
  const deepest = useRef(line);
  if (!deepest.current.startsWith(line)) deepest.current = line;
  const change = (changes: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    spot: { source, line, seat: seat === null ? null : Number(seat) },
    against: params.get("vs"),
    isDifference: params.get("as") === DIFFERENCE,
    go: (to) => change({ line: to, seat: null }),
    look: (to) => change({ seat: to === null ? null : String(to) }),
    compare: (to) => change({ vs: to, ...(to === null && { as: null }) }),
    subtract: (isDifference) => change({ as: isDifference ? DIFFERENCE : null }),
    forward: () => {
      const next = stepBeyond(deepest.current, line);
      if (next !== null) change({ line: next, seat: null });
    },
  };
}

/** One step from `line` towards `deepest`. */
export function stepBeyond(deepest: string, line: string): string | null {
  if (deepest === line || !deepest.startsWith(line)) return null;
  const rest = deepest.slice(line.length);
  const step = /^(\|[^|]*\||,?[^,|]+)/.exec(rest);
  return step ? line + step[0] : null;
}

const cache = new Map<string, NodeView>();
const MOST_KEPT = 60;

/** How often the seat to act takes each action at a line that was seen before; null where that is not known yet. */
export function frequenciesAt(source: string, line: string): number[] | null {
  return cache.get(query({ source, line, seat: null }))?.hands.frequencies ?? null;
}

export function useNode(spot: Spot): Asked<NodeView> {
  const key = query(spot);
  const version = useValued((state) => state.versions[key] ?? 0);
  return useAsync(spot.source ? `${key} ${version}` : null, async (signal) => {
    const kept = cache.get(key);
    if (kept) return kept;
    const node = await getNode(spot, signal);
    keep(key, node);
    return node;
  });
}

function keep(key: string, node: NodeView): void {
  cache.set(key, node);
  if (cache.size > MOST_KEPT) cache.delete(cache.keys().next().value ?? "");
}

/** Nodes whose values were played out since they were first shown, by how often. */
const useValued = create<{ versions: Record<string, number> }>()(() => ({ versions: {} }));

/** Has the values of a node played out with so many deals of each hand; whoever shows the node then shows them. */
export async function playOut(source: string, line: string, deals: number): Promise<void> {
  const spot = { source, line, seat: null };
  const key = query(spot);
  keep(key, await getNode(spot, undefined, deals));
  useValued.setState(({ versions }) => ({ versions: { ...versions, [key]: (versions[key] ?? 0) + 1 } }));
}

/** What the keys of the explorer do, for its list of keys. */
export const WALK_KEYS = [
  ["1 … 9", "the action with that number"],
  ["F C R A", "fold, check or call, the first bet or raise, all-in"],
  ["Q C", "a rank, then a suit: deal that card"],
  ["← → Home", "one step back, one step on, to the start"],
  ["S", "show the next seat’s hands"],
  ["↑ ↓ ← →", "in the matrix: another hand; Enter pins it"],
  ["?", "this list"],
] as const;

/** Digits and letters act, left goes back, right goes on, Home to the start. */
export function useWalkKeys(node: NodeView | null, explorer: Explorer): void {
  const listen = useLatest((event: KeyboardEvent) => {
    if (!node || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (isTextField(event.target)) return;
    const to = lineFor(event.key, node, explorer);
    if (to === undefined) return;
    event.preventDefault();
    if (to !== null) explorer.go(to);
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [listen]);
}

/** Where a key leads: a line, null where it has been dealt with, undefined where it means nothing. */
function lineFor(key: string, node: NodeView, explorer: Explorer): string | null | undefined {
  const here = node.path[node.path.length - 1];
  if (!here) return undefined;
  if (key === "ArrowLeft" || key === "Backspace") return node.path[node.path.length - 2]?.line ?? null;
  if (key === "Home") return node.path[0]?.line ?? null;
  if (key === "ArrowRight") {
    explorer.forward();
    return null;
  }
  if (key === "Tab" || here.kind !== "decision") return undefined;
  if (key.toLowerCase() === "s") {
    explorer.look((node.hands.seat + 1) % here.chairs.length);
    return null;
  }
  const kinds: Record<string, string[]> = { f: ["fold"], c: ["check", "call"], r: ["bet", "raise"], a: ["all_in"] };
  const wanted = kinds[key.toLowerCase()];
  const move = /^[1-9]$/.test(key) ? here.moves[Number(key) - 1] : here.moves.find((each) => wanted?.includes(each.kind));
  return move ? lineAfter(here, move.word) : undefined;
}
