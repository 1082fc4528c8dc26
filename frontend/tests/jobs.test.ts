import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InstalledAgent, JobView, SimAgent } from "../src/jobs/api";
import { LiveSocket } from "../src/jobs/live";
import { afterMessage } from "../src/jobs/useJobs";
import { bytes, duration, timeLeft, whereItStands } from "../src/jobs/words";
import { askOf as askMatch, FIRST_MATCH, seatsFor } from "../src/simulate/form";
import { differ, rateOf, scaleOf } from "../src/simulate/rates";
import { askOf, FIRST_FORM, formOf, streetsOf } from "../src/solve/form";
import type { BlueprintProgress } from "../src/training/api";
import { figures, measurements } from "../src/training/gains";

const job = (changes: Partial<JobView> = {}): JobView => ({
  id: "a1",
  kind: "solve",
  title: "River",
  state: "running",
  created: "2026-01-01T00:00:00+00:00",
  seconds: 10,
  fraction: 0.25,
  text: "1 % of the pot",
  error: null,
  ahead: null,
  result: null,
  bytes: 0,
  can_pause: true,
  can_resume: false,
  can_cancel: true,
  ...changes,
});

describe("the list of jobs", () => {
  it("puts new jobs first and changes those it has", () => {
    const first = afterMessage([], { type: "jobs", jobs: [job()] });
    const two = afterMessage(first, { type: "job", job: job({ id: "b2" }) });
    expect(two.map((each) => each.id)).toEqual(["b2", "a1"]);
    const done = afterMessage(two, { type: "job", job: job({ state: "done" }) });
    expect(done.map((each) => each.state)).toEqual(["running", "done"]);
    expect(afterMessage(done, { type: "gone", id: "b2" }).map((each) => each.id)).toEqual(["a1"]);
  });
});

describe("words", () => {
  it("tells times and sizes as people do", () => {
    expect([duration(42), duration(95), duration(4000)]).toEqual(["42 s", "1 min 35 s", "1 h 6 min"]);
    expect([bytes(900), bytes(5_800_000), bytes(604_161_680), bytes(12.6e9)]).toEqual(["1 kB", "5.8 MB", "604 MB", "12.60 GB"]);
  });
  it("guesses what is left only when it can", () => {
    expect(timeLeft(job())).toBe(30);
    expect(timeLeft(job({ fraction: 0.01 }))).toBeNull();
    expect(timeLeft(job({ state: "paused" }))).toBeNull();
  });
  it("says where a job waits", () => {
    expect(whereItStands(job({ state: "queued", ahead: 2 }))).toBe("2 ahead of it");
    expect(whereItStands(job({ state: "queued", ahead: 0 }))).toBe("next in line");
  });
});

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  close() {}
}

