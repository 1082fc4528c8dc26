import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The colour-blind palette, seen as people with each deficiency see it (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHTS: Record<string, number[][]> = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const LEAST = 20;

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const clamp = (value: number) => Math.min(1, Math.max(0, value));

function seen(hex: string, sight: number[][]): number[] {
  const rgb = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  return sight.map((row) => clamp(row.reduce((sum, weight, k) => sum + weight * (rgb[k] ?? 0), 0)));
}

/** CIE L*a*b*, white D65. */
function lab([r = 0, g = 0, b = 0]: number[]): number[] {
  const bend = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  const x = bend((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = bend(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = bend((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const css = readFileSync("src/styles/tokens.css", "utf8");
const block = css.slice(css.indexOf('[data-palette="colour_blind"]'));
const colourOf = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1] ?? "";

it.each([["actions", ["raise", "passive", "fold", "draw"]], ["suits", ["spade", "heart", "diamond", "club"]]])(
  "%s stay apart for every kind of colour blindness",
  (_, names) => {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      for (const [i, one] of names.entries()) {
        for (const other of names.slice(i + 1)) {
          const [a, b] = [lab(seen(colourOf(one), matrix)), lab(seen(colourOf(other), matrix))];
          const apart = Math.hypot(...a.map((value, k) => value - (b[k] ?? 0)));
          expect(apart, `${one} and ${other} with ${sight}`).toBeGreaterThan(LEAST);
        }
      }
    }
  },
);
