import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { request } from "../api/client";
import { percent } from "../lib/format";
import type { Money } from "../lib/hooks";
import { sayError, sayInfo } from "../state/toasts";
import type { About, Stop } from "./api";
import type { Cell } from "./cells";
import { useHover } from "./hover";
import { useLocks, type HandLock } from "./locks";
import { moveLabel } from "./words";

interface LockTabProps {
  about: About;
  stop: Stop;
  cells: ReadonlyMap<string, Cell>;
  frequencies: readonly number[] | null;
  colours: readonly string[];
  money: Money;
}

/** Fix what the pinned hand, or the whole range, does here; then solve the rest around it. */
export function LockTab({ about, stop, cells, frequencies, colours, money }: LockTabProps) {
  const pinned = useHover((state) => state.pinned);
  const [isWhole, setWhole] = useState(false);
  const hand = isWhole ? null : pinned;
  const mix = hand === null ? frequencies : (cells.get(hand)?.mix ?? null);
  if (stop.kind !== "decision" || !mix) {
    return <p className="muted">Only the seat to act can be locked. Switch to its hands.</p>;
  }
  return (
    <div className="lock-tab">
      <div className="range-tabs" role="group" aria-label="What to lock">
        <button type="button" className="chip-button" aria-pressed={hand !== null} disabled={pinned === null} onClick={() => setWhole(false)}>
          {pinned ?? "Pin a hand"}
        </button>
        <button type="button" className="chip-button" aria-pressed={hand === null} onClick={() => setWhole(true)}>
          Whole range
        </button>
      </div>
      <MixForm key={`${stop.line} ${hand ?? ""}`} source={about.source} stop={stop} hand={hand} mix={mix} colours={colours} money={money} />
      <LockList about={about} />
    </div>
  );
}

interface MixFormProps {
  source: string;
  stop: Stop;
  hand: string | null;
  mix: readonly number[];
  colours: readonly string[];
  money: Money;
}

function MixForm({ source, stop, hand, mix, colours, money }: MixFormProps) {
  const [shares, setShares] = useState(() => mix.map((share) => Math.round(share * 100)));
  const add = useLocks((state) => state.add);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return (
    <form
      className="mix-form"
      aria-label={`Lock ${hand ?? "the whole range"}`}
      onSubmit={(event) => {
        event.preventDefault();
        add(source, { line: stop.line, hands: hand, strategy: toShares(stop, shares) });
        sayInfo(`${hand ?? "The whole range"} is locked here.`);
      }}
    >
      {stop.moves.map((move, place) => (
        <label key={move.word} className="mix-row" style={{ "--tone": colours[place] } as React.CSSProperties}>
          <span>
            <span className="move-mark" aria-hidden="true" /> {moveLabel(move, stop, money)}
          </span>
          <input
            type="range"
            className="slider"
            min={0}
            max={100}
            value={shares[place] ?? 0}
            style={{ "--filled": `${shares[place] ?? 0}%` } as React.CSSProperties}
            onChange={(event) => setShares(shared(shares, place, Number(event.target.value)))}
          />
          <output>{shares[place] ?? 0} %</output>
        </label>
      ))}
      <div className="mix-buttons">
        {stop.moves.map((move, place) => (
          <button key={move.word} type="button" className="chip-button" onClick={() => setShares(shared(shares, place, 100))}>
            Always {moveLabel(move, stop, money).toLowerCase()}
          </button>
        ))}
        <button className="button small primary" disabled={total <= 0}>
          Lock {hand ?? "the range"}
        </button>
      </div>
    </form>
  );
}

/** One action gets a share; the others keep their proportions in what is left. */
export function shared(shares: readonly number[], place: number, value: number): number[] {
  const others = shares.reduce((sum, share, k) => (k === place ? sum : sum + share), 0);
  const left = 100 - value;
  const next = shares.map((share, k) =>
    k === place ? value : Math.round(others > 0 ? (share / others) * left : left / Math.max(1, shares.length - 1)),
  );
  const rest = 100 - next.reduce((sum, share) => sum + share, 0);
  const taker = next.findIndex((share, k) => k !== place && share + rest >= 0);
  if (rest !== 0) next[taker < 0 ? place : taker] = (next[taker < 0 ? place : taker] ?? 0) + rest;
  return next;
}

function toShares(stop: Stop, shares: readonly number[]): Record<string, number> {
  return Object.fromEntries(stop.moves.map((move, place) => [move.word, (shares[place] ?? 0) / 100]));
}

function LockList({ about }: { about: About }) {
  const locks = useLocks((state) => state.locks[about.source]) ?? [];
  const { remove, clear } = useLocks.getState();
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const resolve = async () => {
    setBusy(true);
    try {
      const body = { spot: about.config, locks, title: `${about.title}, locked`.slice(0, 80) };
      const job = await request<{ id: string }>("POST", "/solves", { body });
      clear(about.source);
      navigate(`/solve/${job.id}`);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  if (locks.length === 0) return <p className="muted small-note">Nothing is locked yet. Pin a hand, choose its mix, then lock it.</p>;
  return (
    <section aria-label="Locked">
      <ul className="lock-list">
        {locks.map((lock, place) => (
          <li key={`${lock.line} ${lock.hands ?? ""}`}>
            <span>
              <strong>{lock.hands ?? "All hands"}</strong> <small className="muted">at {lock.line || "the start"}</small>
              <br />
              <small>{lockWords(lock)}</small>
            </span>
            <button type="button" className="icon-button" aria-label={`Unlock ${lock.hands ?? "all hands"}`} onClick={() => remove(about.source, place)}>
              ✕
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void resolve()}>
        {isBusy ? "Starting…" : "Solve around the locks"}
      </button>
    </section>
  );
}

const lockWords = (lock: HandLock): string =>
  Object.entries(lock.strategy)
    .filter(([, share]) => share > 0)
    .map(([word, share]) => `${word} ${percent(share)}`)
    .join(", ");
