/** The hands as they were last listed, so that a replay knows the one before and the one after. Kept for the life of the tab. */

const NAME = "gutshot-hand-order";

export function keepOrder(refs: readonly string[]): void {
  sessionStorage.setItem(NAME, JSON.stringify(refs));
}

export interface Neighbours {
  before: string | null;
  after: string | null;
}

/** Both null for a hand that was not in the list. */
export function neighboursOf(ref: string): Neighbours {
  const found: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
  const refs = Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : [];
  const place = refs.indexOf(ref);
  return place < 0 ? { before: null, after: null } : { before: refs[place - 1] ?? null, after: refs[place + 1] ?? null };
}