describe("the socket", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } })));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const listen = async () => {
    const listener = { onMessage: vi.fn(), onConnection: vi.fn(), onGone: vi.fn() };
    const live = new LiveSocket("/jobs/live", listener);
    live.start();
    await vi.advanceTimersByTimeAsync(0);
    return { listener, live };
  };

  it("comes back by itself, later and later", async () => {
    const { listener, live } = await listen();
    FakeSocket.all[0]?.onmessage?.({ data: '{"type":"jobs","jobs":[]}' });
    expect(listener.onMessage).toHaveBeenCalledOnce();
    for (const wait of [400, 800, 1600]) {
      const before = FakeSocket.all.length;
      FakeSocket.all.at(-1)?.onclose?.({ code: 1006 });
      await vi.advanceTimersByTimeAsync(wait - 10);
      expect(FakeSocket.all).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(20);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    expect(listener.onConnection).toHaveBeenLastCalledWith(false);
    live.stop();
  });

  it("stays away from what does not exist, and when it was stopped", async () => {
    const { listener } = await listen();
    FakeSocket.all[0]?.onclose?.({ code: 4404 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(listener.onGone).toHaveBeenCalledOnce();
    const { live } = await listen();
    live.stop();
    FakeSocket.all.at(-1)?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe("the spot", () => {
  it("asks with one set of sizes or with one for each street that is left", () => {
    expect(askOf(FIRST_FORM)?.spot).toMatchObject({ board: "Td9d6h", bets: "60%", raises: "2.5x" });
    expect(askOf(FIRST_FORM)?.target).toBeCloseTo(0.005);
    const board = [...FIRST_FORM.board, "2c"];
    expect(streetsOf(board)).toEqual(["turn", "river"]);
    const detailed = askOf({ ...FIRST_FORM, board, isDetailed: true, donk: { turn: "30%", river: "50%" } });
    expect(detailed?.spot.bets).toEqual({ turn: { oop: "60%", ip: "60%" }, river: { oop: "60%", ip: "60%" } });
    expect(detailed?.spot.donk).toEqual({ river: "50%" });
  });
  it("is filled with a spot that was solved, and asks for it again", () => {
    const sizes = { turn: { oop: { bets: "33%", raises: "a" }, ip: { bets: "50%, a", raises: "" } } };
    const form = { ...FIRST_FORM, board: [...FIRST_FORM.board, "2c"], isDetailed: true, detail: { ...FIRST_FORM.detail, ...sizes }, rakePercent: 5, rakeCap: 15, pot: 33 };
    const asked = askOf({ ...form, donk: { turn: "", river: "50%" } })!;
    expect(askOf(formOf(asked.spot))?.spot).toEqual(asked.spot);
    const plain = askOf(FIRST_FORM)!;
    expect(formOf(plain.spot)).toEqual({ ...FIRST_FORM, detail: expect.anything() });
    expect(formOf({ ...plain.spot, bets: { ip: "75%", oop: { flop: "20%", turn: "30%" } } }).detail.turn.oop.bets).toBe("30%");
  });
  it("asks nothing while something is missing", () => {
    expect(askOf({ ...FIRST_FORM, board: ["Td", "9d"] })).toBeNull();
    expect(askOf({ ...FIRST_FORM, pot: Number.NaN })).toBeNull();
    expect(askOf({ ...FIRST_FORM, ranges: { oop: " ", ip: "AA" } })).toBeNull();
  });
});

describe("the match", () => {
  const agent = (name: string, ...variants: InstalledAgent["variants"]): InstalledAgent => ({ name, label: name, about: "", variants });
  const agents = [agent("random", "holdem", "badugi"), agent("style:tag", "holdem"), agent("badugi:cpu1", "badugi"), agent("badugi:cpu2", "badugi")];

  it("seats those who can play when the game changes", () => {
    expect(seatsFor(["style:tag", "random", "style:tag"], agents, "badugi")).toEqual(["badugi:cpu1", "random", "badugi:cpu1"]);
    expect(seatsFor(Array<string>(10).fill("random"), agents, "badugi")).toHaveLength(7);
  });
  it("asks in the server's words", () => {
    expect(askMatch({ ...FIRST_MATCH, smallBlind: 1, bigBlind: 2 })).toMatchObject({ small_blind: 1, big_blind: 2, hands: 50_000 });
    expect(askMatch({ ...FIRST_MATCH, hands: Number.NaN })).toBeNull();
  });
  it("draws every band and the zero on one scale", () => {
    const at = scaleOf([{ bb100: 10, ci95: 5 }, { bb100: -20, ci95: 10 }]);
    expect([at(-30), at(15)]).toEqual([2, 98]);
    expect(at(0)).toBeGreaterThan(60);
    expect(scaleOf([{ bb100: 5, ci95: null }])(0)).toBe(2);
  });
  it("knows when two rates differ", () => {
    expect(differ({ bb100: 10, ci95: 3 }, { bb100: 0, ci95: 4 })).toBe(true);
    expect(differ({ bb100: 4, ci95: 3 }, { bb100: 0, ci95: 4 })).toBe(false);
    expect(differ({ bb100: 40, ci95: null }, { bb100: 0, ci95: 4 })).toBe(false);
    const one = { bb100: 1, ci95: 2, adjusted_bb100: 3, adjusted_ci95: 4 } as SimAgent;
    expect(rateOf(one, "adjusted")).toEqual({ bb100: 3, ci95: 4 });
  });
});

describe("a training", () => {
  const run: BlueprintProgress = {
    positions: ["BTN", "BB"],
    points: [{ seconds: 95, visits: 2.5e9, nodes_per_second: 6.94e6, infosets: 12_345, average_regret: 0.000021, memory: 4.1e8, tables: 3e7 }],
    opens: { BTN: 0.55 },
    responses: [
      { seconds: 60, seat: 0, gain: 0.091, gain_ci95: 0.062 },
      { seconds: 95, seat: 0, gain: 0.05, gain_ci95: 0.02 },
      { seconds: 95, seat: 1, gain: -0.001, gain_ci95: 0.02 },
    ],
    local: [{ seconds: 95, hands: 1000, mean: 0.832, ci95: 0.061 }],
    threads: 1,
    grows: true,
    lines: [],
  };

  it("shows the latest measurement first, each seat in its place", () => {
    expect(measurements(run)).toEqual([
      { seconds: 95, gains: ["50 ± 20", "-1 ± 20"], local: "832 ± 61" },
      { seconds: 60, gains: ["91 ± 62", ""], local: "" },
    ]);
  });

  it("says where it stands, and nothing before its first report", () => {
    expect(Object.fromEntries(figures(run))).toMatchObject({
      Trained: "1 min 35 s",
      Nodes: "2.50 billion, 6.9 million a second",
      Memory: "410 MB, 30 MB of it for tables that grow",
      "Raises first in": "BTN 55 %",
    });
    expect(figures({ ...run, points: [] })).toEqual([]);
  });
});
