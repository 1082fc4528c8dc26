/** Looking for strategies by what is written on them. */
import type { LibraryEntry } from "./api";

/** "Rivers/Ace high" lies in the folder "Rivers"; without a folder it is "". */
export function folderOf(title: string): string {
  const cut = title.lastIndexOf("/");
  return cut > 0 ? title.slice(0, cut).trim() : "";
}

/** Entries by folder, those without one first, the folders by name. */
export function inFolders<T extends { title: string }>(entries: readonly T[]): [string, T[]][] {
  const folders = new Map<string, T[]>();
  for (const entry of entries) folders.set(folderOf(entry.title), [...(folders.get(folderOf(entry.title)) ?? []), entry]);
  return [...folders].sort(([one], [other]) => one.localeCompare(other));
}

/** A title as it stands in its folder. */
export const nameIn = (folder: string, title: string): string => (folder ? title.slice(title.lastIndexOf("/") + 1).trim() : title);

/** Whether every word stands somewhere on an entry: its name, its facts or its notes. */
export function found(entry: Pick<LibraryEntry, "title" | "source" | "kind" | "config" | "quality" | "notes">, search: string): boolean {
  const facts = [...entry.config, ...entry.quality].flatMap((fact) => [fact.label, fact.value]);
  const text = [entry.title, entry.source, entry.kind, entry.notes, ...facts].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
