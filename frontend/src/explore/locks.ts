/** Strategies a person has fixed, by source, until they are solved around. Kept for the life of the tab. */
import { create } from "zustand";
import { persist, createJSONStorage } from "zustand/middleware";

export interface HandLock {
  line: string;
  /** Share of each action by its word. */
  strategy: Record<string, number>;
  /** The hands as text; null for all of them. */
  hands: string | null;
}

interface LocksState {
  locks: Record<string, HandLock[]>;
  add(source: string, lock: HandLock): void;
  remove(source: string, place: number): void;
  clear(source: string): void;
}

export const useLocks = create<LocksState>()(
  persist(
    (set) => ({
      locks: {},
      add: (source, lock) =>
        set(({ locks }) => {
          const others = (locks[source] ?? []).filter((each) => each.line !== lock.line || each.hands !== lock.hands);
          return { locks: { ...locks, [source]: [...others, lock] } };
        }),
      remove: (source, place) =>
        set(({ locks }) => ({ locks: { ...locks, [source]: (locks[source] ?? []).filter((_, k) => k !== place) } })),
      clear: (source) => set(({ locks }) => ({ locks: { ...locks, [source]: [] } })),
    }),
    { name: "gutshot-locks", storage: createJSONStorage(() => sessionStorage) },
  ),
);
