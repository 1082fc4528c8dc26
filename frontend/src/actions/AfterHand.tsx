import { useEffect, useState } from "react";
import { rabbitHunt } from "../api/play";
import type { TableView } from "../api/types";
import { cardsInWords } from "../lib/cards";
import { sayError } from "../state/toasts";
import { Card } from "../table/Card";
import type { TableCommands } from "./useTableCommands";

interface AfterHandProps {
  view: TableView;
  commands: TableCommands;
}

/** What may be done with a hand that is over: show cards that need not be shown, and see what would have come. */
export function AfterHand({ view, commands }: AfterHandProps) {
  const [rabbit, setRabbit] = useState<{ hand: number; cards: string[] } | null>(null);
  useEffect(() => setRabbit(null), [view.id, view.hand]);
  const mine = view.seats[view.your_seat]?.cards ?? [];
  const hidden = mine.filter((card) => !view.shown.includes(card));
  if (!view.may_show && !view.can_rabbit && view.shown.length === 0) return null;
  return (
    <div className="after-hand" role="group" aria-label="After the hand">
      {view.shown.length > 0 && <span>You show {cardsInWords(view.shown)}</span>}
      {view.may_show &&
        hidden.map((card) => (
          <button key={card} className="plan" onClick={() => commands.show(view, [card])}>
            Show <Card card={card} />
          </button>
        ))}
      {view.may_show && hidden.length > 1 && (
        <button className="plan" onClick={() => commands.show(view, hidden)}>
          Show all
        </button>
      )}
      {view.can_rabbit && !rabbit && (
        <button
          className="plan"
          title="The board cards that would have come"
          onClick={() => void rabbitHunt(view.id).then(({ cards }) => setRabbit({ hand: view.hand, cards }), sayError)}
        >
          Rabbit hunt
        </button>
      )}
      {rabbit?.hand === view.hand && (
        <span className="rabbit" role="status" aria-label={`Would have come: ${cardsInWords(rabbit.cards)}`}>
          Would have come
          {rabbit.cards.map((card) => (
            <Card key={card} card={card} />
          ))}
        </span>
      )}
    </div>
  );
}
