/** Short messages that pass: mostly the sentence with which the server refused something. */
import { create } from "zustand";

export interface Toast {
  id: number;
  kind: "error" | "info";
  text: string;
  /** What can be done about it while it is shown, such as taking it back. */
  action?: { words: string; run(): void };
}

interface ToastsState {
  toasts: Toast[];
  add(kind: Toast["kind"], text: string, action?: Toast["action"]): void;
  remove(id: number): void;
}

const SECONDS = 6;
const SECONDS_TO_ACT = 20;
let lastId = 0;

export const useToasts = create<ToastsState>()((set, get) => ({
  toasts: [],
  add: (kind, text, action) => {
    if (!action && get().toasts.some((toast) => toast.text === text)) return;
    const id = ++lastId;
    set((state) => ({ toasts: [...state.toasts.slice(-3), { id, kind, text, ...(action && { action }) }] }));
    setTimeout(() => get().remove(id), (action ? SECONDS_TO_ACT : SECONDS) * 1000);
  },
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export const sayError = (error: unknown): void =>
  useToasts.getState().add("error", error instanceof Error ? error.message : String(error));

/** Says what was done, with a way to take it back. */
export const sayUndo = (text: string, run: () => void): void => useToasts.getState().add("info", text, { words: "Undo", run });

export const sayInfo = (text: string): void => useToasts.getState().add("info", text);
