import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HandsView, Move, NodeView, Stop } from "../src/explore/api";
import type { Money } from "../src/lib/hooks";
import { cellsOf, combosOf, handOf, HANDS, liveCounts, NO_FILTER, passes, totalsOf } from "../src/explore/cells";
import { coloursOf, stripes } from "../src/explore/colours";
import { MatrixPane, overlaysOf, useShown } from "../src/explore/Pane";
import { CardPicker } from "../src/explore/CardPicker";
import { shared } from "../src/explore/LockTab";
import { Opening, titleOf } from "../src/explore/Opening";
import { nearest } from "../src/explore/StudyButton";
import { StrategyMatrix } from "../src/explore/StrategyMatrix";
import { stepBeyond } from "../src/explore/useExplorer";
import { lineAfter, lineWithCards, moveLabel } from "../src/explore/words";
import { PaintMatrix } from "../src/ranges/PaintMatrix";

afterEach(cleanup);

const MOVES: Move[] = [
  { word: "check", kind: "check", amount: 0, pot_share: null },
  { word: "bet 120", kind: "bet", amount: 120, pot_share: 0.6 },
  { word: "bet 200", kind: "bet", amount: 200, pot_share: 1 },
  { word: "all-in 900", kind: "all_in", amount: 900, pot_share: 4.5 },
];

const money: Money = Object.assign((amount: number) => String(amount), { signed: String });

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
    expect(screen.getByRole("status").textContent).toMatch(/3 s.*half a minute/);
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

describe("locks", () => {
  it("keep the shares of a mix at a hundred", () => {
    expect(shared([50, 50, 0], 0, 80)).toEqual([80, 20, 0]);
    expect(shared([100, 0, 0], 0, 40).reduce((a, b) => a + b)).toBe(100);
    expect(shared([33, 33, 34], 1, 100)).toEqual([0, 100, 0]);
  });
});

describe("study", () => {
  it("takes the last decision up to the one that is shown", () => {
    const match = (source: string, step: number) => ({ source, title: "", line: String(step), told: "", step, exact: true });
    const found = nearest([match("a", 2), match("a", 4), match("a", 6), match("b", 6)], 5);
    expect(found.map((each) => [each.source, each.step])).toEqual([
      ["a", 4],
      ["b", 6],
    ]);
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
