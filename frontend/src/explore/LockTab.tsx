import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { request } from "../api/client";
import { NumberField } from "../layout/NumberField";
import { fixed, percent } from "../lib/format";
import type { Money } from "../lib/hooks";
import { sayError, sayInfo } from "../state/toasts";
import type { About, Stop } from "./api";
import { totalsOf, type Cell, type Combo } from "./cells";
import { useHover } from "./hover";
import { handsInside, handsWords, heldBy, lockAsItIs, lockFrequency, reachable } from "./lockMath";
import { locksOf, plainLocks, useLocks, type HandLock } from "./locks";
import { ProfileForm } from "./ProfileForm";
import { isThreeWay, moveLabel, playerNames } from "./words";

interface LockTabProps {
  about: About;
  stop: Stop;
  cells: ReadonlyMap<string, Cell>;
  /** The combos that pass the filters; all of the range where there are none. */
  combos: readonly Combo[];
  isFiltered: boolean;
  frequencies: readonly number[] | null;
  colours: readonly string[];
  money: Money;
}

type Part = "hand" | "shown" | "range";

/** Fix what the pinned hand, the hands that are shown or the whole range does here; then solve the rest around it. */
export function LockTab({ about, stop, cells, combos, isFiltered, frequencies, colours, money }: LockTabProps) {
  const pinned = useHover((state) => state.pinned);
  const [chosen, setChosen] = useState<Part>("hand");
  const part = chosen === "hand" && pinned === null ? (isFiltered ? "shown" : "range") : chosen === "shown" && !isFiltered ? "range" : chosen;
  const own = part === "hand" ? combos.filter((combo) => combo.hand === pinned) : combos;
  const mix = part === "hand" ? (cells.get(pinned ?? "")?.mix ?? null) : part === "shown" ? totalsOf(combos).mix : frequencies;
  if (stop.kind !== "decision" || !mix) {
    return (
      <div className="lock-tab">
        <p className="muted">Only the seat to act can be locked. Switch to its hands.</p>
        {!isThreeWay(about) && <ProfileForm about={about} />}
      </div>
    );
  }
  const hand = part === "hand" ? pinned : part === "shown" ? combos.map((combo) => combo.name).join(",") : null;
  const parts: [Part, string, boolean][] = [
    ["hand", pinned ?? "Pin a hand", pinned === null],
    ["shown", isFiltered ? `Hands shown: ${combos.length} combos` : "Filter hands", !isFiltered],
    ["range", "Whole range", false],
  ];
  return (
    <div className="lock-tab">
      <div className="range-tabs" role="group" aria-label="What to lock">
        {parts.map(([name, words, isOff]) => (
          <button key={name} type="button" className="chip-button" aria-pressed={part === name} disabled={isOff} onClick={() => setChosen(name)}>
            {words}
          </button>
        ))}
      </div>
      <MixForm key={`${stop.line} ${part} ${hand ?? ""}`} about={about} stop={stop} hand={hand} mix={mix} colours={colours} money={money} />
      <FrequencyForm key={`${stop.line} ${part} frequency`} about={about} stop={stop} combos={own} mix={mix} money={money} />
      <LockList about={about} />
      {!isThreeWay(about) && <ProfileForm about={about} />}
    </div>
  );
}

interface FrequencyFormProps {
  about: About;
  stop: Stop;
  combos: readonly Combo[];
  mix: readonly number[];
  money: Money;
}

