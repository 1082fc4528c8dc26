/** Calls for playing; every answer is the table as it stands then. */
import { request } from "./client";
import type { Act, NewTable, Options, Plan, Rabbit, SettingsAsk, Status, TableSummary, TableView } from "./types";

const at = (table: string) => `/tables/${encodeURIComponent(table)}`;

export const getOptions = () => request<Options>("GET", "/options");
export const getStatus = () => request<Status>("GET", "/status");
export const listTables = () => request<TableSummary[]>("GET", "/tables");
export const openTable = (ask: NewTable) => request<TableView>("POST", "/tables", { body: ask });
export const getTable = (table: string) => request<TableView>("GET", at(table));
export const closeTable = (table: string) => request<void>("DELETE", at(table));
export const act = (table: string, ask: Act) => request<TableView>("POST", `${at(table)}/act`, { body: ask });
export const nextHand = (table: string, hand: number) =>
  request<TableView>("POST", `${at(table)}/next`, { body: { hand } });
export const skipHand = (table: string, hand: number) =>
  request<TableView>("POST", `${at(table)}/skip`, { body: { hand } });
export const planAhead = (table: string, hand: number, plan: Plan | null) =>
  request<TableView>("POST", `${at(table)}/plan`, { body: { hand, plan } });
export const showCards = (table: string, hand: number, cards: string[]) =>
  request<TableView>("POST", `${at(table)}/show`, { body: { hand, cards } });
export const rabbitHunt = (table: string) => request<Rabbit>("GET", `${at(table)}/rabbit`);
export const pauseTable = (table: string, paused: boolean) =>
  request<TableView>("POST", `${at(table)}/pause`, { body: { paused } });
export const changeSettings = (table: string, ask: SettingsAsk) =>
  request<TableView>("PATCH", `${at(table)}/settings`, { body: ask });

/** Answers when something newer than `after` has happened, or after `wait` seconds with what there is. */
export const waitForTable = (table: string, after: number, wait: number, signal: AbortSignal) =>
  request<TableView>("GET", `${at(table)}?after=${after}&wait=${wait}`, { signal });
