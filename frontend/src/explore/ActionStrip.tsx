import { useEffect, useRef } from "react";
import { percent } from "../lib/format";
import type { Money } from "../lib/hooks";
import { CardRow } from "../table/Card";
import type { NodeView, Stop } from "./api";
import { CardPicker } from "./CardPicker";
import { coloursOf } from "./colours";
import { frequenciesAt } from "./useExplorer";
import { lineAfter, moveLabel, shareOfPot } from "./words";

interface ActionStripProps {
  node: NodeView;
  money: Money;
  onGo(line: string): void;
  onCards(at: number): void;
}

/** One block for each decision and each deal from the start to here; everything in it leads somewhere. */
export function ActionStrip({ node, money, onGo, onCards }: ActionStripProps) {
  const strip = useRef<HTMLOListElement>(null);
  const last = node.path.length - 1;
  useEffect(() => {
    strip.current?.scrollTo?.({ left: strip.current.scrollWidth });
  }, [node.line, node.source]);
  return (
    <ol className="strip" ref={strip} aria-label="The line so far" tabIndex={0}>
      <StartBlock stop={node.path[0]} money={money} onGo={onGo} />
      {node.path.map((stop, place) =>
        stop.kind === "decision" ? (
          <DecisionBlock
            key={stop.line}
            stop={stop}
            money={money}
            isHere={place === last}
            frequencies={place === last && node.hands.seat === stop.actor ? node.hands.frequencies : frequenciesAt(node.source, stop.line)}
            onGo={onGo}
          />
        ) : stop.kind === "card" ? (
          <li key={`${stop.line}|`} className={place === last ? "block deal here" : "block deal"}>
            {stop.taken ? (
              <button type="button" className="deal-cards" onClick={() => onCards(place)} title="Change the card">
                <span className="block-name">{nextStreet(stop)}</span>
                <CardRow cards={stop.taken.match(/../g) ?? []} />
                <small>{money(stop.pot)}</small>
              </button>
            ) : (
              <CardPicker
                key={stop.line}
                title={nextStreet(stop)}
                count={stop.deals}
                dead={stop.board}
                onPick={(cards) => onGo(lineAfter(stop, cards))}
              />
            )}
          </li>
        ) : (
          <li key={`${stop.line}.`} className="block over here">
            <span className="block-name">End of hand</span>
            <small>pot {money(stop.pot)}</small>
          </li>
        ),
      )}
    </ol>
  );
}

const NEXT: Record<string, string> = { preflop: "Flop", flop: "Turn", turn: "River" };
const nextStreet = (stop: Stop): string => NEXT[stop.street] ?? "Card";

interface BlockProps {
  stop: Stop;
  money: Money;
  isHere: boolean;
  onGo(line: string): void;
}

function StartBlock({ stop, money, onGo }: Omit<BlockProps, "stop" | "isHere"> & { stop: Stop | undefined }) {
  if (!stop) return null;
  return (
    <li className="block start">
      <button type="button" className="start-button" onClick={() => onGo(stop.line)} title="Go to the start">
        <span className="block-name">{stop.street}</span>
        {stop.board.length > 0 && <CardRow cards={stop.board} />}
        <small>pot {money(stop.pot)}</small>
      </button>
    </li>
  );
}

function DecisionBlock({ stop, money, isHere, frequencies, onGo }: BlockProps & { frequencies: number[] | null }) {
  const chair = stop.actor === null ? undefined : stop.chairs[stop.actor];
  const colours = coloursOf(stop.moves);
  return (
    <li className={isHere ? "block decision here" : "block decision"} aria-current={isHere ? "step" : undefined}>
      <button type="button" className="block-head" onClick={() => onGo(stop.line)} title="Back to here">
        <span className="block-name">{chair?.name}</span>
        <small>{money(chair?.stack ?? 0)}</small>
      </button>
      <ul className="block-moves">
        {stop.moves.map((move, place) => (
          <li key={move.word}>
            <button
              type="button"
              className={stop.taken === move.word ? "move taken" : "move"}
              data-word={move.word}
              aria-pressed={stop.taken === move.word}
              title={move.pot_share === null ? undefined : `${shareOfPot(move)} of the pot`}
              style={{ "--tone": colours[place] } as React.CSSProperties}
              onClick={() => onGo(lineAfter(stop, move.word))}
            >
              <span className="move-mark" aria-hidden="true" />
              <span className="move-name">{moveLabel(move, stop, money)}</span>
              {frequencies && <small>{percent(frequencies[place] ?? 0, 1)}</small>}
            </button>
          </li>
        ))}
      </ul>
      <small className="block-pot">pot {money(stop.pot)}</small>
    </li>
  );
}
