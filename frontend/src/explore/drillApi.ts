/** Calls about drills. */
import { request } from "../api/client";
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Drill = Schemas["DrillView"];
export type DrillVerdict = Schemas["DrillVerdict"];
export type DrillSummary = Schemas["DrillSummary"];

export const startDrill = (source: string, line: string, how: { close?: boolean; valued?: boolean; whole?: boolean } = {}) =>
  request<Drill>("POST", "/drills", { body: { source, line, ...how } });
export const getDrill = (drill: string, signal?: AbortSignal) => request<Drill>("GET", `/drills/${encodeURIComponent(drill)}`, { signal });
export const listDrills = (signal?: AbortSignal) => request<DrillSummary[]>("GET", "/drills", { signal });
export const answerDrill = (drill: string, number: number, action: string) =>
  request<DrillVerdict>("POST", `/drills/${encodeURIComponent(drill)}/act`, { body: { number, action } });
