/** Calls about training blueprints. What can be asked of a running one is asked of its job. */
import { request } from "../api/client";
import type { components } from "../api/schema";
import type { JobView } from "../jobs/api";

type Schemas = components["schemas"];

export type TrainingAsk = Schemas["TrainingAsk"];
export type BlueprintProgress = Schemas["BlueprintProgress"];
export type TrainingStart = Schemas["TrainingStart"];

export const listStarts = (signal?: AbortSignal) => request<TrainingStart[]>("GET", "/trainings/starts", { signal });
export const startTraining = (ask: TrainingAsk) => request<JobView>("POST", "/trainings", { body: ask });
