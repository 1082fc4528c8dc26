/** Calls about reports over flops. */
import { request } from "../api/client";
import type { components } from "../api/schema";
import type { JobView } from "../jobs/api";

type Schemas = components["schemas"];

export type FlopRow = Schemas["FlopRow"];
export type ReportAsk = Schemas["ReportAsk"];
export type FlopReport = Schemas["FlopReport"];

export const startReport = (ask: ReportAsk) => request<JobView>("POST", "/reports", { body: ask });
export const getReportRows = (job: string, signal?: AbortSignal) => request<FlopReport>("GET", `/reports/${encodeURIComponent(job)}`, { signal });
export const csvUrl = (job: string) => `/api/reports/${encodeURIComponent(job)}/export`;
