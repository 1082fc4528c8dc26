/** Calls for learning: advice on your turn, and everything about looking back. */
import { request } from "./client";
import { sendPieces, type Upload } from "./pieces";
import type { Advice, Decision, Habits, HandFilter, HandPage, HandReplay, HandSummary, Ranges, Retried, Reveal, Stats, StyleGuess, TableAnswer } from "./studyTypes";
import type { Act, Game } from "./types";

const at = (table: string) => `/tables/${encodeURIComponent(table)}`;

/** Quick advice is what is known at once, without values that take longer. */
export const getAdvice = (table: string, quick: boolean, signal?: AbortSignal) =>
  request<Advice>("GET", `${at(table)}/advice?quick=${quick}`, { signal });
/** What wins most against those who sit there. */
export const getTableAnswer = (table: string, signal?: AbortSignal) => request<TableAnswer>("GET", `${at(table)}/advice/table`, { signal });
export const getRanges = (table: string) => request<Ranges>("GET", `${at(table)}/ranges`);
export const revealStyles = (table: string, guesses: StyleGuess[]) =>
  request<Reveal>("POST", `${at(table)}/reveal`, { body: { guesses } });
export const listHands = (filter: HandFilter) => request<HandPage>("GET", `/history?${queryOf(filter)}`);
/** Without waiting the hand comes at once, as far as it is graded. */
export const getReplay = (ref: string, wait: boolean, signal?: AbortSignal) => request<HandReplay>("GET", `/history/${ref}?wait=${wait}`, { signal });
export const keepHand = (ref: string, changes: { marked?: boolean; note?: string }) => request<HandSummary>("PATCH", `/history/${ref}`, { body: changes });
export const getDecision = (ref: string, step: number, signal?: AbortSignal) => request<Decision>("GET", `/history/${ref}/decision?step=${step}`, { signal });
export const retryDecision = (ref: string, hand: number, step: number, choice: Pick<Act, "action" | "amount" | "cards">) =>
  request<Retried>("POST", `/history/${ref}/retry`, { body: { hand, step, ...choice } });
/** Sends files of hands and starts the job that reads them; its id. Pasted text is a file without a name. */
export async function importHands(files: readonly File[], tell: (share: number) => void): Promise<string> {
  const told = files.map((file) => ({ name: file.name, bytes: file.size }));
  const upload = await request<Upload>("POST", "/imports", { body: { files: told } });
  await sendPieces("/imports", upload, new Blob([...files]), tell);
  return (await request<{ id: string }>("POST", `/imports/${upload.id}/start`)).id;
}
/** Over all your hands of a game that you played here, those of one table, or those that were imported. */
export const getStats = (game: Game, table: string | null = null, imported = false) =>
  request<Stats>("GET", `/stats?game=${game}${table === null ? "" : `&table=${encodeURIComponent(table)}`}${imported ? "&imported=true" : ""}`);

/** Habits in named spots; each call looks through more hands. */
export const getHabits = (imported: boolean | null, position: string) => {
  const asked = new URLSearchParams();
  if (imported !== null) asked.set("imported", String(imported));
  if (position) asked.set("position", position);
  return request<Habits>("GET", `/stats/habits?${asked.toString()}`);
};

/** Only what is set goes into the address. */
export function queryOf(filter: HandFilter): string {
  const pairs = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}
