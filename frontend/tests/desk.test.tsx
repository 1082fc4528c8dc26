/** What was found by using the page, each thing once. */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActionBar } from "../src/actions/ActionBar";
import { barOf, scaleOf } from "../src/coach/OptionList";
import type { TableView } from "../src/api/types";
import type { JobView } from "../src/jobs/api";
import { JobButtons, JobProgress } from "../src/jobs/JobHead";
import type { Drill } from "../src/explore/drillApi";
import { missesOf } from "../src/explore/drillSums";
import { missedWords } from "../src/explore/MissedHands";
import { firstTable, tablesOf } from "../src/explore/LibraryEntry";
import { found } from "../src/explore/librarySearch";
import { KeyHelp } from "../src/layout/KeyHelp";
import { Panel } from "../src/layout/Panel";
import LibraryPage from "../src/pages/LibraryPage";
import { Curve } from "../src/pages/PreflopJobPage";
import type { ChartView, PreflopTable } from "../src/preflop/api";
import { ChartMap } from "../src/preflop/ChartMap";
import { chartName, layoutsOf, nearestTable, playedOf, usualTable } from "../src/preflop/charts";
import { FIRST_JAM, jamAskOf, positionsOf, withSeats } from "../src/preflop/form";
import { RangeEditor, type RangeState } from "../src/ranges/RangeEditor";
import { Toasts } from "../src/layout/Toasts";
import { sayUndo } from "../src/state/toasts";
import { filterOf, paramsOf } from "../src/study/filterParams";
import type { FlopRow } from "../src/reports/api";
import { FlopTable } from "../src/reports/FlopTable";
import { FlopGroups } from "../src/reports/FlopGroups";
import { columnsOf, groupsOf, meanOf, passes, sorted, weightOf } from "../src/reports/rows";
import { FIRST_FORM, reportAskOf } from "../src/solve/form";
import { ImportDialog } from "../src/study/ImportDialog";
import { ImportReport, ImportStrip } from "../src/study/ImportReport";
import { differenceWords, HabitTable } from "../src/study/HabitsPanel";
import { HandNotes } from "../src/study/HandNotes";
import { keepOrder, neighboursOf } from "../src/study/handOrder";
import { Hero } from "../src/start/Hero";
import { describeSeat } from "../src/table/seatWords";
import { seat, table, turn } from "./sample";

function bar(view: TableView) {
  const commands = { act: vi.fn(), next: vi.fn(), skip: vi.fn(), plan: vi.fn(), show: vi.fn(), pause: vi.fn(), change: vi.fn() };
  const shown = (of: TableView) => (
    <MemoryRouter>
      <ActionBar view={of} commands={commands} secondsLeft={null} />
    </MemoryRouter>
  );
  const { rerender } = render(shown(view));
  return { ...commands, show: (of: TableView) => rerender(shown(of)) };
}

describe("the amount", () => {
  const presets = [
    { label: "Pot", size: "100%", raise_to: 450, key: "5" },
    { label: "All-in", size: "a", raise_to: 2500, key: "6" },
  ];
  it("that stands in the box is the one that is bet, or none is", () => {
    const { act } = bar(table({ turn: turn({ presets }) }));
    fireEvent.keyDown(window, { key: "6" });
    const box = screen.getByRole("textbox");
    fireEvent.change(box, { target: { value: "30" } });
    fireEvent.keyDown(box, { key: "r" });
    fireEvent.keyDown(box, { key: "Enter" });
    fireEvent.click(screen.getByRole("button", { name: /^Raise to/ }));
    expect(act).not.toHaveBeenCalled();
    expect((box as HTMLInputElement).value).toBe("30");
    fireEvent.blur(box);
    expect((box as HTMLInputElement).value).toBe("30");
    fireEvent.keyDown(box, { key: "Escape" });
    expect((box as HTMLInputElement).value).toBe("2500");
  });
  it("is everything, and says so", () => {
    const { act } = bar(table({ turn: turn({ presets }) }));
    fireEvent.keyDown(window, { key: "5" });
    expect(screen.getByRole("button", { name: /Raise to 450/ })).toBeTruthy();
    fireEvent.keyDown(window, { key: "a" });
    fireEvent.click(screen.getByRole("button", { name: /^All-in 2,500/ }));
    expect(act).toHaveBeenCalledWith(expect.anything(), { action: "raise", amount: 2500 });
  });
});

