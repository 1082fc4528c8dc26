/** Strategies a person has fixed, by source, until they are solved around. Kept for the life of the tab. */
import { create } from "zustand";
import { persist, createJSONStorage } from "zustand/middleware";
import type { About } from "./api";

export interface HandLock {
  line: string;
  /** Share of each action by its word. */
  strategy: Record<string, number>;
  /** The hands as text; null for all of them. */
  hands: string | null;
  /** Made for a frequency in all: the next frequency at this decision takes its place. */
  isShared?: boolean;
}

/** Locks as the server takes them. */
export const plainLocks = (locks: readonly HandLock[]) => locks.map(({ line, strategy, hands }) => ({ line, strategy, hands }));

interface LocksState {
  /** Only where something was changed: a solution begins with the locks it was solved with. */
  locks: Record<string, HandLock[]>;
  add(about: Locked, ...added: HandLock[]): void;
  remove(about: Locked, place: number): void;
  /** Nothing is locked any more. */
  removeAll(about: Locked): void;
  clear(source: string): void;
}

type Locked = Pick<About, "source" | "locks">;

/** What is locked, and would be in a solve around it: the locks of the solution, changed as the person has changed them. */
export const locksOf = (about: Locked, changed: HandLock[] | undefined): HandLock[] => changed ?? about.locks;

/** Whether a lock leaves nothing of an earlier one. */
function covers(lock: HandLock, earlier: HandLock): boolean {
  if (lock.line !== earlier.line) return false;
  if (lock.isShared && earlier.isShared) return true;
  if (lock.hands === null || lock.hands === earlier.hands) return true;
  const held = new Set(lock.hands.split(","));
  return earlier.hands !== null && earlier.hands.split(",").every((hand) => held.has(hand));
}

export const useLocks = create<LocksState>()(
  persist(
    (set) => ({
      locks: {},
      add: (about, ...added) =>
        set(({ locks }) => {
          const others = locksOf(about, locks[about.source]).filter((each) => !added.some((lock) => covers(lock, each)));
          return { locks: { ...locks, [about.source]: [...others, ...added] } };
        }),
      remove: (about, place) =>
        set(({ locks }) => ({
          locks: { ...locks, [about.source]: locksOf(about, locks[about.source]).filter((_, k) => k !== place) },
        })),
      removeAll: (about) => set(({ locks }) => ({ locks: { ...locks, [about.source]: [] } })),
      clear: (source) =>
        set(({ locks }) => {
          const { [source]: _, ...others } = locks;
          return { locks: others };
        }),
    }),
    { name: "gutshot-locks", storage: createJSONStorage(() => sessionStorage) },
  ),
);
