import type { HandsView } from "./api";

const WORDS: Record<Exclude<HandsView["knowledge"], "exact">, string> = {
  near: "Not exactly this spot",
  none: "This strategy does not know this spot",
};

/** Says where the strategy answers from a similar spot, or not at all, and why. An exact answer needs no word. */
export function KnowledgeNote({ hands: { knowledge, notes } }: { hands: Pick<HandsView, "knowledge" | "notes"> }) {
  if (knowledge === "exact") return null;
  return (
    <div className={`knowledge ${knowledge}`} role="status" data-knowledge={knowledge}>
      <strong>{WORDS[knowledge]}</strong>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
