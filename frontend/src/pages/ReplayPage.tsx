import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { getReplay } from "../api/study";
import { findStudy, type StudyMatch } from "../explore/api";
import { StudyButton } from "../explore/StudyButton";
import type { HandReplay, ReplayFrame } from "../api/studyTypes";
import { clamp, dateAndTime } from "../lib/format";
import { isTextField } from "../lib/keys";
import { useLatest, useMoney, useTellEntry, useTitle } from "../lib/hooks";
import { GAME_NAMES } from "../lib/names";
import { useAsync } from "../lib/useAsync";
import { neighboursOf, type Neighbours } from "../study/handOrder";
import { replayPath } from "../study/HandList";
import { DrillButton } from "../study/Review";
import { HandNotes } from "../study/HandNotes";
import { PhhTools } from "../study/PhhTools";
import { isDecision, ReplaySteps } from "../study/ReplaySteps";
import { Panel } from "../layout/Panel";
import { Stage } from "../table/Stage";
import { sceneOfFrame } from "../table/scene";

export default function ReplayPage() {
  const { ref = "" } = useParams();
  useTitle("Replay");
  const { data: first, error } = useAsync(ref, (signal) => getReplay(ref, false, signal));
  // The hand is there at once; where the coach has not looked at it yet, his grades come when he has.
  const later = useAsync(first && !first.is_graded && first.summary.ref === ref ? ref : null, (signal) => getReplay(ref, true, signal));
  const data = later.data?.summary.ref === ref ? later.data : first;
  if (error) {
    return (
      <div className="page notice">
        <h1>{error.message}</h1>
        <Link to="/hands">Back to the hands</Link>
      </div>
    );
  }
  return data ? <Replay key={ref} replay={data} /> : <p className="page muted">Loading the hand…</p>;
}

interface ReplayProps {
  replay: HandReplay;
  /** Where a hand of a match belongs; without it the hand is your own. */
  back?: { to: string; words: string; find(seat: number, networks: boolean): Promise<StudyMatch[]> };
}

export function Replay({ replay, back }: ReplayProps) {
  const { summary, frames } = replay;
  const money = useMoney(summary.big_blind);
  const tell = useTellEntry(summary.big_blind);
  const [index, setIndex] = useState(() => (back ? 0 : firstDecision(replay)));
  const last = frames.length - 1;
  const go = (to: number) => setIndex(clamp(to, 0, last));
  const neighbours = back ? { before: null, after: null } : neighboursOf(summary.ref);
  const navigate = useNavigate();
  useReplayKeys({
    onStep: (step) => go(index + step),
    onHand: (ref) => void navigate(replayPath(ref)),
    neighbours,
  });
  const frame = frames[index];
  if (!frame) return null;
  const decision = decisionAt(frame, back === undefined);
  const find = (networks: boolean) => (back ? back.find(decision.seat, networks) : findStudy(summary.ref, networks));
  return (
    <div className="play replay">
      <div className="table-head">
        <Link to={back?.to ?? "/hands"} className="button small">
          ← {back?.words ?? "Hands"}
        </Link>
        {(neighbours.before ?? neighbours.after) && (
          <span className="hand-steps" role="group" aria-label="Other hands of the list">
            <HandStep to={neighbours.before} words="Previous hand" mark="‹" />
            <HandStep to={neighbours.after} words="Next hand" mark="›" />
          </span>
        )}
        <h1 className="table-title">
          {summary.title || GAME_NAMES[summary.game]} <span className="muted">hand {summary.hand}</span>
        </h1>
        {!back && <span className="table-fact">{dateAndTime(summary.played)}</span>}
        {!back && <span className={`table-fact ${summary.result}`}>{money.signed(summary.net)}</span>}
        <StudyButton find={find} step={decision.step} />
        {summary.game === "holdem" && (back ? isDecision(frame.entry.kind) : frame.grade) && <DrillButton find={find} step={decision.step} />}
        <PhhTools phh={replay.phh} name={summary.ref.replace(":", "-")} />
        {!back && summary.game === "holdem" && (
          <a className="button small" download={`${summary.ref.replace(":", "-")}.txt`} href={`/api/history/${summary.ref}/phh?format=pokerstars`}>
            PokerStars text
          </a>
        )}
        {!back && summary.origin && <span className="table-fact">{originWords(summary.origin, summary.big_blind)}</span>}
      </div>
      <div className="play-table">
        <Stage scene={sceneOfFrame(replay, frame)}>
          <p className="callout" aria-live="polite">
            {tell(frame.entry)}
          </p>
        </Stage>
        <div className="replay-bar" role="group" aria-label="Step through the hand">
          <button className="button" disabled={index === 0} onClick={() => go(0)} aria-label="Go to the start">
            «
          </button>
          <button className="button" disabled={index === 0} onClick={() => go(index - 1)} aria-label="One step back">
            ←
          </button>
          <input
            type="range"
            className="slider"
            aria-label="Step"
            aria-valuetext={`Step ${index} of ${last}`}
            min={0}
            max={last}
            value={index}
            style={{ "--filled": `${(100 * index) / Math.max(1, last)}%` } as React.CSSProperties}
            onChange={(event) => go(Number(event.target.value))}
          />
          <button className="button" disabled={index === last} onClick={() => go(index + 1)} aria-label="One step forward">
            →
          </button>
          <button className="button" disabled={index === last} onClick={() => go(last)} aria-label="Go to the end">
            »
          </button>
        </div>
      </div>
      <aside className="side steps-side" aria-label="Steps">
        <Panel name="The steps" of={String(index)}>
          {!back && <HandNotes summary={summary} />}
          <ReplaySteps replay={replay} index={index} onGo={go} isOwn={!back} />
        </Panel>
      </aside>
    </div>
  );
}