describe("one press is one decision", () => {
  it("also where the second click of two meets the next decision", () => {
    const { act, show } = bar(table());
    const call = screen.getByRole("button", { name: /Call/ });
    fireEvent.click(call, { detail: 1 });
    show(table({ step: 4, sequence: 11 }));
    fireEvent.click(screen.getByRole("button", { name: /Call/ }), { detail: 2 });
    expect(act).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole("button", { name: /Call/ }), { detail: 1 });
    expect(act).toHaveBeenCalledTimes(2);
  });
  it("also where a key is held down", () => {
    const { act } = bar(table());
    fireEvent.keyDown(window, { key: "c" });
    fireEvent.keyDown(window, { key: "c", repeat: true });
    expect(act).toHaveBeenCalledTimes(1);
  });
  it("and a switch that was clicked leaves the keys to the table", () => {
    const { act } = bar(table());
    render(<input type="checkbox" aria-label="Advice on every turn" />);
    fireEvent.keyDown(screen.getByRole("checkbox"), { key: "c" });
    expect(act).toHaveBeenCalledTimes(1);
  });
});

it("tells a seat in the units of the table", () => {
  const money = Object.assign((amount: number) => `${amount / 50} bb`, { signed: String, value: String });
  const last = { kind: "call" as const, amount: 150, raise_to: 0, text: "call 150" };
  expect(describeSeat(seat({ last_action: last }), money)).toContain("call 3 bb");
});

it("draws values from zero: gains to the right, losses to the left", () => {
  const scale = scaleOf([3, -1]);
  expect(barOf(3, scale)).toMatchObject({ marginLeft: "25%", width: "75%" });
  expect(barOf(-1, scale)).toMatchObject({ marginLeft: "0%", width: "25%" });
  expect(barOf(2, scaleOf([2, 4]))).toMatchObject({ marginLeft: "0%", width: "50%" });
  expect(barOf(null, scale)).toEqual({ width: 0 });
});

describe("a fault", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());
  function Fragile({ breaks }: { breaks: boolean }) {
    if (breaks) throw new Error("no such hand");
    return <p>whole</p>;
  }
  it("stays in its panel, and is forgotten when another thing is shown", () => {
    const page = (breaks: boolean, of: string) => (
      <>
        <p>beside it</p>
        <Panel name="The matrix" of={of}>
          <Fragile breaks={breaks} />
        </Panel>
      </>
    );
    const { rerender } = render(page(true, "a"));
    expect(screen.getByRole("alert").textContent).toContain("The matrix cannot be shown. no such hand");
    expect(screen.getByText("beside it")).toBeTruthy();
    rerender(page(false, "b"));
    expect(screen.getByText("whole")).toBeTruthy();
    rerender(page(true, "b"));
    rerender(page(false, "b"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("whole")).toBeTruthy();
  });
});

it("lists the keys of a page under ?", () => {
  render(<KeyHelp keys={[["S", "the next seat"]]} />);
  fireEvent.keyDown(window, { key: "?" });
  expect(screen.getByRole("dialog").textContent).toContain("the next seat");
});

const job = (changes: Partial<JobView> = {}): JobView => ({
  id: "j1", kind: "solve", title: "River", state: "done", created: "2026-01-01T00:00:00+00:00", seconds: 61, fraction: 1, text: "", error: null,
  ahead: null, result: "river-j1", bytes: 604_161_680, can_pause: false, can_resume: false, can_cancel: false, ...changes,
});

