/** Looking for strategies by what is written on them. */
import type { LibraryEntry } from "./api";

/** Whether every word stands somewhere on an entry: its name, its facts or its notes. */
export function found(entry: Pick<LibraryEntry, "title" | "source" | "kind" | "config" | "quality" | "notes">, search: string): boolean {
  const facts = [...entry.config, ...entry.quality].flatMap((fact) => [fact.label, fact.value]);
  const text = [entry.title, entry.source, entry.kind, entry.notes, ...facts].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
