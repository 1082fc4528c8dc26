/** Short names for the types that are generated from the server's OpenAPI. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ActionName = Schemas["ActionName"];
export type ClockView = Schemas["ClockView"];
export type EventKind = Schemas["EventKind"];
export type Game = Schemas["Game"];
export type GameOptions = Schemas["GameOptions"];
export type Grade = Schemas["Grade"];
export type GradeName = Schemas["GradeName"];
export type HandResult = Schemas["HandResult"];
export type LogEntry = Schemas["LogEntry"];
export type Mode = Schemas["Mode"];
export type OpponentKind = Schemas["OpponentKindView"];
export type Options = Schemas["Options"];
export type Pace = Schemas["Pace"];
export type Plan = Schemas["Plan"];
export type PotView = Schemas["PotView"];
export type PrizeShape = Schemas["PrizeShape"];
export type Preset = Schemas["Preset"];
export type Problem = Schemas["Problem"];
export type Rabbit = Schemas["Rabbit"];
export type SeatView = Schemas["SeatView"];
export type ServerMessage = Schemas["ServerMessage"];
export type Session = Schemas["SessionView"];
export type SettingsAsk = Partial<Schemas["SettingsAsk"]>;
export type SettingsView = Schemas["SettingsView"];
export type Status = Schemas["Status"];
export type TableSummary = Schemas["TableSummary"];
export type TableView = Schemas["TableView"];
export type TournamentView = Schemas["TournamentView"];
export type Turn = Schemas["Turn"];
export type YourHand = Schemas["YourHand"];
export type Act = Omit<Schemas["Act"], "confirm"> & { confirm?: boolean };
export type NewTable = Partial<Omit<Schemas["NewTable"], "settings">> & { settings?: SettingsAsk };
