/** The hand under the pointer and the one that was pinned; only what shows them listens. */
import { create } from "zustand";

interface HoverState {
  hovered: string | null;
  pinned: string | null;
  hover(hand: string | null): void;
  pin(hand: string | null): void;
}

export const useHover = create<HoverState>()((set) => ({
  hovered: null,
  pinned: null,
  hover: (hovered) => set((state) => (state.hovered === hovered ? state : { hovered })),
  pin: (hand) => set((state) => ({ pinned: state.pinned === hand ? null : hand })),
}));
