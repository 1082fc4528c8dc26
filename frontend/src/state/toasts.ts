/** Short messages that pass: mostly the sentence with which the server refused something. */
import { create } from "zustand";

export interface Toast {
  id: number;
  kind: "error" | "info";
  text: string;
}

interface ToastsState {
  toasts: Toast[];
  add(kind: Toast["kind"], text: string): void;
  remove(id: number): void;
}

const SECONDS = 6;
let lastId = 0;

export const useToasts = create<ToastsState>()((set, get) => ({
  toasts: [],
  add: (kind, text) => {
    if (get().toasts.some((toast) => toast.text === text)) return;
    const id = ++lastId;
    set((state) => ({ toasts: [...state.toasts.slice(-3), { id, kind, text }] }));
    setTimeout(() => get().remove(id), SECONDS * 1000);
  },
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export const sayError = (error: unknown): void =>
  useToasts.getState().add("error", error instanceof Error ? error.message : String(error));

export const sayInfo = (text: string): void => useToasts.getState().add("info", text);
