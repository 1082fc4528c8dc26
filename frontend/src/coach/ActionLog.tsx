import { useEffect, useRef } from "react";
import type { LogEntry } from "../api/types";
import { useTellEntry } from "../lib/hooks";

interface ActionLogProps {
  log: LogEntry[];
  bigBlind: number;
}

/** Deals of hidden cards say nothing; the board heads each street. */
const isWorthTelling = (entry: LogEntry) => entry.kind !== "deal" || entry.cards.length > 0;

export function ActionLog({ log, bigBlind }: ActionLogProps) {
  const tell = useTellEntry(bigBlind);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  return (
    <ol className="log" ref={list} aria-label="Actions of this hand" tabIndex={0}>
      {log.filter(isWorthTelling).map((entry) => (
        <li key={entry.index} className={`log-entry kind-${entry.kind}${entry.seat === 0 ? " mine" : ""}`}>
          {tell(entry)}
        </li>
      ))}
    </ol>
  );
}
