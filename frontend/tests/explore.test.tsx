import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { About, HandsView, Move, NodeView, Stop } from "../src/explore/api";
import type { Money } from "../src/lib/hooks";
import { fixed } from "../src/lib/format";
import { cellsOf, chartHands, combosOf, handOf, HANDS, liveCounts, NO_FILTER, passes, totalsOf } from "../src/explore/cells";
import type { Combo } from "../src/explore/cells";
import { handsWords, heldBy, lockAsItIs, lockFrequency, reachable } from "../src/explore/lockMath";
import { fitting } from "../src/explore/fit";
import { differencesOf, measuresOf, misfit, mostDifferent } from "../src/explore/difference";
import { coloursOf, stripes } from "../src/explore/colours";
import { MatrixPane, overlaysOf, useShown } from "../src/explore/Pane";
import { CardPicker } from "../src/explore/CardPicker";
import { LockTab, shared } from "../src/explore/LockTab";
import { Opening, titleOf } from "../src/explore/Opening";
import { nearest, StudyButton, type FindStudy } from "../src/explore/StudyButton";
import { ActionStrip } from "../src/explore/ActionStrip";
import { locksOf, useLocks } from "../src/explore/locks";
import { StrategyMatrix, valueText } from "../src/explore/StrategyMatrix";
import { stepBeyond } from "../src/explore/useExplorer";
import { lineAfter, lineWithCards, moveLabel, playerNames } from "../src/explore/words";
import { storyOf } from "../src/pages/DrillPage";
import { PaintMatrix } from "../src/ranges/PaintMatrix";
import { useToasts } from "../src/state/toasts";
import { DrillButton } from "../src/study/Review";

afterEach(cleanup);

const MOVES: Move[] = [
  { word: "check", kind: "check", amount: 0, pot_share: null },
  { word: "bet 120", kind: "bet", amount: 120, pot_share: 0.6 },
  { word: "bet 200", kind: "bet", amount: 200, pot_share: 1 },
  { word: "all-in 900", kind: "all_in", amount: 900, pot_share: 4.5 },
];

const money: Money = Object.assign((amount: number) => String(amount), { signed: String, value: (amount: number) => fixed(amount, 1) });

const view: HandsView = {
  seat: 0,
  combos: "AsKsAhKhAsAh",
  reach: [1, 0.5, 1],
  weight: [0.4, 0.2, 0.4],
  mix: [
    [0.9, 0.3, 0],
    [0.1, 0.7, 1],
  ],
  ev: [100, 40, null],
  equity: [0.5, 0.5, 0.9],
  eqr: [1, 1, 1],
  action_ev: null,
  ev_error: null,
  made: [0, 1, 2],
  draws: [1, 0, 2],
  made_names: ["a", "b", "c"],
  draw_names: ["x", "y"],
  frequencies: [0.42, 0.58],
  mean_ev: 80,
  mean_equity: 0.6,
  mean_eqr: 1,
  combo_count: 2.5,
  knowledge: "exact",
  notes: [],
};

describe("what is known of a node", () => {
  it("offers only the overlays that have values", () => {
    expect(Object.keys(overlaysOf(view))).toEqual(["strategy", "ev", "equity", "eqr", "weight"]);
    const plain = { ...view, ev: null, eqr: null };
    expect(Object.keys(overlaysOf(plain))).toEqual(["strategy", "equity", "weight"]);
    expect(Object.keys(overlaysOf({ ...plain, equity: null }))).toEqual(["strategy", "weight"]);
  });
  it("says how long a strategy has been opening, and why", () => {
    vi.useFakeTimers();
    render(<Opening title={titleOf("shipped:ppo_6max@6x100")} />);
    expect(screen.getByRole("status").textContent).toBe("Opening ppo_6max… ");
    act(() => vi.advanceTimersByTime(3000));
    expect(screen.getByRole("status").textContent).toMatch(/3 s.*for the first time/);
    vi.useRealTimers();
  });
});

