/** Which strategies answer at the table, or on the board, of the one that is shown. */
import type { About, LibraryEntry, Stop } from "./api";
import { tablesOf } from "./LibraryEntry";

type Listed = Pick<LibraryEntry, "source" | "kind" | "config" | "takes_table" | "problem">;

const factOf = (entry: Listed, label: string): string => entry.config.find((fact) => fact.label === label)?.value ?? "";

/** The name under which an entry begins where a walk began: the same board, or the same seats and stacks; null for none. */
export function fitting(entry: Listed, about: Pick<About, "source" | "kind" | "big_blind">, start: Stop): string | null {
  const name = entry.problem ? null : nameAt(entry, about, start);
  return name === about.source ? null : name;
}

function nameAt(entry: Listed, { kind, big_blind: blind }: Pick<About, "kind" | "big_blind">, start: Stop): string | null {
  if (start.board.length > 0) return entry.kind === kind && factOf(entry, "Board") === start.board.join("") ? entry.source : null;
  if (kind === "badugi" || entry.kind === "badugi") return entry.kind === kind ? entry.source : null;
  const seats = start.chairs.length;
  const stacks = start.chairs.map((chair) => (chair.stack + chair.bet) / (blind ?? 1));
  const [stack = 0] = stacks;
  if (stacks.some((each) => each !== stack)) return null;
  if (!entry.takes_table) return factOf(entry, "Seats") === String(seats) && factOf(entry, "Stacks") === `${stack} bb` ? entry.source : null;
  const [counts, depths] = tablesOf(entry);
  const isShort = entry.kind === "jam-or-fold" && stack > Math.max(...depths);
  return counts.includes(seats) && Number.isInteger(stack) && !isShort ? `${entry.source}@${seats}x${stack}` : null;
}
