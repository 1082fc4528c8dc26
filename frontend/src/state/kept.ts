/** What a person keeps for himself in this browser: bookmarks of spots, trees of bet sizes by name, the import to be shown. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

export interface Bookmark {
  /** The address of the page, which says everything on display. */
  to: string;
  name: string;
}

/** The part of the solve form that makes a tree. */
export type Tree = Record<string, unknown>;

interface KeptState {
  bookmarks: Bookmark[];
  trees: Record<string, Tree>;
  /** The job of the latest import of hands, until it is put away. */
  shownImport: string | null;
  showImport(job: string | null): void;
  /** A second one of the same address takes the place of the first. */
  keepBookmark(bookmark: Bookmark): void;
  dropBookmark(to: string): void;
  keepTree(name: string, tree: Tree): void;
  dropTree(name: string): void;
}

const MOST_KEPT = 200;

export const useKept = create<KeptState>()(
  persist(
    (set) => ({
      bookmarks: [],
      trees: {},
      shownImport: null,
      showImport: (shownImport) => set({ shownImport }),
      keepBookmark: (bookmark) =>
        set(({ bookmarks }) => ({ bookmarks: [bookmark, ...bookmarks.filter(({ to }) => to !== bookmark.to)].slice(0, MOST_KEPT) })),
      dropBookmark: (to) => set(({ bookmarks }) => ({ bookmarks: bookmarks.filter((each) => each.to !== to) })),
      keepTree: (name, tree) => set(({ trees }) => ({ trees: { ...trees, [name]: tree } })),
      dropTree: (name) => set(({ trees: { [name]: _, ...trees } }) => ({ trees })),
    }),
    { name: "gutshot-kept", version: 1 },
  ),
);
