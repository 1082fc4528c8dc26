import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { exploreUrl, type Move, type Stop } from "../explore/api";
import { coloursOf } from "../explore/colours";
import { answerDrill, getDrill, startDrill, type Drill, type DrillVerdict } from "../explore/drillApi";
import { DrillAnswers } from "../explore/DrillAnswers";
import { moveLabel, shareOfPot } from "../explore/words";
import { fixed, percent } from "../lib/format";
import { useLatest, useMoney, useTitle, type Money } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { sayError } from "../state/toasts";
import { Card, CardRow } from "../table/Card";
import "../explore/explore.css";

/** One spot, hand after hand: you act, the strategy grades. */
export default function DrillPage() {
  const { drill = "" } = useParams();
  useTitle("Drill");
  const { data, error } = useAsync(drill, (signal) => getDrill(drill, signal));
  if (error) {
    return (
      <div className="page notice">
        <h1>{error.message}</h1>
        <Link to="/drills">Your drills</Link>
      </div>
    );
  }
  return data ? <Drilling key={data.id} begun={data} /> : <p className="page muted">Shuffling…</p>;
}

function Drilling({ begun }: { begun: Drill }) {
  const [drill, setDrill] = useState(begun);
  const [verdict, setVerdict] = useState<DrillVerdict | null>(null);
  const [isBusy, setBusy] = useState(false);
  const money = useMoney(drill.big_blind ?? 0);
  const stop = drill.path[drill.path.length - 1];
  const { cards } = drill;
  const answer = async (word: string) => {
    if (isBusy || verdict) return;
    setBusy(true);
    try {
      setVerdict(await answerDrill(drill, word));
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  const next = () => {
    if (!verdict) return;
    setDrill(verdict.drill);
    setVerdict(null);
  };
  useDrillKeys(stop, (word) => void answer(word), next);
  if (!stop) return <NothingLeft drill={drill} />;
  const told = verdict?.drill ?? drill;
  return (
    <div className="page drill" data-number={drill.number} data-answered={verdict !== null}>
      <header className="drill-head">
        <div>
          <Link to={exploreUrl(drill.source, drill.line)} className="muted">
            {drill.title}
          </Link>
          <h1>
            {drill.pool ? "Missed" : "Drill"}: {drill.told || "the first decision"}
          </h1>
        </div>
        <div className="drill-side">
          {!drill.pool && <Switches drill={drill} stop={stop} />}
          <Score drill={told} />
        </div>
      </header>
      <section className="drill-table" aria-label={`Hand ${drill.number}`}>
        <div className="drill-facts">
          {stop.chairs.map((chair, seat) => (
            <span key={chair.name} className={seat === stop.actor ? "drill-seat you" : chair.folded ? "drill-seat folded" : "drill-seat"}>
              <strong>{seat === stop.actor ? `You, ${chair.name}` : chair.name}</strong> {chair.folded ? "folded" : money(chair.stack)}
              {chair.bet > 0 && <em> bet {money(chair.bet)}</em>}
            </span>
          ))}
        </div>
        <div className="drill-board">
          {stop.board.length > 0 ? <CardRow cards={stop.board} /> : <span className="on-felt-muted">{stop.street === "preflop" ? "before the flop" : stop.street}</span>}
          <span className="drill-pot">
            pot {money(stop.pot)}
            {stop.to_call > 0 && `, ${money(stop.to_call)} to call`}
          </span>
        </div>
        {drill.whole && <p className="on-felt-muted drill-story">{storyOf(drill.path, money)}</p>}
        <div className="drill-cards" data-cards={cards.join("")}>
          {cards.map((card) => (
            <Card key={card} card={card} />
          ))}
        </div>
        {drill.whole && <span className="on-felt-muted">Hand {drill.hand}</span>}
        {!verdict && drill.again && <span className="on-felt-muted">You missed this one before.</span>}
      </section>
      {verdict ? (
        <VerdictPanel verdict={verdict} stop={stop} money={money} onNext={next} />
      ) : (
        <div className="drill-moves" role="group" aria-label="Your action">
          {stop.moves.map((move, place) => (
            <MoveButton key={move.word} move={move} place={place} stop={stop} money={money} isBusy={isBusy} onAct={(word) => void answer(word)} />
          ))}
        </div>
      )}
      <DrillAnswers answers={told.answers} />
    </div>
  );
}

/** What has happened in the hand: who did what, and the cards that came. */
export function storyOf(path: readonly Stop[], money: Money): string {
  return path
    .filter((stop) => stop.taken)
    .map((stop) => {
      const move = stop.moves.find((each) => each.word === stop.taken);
      const name = stop.actor === null ? "" : (stop.chairs[stop.actor]?.name ?? "");
      return move ? `${name} ${moveLabel(move, stop, money).toLowerCase()}` : stop.taken;
    })
    .join(", ");
}

/** The end of a drill of missed hands: all that were due are played right. */
function NothingLeft({ drill }: { drill: Drill }) {
  return (
    <div className="page drill">
      <div className="page-head">
        <div>
          <h1>Nothing left to repeat</h1>
          <p className="muted">Every hand that was due is played right. What you got right comes again after a day, then after 4 and 14 days.</p>
        </div>
        <Link className="button primary" to="/drills">
          Your drills
        </Link>
      </div>
      <Score drill={drill} />
      <DrillAnswers answers={drill.answers} />
    </div>
  );
}

interface MoveButtonProps {
  move: Move;
  place: number;
  stop: Stop;
  money: Money;
  isBusy: boolean;
  onAct(word: string): void;
}

function MoveButton({ move, place, stop, money, isBusy, onAct }: MoveButtonProps) {
  const tone = { fold: "fold", check: "passive", call: "passive", bet: "raise", raise: "raise", all_in: "raise all", draw: "passive" }[move.kind];
  return (
    <button type="button" className={`act ${tone}`} data-word={move.word} disabled={isBusy} onClick={() => onAct(move.word)}>
      {place < 9 && <kbd>{place + 1}</kbd>}
      <strong>{moveLabel(move, stop, money)}</strong>
      {move.pot_share !== null && <small>{shareOfPot(move)}</small>}
    </button>
  );
}

/** The same spot with close decisions alone, or judged by values: another drill. */
function Switches({ drill, stop }: { drill: Drill; stop: Stop }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const change = (how: { close?: boolean; valued?: boolean; whole?: boolean }) => {
    setBusy(true);
    startDrill(drill.source, drill.line, { close: drill.close, valued: drill.valued, whole: drill.whole, ...how })
      .then((begun) => navigate(`/drills/${begun.id}`), sayError)
      .finally(() => setBusy(false));
  };
  const canBeValued = drill.can_be_valued && stop.kind === "decision";
  return (
    <>
      <label className="switch">
        <input type="checkbox" checked={drill.whole} disabled={isBusy} onChange={() => change({ whole: !drill.whole, close: false })} />
        Whole hands
      </label>
      <label className="switch">
        <input type="checkbox" checked={drill.close} disabled={isBusy || drill.whole} onChange={() => change({ close: !drill.close })} />
        Only close decisions
      </label>
      {canBeValued && (
        <label className="switch" title="Values are played out first, which takes a few seconds">
          <input type="checkbox" checked={drill.valued} disabled={isBusy} onChange={() => change({ valued: !drill.valued })} />
          {isBusy ? "Playing hands out…" : "Judge by EV"}
        </label>
      )}
    </>
  );
}

function Score({ drill }: { drill: Drill }) {
  const best = drill.answers.filter((answer) => answer.grade === "best").length;
  return (
    <dl className="drill-score">
      <div>
        <dt>Hands</dt>
        <dd>{drill.answers.length}</dd>
      </div>
      <div>
        <dt>Best</dt>
        <dd>{drill.answers.length > 0 ? percent(best / drill.answers.length) : "–"}</dd>
      </div>
      <div>
        <dt>EV lost per hand</dt>
        <dd>{drill.mean_percent_lost === null ? "–" : `${fixed(drill.mean_percent_lost, 2)} % pot`}</dd>
      </div>
    </dl>
  );
}

const GRADES = { best: "Best", fine: "Fine", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" } as const;

function VerdictPanel({ verdict, stop, money, onNext }: { verdict: DrillVerdict; stop: Stop; money: Money; onNext(): void }) {
  const colours = coloursOf(stop.moves);
  const { answer } = verdict;
  const next = (button: HTMLButtonElement | null) => button?.focus();
  return (
    <section className={`verdict grade-${answer.grade}`} aria-label="Verdict" aria-live="polite">
      <p>
        <strong className="grade-mark">{GRADES[answer.grade]}</strong>{" "}
        {answer.percent_lost === null
          ? `The strategy takes it ${percent(answer.share)} of the time.`
          : answer.percent_lost < 0.005
            ? "It loses nothing."
            : `It loses ${fixed(answer.percent_lost, 2)} % of the pot: ${money.value(answer.ev_lost ?? 0)} in EV.`}
      </p>
      <table className="verdict-table">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col" className="number">
              Strategy
            </th>
            {verdict.action_ev && (
              <th scope="col" className="number">
                EV
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {stop.moves.map((move, place) => (
            <tr key={move.word} className={move.word === answer.action ? "yours" : undefined} style={{ "--tone": colours[place] } as React.CSSProperties}>
              <th scope="row">
                <span className="move-mark" aria-hidden="true" /> {moveLabel(move, stop, money)}
                {move.word === answer.action && <small> yours</small>}
              </th>
              <td className="number">{percent(verdict.mix[place] ?? 0, 1)}</td>
              {verdict.action_ev && <td className="number">{verdict.action_ev[place] == null ? "–" : money.value(verdict.action_ev[place])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {verdict.ended !== null && <p role="status">{verdict.ended}</p>}
      <button ref={next} type="button" className="act next" onClick={onNext}>
        {verdict.drill.whole && verdict.ended === null ? "Go on" : "Next hand"} <kbd>Space</kbd>
      </button>
    </section>
  );
}

function useDrillKeys(stop: Stop | undefined, onAct: (word: string) => void, onNext: () => void): void {
  const listen = useLatest((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === " ") {
      if (event.target instanceof HTMLElement && event.target.matches("input")) return;
      event.preventDefault();
      onNext();
      return;
    }
    const kinds: Record<string, string[]> = { f: ["fold"], c: ["check", "call"], r: ["bet", "raise"], a: ["all_in"] };
    const wanted = kinds[event.key.toLowerCase()];
    const move = /^[1-9]$/.test(event.key) ? stop?.moves[Number(event.key) - 1] : stop?.moves.find((each) => wanted?.includes(each.kind));
    if (move) onAct(move.word);
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [listen]);
}
