/** Calls about ranges: text to matrix and back, and those kept by name. */
import { request } from "../api/client";
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type RangeShown = Schemas["RangeShown"];
export type SavedRange = Schemas["SavedRange"];
export type Brush = Schemas["Brush"];

export const readRange = (text: string, brushes: Brush[] = [], signal?: AbortSignal) =>
  request<RangeShown>("POST", "/ranges/read", { body: { text, brushes }, signal });
export const listRanges = () => request<SavedRange[]>("GET", "/ranges");
export const saveRange = (name: string, text: string) =>
  request<SavedRange>("PUT", `/ranges/${encodeURIComponent(name)}`, { body: { text } });
export const deleteRange = (name: string) => request<void>("DELETE", `/ranges/${encodeURIComponent(name)}`);
