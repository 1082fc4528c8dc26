/** What a person keeps: bookmarks, trees of sizes, folders of the library. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BookmarkButton, BookmarkList } from "../src/explore/Bookmarks";
import { SimplifyDialog } from "../src/explore/Tools";
import { folderOf, inFolders } from "../src/explore/librarySearch";
import type { HandReplay } from "../src/api/studyTypes";
import { firstDecision } from "../src/pages/ReplayPage";
import { FIRST_FORM } from "../src/solve/form";
import { SavedTrees, treeOf } from "../src/solve/SavedTrees";
import { useKept } from "../src/state/kept";
import { useToasts } from "../src/state/toasts";

beforeEach(() => useKept.setState({ bookmarks: [], trees: {} }));

it("a spot is bookmarked by its address, listed, taken away and brought back", async () => {
  const user = userEvent.setup();
  const to = "/explore?source=a&line=check";
  render(
    <MemoryRouter>
      <BookmarkButton to={to} name="A turn: check" />
      <BookmarkList />
    </MemoryRouter>,
  );
  expect(screen.queryByRole("heading", { name: "Bookmarks" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Bookmark" }));
  expect(screen.getByRole("link", { name: "A turn: check" }).getAttribute("href")).toBe(to);
  expect(screen.getByRole("button", { name: "Bookmark" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Take away the bookmark of A turn: check" }));
  expect(useKept.getState().bookmarks).toEqual([]);
  useToasts.getState().toasts.find((toast) => toast.action)?.action?.run();
  expect(useKept.getState().bookmarks).toEqual([{ to, name: "A turn: check" }]);
});

describe("a tree", () => {
  it("holds sizes alone, and is used again with other cards", async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const form = { ...FIRST_FORM, bets: "33%, 75%", keptSizes: 2 };
    expect(Object.keys(treeOf(form))).not.toContain("board");
    render(<SavedTrees form={form} onChange={onChange} />);
    await user.click(screen.getByText(/Saved trees/));
    await user.type(screen.getByLabelText("Keep these sizes as"), "Two sizes");
    await user.click(screen.getByRole("button", { name: "Keep" }));
    await user.click(screen.getByRole("button", { name: "Two sizes" }));
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ bets: "33%, 75%", keptSizes: 2 }));
    await user.click(screen.getByRole("button", { name: "Delete the tree Two sizes" }));
    expect(useKept.getState().trees).toEqual({});
  });
});

it("titles lie in folders by their slashes", () => {
  expect([folderOf("Rivers/Ace high"), folderOf("Rivers/Wet/Paired"), folderOf("Plain"), folderOf("/odd")]).toEqual(["Rivers", "Rivers/Wet", "", ""]);
  const titles = ["Turns/b", "a", "Rivers/c", "Turns/d"].map((title) => ({ title }));
  expect(inFolders(titles).map(([folder, entries]) => [folder, entries.length])).toEqual([["", 1], ["Rivers", 1], ["Turns", 2]]);
});

it("the dialog of simplifying forgets a result when its question changes, and drops an answer that comes late", async () => {
  const answers: ((value: Response) => void)[] = [];
  vi.stubGlobal("fetch", vi.fn((url: string) => (url.includes("simplify") ? new Promise<Response>((resolve) => answers.push(resolve)) : Promise.resolve(new Response("{}", { status: 200 })))));
  const body = { names: ["OOP", "IP"], cost: [1, 2], cost_percent: [0.1, 0.2], exploitability_before: 0.5, exploitability_after: 1.23, source: null };
  const answer = () => new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } });
  render(
    <MemoryRouter>
      <SimplifyDialog source="file:turn" onClose={vi.fn()} />
    </MemoryRouter>,
  );
  const cost = () => document.querySelector("[aria-label=Cost]");
  const show = () => fireEvent.submit(document.querySelector("form.simplify-form") as HTMLFormElement);
  const drop = document.querySelector("form.simplify-form input") as HTMLInputElement;
  show();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(answer());
  await waitFor(() => expect(cost()?.textContent).toContain("1.23 % after"));
  fireEvent.change(drop, { target: { value: "9" } });
  expect(cost()).toBeNull();
  show();
  await waitFor(() => expect(answers).toHaveLength(2));
  fireEvent.change(drop, { target: { value: "7" } });
  answers[1]?.(answer());
  await waitFor(() => expect(document.querySelector("form.simplify-form button")?.textContent).toBe("Show the cost"));
  expect(cost()).toBeNull();
  vi.unstubAllGlobals();
});

it("a replay begins at your first decision, graded or not", () => {
  const frame = (seat: number | null, kind: string) => ({ entry: { seat, kind }, grade: null });
  const frames = [frame(0, "blind"), frame(2, "raise"), frame(0, "call"), frame(0, "check")] as unknown as HandReplay["frames"];
  expect(firstDecision({ frames, your_seat: 0 })).toBe(2);
  expect(firstDecision({ frames: frames.slice(0, 2), your_seat: 0 })).toBe(0);
});
