import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveTable, type Listener } from "../src/api/live";
import type { Grade } from "../src/api/types";
import { useTables } from "../src/state/tables";
import { table } from "./sample";

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  close() {}
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

function listen() {
  const listener = { onView: vi.fn(), onGrade: vi.fn(), onConnection: vi.fn(), onGone: vi.fn() } satisfies Listener;
  const live = new LiveTable("t1", listener);
  live.start();
  return { listener, live };
}

const last = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("shows what the socket says and reconnects when it is lost", () => {
  const { listener, live } = listen();
  last().say({ type: "state", table: table() });
  expect(listener.onView).toHaveBeenCalledOnce();
  expect(listener.onConnection).toHaveBeenLastCalledWith("live");
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  live.stop();
});

it("does not come back after the table was closed", () => {
  const { listener } = listen();
  last().onclose?.({ code: 4410 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.onGone).toHaveBeenCalledOnce();
});

it("polls while the socket fails", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", (url: string) => {
    if (url.endsWith("/session")) return Promise.resolve(answer({ person: "p", tables: 0, version: "0" }));
    asked += 1;
    return asked === 1 ? Promise.resolve(answer(table({ sequence: 20 }))) : new Promise(() => undefined);
  });
  const { listener, live } = listen();
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  last().onclose?.({ code: 1006 });
  await vi.waitFor(() => expect(listener.onView).toHaveBeenCalledOnce());
  expect(listener.onConnection).toHaveBeenCalledWith("polling");
  live.stop();
});

it("stays live when the socket is back while a polled answer comes in", async () => {
  let reading = false;
  vi.stubGlobal("fetch", (url: string, { signal }: RequestInit) => {
    if (url.endsWith("/session")) return Promise.resolve(answer({ person: "p", tables: 0, version: "0" }));
    const slow = answer(table({ sequence: 20 }));
    slow.json = () =>
      new Promise((_, reject) => {
        reading = true;
        signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
      });
    return Promise.resolve(slow);
  });
  const { listener, live } = listen();
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  last().onclose?.({ code: 1006 });
  await vi.waitFor(() => expect(reading).toBe(true));
  last().say({ type: "state", table: table() });
  await vi.advanceTimersByTimeAsync(100);
  expect(listener.onConnection).toHaveBeenLastCalledWith("live");
  live.stop();
});

it("keeps the newer of two views", () => {
  const { putView } = useTables.getState();
  putView(table({ sequence: 5, pot: 500 }));
  putView(table({ sequence: 4, pot: 400 }));
  expect(useTables.getState().views["t1"]?.pot).toBe(500);
});

it("keeps a grade when the answer to the action it grades comes after it", () => {
  const { putView, putGrade } = useTables.getState();
  const grade = { hand: 4, step: 2, grade: "good" } as unknown as Grade;
  const before = { hand: 4, step: 0, grade: "mistake" } as unknown as Grade;
  const shown = () => useTables.getState().views["t2"]?.last_grade;
  putView(table({ id: "t2", hand: 4, sequence: 8, last_grade: before }));
  putGrade("t2", grade);
  putView(table({ id: "t2", hand: 4, sequence: 8, last_grade: before }));
  expect(shown()).toEqual(grade);
  putView(table({ id: "t2", hand: 5, sequence: 10, last_grade: null }));
  expect(shown()).toBeNull();
});
