import { useState } from "react";
import { getRanges } from "../api/study";
import type { TableView } from "../api/types";
import { percent } from "../lib/format";
import { useAsync } from "../lib/useAsync";
import { Dialog } from "../layout/Dialog";
import { BadugiRange } from "./BadugiRange";
import { RangeMatrix } from "./RangeMatrix";

interface RangeDialogProps {
  view: TableView;
  onClose(): void;
}

export function RangeDialog({ view, onClose }: RangeDialogProps) {
  const { data, error } = useAsync(`${view.hand}:${view.step}`, () => getRanges(view.id));
  const [chosen, setChosen] = useState<number | null>(null);
  const ranges = data?.ranges ?? [];
  const hands = data?.badugi ?? [];
  const range = ranges.find((each) => each.seat === chosen) ?? ranges[0];
  const held = hands.find((each) => each.seat === chosen) ?? hands[0];
  const tabs = [
    ...ranges.map(({ seat, name, share }) => ({ seat, name, share })),
    ...hands.map(({ seat, name }) => ({ seat, name, share: null })),
  ];
  return (
    <Dialog title="What they may hold" onClose={onClose} wide>
      {error && <p>{error.message}</p>}
      {!error && !data && <p className="coach-wait">The coach is looking at their lines…</p>}
      {data && tabs.length === 0 && <p>No opponent is left in the hand.</p>}
      {tabs.length > 1 && (
        <div className="range-tabs" role="group" aria-label="Opponent">
          {tabs.map((each) => (
            <button
              key={each.seat}
              className="chip-button"
              aria-pressed={each.seat === (range ?? held)?.seat}
              onClick={() => setChosen(each.seat)}
            >
              {each.name} {each.share !== null && <small>{percent(each.share)}</small>}
            </button>
          ))}
        </div>
      )}
      {range && (
        <>
          <RangeMatrix matrix={range.matrix} label={`Hands of ${range.name}`} />
          <p className="muted">
            {range.name}: {percent(range.share)} of hands, {range.style === null ? "if he plays his line as the strategy does" : `by his style, ${range.style}`}.
            {range.ignored > 0 && " That never takes his last action, so it says nothing about his hand."}
          </p>
        </>
      )}
      {held && (
        <>
          <BadugiRange shares={held.shares} label={`Hands of ${held.name}`} />
          <p className="muted">
            {held.name}: {held.text}, if he plays his line as the strategy does.
            {held.ignored > 0 && " Some of his actions it never takes, so those say nothing about his hand."}
          </p>
        </>
      )}
    </Dialog>
  );
}
