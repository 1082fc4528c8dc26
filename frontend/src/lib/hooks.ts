import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import type { ClockView, LogEntry } from "../api/types";
import { usePreferences } from "../state/preferences";
import { amountsIn, formatChips, formatSigned, formatValue, retell } from "./format";

/** The value of the render before this one. */
export function usePrevious<T>(value: T): T | undefined {
  const [pair, setPair] = useState<{ now: T; before: T | undefined }>({ now: value, before: undefined });
  if (pair.now !== value) {
    setPair({ now: value, before: pair.now });
    return pair.now;
  }
  return pair.before;
}

const TICK = 200;

/** Seconds left of a clock that was `seconds_left` when its view came. */
export function useSecondsLeft(clock: Pick<ClockView, "seconds_left"> | null, receivedAt: number, isPaused: boolean): number | null {
  const [now, setNow] = useState(() => performance.now());
  const isRunning = clock !== null && !isPaused;
  useEffect(() => {
    if (!isRunning) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [isRunning, receivedAt]);
  if (!clock) return null;
  const gone = isPaused ? 0 : Math.max(0, now - receivedAt) / 1000;
  return Math.max(0, clock.seconds_left - gone);
}

export interface Money {
  (amount: number): string;
  signed(amount: number): string;
  /** What something is worth, which is seldom a whole number: "12.3", or in big blinds "0.25". */
  value(amount: number): string;
}

/** Writes chip amounts in the units the person has chosen. */
export function useMoney(bigBlind: number): Money {
  const units = usePreferences((state) => state.units);
  const money = (amount: number) => formatChips(amount, units, bigBlind);
  return Object.assign(money, {
    signed: (amount: number) => formatSigned(amount, units, bigBlind),
    value: (amount: number) => formatValue(amount, units, bigBlind),
  });
}

/** Tells an entry of the log, its amounts in the chosen units. */
export function useTellEntry(bigBlind: number): (entry: LogEntry) => string {
  const units = usePreferences((state) => state.units);
  return (entry) => retell(entry.text, [entry.amount, entry.raise_to], units, bigBlind);
}

/** Tells a sentence whose only whole numbers are chips, in the chosen units. */
export function useTell(bigBlind: number): (text: string) => string {
  const units = usePreferences((state) => state.units);
  return (text) => retell(text, amountsIn(text), units, bigBlind);
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Gutshot` : "Gutshot";
  }, [title]);
}

/** A function that never changes but always calls the newest one given. */
export function useLatest<A extends unknown[], R>(fn: (...args: A) => R): (...args: A) => R {
  const ref = useRef(fn);
  useEffect(() => {
    ref.current = fn;
  });
  return useCallback((...args: A) => ref.current(...args), []);
}

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Brings the part of a page that the address names into view, once it is there: "/stats#habits". */
export function useNamedPart(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isThere]);
}
