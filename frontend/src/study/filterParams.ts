/** The filter of the list of hands as it stands in the address, so that a view can be kept and shared. */
import type { HandFilter } from "../api/studyTypes";

const NUMBERS = ["least_ev_lost", "least_pot", "offset"] as const;
const TEXTS = ["game", "result", "position", "sort", "search"] as const;
const FLAGS = ["marked", "imported"] as const;

export function filterOf(params: URLSearchParams, limit: number): HandFilter {
  const filter: Record<string, string | number> = { limit, offset: 0 };
  for (const name of TEXTS) {
    const value = params.get(name);
    if (value) filter[name] = value;
  }
  for (const name of NUMBERS) {
    const value = Number(params.get(name) ?? NaN);
    if (Number.isFinite(value) && value >= 0) filter[name] = value;
  }
  for (const name of FLAGS) if (params.get(name) === "true") Object.assign(filter, { [name]: true });
  return filter as HandFilter;
}

export function paramsOf(filter: HandFilter): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of [...TEXTS, ...NUMBERS, ...FLAGS]) {
    const value = filter[name];
    if (value !== undefined && value !== null && value !== "" && value !== 0 && value !== false) found[name] = String(value);
  }
  return found;
}
