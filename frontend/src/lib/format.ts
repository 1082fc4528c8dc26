/** Numbers as a player reads them. */
import type { Units } from "../state/preferences";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0, signDisplay: "negative" });
const short = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, signDisplay: "negative" });

/** With so many digits; what rounds to nothing has no sign. */
export const fixed = (value: number, digits: number): string => value.toFixed(digits).replace(/^-(?=0(\.0*)?$)/, "");

/** 1250 chips at a big blind of 50: "1,250" or "25 bb". */
export function formatChips(amount: number, units: Units, bigBlind: number): string {
  if (units === "chips" || bigBlind <= 0) return whole.format(amount);
  return `${short.format(amount / bigBlind)} bb`;
}

export function formatSigned(amount: number, units: Units, bigBlind: number): string {
  const sign = amount > 0 ? "+" : amount < 0 ? "−" : "";
  return sign + formatChips(Math.abs(amount), units, bigBlind);
}

/** A value as a figure: chips to a tenth, big blinds to a hundredth. */
export const formatValue = (amount: number, units: Units, bigBlind: number): string =>
  units === "chips" || bigBlind <= 0 ? fixed(amount, 1) : fixed(amount / bigBlind, 2);

/** "+3.4 bb"; a true minus sign keeps columns straight. */
export function signedBb(value: number, digits = 1): string {
  const rounded = Math.abs(value).toFixed(digits);
  const sign = Number(rounded) === 0 ? "" : value > 0 ? "+" : "−";
  return `${sign}${rounded}`;
}

export const percent = (part: number, digits = 0): string => `${fixed(part * 100, digits)} %`;

/** The server's sentence with its chip amounts in the chosen units. Only the amounts named are touched. */
export function retell(text: string, amounts: readonly number[], units: Units, bigBlind: number): string {
  const known = new Set(amounts.filter((amount) => amount > 0));
  return text.replace(/(?<![\d.,:])\d+(?![\d.,:]*\d|\s?%|[cdhs]\b)/g, (found) => {
    const amount = Number(found);
    return known.has(amount) ? formatChips(amount, units, bigBlind) : found;
  });
}

/** The chip amounts of a label such as "Raise to 150"; the ranks of cards are none. */
export const amountsIn = (label: string): number[] => (label.match(/\b\d+\b/g) ?? []).map(Number);

/** What a person typed as an amount, in chips; null when it is not a number. */
export function parseAmount(text: string, units: Units, bigBlind: number): number | null {
  const plain = text.replace(/[,\s]|bb/gi, "");
  if (!/^\d+(\.\d+)?$/.test(plain)) return null;
  return Math.round(Number(plain) * (units === "bb" ? bigBlind : 1));
}

/** An amount as it stands in the amount box: no separators, so that it can be edited. */
export function amountText(amount: number, units: Units, bigBlind: number): string {
  return units === "bb" ? String(Number((amount / bigBlind).toFixed(2))) : String(amount);
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export const dateAndTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