describe("a job", () => {
  it("is deleted after a question that says what goes", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      if (!url.endsWith("/session")) asked.push(`${init.method} ${url}`);
      return Promise.resolve(new Response(url.endsWith("/session") ? "{}" : null, { status: url.endsWith("/session") ? 200 : 204 }));
    });
    render(
      <MemoryRouter>
        <JobButtons job={job()} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(asked).toEqual([]);
    expect(screen.getByRole("dialog").textContent).toContain("604 MB");
    await userEvent.click(screen.getByRole("button", { name: "Delete the job only" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete job and solution" }));
    expect(asked).toEqual(["DELETE /api/jobs/j1", "DELETE /api/jobs/j1?files=true"]);
    vi.unstubAllGlobals();
  });
  it("has a clock that goes while the server says nothing", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { container } = render(<JobProgress job={job({ state: "running", fraction: 0.01 })} />);
    expect(container.textContent).toContain("1 min 1 s");
    act(() => vi.advanceTimersByTime(4000));
    expect(container.textContent).toContain("1 min 5 s");
    vi.useRealTimers();
  });
});

describe("a range", () => {
  interface Asked {
    text: string;
    brushes: { hands: string[]; weight: number }[];
  }
  const matrix = Array.from({ length: 13 }, () => Array<number>(13).fill(0));
  function answering(asked: Asked[]) {
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      if (url.endsWith("/session")) return Promise.resolve(new Response("{}"));
      const ask = JSON.parse(String(init.body)) as Asked;
      asked.push(ask);
      if (ask.text.includes("nonsense")) {
        return Promise.resolve(new Response(JSON.stringify({ code: "malformed", message: "'nonsense' is no hand" }), { status: 422 }));
      }
      const text = [ask.text, ...ask.brushes.flatMap((brush) => brush.hands)].filter(Boolean).join(",");
      return Promise.resolve(new Response(JSON.stringify({ text, matrix, combos: 6, share: 0.1 })));
    });
  }
  function Editor({ onText, onState }: { onText(text: string): void; onState(state: RangeState): void }) {
    const [text, setText] = useState("KK");
    return (
      <RangeEditor
        label="Out of position"
        value={text}
        onState={onState}
        onChange={(next) => {
          setText(next);
          onText(next);
        }}
      />
    );
  }
  afterEach(() => void vi.unstubAllGlobals());

  it("is used as it stands in its box, and says when that cannot be read", async () => {
    const asked: Asked[] = [];
    answering(asked);
    const [onText, onState] = [vi.fn(), vi.fn()];
    render(<Editor onText={onText} onState={onState} />);
    const box = await screen.findByDisplayValue("KK");
    await vi.waitFor(() => expect(onState).toHaveBeenLastCalledWith("ready"));
    fireEvent.change(box, { target: { value: "nonsense" } });
    expect(onText).toHaveBeenLastCalledWith("nonsense");
    fireEvent.blur(box);
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(onState).toHaveBeenLastCalledWith("unreadable");
  });

  it("keeps a text that was typed where a hand is painted before it was read", async () => {
    const asked: Asked[] = [];
    answering(asked);
    render(<Editor onText={() => undefined} onState={() => undefined} />);
    const box = await screen.findByDisplayValue("KK");
    fireEvent.change(box, { target: { value: "QQ" } });
    fireEvent.blur(box);
    const cell = screen.getByRole("button", { name: /^AA,/ });
    fireEvent.keyDown(cell, { key: "Enter" });
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ text: "QQ", brushes: [{ hands: ["AA"], weight: 1 }] }));
    expect(await screen.findByDisplayValue("QQ,AA")).toBeTruthy();
  });
});

