import { describe, expect, it } from "vitest";
import { queryOf } from "../src/api/study";
import { faceOf, handAt } from "../src/lib/cards";
import { amountText, amountsIn, formatChips, formatSigned, parseAmount, retell, signedBb } from "../src/lib/format";
import { placeOf } from "../src/lib/geometry";
import { assignKey, commandOf, mayAssign, USUAL_KEYS } from "../src/lib/keys";
import { ANYBODY, askOf, formOf } from "../src/start/formState";

describe("amounts", () => {
  it("are chips or big blinds", () => {
    expect(formatChips(1250, "chips", 50)).toBe("1,250");
    expect(formatChips(1275, "bb", 50)).toBe("25.5 bb");
    expect(formatSigned(-50, "chips", 50)).toBe("−50");
    expect(signedBb(-0.004, 2)).toBe("0.00");
  });

  it("come back from what was typed", () => {
    expect(parseAmount("1,250", "chips", 50)).toBe(1250);
    expect(parseAmount("2.5bb", "bb", 50)).toBe(125);
    expect(parseAmount("lots", "chips", 50)).toBeNull();
    expect(parseAmount(amountText(137, "bb", 50), "bb", 50)).toBe(137);
  });

  it("change units inside a sentence, and nothing else does", () => {
    expect(retell("Ada raises to 150", [100, 150], "bb", 50)).toBe("Ada raises to 3 bb");
    expect(retell("3.0:1 (25 %) for 25", [25], "bb", 50)).toBe("3.0:1 (25 %) for 0.5 bb");
    expect(retell("You wins 1250 with 8-high", [1250], "chips", 50)).toBe("You wins 1,250 with 8-high");
  });
});

describe("cards", () => {
  it("have words", () => expect(faceOf("Td").words).toBe("ten of diamonds"));

  it("lie in the matrix with suited hands upper right", () => {
    expect([handAt(0, 0), handAt(0, 1), handAt(1, 0), handAt(12, 12)]).toEqual(["AA", "AKs", "AKo", "22"]);
  });
});

describe("chairs", () => {
  it("put you at the bottom in the middle and the next one to your left", () => {
    for (const shape of ["wide", "tall"] as const) {
      const you = placeOf(0, 6, shape).seat;
      expect(you.x).toBeCloseTo(50);
      expect(placeOf(1, 6, shape).seat.x).toBeLessThan(50);
      expect(placeOf(3, 6, shape).seat.y).toBeLessThan(you.y);
    }
  });

  it("stay on the stage and apart for every size", () => {
    for (let count = 2; count <= 9; count++) {
      const places = Array.from({ length: count }, (_, index) => placeOf(index, count, "wide").seat);
      for (const { x, y } of places) expect(x > 3 && x < 97 && y > 3 && y < 97).toBe(true);
      const gaps = places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
      expect(Math.min(...gaps)).toBeGreaterThan(12);
    }
  });
});

describe("keys", () => {
  it("swap when one is taken", () => {
    const keys = assignKey(USUAL_KEYS, "fold", "c");
    expect(commandOf(keys, "c")).toBe("fold");
    expect(commandOf(keys, "f")).toBe("passive");
  });

  it("leave digits and Enter alone", () => expect(["1", "Enter", "x"].map(mayAssign)).toEqual([false, false, true]));
});

describe("the form", () => {
  const game = {
    game: "holdem" as const, most_seats: 9, seats: 3, stack: 2500, small_blind: 25, big_blind: 50, levels: [],
    hands_per_level: 10, opponents: [],
  };

  it("asks for nobody in particular unless somebody is picked", () => {
    expect(askOf(formOf(game))).not.toHaveProperty("opponents");
    expect(askOf({ ...formOf(game), opponents: ["style:rock"] })).toMatchObject({ opponents: ["style:rock", ANYBODY] });
  });

  it("has no rebuys in a sit-and-go", () => {
    expect(askOf({ ...formOf(game), mode: "sit_and_go" })).toMatchObject({ rebuys: false, hands_per_level: 10 });
  });

  it("asks for stacks, levels, prizes, minutes and a clock where they were chosen", () => {
    const form = {
      ...formOf(game), mode: "sit_and_go" as const, seats: 3, stacks: [1000, 2000], levels: "10/20, 20/40/5", payouts: "70% 30%",
      levelLength: "minutes" as const, minutesPerLevel: 3, secondsToAct: 15, timeBank: 45, title: " Friday ",
    };
    expect(askOf(form)).toMatchObject({
      stacks: [1000, 2000, 2500], minutes_per_level: 3, payouts: [70, 30], title: "Friday", rebuys: false,
      levels: [{ small_blind: 10, big_blind: 20, ante: 0 }, { small_blind: 20, big_blind: 40, ante: 5 }],
      settings: { seconds_to_act: 15, time_bank: 45 },
    });
    expect(askOf(form)).not.toHaveProperty("stack");
    expect(askOf(form)).not.toHaveProperty("hands_per_level");
  });

  it("says which level or prize it cannot read", () => {
    const form = { ...formOf(game), mode: "sit_and_go" as const };
    expect(askOf({ ...form, levels: "25/50, fifty" })).toContain("“fifty”");
    expect(askOf({ ...form, payouts: "50, half" })).toContain("“half”");
  });
});

it("puts only what is set into the address of a filtered list", () => {
  expect(queryOf({ result: "won", position: undefined, limit: 25 })).toBe("result=won&limit=25");
});

it("finds the chips of a label, not the ranks of its cards", () => {
  expect(amountsIn("Raise to 150 Discard 9c Kd")).toEqual([150]);
  expect(retell("Mistake: Call 200 is worth 2.7 bb less than Fold.", [200], "bb", 100)).toBe(
    "Mistake: Call 2 bb is worth 2.7 bb less than Fold.",
  );
  expect(retell("Discard 9c", [9], "bb", 3)).toBe("Discard 9c");
});