describe("cells of the matrix", () => {
  it("names hands by their cards", () => {
    expect([handOf("AsKs"), handOf("KhAs"), handOf("2c2d")]).toEqual(["AKs", "AKo", "22"]);
    expect(new Set(HANDS).size).toBe(169);
  });
  it("counts the combos a board leaves", () => {
    expect(liveCounts([]).get("AKs")).toBe(4);
    expect(liveCounts(["As", "Kd"]).get("AKs")).toBe(2);
    expect(liveCounts(["As", "Kd"]).get("AA")).toBe(3);
    expect(liveCounts(["As", "Kd"]).get("AKo")).toBe(7);
  });
  it("weighs means by each combo's part of the range", () => {
    const cells = cellsOf(combosOf(view), liveCounts([]));
    const suited = cells.get("AKs");
    expect(suited?.mix?.[0]).toBeCloseTo((0.9 * 0.4 + 0.3 * 0.2) / 0.6);
    expect(suited?.ev).toBeCloseTo((100 * 0.4 + 40 * 0.2) / 0.6);
    expect(suited?.reach).toBeCloseTo(1.5 / 4);
    expect(cells.get("AA")?.ev).toBeNull();
    expect(cells.get("72o")?.combos).toBe(0);
    expect(totalsOf(combosOf(view)).mix?.[1]).toBeCloseTo(0.58);
  });
  it("filters by hand, draw and suit", () => {
    const combos = combosOf(view);
    const left = (filter: Partial<typeof NO_FILTER>) => combos.filter((combo) => passes(combo, { ...NO_FILTER, ...filter })).length;
    expect(left({})).toBe(3);
    expect(left({ made: new Set([0, 1]) })).toBe(2);
    expect(left({ draws: new Set([1]) })).toBe(1);
    expect(left({ suits: new Set(["h"]) })).toBe(2);
  });
});

describe("colours", () => {
  it("darkens raises as they grow and keeps all-in for itself", () => {
    const [passive, small, big, all] = coloursOf(MOVES);
    expect(passive).toBe("var(--passive)");
    expect(small).toContain("0%");
    expect(big).toContain("100%");
    expect(all).toBe("var(--all-in)");
  });
  it("lays stripes side by side", () => {
    expect(stripes([0.25, 0, 0.75], ["a", "b", "c"])).toBe("linear-gradient(to right, a 0.0% 25.0%, c 25.0% 100.0%)");
    expect(stripes([], [])).toBe("none");
  });
});

const stop = (line: string, changes: Partial<Stop> = {}): Stop => ({
  line,
  kind: "decision",
  street: "turn",
  board: [],
  pot: 200,
  chairs: [
    { name: "OOP", stack: 780, bet: 120, folded: false },
    { name: "IP", stack: 900, bet: 0, folded: false },
  ],
  actor: 1,
  to_call: 120,
  moves: MOVES,
  deals: 0,
  taken: "",
  ...changes,
});