/** How often these hands do something, by whichever of them it costs least; or exactly what they do now. */
function FrequencyForm({ about, stop, combos, mix, money }: FrequencyFormProps) {
  const last = stop.moves.length - 1;
  const [action, setAction] = useState(last);
  const [percents, setPercents] = useState(() => Math.round((mix[last] ?? 0) * 100));
  const add = useLocks((state) => state.add);
  const mine = useLocks((state) => state.locks[about.source]);
  const held = heldBy(locksOf(about, mine), stop.line, stop.moves);
  const free = combos.filter((combo) => !held(combo));
  const plan = lockFrequency(stop.line, stop.moves, combos, action, percents / 100, held);
  const [least, most] = reachable(combos, action, held);
  const isBeyond = percents < 100 * least - 0.5 || percents > 100 * most + 0.5;
  const name = stop.moves[action] ? moveLabel(stop.moves[action], stop, money).toLowerCase() : "";
  return (
    <form
      className="frequency-form"
      aria-label="Lock a frequency"
      onSubmit={(event) => {
        event.preventDefault();
        add(about, ...plan.locks.map((lock) => ({ ...lock, isShared: true })));
        sayInfo(`${combos.length} combos ${name} ${percents} % of the time.`);
      }}
    >
      <label className="field">
        <span>In all they</span>
        <select
          value={action}
          onChange={(event) => {
            const next = Number(event.target.value);
            setAction(next);
            setPercents(Math.round((mix[next] ?? 0) * 100));
          }}
        >
          {stop.moves.map((move, place) => (
            <option key={move.word} value={place}>
              {moveLabel(move, stop, money).toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <NumberField label="per cent of the time" value={percents} min={0} max={100} onChange={setPercents} />
      <button className="button small primary" disabled={Number.isNaN(percents) || free.length === 0}>
        Lock the frequency
      </button>
      <button type="button" className="button small" disabled={free.length === 0} onClick={() => add(about, ...lockAsItIs(stop.line, stop.moves, free).locks)}>
        Lock as it is
      </button>
      {plan.cost !== null && !Number.isNaN(percents) && (
        <p className="muted small-note">
          The hands that lose least by it change first. It costs these hands {money.value(plan.cost)} on average against their best actions here (
          {fixed((100 * plan.cost) / stop.pot, 2)} % of the pot).{free.length < combos.length && " Hands that are locked here already stay as they are."}
          {isBeyond && ` So only ${percent(least)} to ${percent(most)} can be reached.`}
        </p>
      )}
    </form>
  );
}

interface MixFormProps {
  about: About;
  stop: Stop;
  hand: string | null;
  mix: readonly number[];
  colours: readonly string[];
  money: Money;
}

function MixForm({ about, stop, hand, mix, colours, money }: MixFormProps) {
  const [shares, setShares] = useState(() => mix.map((share) => Math.round(share * 100)));
  const add = useLocks((state) => state.add);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return (
    <form
      className="mix-form"
      aria-label={`Lock ${hand === null ? "the whole range" : handsWords(hand)}`}
      onSubmit={(event) => {
        event.preventDefault();
        add(about, { line: stop.line, hands: hand, strategy: toShares(stop, shares) });
        sayInfo(`${handsWords(hand)}: locked here.`);
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
          Lock {hand === null ? "the range" : handsWords(hand)}
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
  const mine = useLocks((state) => state.locks[about.source]);
  const locks = locksOf(about, mine);
  const { remove, removeAll, clear } = useLocks.getState();
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const resolve = async () => {
    setBusy(true);
    try {
      const title = `${about.title.replace(/, locked$/, "")}, locked`.slice(0, 80);
      const body = { spot: about.config, locks: plainLocks(locks), title, base: about.source, ...(about.target !== null && { target: about.target }) };
      const job = isThreeWay(about)
        ? await request<{ id: string }>("POST", "/solves/three", { body })
        : await request<{ id: string }>("POST", "/solves", { body: { ...body, precision: about.precision ?? "f32" } });
      clear(about.source);
      navigate(`/solve/${job.id}`);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  const isLost = about.has_locks && about.locks.length === 0 && !about.profile;
  const lost = isLost && <p className="job-error">This solution was solved around locks that were not recorded. A new solve will not keep them.</p>;
  if (locks.length === 0) {
    return lost || <p className="muted small-note">Nothing is locked yet. Pin a hand, choose its mix, then lock it.</p>;
  }
  return (
    <section aria-label="Locked">
      {lost}
      {mine === undefined && <p className="muted small-note">Locked when this was solved. New locks are added to these.</p>}
      <ul className="lock-list">
        {locks.map((lock, place) => (
          <li key={`${lock.line} ${lock.hands ?? ""}`}>
            <span>
              <strong>{handsWords(lock.hands)}</strong> <small className="muted">at {lock.line || "the start"}</small>
              <br />
              <small>{lockWords(lock)}</small>
              {place === locks.findIndex((each) => each.line === lock.line) && <CostAt about={about} line={lock.line} isChanged={mine !== undefined} />}
            </span>
            <button type="button" className="icon-button" aria-label={`Unlock ${handsInside(lock.hands)}`} onClick={() => remove(about, place)}>
              ✕
            </button>
          </li>
        ))}
      </ul>
      <div className="mix-buttons">
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void resolve()}>
          {isBusy ? "Starting…" : "Solve around the locks"}
        </button>
        <button type="button" className="button small" onClick={() => removeAll(about)}>
          Unlock all
        </button>
      </div>
    </section>
  );
}

/** What the locks of a decision cost in the solution that is shown. */
function CostAt({ about, line, isChanged }: { about: About; line: string; isChanged: boolean }) {
  const found = about.lock_cost?.lines.find((each) => each.line === line);
  if (!found || isChanged) return null;
  return (
    <small className="muted">
      <br />
      Locks at this decision cost {playerNames(about)[found.player]} {fixed(found.cost, 2)} a hand.
    </small>
  );
}

const lockWords = (lock: HandLock): string =>
  Object.entries(lock.strategy)
    .filter(([, share]) => share > 0)
    .map(([word, share]) => `${word} ${percent(share)}`)
    .join(", ");
