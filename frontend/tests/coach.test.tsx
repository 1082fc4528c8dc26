import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { TableAnswer as Answer } from "../src/api/studyTypes";
import { BadugiRange } from "../src/coach/BadugiRange";
import { TableAnswer } from "../src/coach/TableAnswer";

const option = { cards: null, error: 0.02, fold_chance: null, share: null, note: "" };
const answer: Answer = {
  hand: 3, step: 2, text: "Raise to 150 wins most here: 0.40 bb more than Call 50.", sure: 0.97, are_known: false,
  options: [
    { ...option, action: "raise", amount: 150, label: "Raise to 150", ev: 1.2 },
    { ...option, action: "call", amount: null, label: "Call 50", ev: 0.8 },
  ],
  styles: [{ seat: 1, name: "Ada", style: "Calling station", chance: 0.83, hands: 41 }],
};
const asked = vi.fn(() => Promise.resolve(answer));
vi.mock("../src/api/study", () => ({ getTableAnswer: () => asked() }));

it("asks for the answer to this table only when it is wanted, and says how sure it is", async () => {
  const { rerender } = render(<TableAnswer table="t1" decision="t1:3:2" bigBlind={50} />);
  expect(asked).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("Against this table"));
  expect(await screen.findByText(/Raise to 150 wins most here/)).toBeTruthy();
  expect(screen.getByText("97 % sure.")).toBeTruthy();
  expect(screen.getByText(/Ada is Calling station \(83 % sure after 41 hands\)/)).toBeTruthy();
  rerender(<TableAnswer table="t1" decision="t1:3:6" bigBlind={50} />);
  expect(screen.queryByText(/wins most here/)).toBeNull();
});

it("shows badugi hands by the cards that play and the high card", () => {
  const shares = [0.2, 0.8, 0, 0].map((share, row) => Array.from({ length: 13 }, (_, column) => (column === 7 - row ? share : 0)));
  render(<BadugiRange shares={shares} label="Hands of Ada" />);
  const row = (name: string) => screen.getByRole("row", { name: new RegExp(`^${name}`) });
  expect(row("Badugi").children[8]?.textContent).toBe("20");
  expect(row("Three cards").children[7]?.textContent).toBe("80");
  expect(row("Two cards").textContent).toBe("Two cards");
});
