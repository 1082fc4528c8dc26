/** Calls about long work: solves and simulations, and everything that can be asked of a job. */
import { request } from "../api/client";
import type { components } from "../api/schema";
import type { HandReplay } from "../api/studyTypes";

type Schemas = components["schemas"];

export type CurvePoint = Schemas["CurvePoint"];
export type Estimate = Schemas["Estimate"];
export type InstalledAgent = Schemas["InstalledAgent"];
export type JobDetail = Schemas["JobDetail"];
export type JobState = Schemas["JobState"];
export type JobView = Schemas["JobView"];
export type JobMessage = Schemas["JobServerMessage"];
export type MatchHandLine = Schemas["MatchHandLine"];
export type SimAgent = Schemas["SimAgent"];
export type SimRate = Schemas["SimRate"];
export type SimRun = Schemas["SimRun"];
export type SimulationAsk = Schemas["SimulationAsk"];
export type SolveAsk = Schemas["SolveAsk"];
export type ThreeSolveAsk = Schemas["ThreeSolveAsk"];
export type SpotAsk = Schemas["SpotAsk"];

export type Command = "pause" | "resume" | "cancel";

const at = (job: string) => `/jobs/${encodeURIComponent(job)}`;
const match = (job: string) => `/simulations/${encodeURIComponent(job)}`;

export const commandJob = (job: string, command: Command) => request<JobView>("POST", `${at(job)}/${command}`);
export const deleteJob = (job: string, files = false) => request<void>("DELETE", `${at(job)}${files ? "?files=true" : ""}`);
export const solveFurther = (job: string, target: number) => request<JobView>("POST", `${at(job)}/further`, { body: { target } });
export const getJob = (job: string, signal?: AbortSignal) => request<JobDetail>("GET", at(job), { signal });

export const startSolve = (ask: SolveAsk) => request<JobView>("POST", "/solves", { body: ask });
export const estimateSolve = (ask: SolveAsk, signal?: AbortSignal) =>
  request<Estimate>("POST", "/solves/estimate", { body: ask, signal });

export const listAgents = (signal?: AbortSignal) => request<InstalledAgent[]>("GET", "/simulations/agents", { signal });
export const startSimulation = (ask: SimulationAsk) => request<JobView>("POST", "/simulations", { body: ask });
export const listMatchHands = (job: string, first: number, count: number, signal?: AbortSignal) =>
  request<MatchHandLine[]>("GET", `${match(job)}/hands?first=${first}&count=${count}`, { signal });
export const replayMatchHand = (job: string, hand: number, signal?: AbortSignal) =>
  request<HandReplay>("GET", `${match(job)}/hands/${hand}`, { signal });
export const exportUrl = (job: string, format: "csv" | "json", table = "standings") =>
  `/api${match(job)}/export?format=${format}&table=${table}`;

/** Where a job is looked at. */
const PAGES: Record<JobView["kind"], string> = {
  solve: "/solve", preflop: "/preflop", report: "/reports", simulation: "/simulator", training: "/training", import: "/imports",
};
export const pageOf = (job: JobView): string => `${PAGES[job.kind]}/${job.id}`;