describe("how well a spot is known", () => {
  function Shown({ hands }: { hands: HandsView }) {
    const node: NodeView = { source: "blueprint:hu", line: "", told: "", path: [stop("")], hands };
    return <MatrixPane node={node} about={null} shown={useShown(node)} money={money} onSeat={() => undefined} />;
  }
  const show = (changes: Partial<HandsView>) => {
    cleanup();
    return render(<Shown hands={{ ...view, ...changes }} />).container;
  };
  it("says nothing more of an exact one", () => {
    expect(show({}).querySelector(".knowledge")).toBeNull();
    expect(screen.getByRole("group", { name: "Hands of OOP" })).toBeTruthy();
  });
  it("says what a near one was taken for, above its hands", () => {
    show({ knowledge: "near", notes: ["raise to 270 is not in the tree and is taken for 250"] });
    expect(screen.getByRole("status").textContent).toMatch(/Not exactly this spot.*270.*taken for 250/);
    expect(screen.getByRole("group", { name: "Hands of OOP" })).toBeTruthy();
  });
  it("says why an unknown one has no hands, and draws none", () => {
    show({ knowledge: "none", notes: ["betting that the bundle's tree does not have"], combos: "", reach: [], weight: [], mix: null });
    expect(screen.getByRole("status").textContent).toMatch(/does not know this spot.*betting that the bundle's tree does not have/);
    expect(screen.queryByRole("group", { name: "Hands of OOP" })).toBeNull();
    expect(screen.queryByRole("group", { name: "Show" })).toBeNull();
  });
});

describe("lines", () => {
  it("go on by a word or by cards", () => {
    expect(lineAfter(stop(""), "check")).toBe("check");
    expect(lineAfter(stop("check"), "bet 120")).toBe("check,bet 120");
    expect(lineAfter(stop("check,check", { kind: "card" }), "Qc")).toBe("check,check|Qc|");
    expect(lineAfter(stop("check,check|Qc|"), "check")).toBe("check,check|Qc|check");
  });
  it("keep the betting when a card changes", () => {
    const path = [
      stop("", { taken: "check" }),
      stop("check", { taken: "check" }),
      stop("check,check", { kind: "card", taken: "Qc" }),
      stop("check,check|Qc|", { taken: "bet 120" }),
      stop("check,check|Qc|bet 120"),
    ];
    expect(lineWithCards(path, 2, "3s")).toBe("check,check|3s|bet 120");
  });
  it("come back step by step after a rewind", () => {
    const deepest = "check,bet 120,call|Qc|check";
    expect(stepBeyond(deepest, "")).toBe("check");
    expect(stepBeyond(deepest, "check")).toBe("check,bet 120");
    expect(stepBeyond(deepest, "check,bet 120,call")).toBe("check,bet 120,call|Qc|");
    expect(stepBeyond(deepest, "check,bet 120,call|Qc|")).toBe(deepest);
    expect(stepBeyond(deepest, deepest)).toBeNull();
  });
  it("tell what is to be called", () => {
    const call: Move = { word: "call", kind: "call", amount: 0, pot_share: null };
    expect(moveLabel(call, stop("bet 120"), money)).toBe("Call 120");
  });
});

describe("the strip", () => {
  it("shows how often an action is taken, and never its size in that place", () => {
    const path = [stop("", { taken: "check", actor: 0 }), stop("check")];
    const node: NodeView = { source: "x", line: "check", told: "", path, hands: { ...view, seat: 1, frequencies: [0.25, 0.5, 0.25, 0] } };
    render(<ActionStrip node={node} money={money} onGo={() => undefined} onCards={() => undefined} />);
    const words = (at: number) => screen.getAllByRole("button", { name: /Bet 120/ })[at]?.textContent;
    expect(words(0)).toBe("Bet 120");
    expect(words(1)).toBe("Bet 12050.0 %");
    expect(screen.getAllByTitle("60 % of the pot")).toHaveLength(2);
  });
});

describe("a difference", () => {
  const node = (changes: Partial<Stop> = {}, hands: Partial<HandsView> = {}): NodeView => ({
    source: "x", line: "", told: "", path: [stop("", { actor: 0, ...changes })], hands: { ...view, ...hands },
  });
  it("is drawn only of sources that are asked the same", () => {
    expect(misfit(node(), node())).toBeNull();
    expect(misfit(node(), node({ board: ["Qc"] }))).toBe("The boards differ.");
    expect(misfit(node(), node({ moves: MOVES.slice(0, 3) }))).toMatch(/actions differ: check/);
    expect(misfit(node(), node({ actor: 1 }, { seat: 1 }))).toMatch(/Different seats/);
    expect(misfit(node(), node({}, { knowledge: "none" }))).toMatch(/does not know/);
    expect(misfit(node(), node({ kind: "card" }))).toMatch(/Only decisions/);
  });
  it("is the first less the second, by hand and on average", () => {
    const cells = (mix: number[][]) => cellsOf(combosOf({ ...view, mix }), liveCounts([]));
    const [one, other] = [cells([[0.9, 0.3, 0], [0.1, 0.7, 1]]), cells([[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]])];
    const found = differencesOf(one, other, 1, [200, 200]);
    expect(found.byHand.get("AA")).toBeCloseTo(0.5);
    expect(found.byHand.get("AKs")).toBeCloseTo(0.3 - 0.5);
    expect(found.byHand.get("72o")).toBeNull();
    expect(found.mean).toBeCloseTo(0.4 * 0.5 + 0.6 * 0.2);
    expect(found.largest.map(({ hand }) => hand)).toEqual(["AA", "AKs"]);
    expect(differencesOf(one, other, "ev", [200, 100]).byHand.get("AKs")).toBeCloseTo(80 / 200 - 80 / 100);
    expect(measuresOf(node(), node({}, { ev: null }))).toEqual([0, 1]);
    const more = cells([[0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [0.1, 0.1, 0.1]]);
    expect(mostDifferent(more, cells([[0.4, 0.4, 0.4], [0.2, 0.2, 0.2], [0.4, 0.4, 0.4]]), [0, 1, 2, "ev"])).toBe(2);
  });
});

describe("values", () => {
  it("have no sign where they round to nothing", () => {
    expect([fixed(-0.04, 1), fixed(-0.06, 1), fixed(-0, 0), valueText(-0.001, "ev")]).toEqual(["0.0", "-0.1", "0", "0.0"]);
  });
  it("are big blinds where amounts are", () => expect(valueText(-1250, "ev", 1000)).toBe("-1.25"));
});

describe("locks over many hands", () => {
  const moves = MOVES.slice(0, 2);
  const combo = (name: string, weight: number, mix: number[], actionEv: number[]): Combo => ({
    name, hand: handOf(name), reach: 1, weight, mix, actionEv, ev: mix.reduce((sum, share, k) => sum + share * (actionEv[k] ?? 0), 0),
    equity: null, eqr: null, made: 0, draws: 0,
  });
  const combos = [combo("AsKs", 0.5, [0, 1], [10, 14]), combo("QsJs", 0.25, [1, 0], [8, 7]), combo("7s6s", 0.25, [1, 0], [5, 1])];
  it("reach a frequency by the hands that lose least, and tell what it costs", () => {
    const { locks, cost } = lockFrequency("check", moves, combos, 1, 0.65);
    const of = (name: string) => locks.find((lock) => lock.hands?.split(",").includes(name))?.strategy;
    expect(of("AsKs")).toEqual({ check: 0, "bet 120": 1 });
    expect(of("QsJs")).toEqual({ check: 0.4, "bet 120": 0.6 });
    expect(of("7s6s")).toEqual({ check: 1, "bet 120": 0 });
    expect(cost).toBeCloseTo(0.25 * 0.6 * 1);
    expect(lockFrequency("", moves, combos, 1, 0.5).cost).toBe(0);
    expect(lockFrequency("", moves, combos, 1, 0.25).cost).toBeCloseTo(0.25 * 4);
  });
  it("leave hands that are locked at the decision already as they are, and count them", () => {
    const held = heldBy([{ line: "", hands: "AKs", strategy: { check: 1 } }, { line: "bet 120", hands: "QsJs", strategy: { "bet 120": 1 } }], "", moves);
    const { locks } = lockFrequency("", moves, combos, 1, 0.3, held);
    expect(locks.map((lock) => [lock.hands, lock.strategy["bet 120"]])).toEqual([["QsJs", 1], ["7s6s", 0.2]]);
    expect(reachable(combos, 1, held)).toEqual([0, 0.5]);
    const about = { source: "file:c", locks: [] };
    const { add, clear } = useLocks.getState();
    add(about, { line: "", hands: "AKs", strategy: { check: 1 } }, ...locks.map((lock) => ({ ...lock, isShared: true })));
    add(about, { line: "", hands: "7s6s", strategy: { check: 1 }, isShared: true });
    expect(useLocks.getState().locks["file:c"]?.map((lock) => lock.hands)).toEqual(["AKs", "7s6s"]);
    expect(heldBy(useLocks.getState().locks["file:c"] ?? [], "", moves)(combos[2]!)).toBeNull();
    clear("file:c");
  });
  it("keep what is done now, in groups of the same mix", () => {
    const { locks, cost } = lockAsItIs("", moves, [...combos, combo("2s2h", 0, [0.333, 0.667], [1, 1])]);
    expect(locks.map((lock) => [lock.hands, lock.strategy["bet 120"]])).toEqual([["AsKs", 1], ["QsJs,7s6s", 0], ["2s2h", 0.67]]);
    expect(cost).toBe(0);
  });
  it("leave nothing of those they cover, and say how many hands they hold", () => {
    const about = { source: "file:b", locks: [] };
    const { add, clear } = useLocks.getState();
    add(about, ...lockFrequency("", moves, combos, 1, 0.5).locks);
    add(about, ...lockFrequency("", moves, combos, 1, 1).locks);
    expect(useLocks.getState().locks["file:b"]?.map((lock) => lock.hands)).toEqual(["AsKs,QsJs,7s6s"]);
    add(about, { line: "", hands: null, strategy: { check: 1 } });
    expect(useLocks.getState().locks["file:b"]).toHaveLength(1);
    clear("file:b");
    expect([handsWords(null), handsWords("AQs"), handsWords("a,b,c,d")]).toEqual(["All hands", "AQs", "4 combos"]);
  });
});

describe("locks", () => {
  it("begin with those the solution was solved with, and more come on top", () => {
    const lock = (line: string) => ({ line, hands: null, strategy: { check: 1 } });
    const about = { source: "file:a", locks: [lock("")] };
    expect(locksOf(about, useLocks.getState().locks["file:a"])).toEqual([lock("")]);
    useLocks.getState().add(about, lock("check"));
    expect(locksOf(about, useLocks.getState().locks["file:a"])).toEqual([lock(""), lock("check")]);
    useLocks.getState().remove(about, 0);
    expect(locksOf(about, useLocks.getState().locks["file:a"])).toEqual([lock("check")]);
    useLocks.getState().clear("file:a");
    expect(locksOf(about, useLocks.getState().locks["file:a"])).toEqual([lock("")]);
  });
  it("keep the shares of a mix at a hundred", () => {
    expect(shared([50, 50, 0], 0, 80)).toEqual([80, 20, 0]);
    expect(shared([100, 0, 0], 0, 40).reduce((a, b) => a + b)).toBe(100);
    expect(shared([33, 33, 34], 1, 100)).toEqual([0, 100, 0]);
  });
});

describe("locks with three players", () => {
  const about = {
    source: "file:three", title: "Three", kind: "three-way", config: { players: { sb: "AA", bb: "KK", btn: "QQ" }, pot: 100 }, locks: [], has_locks: false,
    lock_cost: null, profile: null, precision: null, target: 0.01, abilities: ["values", "locks"],
  } as unknown as About;
  const stop = { line: "check", kind: "decision", actor: 1, pot: 100, moves: MOVES.slice(0, 2), chairs: [], board: [], to_call: 0 } as unknown as Stop;
  it("are solved around as two players' are, and no side plays a profile", async () => {
    const sent: [string, unknown][] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      sent.push([url, init.body ? JSON.parse(String(init.body)) : null]);
      return new Response(JSON.stringify({ id: "a1" }), { status: 200, headers: { "content-type": "application/json" } });
    });
    render(
      <MemoryRouter>
        <LockTab about={about} stop={stop} cells={new Map()} combos={[]} isFiltered={false} frequencies={[0.5, 0.5]} colours={["red", "blue"]} money={money} />
      </MemoryRouter>,
    );
    expect(screen.queryByRole("form", { name: "Play against a profile" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Always check" }));
    await userEvent.click(screen.getByRole("button", { name: "Lock the range" }));
    await userEvent.click(screen.getByRole("button", { name: "Solve around the locks" }));
    const [url, body] = sent[sent.length - 1] ?? [];
    expect(url).toMatch(/\/solves\/three$/);
    expect(body).toEqual({ spot: about.config, locks: [{ line: "check", strategy: { check: 1, "bet 120": 0 }, hands: null }], title: "Three, locked", base: "file:three", target: 0.01 });
    expect(playerNames(about)).toEqual(["SB", "BB", "BTN"]);
    vi.unstubAllGlobals();
  });
});

describe("study", () => {
  it("takes the last decision up to the one that is shown", () => {
    const match = (source: string, step: number) => ({ source, title: "", line: String(step), told: "", step, kind: "postflop", exact: true, notes: [] });
    const found = nearest([match("a", 2), match("a", 4), match("a", 6), match("b", 6)], 5);
    expect(found.map((each) => [each.source, each.step])).toEqual([
      ["a", 4],
      ["b", 6],
    ]);
  });
});

describe("studying a played spot", () => {
  const network = {
    source: "shipped:net@6x100", title: "A network", line: "", told: "", step: 0, kind: "policy", exact: false, notes: ["a trained network"],
  };
  const shown = (find: FindStudy) => {
    render(
      <MemoryRouter>
        <StudyButton find={find} step={0} />
        <Routes>
          <Route path="/explore" element={<p>The explorer</p>} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>,
    );
    return userEvent.click(screen.getByRole("button", { name: "Study this spot" }));
  };

  it("asks networks only when that is wanted, and says what does not fit before anything is opened", async () => {
    const find = vi.fn((networks: boolean) => Promise.resolve(networks ? [network] : []));
    await shown(find);
    expect(find.mock.calls).toEqual([[false]]);
    await userEvent.click(screen.getByRole("button", { name: "Ask trained networks too" }));
    expect(find.mock.calls).toEqual([[false], [true]]);
    expect(screen.getByRole("link", { name: /A network/ }).textContent).toContain("not exactly: a trained network");
    expect(screen.queryByText("The explorer")).toBeNull();
  });

  it("says of a drill, too, what does not fit", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(JSON.stringify({ id: "d1" }), { headers: { "content-type": "application/json" } }));
    render(<MemoryRouter><DrillButton find={() => Promise.resolve([{ ...network, notes: ["stacks of 100 bb; the hand had 80"] }])} step={0} /></MemoryRouter>);
    await userEvent.click(screen.getByRole("button", { name: "Drill this spot" }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toMatch(/not exactly the spot: stacks of 100 bb/));
    vi.restoreAllMocks();
  });

  it("opens at once what is the only one and fits exactly", async () => {
    await shown(() => Promise.resolve([{ ...network, kind: "postflop", exact: true, notes: [] }]));
    expect(screen.getByText("The explorer")).toBeTruthy();
  });
});

describe("the matrix on the page", () => {
  it("says each hand in words and does not draw cells again on hover", async () => {
    const cells = cellsOf(combosOf(view), liveCounts([]));
    render(<StrategyMatrix label="Hands" cells={cells} moves={MOVES} colours={coloursOf(MOVES)} overlay="strategy" />);
    const cell = screen.getByRole("button", { name: /^AKs: check 70.0 %, bet 120 30.0 %; reach 37.5 %$/ });
    const before = cell.getAttribute("style");
    await userEvent.hover(cell);
    expect(screen.getAllByRole("button")).toHaveLength(169);
    expect(cell.getAttribute("style")).toBe(before);
    await userEvent.click(cell);
    expect(cell.getAttribute("aria-pressed")).toBe("true");
  });
});

describe("picking cards", () => {
  it("leaves dealt cards off and takes typed ones", async () => {
    const pick = vi.fn();
    render(<CardPicker title="River" count={1} dead={["Qc"]} onPick={pick} />);
    expect((screen.getByRole("button", { name: "queen of clubs" }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "ace of spades" }));
    await userEvent.keyboard("qc");
    await userEvent.keyboard("td");
    expect(pick.mock.calls).toEqual([["As"], ["Td"]]);
  });
});

describe("painting a range", () => {
  it("toggles a hand by key with the brush's weight", async () => {
    const paint = vi.fn();
    const matrix = Array.from({ length: 13 }, () => Array<number>(13).fill(0));
    matrix[0]![0] = 0.5;
    render(<PaintMatrix label="Hands" matrix={matrix} brush={0.5} onPaint={paint} />);
    screen.getByRole("button", { name: "AA, 50 %" }).focus();
    await userEvent.keyboard("{Enter}");
    screen.getByRole("button", { name: "AKs, 0 %" }).focus();
    await userEvent.keyboard(" ");
    expect(paint.mock.calls).toEqual([
      [["AA"], 0],
      [["AKs"], 0.5],
    ]);
  });
});

describe("hands that are classes", () => {
  const classes = {
    names: ["8-7 badugi", "8-6 badugi", "9-2 to 9-4 three cards"],
    row: [0, 0, 1],
    column: [1, 1, 2],
    rows: ["badugi", "three cards"],
    columns: ["7", "8", "9"],
  };
  const draws: Move[] = [
    { word: "pat", kind: "draw", amount: 0, pot_share: null },
    { word: "draw 1", kind: "draw", amount: 0, pot_share: null },
  ];
  const hands: HandsView = { ...view, combos: "", classes };

  it("stand in a chart by the cards that play and the high card", () => {
    const combos = combosOf(hands);
    expect(combos.map((combo) => combo.hand)).toEqual(["badugi 8", "badugi 8", "three cards 9"]);
    const chart = { rows: classes.rows, columns: classes.columns, hands: chartHands(classes) };
    const cells = cellsOf(combos, null, chart.hands);
    expect(cells.size).toBe(6);
    expect(cells.get("badugi 8")?.mix?.[0]).toBeCloseTo(0.7);
    render(<StrategyMatrix label="Hands" cells={cells} moves={draws} colours={coloursOf(draws)} overlay="strategy" chart={chart} />);
    expect(screen.getAllByRole("button")).toHaveLength(6);
    expect(screen.getByRole("button", { name: /^badugi 8: pat 70/ }).textContent).toBe("8");
    expect(screen.getByText("three cards")).toBeTruthy();
  });

  it("draw by number, each in a colour of its own", () => {
    const stop = { to_call: 0 } as Stop;
    expect(draws.map((move) => moveLabel(move, stop, money))).toEqual(["Pat", "Draw 1"]);
    expect(new Set(coloursOf(draws)).size).toBe(2);
  });
});

describe("what fits a comparison", () => {
  const entry = (kind: string, facts: Record<string, string>, takes_table = false) => ({
    source: `shipped:${kind}`, kind, takes_table, problem: "", config: Object.entries(facts).map(([label, value]) => ({ label, value })),
  });
  const about = { source: "set:hu@2x60", kind: "blueprint", big_blind: 100 };
  const chair = (name: string, stack: number, bet: number) => ({ name, stack, bet, folded: false });
  const preflop = stop("", { street: "preflop", board: [], chairs: [chair("BTN/SB", 5950, 50), chair("BB", 5900, 100)] });
  it("begins at the same table, with its seats and stacks", () => {
    expect(fitting(entry("agent", {}, true), about, preflop)).toBe("shipped:agent@2x60");
    expect(fitting(entry("blueprint", { Seats: "2", Stacks: "60 bb" }), about, preflop)).toBe("shipped:blueprint");
    expect(fitting(entry("blueprint", { Seats: "2", Stacks: "100 bb" }), about, preflop)).toBeNull();
    expect(fitting(entry("search", { Seats: "6" }, true), about, preflop)).toBeNull();
    expect(fitting(entry("jam-or-fold", { Seats: "2 to 6" }, true), about, preflop)).toBeNull();
    expect(fitting(entry("badugi", { Seats: "2", Stacks: "60 bb" }), about, preflop)).toBeNull();
    expect(fitting({ ...entry("blueprint", { Seats: "2" }, true), source: "set:hu" }, about, preflop)).toBeNull();
  });
  it("or on the same board", () => {
    const river = stop("", { board: ["Ks", "9s", "7h", "4d", "2c"] });
    const of = { source: "file:a", kind: "postflop", big_blind: null };
    expect(fitting(entry("postflop", { Board: "Ks9s7h4d2c" }), of, river)).toBe("shipped:postflop");
    expect(fitting(entry("postflop", { Board: "Ks9s7h4d2d" }), of, river)).toBeNull();
    expect(fitting(entry("agent", {}, true), of, river)).toBeNull();
  });
});

it("tells the story of a hand that is drilled to its end", () => {
  const chairs = [{ name: "OOP", stack: 900, bet: 0, folded: false }, { name: "IP", stack: 900, bet: 0, folded: false }];
  const path = [
    stop("", { actor: 0, chairs, taken: "check" }),
    stop("check", { actor: 1, chairs, taken: "bet 120" }),
    stop("check,bet 120,call", { kind: "card", actor: null, chairs, moves: [], taken: "Qc" }),
    stop("check,bet 120,call|Qc|", { actor: 0, chairs, taken: "" }),
  ];
  expect(storyOf(path, money)).toBe("OOP check, IP bet 120, Qc");
});
