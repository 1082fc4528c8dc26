/** Calls about strategies: the library, nodes, reports, and what is made of them. */
import { request } from "../api/client";
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type About = Schemas["AboutView"];
export type Chair = Schemas["ChairView"];
export type Classes = Schemas["ClassesView"];
export type Curve = Schemas["CurveView"];
export type HandsView = Schemas["HandsView"];
export type LibraryEntry = Schemas["LibraryEntry"];
export type Move = Schemas["MoveView"];
export type NodeView = Schemas["NodeView"];
export type Part = Schemas["PartView"];
export type Report = Schemas["ReportView"];
export type Runout = Schemas["RunoutView"];
export type Runouts = Schemas["RunoutsView"];
export type Simplified = Schemas["SimplifiedView"];
export type Stop = Schemas["StopView"];
export type StudyMatch = Schemas["StudyMatch"];

export interface Spot {
  source: string;
  line: string;
  seat: number | null;
}

export function query({ source, line, seat }: Spot): string {
  const asked = new URLSearchParams({ source, line });
  if (seat !== null) asked.set("seat", String(seat));
  return asked.toString();
}

export const listLibrary = (signal?: AbortSignal) => request<LibraryEntry[]>("GET", "/explore/library", { signal });
export const keepEntry = (source: string, changes: { title?: string; notes?: string; shared?: boolean }) =>
  request<LibraryEntry>("PATCH", "/explore/library", { body: { source, ...changes } });
export const removeEntry = (source: string) => request<Schemas["Removed"]>("POST", "/explore/library/remove", { body: { source } });
export const restoreEntry = (token: string) => request<LibraryEntry>("POST", "/explore/library/restore", { body: { token } });
export const describeSource = (source: string, signal?: AbortSignal) =>
  request<About>("GET", `/explore/about?${new URLSearchParams({ source })}`, { signal });
export const getNode = (spot: Spot, signal?: AbortSignal, deals = 0) =>
  request<NodeView>("GET", `/explore/node?${query(spot)}${deals > 0 ? `&deals=${deals}` : ""}`, { signal });
export const getReport = (spot: Spot, signal?: AbortSignal) =>
  request<Report>("GET", `/explore/report?${query(spot)}`, { signal });
export const getRunouts = (source: string, line: string, signal?: AbortSignal) =>
  request<Runouts>("GET", `/explore/runouts?${new URLSearchParams({ source, line })}`, { signal });
export const simplifySource = (source: string, drop: number, steps: number, save: boolean) =>
  request<Simplified>("POST", "/explore/simplify", { body: { source, drop, steps, save } });
export const findStudy = (hand: string, networks = false) =>
  request<StudyMatch[]>("GET", `/explore/study?${new URLSearchParams({ hand, networks: String(networks) })}`);
/** The same for the decisions of a seat in a hand of a match. */
export const findMatchStudy = (job: string, hand: number, seat: number, networks = false) =>
  request<StudyMatch[]>("GET", `/simulations/${encodeURIComponent(job)}/hands/${hand}/study?${new URLSearchParams({ seat: String(seat), networks: String(networks) })}`);
export const exportUrl = (spot: Spot, format: "csv" | "json" | "range", action = "") =>
  `/api/explore/export?${query(spot)}&${new URLSearchParams({ format, action })}`;

/** The address of a spot, to link to and to share. */
export const exploreUrl = (source: string, line = "", seat: number | null = null): string => {
  const asked = new URLSearchParams({ source });
  if (line) asked.set("line", line);
  if (seat !== null) asked.set("seat", String(seat));
  return `/explore?${asked.toString()}`;
};
