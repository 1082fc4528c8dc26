import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { ActionBar } from "../src/actions/ActionBar";
import type { TableView } from "../src/api/types";
import { RangeMatrix } from "../src/coach/RangeMatrix";
import { Stage } from "../src/table/Stage";
import { sceneOfTable } from "../src/table/scene";
import { seat, table, turn } from "./sample";

function bar(view: TableView) {
  const commands = { act: vi.fn(), next: vi.fn(), skip: vi.fn(), plan: vi.fn(), show: vi.fn(), pause: vi.fn(), change: vi.fn() };
  render(
    <MemoryRouter>
      <ActionBar view={view} commands={commands} secondsLeft={null} />
    </MemoryRouter>,
  );
  return commands;
}

it("offers exactly what the server allows", () => {
  bar(table({ turn: turn({ raise_bounds: null, can_fold: false, can_check: true, call: null, presets: [] }) }));
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByRole("button", { name: /Check/ })).toBeTruthy();
});

it("raises to the amount of a preset", async () => {
  const view = table();
  const { act } = bar(view);
  await userEvent.click(screen.getByRole("button", { name: /^Pot/ }));
  await userEvent.click(screen.getByRole("button", { name: /Raise to 450/ }));
  expect(act).toHaveBeenCalledWith(view, { action: "raise", amount: 450 });
});

it("asks before a fold where checking is free", async () => {
  const { act } = bar(table({ turn: turn({ free_check: true, can_check: true, call: null }) }));
  fireEvent.keyDown(window, { key: "f" });
  expect(act).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Fold anyway" }));
  expect(act).toHaveBeenCalledWith(expect.anything(), { action: "fold", confirm: true });
});

it("R goes to the amount, R again raises; a typed amount must be legal", () => {
  const { act } = bar(table());
  const box = screen.getByRole("textbox");
  fireEvent.keyDown(window, { key: "r" });
  expect(document.activeElement).toBe(box);
  fireEvent.change(box, { target: { value: "9999" } });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(act).not.toHaveBeenCalled();
  fireEvent.change(box, { target: { value: "600" } });
  fireEvent.keyDown(box, { key: "r" });
  expect(act).toHaveBeenCalledWith(expect.anything(), { action: "raise", amount: 600 });
});

it("discards the chosen cards in badugi", async () => {
  const cards = ["As", "Kd", "2c", "2h"];
  const { act } = bar(table({ seats: [seat({ cards, card_count: 4 })], turn: turn({ draw: 4, raise_bounds: null }) }));
  fireEvent.keyDown(window, { key: "2" });
  await userEvent.click(screen.getByRole("button", { name: /Discard one/ }));
  expect(act).toHaveBeenCalledWith(expect.anything(), { action: "draw", cards: ["Kd"] });
});

it("shows backs for cards that we may not see, and names side pots with who can win them", () => {
  const pots = [
    { name: "Main pot", amount: 200, seats: [0, 1], winners: [] },
    { name: "Side pot 1", amount: 50, seats: [1], winners: [] },
  ];
  const { container } = render(<Stage scene={sceneOfTable(table({ pots }))} />);
  expect(container.querySelectorAll(".card.back")).toHaveLength(2);
  expect(screen.getByText("Side pot 1").parentElement?.textContent).toContain("Ada");
});

it("marks the five cards that play", () => {
  const playing = ["As", "Kd", "Qs", "Js", "Ts"];
  const view = table({
    board: ["Qs", "Js", "Ts", "2c", "3c"],
    seats: [seat({ won: 250, playing_cards: playing, hand_words: "Straight, ace high" })],
    result: { winners: [], showdown: true, net: 200, text: "You win 250" },
  });
  const { container } = render(<Stage scene={sceneOfTable(view)} />);
  const marked = [...container.querySelectorAll<HTMLElement>(".card.plays")].map((card) => card.dataset["card"]);
  expect(marked.sort()).toEqual([...playing].sort());
  expect(container.querySelectorAll(".card.idle")).toHaveLength(2);
});

it("has a button for each of the 169 hands", () => {
  const matrix = Array.from({ length: 13 }, (_, row) => Array.from({ length: 13 }, () => row / 12));
  const { container } = render(<RangeMatrix matrix={matrix} label="Ada" />);
  expect(container.querySelectorAll("button[data-hand]")).toHaveLength(169);
  expect(screen.getByRole("button", { name: "22, 100 %" })).toBeTruthy();
});
