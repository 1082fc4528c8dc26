/** Calls about drills. */
import { request } from "../api/client";
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Drill = Schemas["DrillView"];
export type DrillVerdict = Schemas["DrillVerdict"];
export type DrillSummary = Schemas["DrillSummary"];
export type Missed = Schemas["MissedView"];

export const startDrill = (source: string, line: string, how: { close?: boolean; valued?: boolean; whole?: boolean } = {}) =>
  request<Drill>("POST", "/drills", { body: { source, line, ...how } });
export const getDrill = (drill: string, signal?: AbortSignal) => request<Drill>("GET", `/drills/${encodeURIComponent(drill)}`, { signal });
export const listDrills = (signal?: AbortSignal) => request<DrillSummary[]>("GET", "/drills", { signal });
export const getMissed = (signal?: AbortSignal) => request<Missed>("GET", "/drills/missed", { signal });
export const repeatMissed = () => request<Drill>("POST", "/drills/missed");
/** The cards say which hand is meant: the drill may be at another one by now. */
export const answerDrill = ({ id, number, cards }: Drill, action: string) =>
  request<DrillVerdict>("POST", `/drills/${encodeURIComponent(id)}/act`, { body: { number, action, cards } });
