/** Labels for the names that go over the wire. */
import type { Game, Mode, Pace } from "../api/types";

export const GAME_NAMES: Record<Game, string> = { holdem: "Hold’em", badugi: "Badugi" };
export const GAME_LINES: Record<Game, string> = { holdem: "No-limit Texas hold’em", badugi: "Fixed-limit triple draw" };
export const MODE_NAMES: Record<Mode, string> = { cash: "Cash game", sit_and_go: "Sit-and-go", tournament: "Tournament" };
export const PACE_NAMES: Record<Pace, string> = { normal: "Real", fast: "Fast", instant: "Instant" };

/** Seconds for a decision. */
export const CLOCKS: Record<string, string> = { "0": "None", "15": "15 s", "30": "30 s", "60": "60 s" };