describe("charts before the flop", () => {
  const chart = (group: ChartView["group"], position: string, against: string, line: string): ChartView => ({
    group, position, against, line, ev: null,
    shares: [
      { word: "fold", kind: "fold", amount: 0, share: 0.7 },
      { word: "call", kind: "call", amount: 0, share: 0.2 },
      { word: "raise 9000", kind: "raise", amount: 9000, share: 0.1 },
    ],
  });
  const charts = [chart("open", "BTN", "", ""), chart("open", "SB", "", "fold"), chart("defend", "SB", "BTN", "raise 2500"),
    chart("defend", "BB", "BTN", "raise 2500,fold"), chart("defend", "BB", "SB", "fold,raise 2500")];
  const tables: PreflopTable[] = [
    { source: "a", title: "a", kind: "jam-or-fold", seats: 3, stack: 10, stacks: "10 bb", own: false },
    { source: "b", title: "b", kind: "blueprint", seats: 3, stack: 100, stacks: "100 bb", own: false },
    { source: "c", title: "mine", kind: "preflop", seats: 3, stack: 200, stacks: "200 bb", own: true },
  ];
  it("lie in tables of who answers whom, in the order of acting", () => {
    const [open, defend] = layoutsOf({ charts });
    expect(open?.rows).toEqual(["BTN", "SB"]);
    expect([defend?.rows, defend?.columns]).toEqual([["SB", "BB"], ["BTN", "SB"]]);
    expect(defend?.at("SB", "SB")).toBeUndefined();
    expect(playedOf(charts[0]!).plays).toBeCloseTo(0.3);
    expect(playedOf(charts[0]!).raises).toBeCloseTo(0.1);
    expect(chartName(charts[3]!)).toBe("BB against BTN");
  });
  it("begin with the deepest shipped table and stay near its depth", () => {
    expect(usualTable(tables)?.source).toBe("b");
    expect(nearestTable(tables, 3, 12)?.source).toBe("a");
  });
  it("are solved as asked, or the sentence says what is missing", () => {
    expect(jamAskOf({ ...FIRST_JAM, prizes: "50, 30" })).toMatchObject({ stacks: [10, 10], prizes: [50, 30], others: [] });
    expect(jamAskOf({ ...FIRST_JAM, prizes: "half" })).toMatch(/“half” is no prize/);
    expect(jamAskOf({ ...FIRST_JAM, others: "12" })).toMatch(/only matter for prizes/);
    expect(withSeats(FIRST_JAM, 4).stacks).toEqual([10, 10, 10, 10]);
    expect(positionsOf(3)).toEqual(["SB", "BB", "BTN"]);
  });
  it("say in words what they show, and lead to their hands", async () => {
    const onLine = vi.fn();
    render(<ChartMap charts={{ source: "a", title: "a", big_blind: 1000, charts }} line="" onLine={onLine} />);
    await userEvent.click(screen.getByRole("button", { name: "BB against SB: plays 30.0 per cent, raises 10.0 r" }));
    expect(onLine).toHaveBeenCalledWith("fold,raise 2500");
  });
});

