/** What was measured of a training, in words and rows. */
import { fixed, percent } from "../lib/format";
import { bytes, duration } from "../jobs/words";
import type { BlueprintProgress } from "./api";

const MBB = 1000;

/** "91 ± 62", in thousandths of a big blind a hand. */
export const gainText = (mean: number, ci95: number): string => `${fixed(mean * MBB, 0)} ± ${fixed(ci95 * MBB, 0)}`;

export interface Measurement {
  seconds: number;
  /** One for each seat, "" where it was not measured then. */
  gains: string[];
  local: string;
}

/** All measurements by the time they were made, the newest first. */
export function measurements({ positions, responses, local }: BlueprintProgress): Measurement[] {
  const times = [...new Set([...responses, ...local].map((each) => each.seconds))].sort((one, other) => other - one);
  return times.map((seconds) => {
    const found = local.find((each) => each.seconds === seconds);
    return {
      seconds,
      gains: positions.map((_, seat) => {
        const own = responses.find((each) => each.seconds === seconds && each.seat === seat);
        return own ? gainText(own.gain, own.gain_ci95) : "";
      }),
      local: found ? gainText(found.mean, found.ci95) : "",
    };
  });
}

/** The latest figures, each with its name. */
export function figures({ points, opens, threads, grows }: BlueprintProgress): [string, string][] {
  const last = points.at(-1);
  if (!last) return [];
  return [
    ["Trained", duration(last.seconds)],
    ["Nodes", `${fixed(last.visits / 1e9, 2)} billion, ${fixed(last.nodes_per_second / 1e6, 1)} million a second`],
    ["Threads", String(threads)],
    ["Infosets met", last.infosets.toLocaleString("en")],
    ["Average regret", `${fixed(last.average_regret * MBB, 3)} mbb`],
    ["Memory", `${bytes(last.memory)}, ${bytes(last.tables)} of it for tables${grows ? " that grow" : ""}`],
    ["Raises first in", Object.entries(opens).map(([seat, share]) => `${seat} ${percent(share)}`).join(", ")],
  ];
}
