import { useState } from "react";
import type { TableView } from "../api/types";
import { keyLabel } from "../lib/keys";
import { usePreferences } from "../state/preferences";
import { Card } from "../table/Card";
import { useHotkeys } from "./useHotkeys";
import type { TableCommands } from "./useTableCommands";

interface DrawControlsProps {
  view: TableView;
  most: number;
  commands: TableCommands;
}

const COUNTS = ["Stand pat", "Discard one", "Discard two", "Discard three", "Discard four"];

/** Badugi: press the cards to discard. */
export function DrawControls({ view, most, commands }: DrawControlsProps) {
  const keys = usePreferences((state) => state.keys);
  const cards = view.seats[view.your_seat]?.cards ?? [];
  const decision = `${view.hand}:${view.step}`;
  const [chosen, setChosen] = useState<{ decision: string; cards: string[] }>({ decision, cards: [] });
  const thrown = chosen.decision === decision ? chosen.cards : [];
  const draw = (which: string[]) => commands.act(view, { action: "draw", cards: which });
  const toggle = (card: string) => {
    const rest = thrown.filter((each) => each !== card);
    const next = rest.length < thrown.length ? rest : [...thrown, card];
    if (next.length <= most) setChosen({ decision, cards: next });
  };
  useHotkeys({
    onCommand: (command) => {
      if (command === "draw") draw(thrown);
      else if (command === "passive") draw([]);
      else return false;
      return true;
    },
    onDigit: (digit) => {
      const card = cards[Number(digit) - 1];
      if (card) toggle(card);
      return card !== undefined;
    },
  });
  return (
    <div className="draw-controls">
      <div className="draw-cards" role="group" aria-label="Choose cards to discard">
        {cards.map((card, index) => (
          <button
            key={card}
            className="draw-card"
            aria-pressed={thrown.includes(card)}
            data-draw={card}
            onClick={() => toggle(card)}
          >
            <Card card={card} />
            <span className="draw-mark">{thrown.includes(card) ? "discard" : "keep"}</span>
            <kbd>{index + 1}</kbd>
          </button>
        ))}
      </div>
      <div className="act-buttons">
        <button className="act passive" onClick={() => draw([])}>
          Stand pat <kbd>{keyLabel(keys.passive)}</kbd>
        </button>
        <button className="act raise" disabled={thrown.length === 0} onClick={() => draw(thrown)}>
          {thrown.length === 0 ? "Discard…" : COUNTS[thrown.length]} <kbd>{keyLabel(keys.draw)}</kbd>
        </button>
      </div>
    </div>
  );
}
