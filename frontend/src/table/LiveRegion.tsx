import { useEffect, useRef, useState } from "react";
import type { TableView } from "../api/types";
import { cardsInWords } from "../lib/cards";
import { useLatest, useTell, useTellEntry } from "../lib/hooks";

/** Reads aloud what is new: the actions since the last view, then whose turn it is or how the hand ended. */
export function LiveRegion({ view }: { view: TableView }) {
  const [text, setText] = useState("");
  const tellEntry = useLatest(useTellEntry(view.blinds.big_blind));
  const tell = useLatest(useTell(view.blinds.big_blind));
  const seen = useRef({ hand: 0, entries: 0 });
  useEffect(() => {
    const from = seen.current.hand === view.hand ? seen.current.entries : 0;
    seen.current = { hand: view.hand, entries: view.log.length };
    const news = view.log.slice(from).filter((entry) => entry.kind !== "deal").map(tellEntry);
    if (from === 0) news.unshift(`Hand ${view.hand}. ${view.callout}. You hold ${cardsInWords(view.seats[view.your_seat]?.cards ?? [])}`);
    if (view.result) news.push(tell(view.result.text));
    else if (view.status === "your_turn") news.push("It is your turn");
    setText(news.join(". "));
  }, [view, tell, tellEntry]);
  return (
    <p className="visually-hidden" role="log" aria-live="polite" aria-label="What happens at the table">
      {text}
    </p>
  );
}
