/** What the table offers beside the hands: plans, cards shown, observed players, sounds, many players. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ActionBar } from "../src/actions/ActionBar";
import type { GameOptions, LogEntry, TableView } from "../src/api/types";
import { soundsOf } from "../src/lib/sounds";
import { askOf, formOf } from "../src/start/formState";
import { USUAL, usePreferences } from "../src/state/preferences";
import { observedWords } from "../src/table/Observed";
import { Seat } from "../src/table/Seat";
import { Standings } from "../src/table/Standings";
import { seat, table } from "./sample";

const commands = { act: vi.fn(), next: vi.fn(), skip: vi.fn(), plan: vi.fn(), show: vi.fn(), pause: vi.fn(), change: vi.fn() };

const bar = (view: TableView) =>
  render(
    <MemoryRouter>
      <ActionBar view={view} commands={commands} secondsLeft={null} />
    </MemoryRouter>,
  );

afterEach(() => {
  vi.clearAllMocks();
  usePreferences.setState(USUAL);
});

describe("a plan", () => {
  const view = table({
    status: "opponent",
    turn: null,
    can_skip: true,
    plans: [
      { plan: "check_fold", label: "Fold", price: null },
      { plan: "call", label: "Call 150", price: 150 },
      { plan: "call_any", label: "Call any", price: null },
    ],
  });

  it("is made by a click or by the key of its action, and taken back the same way", async () => {
    const user = userEvent.setup();
    const { unmount } = bar(view);
    await user.click(screen.getByRole("button", { name: /Call any/ }));
    expect(commands.plan).toHaveBeenLastCalledWith(view, "call_any");
    await user.keyboard("f");
    expect(commands.plan).toHaveBeenLastCalledWith(view, "check_fold");
    unmount();
    bar({ ...view, planned: "check_fold" });
    expect(screen.getByRole("button", { name: /^Fold/ }).getAttribute("aria-pressed")).toBe("true");
    await user.keyboard("f");
    expect(commands.plan.mock.lastCall?.[1]).toBeNull();
  });

  it("tells its price in the units of the table", () => {
    usePreferences.setState({ units: "bb" });
    bar(view);
    expect(screen.getByRole("button", { name: /Call 3 bb/ })).toBeTruthy();
  });
});

describe("after a hand", () => {
  const over = table({ status: "hand_over", turn: null, may_show: true, can_rabbit: true });

  it("cards can be shown one by one or all", async () => {
    const user = userEvent.setup();
    bar(over);
    await user.click(screen.getByRole("button", { name: "Show king of diamonds" }));
    expect(commands.show).toHaveBeenLastCalledWith(over, ["Kd"]);
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(commands.show).toHaveBeenLastCalledWith(over, ["As", "Kd"]);
  });

  it("the rest of the board is asked for, and gone with the next hand", async () => {
    vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify({ cards: ["2c", "9h"] }), { status: 200, headers: { "content-type": "application/json" } })));
    const { rerender } = bar(over);
    await userEvent.click(screen.getByRole("button", { name: "Rabbit hunt" }));
    await waitFor(() => expect(screen.getByRole("status").getAttribute("aria-label")).toBe("Would have come: 2 of clubs, 9 of hearts"));
    rerender(
      <MemoryRouter>
        <ActionBar view={{ ...over, hand: 2 }} commands={commands} secondsLeft={null} />
      </MemoryRouter>,
    );
    expect(screen.queryByRole("status")).toBeNull();
    vi.unstubAllGlobals();
  });

  it("the end of a tournament says the place and what it pays", () => {
    const line = { seat: 0, rank: 3, name: "You", stack: 0, place: 3, prize: 20, icm: 20 };
    const tournament = { payouts: [50, 30, 20], players: 30, players_left: 2, tables_left: 1, paid: 3, average: 15000, standings: [line] };
    bar(table({ mode: "tournament", status: "table_over", turn: null, tournament }));
    expect(screen.getByText("The tournament is over for you. You finished in place 3, which pays 20.")).toBeTruthy();
  });
});

describe("an observed player", () => {
  const rate = (count: number, of: number) => ({ count, of });
  const observed = { hands: 12, vpip: rate(3, 12), pfr: rate(2, 12), three_bet: rate(0, 0), aggression: rate(4, 6), showdowns: rate(1, 3) };
  const ada = seat({ name: "Ada", is_you: false, observed });
  const money = Object.assign((amount: number) => String(amount), { signed: String, value: String });
  const show = () => render(<Seat seat={ada} money={money} playing={null} isOver={false} timeLeft={null} secondsLeft={null} actionText={null} />);

  it("is shown with the sample where that is wanted, and only there", () => {
    const { container, unmount } = show();
    expect(container.querySelector(".seat-observed")).toBeNull();
    unmount();
    usePreferences.setState({ observed: true });
    expect(show().container.querySelector(".seat-observed")?.textContent).toBe("25/17/– 12");
    expect(observedWords(observed)).toContain("3-bet: raised a raise before the flop: 0 of 0");
    expect(observedWords(observed)).toContain("Seen for 12 hands");
  });

  it("has no place at an empty chair", () => {
    render(<Seat seat={{ ...ada, name: "" }} money={money} playing={null} isOver={false} timeLeft={null} secondsLeft={null} actionText={null} />);
    expect(screen.getByRole("group", { name: "Empty seat" }).textContent).toBe("");
  });
});

describe("sounds", () => {
  const entry = (kind: LogEntry["kind"], index: number): LogEntry => ({
    index, kind, street: 0, seat: 1, amount: 0, raise_to: 0, cards: [], taken: [], pot: 0, all_in: false, text: "",
  });

  it("are off until they are wanted", () => expect(USUAL.sounds).toBe(false));

  it("tell what is new, your turn last", () => {
    const before = table({ status: "opponent", log: [entry("blind", 0), entry("raise", 1)] });
    const after = { ...before, status: "your_turn" as const, step: 3, log: [...before.log, entry("fold", 2), entry("call", 3)] };
    expect(soundsOf(before, after)).toEqual(["fold", "chips", "turn"]);
    expect(soundsOf(after, after)).toEqual([]);
    const won = { ...after, status: "hand_over" as const, result: { winners: [], showdown: false, net: 50, text: "" } };
    expect(soundsOf(after, won)).toEqual(["win"]);
    expect(soundsOf(won, won)).toEqual([]);
  });
});

describe("many players", () => {
  const game: GameOptions = {
    game: "holdem", most_seats: 9, seats: 6, stack: 2500, small_blind: 25, big_blind: 50, levels: [], hands_per_level: 10, opponents: [],
  };

  it("are asked for in a tournament and in a pool, with kinds of opponents instead of seats", () => {
    const form = { ...formOf(game), players: 90, opponents: ["style:tag", "random", "style:tag", "style:rock"] };
    const tournament = askOf({ ...form, mode: "tournament", prizeShape: "flat" });
    expect(tournament).toMatchObject({ mode: "tournament", players: 90, prize_shape: "flat", opponents: ["style:tag", "style:rock"], hands_per_level: 10 });
    expect(askOf({ ...form, fastFold: true })).toMatchObject({ mode: "cash", players: 90, rebuys: true });
    expect(askOf(form)).not.toHaveProperty("players");
    expect(askOf({ ...form, mode: "sit_and_go", fastFold: true })).not.toHaveProperty("players");
  });

  it("have standings of the leaders and of your table, with rank", () => {
    const line = (rank: number, place: number | null) => ({ seat: rank === 40 ? 0 : null, rank, name: `Player ${rank}`, stack: 9000 - rank, place, prize: null, icm: 1 });
    const payouts = Array.from({ length: 12 }, (_, k) => 20 - k);
    const tournament = { payouts, players: 90, players_left: 50, tables_left: 9, paid: 12, average: 4500, standings: [line(1, null), line(40, null)] };
    render(<Standings tournament={tournament} bigBlind={50} />);
    expect(screen.getByRole("heading").textContent).toBe("50 of 90 players left, 9 tables");
    expect(screen.getByText(/Prizes for 12 places: 20 \/ 19 \/ 18 … 9\. Average 4,500\./)).toBeTruthy();
    expect(screen.getAllByRole("row")[2]?.textContent).toContain("40Player 40");
  });
});
