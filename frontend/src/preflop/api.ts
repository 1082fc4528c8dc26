/** Calls about play before the flop: tables with charts, the charts of one, and solving more. */
import { request } from "../api/client";
import type { components } from "../api/schema";
import type { JobView } from "../jobs/api";

type Schemas = components["schemas"];

export type ChartView = Schemas["ChartView"];
export type ChartsView = Schemas["ChartsView"];
export type JamAsk = Schemas["JamAsk"];
export type PreflopTable = Schemas["PreflopTable"];
export type RaisesAsk = Schemas["RaisesAsk"];

export const listTables = (signal?: AbortSignal) => request<PreflopTable[]>("GET", "/preflop/tables", { signal });
export const getCharts = (source: string, signal?: AbortSignal) =>
  request<ChartsView>("GET", `/preflop/charts?${new URLSearchParams({ source })}`, { signal });
export const solveJam = (ask: JamAsk) => request<JobView>("POST", "/preflop/jam", { body: ask });
export const solveRaises = (ask: RaisesAsk) => request<JobView>("POST", "/preflop/raises", { body: ask });