/** Where a replay of your own begins: your first decision, or the start where you had none. */
export const firstDecision = ({ frames, your_seat }: Pick<HandReplay, "frames" | "your_seat">): number =>
  Math.max(0, frames.findIndex(({ entry }) => entry.seat === your_seat && isDecision(entry.kind)));

/** The decision that a frame shows, or the one that is next: whose it is, and how many were made before. */
function decisionAt({ entry, step, actor, grade }: ReplayFrame, isOwn: boolean): { seat: number; step: number } {
  const isMade = isOwn ? grade !== null : isDecision(entry.kind);
  return { seat: (isMade ? entry.seat : actor) ?? 0, step: isMade ? step - 1 : step };
}

/** Where an imported hand comes from, in its own money. */
function originWords({ site, number, currency, unit, rake }: NonNullable<HandReplay["summary"]["origin"]>, bigBlind: number): string {
  const stake = `${currency}${Number((bigBlind * Number(unit)).toPrecision(6))}`;
  return [`${site} ${number}`.trim(), `big blind ${stake}`, Number(rake) > 0 ? `rake ${currency}${rake}` : ""].filter(Boolean).join(", ");
}

function HandStep({ to, words, mark }: { to: string | null; words: string; mark: string }) {
  if (to === null) return null;
  return (
    <Link className="button small" to={replayPath(to)} aria-label={words} title={`${words} of the list`}>
      {mark}
    </Link>
  );
}

interface ReplayKeys {
  onStep(step: number): void;
  onHand(ref: string): void;
  neighbours: Neighbours;
}

/** Arrows step through the hand, P and N go to the hand before and the next one. */
function useReplayKeys({ onStep, onHand, neighbours }: ReplayKeys): void {
  const handle = useLatest((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || document.querySelector("dialog[open]")) return;
    const isSlider = event.target instanceof HTMLElement && event.target.matches("input[type=range]");
    const step = isSlider ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const hand = { p: neighbours.before, n: neighbours.after }[event.key.toLowerCase()];
    if (step === undefined && !hand) return;
    event.preventDefault();
    if (step !== undefined) onStep(step);
    else if (hand) onHand(hand);
  });
  useEffect(() => {
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [handle]);
}