describe("the library", () => {
  const entry = {
    title: "Button against big blind", source: "file:solutions/a", kind: "postflop", notes: "check the turn",
    config: [{ label: "Board", value: "Td9d6h" }], quality: [{ label: "Exploitability", value: "0.3 % of the pot" }],
  };
  it("is searched by words in any order, in names, facts and notes", () => {
    expect([found(entry, ""), found(entry, "td9d6h button"), found(entry, "TURN"), found(entry, "Td9d6h river")]).toEqual([true, true, true, false]);
  });
  it("offers a set of blueprints at every depth of its seats, and jam or fold for short stacks", () => {
    const set = { source: "set:hu", kind: "blueprint", config: [{ label: "Seats", value: "2" }] };
    expect(tablesOf(set)[0]).toEqual([2]);
    expect(tablesOf(set)[1]).toContain(60);
    expect(firstTable(set)).toBe("2x100");
    expect(firstTable({ source: "shipped:jam_or_fold", kind: "jam-or-fold", config: [{ label: "Seats", value: "2 to 6" }] })).toBe("6x10");
    expect(firstTable({ source: "agent:style:tag", kind: "agent", config: [] })).toBe("6x100");
  });
  it("has a shelf for every kind, badugi and search among them", async () => {
    const of = (kind: string) => ({ ...entry, source: `shipped:${kind}`, title: `The ${kind}`, kind, created: "", bytes: 1, takes_table: false, problem: "", own: false, job: null, private: null });
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(JSON.stringify(["badugi", "search", "new kind"].map(of)), { headers: { "content-type": "application/json" } }));
    render(<MemoryRouter><LibraryPage /></MemoryRouter>);
    expect(await screen.findByRole("link", { name: "The badugi" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Blueprints with search" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "The new kind" })).toBeTruthy();
    vi.restoreAllMocks();
  });
  it("takes back what was deleted", () => {
    const back = vi.fn();
    render(<Toasts />);
    act(() => sayUndo("River deleted.", back));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(back).toHaveBeenCalledTimes(1);
    expect(screen.queryByText("River deleted.")).toBeNull();
  });
});

it("knows the hand before and the one after, as they were listed", () => {
  keepOrder(["t:3", "t:2", "t:1"]);
  expect(neighboursOf("t:2")).toEqual({ before: "t:3", after: "t:1" });
  expect(neighboursOf("t:1")).toEqual({ before: "t:2", after: null });
  expect(neighboursOf("u:1")).toEqual({ before: null, after: null });
});

it("keeps the filter of the hands in the address", () => {
  const filter = { limit: 25, offset: 50, position: "BTN", least_pot: 12.5, sort: "pot" as const };
  const params = new URLSearchParams(paramsOf(filter));
  expect(params.toString()).toBe("position=BTN&sort=pot&least_pot=12.5&offset=50");
  expect(filterOf(params, 25)).toEqual(filter);
  expect(filterOf(new URLSearchParams("offset=x&least_pot=-1&other=1"), 25)).toEqual({ limit: 25, offset: 0 });
});

it("tells the mistakes of a drill by kind, costliest first", () => {
  const answer = (action: string, best: string, grade: Drill["answers"][number]["grade"], lost: number | null) => ({
    number: 1, cards: ["As", "Ks"], action, best, share: 0, ev_lost: lost, percent_lost: lost, grade,
  });
  const answers = [answer("call", "fold", "mistake", 6), answer("fold", "call", "blunder", 20), answer("call", "fold", "inaccuracy", 3), answer("call", "call", "best", 0)];
  expect(missesOf(answers)).toEqual([
    { did: "fold", best: "call", times: 1, lost: 20 },
    { did: "call", best: "fold", times: 2, lost: 9 },
  ]);
  expect(missesOf([answer("call", "fold", "mistake", null)])[0]?.lost).toBeNull();
});

it("says what was measured once in words: there is no curve to draw", () => {
  const detail = { job: { text: "" }, curve: [{ iteration: 500, exploitability: 7e-15, seconds: 1 }] } as unknown as Parameters<typeof Curve>[0]["detail"];
  const shown = render(<Curve detail={detail} />);
  expect(screen.getByText(/Measured once: less than 0.001 thousandths of a bb/)).toBeTruthy();
  shown.rerender(<Curve detail={{ ...detail, job: { ...detail.job, text: "exploitable by 0.00001 in prizes" } }} />);
  expect(screen.getByText(/thousandths of the prizes’ unit/)).toBeTruthy();
});

it("says how many missed hands of all spots are to be repeated, and when the others come", () => {
  const next = "2026-03-01T10:00:00+00:00";
  expect(missedWords({ due: 3, later: 0, spots: 2, next: null })).toBe("3 hands from 2 spots to repeat now.");
  expect(missedWords({ due: 0, later: 1, spots: 0, next })).toMatch(/^Nothing to repeat now\. 1 hand that you got right rests; the next comes .*2026/);
});

it("opens a game with rebuys by one click", async () => {
  const onPlay = vi.fn();
  render(<Hero isOpening={false} onPlay={onPlay} />);
  await userEvent.click(screen.getByRole("button", { name: "Play hold’em" }));
  expect(onPlay).toHaveBeenCalledWith({ rebuys: true });
});

describe("a report over flops", () => {
  const row = (flop: string, weight: number, ev: number, check: number, changes: Partial<FlopRow> = {}): FlopRow => ({
    flop, cards: flop.match(/../g) ?? [], suits: "rainbow", pairing: "unpaired", straights: "no straight", high: flop.charAt(0), weight, ev_oop: ev, ev_ip: 55 - ev,
    equity_oop: 0.5, equity_ip: 0.5, exploitability: 0.4, source: null,
    shares: [{ player: "oop", action: "check", share: check }, { player: "ip", action: "check", share: 0.5 }], ...changes,
  });
  const rows = [row("AsKd2c", 24, 30, 0.9), row("7h7d2c", 12, 20, 0.6, { pairing: "paired" }), row("9h8h7h", 4, 25, 0.8, { suits: "monotone" })];
  it("has a column for every first action, sorts, filters and counts flops by weight", () => {
    const columns = columnsOf(rows);
    expect(columns.map((column) => column.words)).toEqual(["EV OOP", "EV IP", "Equity OOP", "OOP check", "IP check"]);
    expect(sorted(rows, columns[0], false).map((each) => each.flop)).toEqual(["AsKd2c", "9h8h7h", "7h7d2c"]);
    expect(meanOf(rows, columns[3]!)).toBeCloseTo((24 * 0.9 + 12 * 0.6 + 4 * 0.8) / 40);
    expect(rows.filter((each) => passes(each, { suits: "", pairing: "paired", straights: "", high: "7" })).map((each) => each.flop)).toEqual(["7h7d2c"]);
  });
  it("is summed up by kinds of flops, in their usual order and by weight", () => {
    const groups = groupsOf(rows, "suits");
    expect(groups.map((group) => group.name)).toEqual(["monotone", "rainbow"]);
    expect(weightOf(groups[1]!.rows)).toBe(36);
    render(<FlopGroups rows={rows} />);
    const rainbow = screen.getByRole("row", { name: /^rainbow/ });
    expect(rainbow.textContent).toContain("90 %");
    expect(rainbow.textContent).toContain("26.67");
  });
  it("is asked with the spot of the form on all three streets", () => {
    const ask = reportAskOf({ ...FIRST_FORM, board: ["Td", "9d", "6h", "2c", "3c"], isDetailed: true }, 25, false);
    expect(ask?.flops).toBe(25);
    expect(Object.keys(ask?.spot.bets ?? {})).toEqual(["flop", "turn", "river"]);
    expect("board" in (ask?.spot ?? {})).toBe(false);
  });
  it("sorts by a click and opens or solves a flop", async () => {
    const onSolve = vi.fn();
    render(
      <MemoryRouter>
        <FlopTable rows={rows} onSolve={onSolve} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole("button", { name: "EV OOP" }));
    await userEvent.click(screen.getByRole("button", { name: /EV OOP/ }));
    expect(screen.getByRole("columnheader", { name: /EV OOP/ }).getAttribute("aria-sort")).toBe("ascending");
    await userEvent.click(screen.getAllByRole("button", { name: "Solve" })[0]!);
    expect(onSolve).toHaveBeenCalledWith(rows[1]);
  });
});

describe("habits", () => {
  const habit = {
    name: "c_bet_flop", words: "Continuation bet on the flop", taken: { value: 0.6, count: 60, of: 100 }, low: 0.5, high: 0.69,
    known: 90, own: 0.6, strategy: 0.5, margin: 0.098, differs: 1,
  };

  it("stand beside what the strategy does with the same hands, and say what luck explains", () => {
    render(<HabitTable habits={{ habits: [habit], hands: 80, waiting: 20 }} />);
    expect(screen.getByRole("status").textContent).toMatch(/80 hands so far, 20 still to look through/);
    const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells).toEqual(["60 %", "100", "50 %–69 %", "50 % ± 10 %", "+10 points of 90: too often"]);
    expect(differenceWords({ ...habit, own: 0.45, differs: 0 })).toBe("−5 points of 90, within luck");
    expect(differenceWords({ ...habit, own: 0.2, differs: -1 })).toBe("−30 points of 90: too seldom");
    expect(differenceWords({ ...habit, known: 1, own: 1, differs: 1 })).toBe("+50 points of 1: too few to say");
    expect(differenceWords({ ...habit, own: null, strategy: null, margin: null })).toBe("");
  });
});

describe("the note on a hand", () => {
  it("has a heading that opens it and nothing else to press in there", () => {
    const summary = { ref: "1:2", marked: false, note: "" } as Parameters<typeof HandNotes>[0]["summary"];
    render(<HandNotes summary={summary} />);
    const heading = screen.getByText("Note");
    expect(heading.tagName).toBe("SUMMARY");
    expect(heading.querySelector("button, a, input, textarea")).toBeNull();
    expect(screen.getByRole("button", { name: "☆ Mark" })).toBeTruthy();
  });
});

describe("an import of hands", () => {
  afterEach(() => vi.restoreAllMocks());

  it("sends several files in pieces, starts the job, and says which", async () => {
    const asked: string[] = [];
    let received = 0;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      asked.push(`${init?.method} ${String(url)}`);
      if (init?.method === "PUT") received += 4;
      const body = String(url).endsWith("/start") ? { id: "job7" } : { id: "up1", received, bytes: 8, piece: 4 };
      return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
    });
    const onStarted = vi.fn();
    render(<ImportDialog onClose={vi.fn()} onStarted={onStarted} />);
    const files = ["one", "two"].map((name) => new File(["hand"], `${name}.txt`));
    fireEvent.change(screen.getByLabelText("File, or several"), { target: { files } });
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith("job7"));
    expect(asked.filter((each) => each.includes("/imports"))).toEqual([
      "POST /api/imports", "PUT /api/imports/up1?offset=0", "PUT /api/imports/up1?offset=4", "POST /api/imports/up1/start",
    ]);
  });

  it("is shown while it runs and when it is over, until it is put away", async () => {
    const sockets: { onmessage(event: { data: string }): void; close(): void }[] = [];
    vi.stubGlobal("WebSocket", class { constructor() { sockets.push(this as never); } close() { /* nothing is open */ } });
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}"));
    const job = { id: "j", kind: "import", title: "a.txt", state: "running", text: "2 imported", fraction: 0.5, seconds: 1, can_pause: true, can_cancel: true };
    const hands = { imported: 2, known: 0, unread: 0, first: "t:1", problems: [] };
    const [onImported, onClose] = [vi.fn(), vi.fn()];
    render(<MemoryRouter><ImportStrip job="j" onImported={onImported} onClose={onClose} /></MemoryRouter>);
    await waitFor(() => expect(sockets).toHaveLength(1));
    const push = (detail: object) => act(() => sockets[0]?.onmessage({ data: JSON.stringify({ type: "detail", detail }) }));
    push({ job, hands });
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("50");
    expect(screen.getByRole("button", { name: "Stop" })).toBeTruthy();
    push({ job: { ...job, state: "done", fraction: 1, can_pause: false, can_cancel: false }, hands: { ...hands, imported: 3 } });
    expect(screen.getByRole("status").textContent).toMatch(/3 hands imported/);
    expect(onImported.mock.calls.at(-1)).toEqual([3]);
    await userEvent.click(screen.getByRole("button", { name: "Hide this import" }));
    expect(onClose).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it("says what came in, what was there, and why some could not be read", () => {
    const report = { imported: 3, known: 1, unread: 2, first: "t:1", problems: ["a.txt, hand 4: no", "a.txt, hand 5: no"] };
    render(<MemoryRouter><ImportReport report={report} /></MemoryRouter>);
    expect(screen.getByRole("status").textContent).toMatch(/3 hands imported. 1 was there already. 2 could not be read./);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Open the first one" }).getAttribute("href")).toBe("/hands/t%3A1");
  });
});
