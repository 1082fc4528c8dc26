import { useEffect, useState } from "react";
import { getAdvice } from "../api/study";
import type { Advice } from "../api/studyTypes";
import type { TableView } from "../api/types";
import type { TableCommands } from "../actions/useTableCommands";
import { useHotkeys } from "../actions/useHotkeys";
import { useTell } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { ActionLog } from "./ActionLog";
import { AdviceCard } from "./AdviceCard";
import { GradeCard } from "./GradeCard";
import { RangeDialog } from "./RangeDialog";
import { StrengthMeter } from "./StrengthMeter";
import { TableAnswer } from "./TableAnswer";

interface CoachPanelProps {
  view: TableView;
  commands: TableCommands;
}

/** The action log and the coach in one: what happened, what to do now, and how your last decision was. */
export function CoachPanel({ view, commands }: CoachPanelProps) {
  const bigBlind = view.blinds.big_blind;
  const tell = useTell(bigBlind);
  const decision = view.turn ? `${view.id}:${view.hand}:${view.step}` : null;
  const [asked, setAsked] = useState<string | null>(null);
  const [areRangesOpen, setRangesOpen] = useState(false);
  const isWanted = decision !== null && (view.settings.auto_coach || asked === decision);
  const isOfNow = (told: Advice | null) => told !== null && told.hand === view.hand && told.step === view.step;
  const { data, error, isLoading } = useAsync(isWanted ? decision : null, (signal) => getAdvice(view.id, true, signal));
  const quick = isOfNow(data) ? data : null;
  const better = useAsync(quick && !quick.is_final ? decision : null, (signal) => getAdvice(view.id, false, signal)).data;
  const advice = isOfNow(better) ? better : quick;
  useHotkeys({
    onDigit: () => false,
    onCommand: (command) => {
      if (command !== "advice" || !decision) return false;
      setAsked(decision);
      return true;
    },
  });
  useEffect(() => setRangesOpen(false), [view.hand]);
  return (
    <div className="coach">
      {view.last_grade && <GradeCard grade={view.last_grade} bigBlind={bigBlind} />}
      {view.your_hand && <StrengthMeter hand={view.your_hand} />}
      {decision && !isWanted && (
        <button className="button block" onClick={() => setAsked(decision)}>
          Ask the coach
        </button>
      )}
      {isWanted && !advice && (
        <p className="coach-wait" aria-busy={isLoading}>
          {error ? error.message : "The coach is thinking…"}
        </p>
      )}
      {advice && <AdviceCard advice={advice} bigBlind={bigBlind} />}
      {advice && decision && <TableAnswer table={view.id} decision={decision} bigBlind={bigBlind} />}
      <div className="coach-tools">
        {!view.result && view.seats[view.your_seat]?.is_dealt_in && (
          <button className="button small" onClick={() => setRangesOpen(true)}>
            Opponents’ ranges
          </button>
        )}
        <label className="switch">
          <input
            type="checkbox"
            checked={view.settings.auto_coach}
            onChange={(event) => commands.change({ auto_coach: event.target.checked })}
          />
          Advice on every turn
        </label>
      </div>
      {view.last_winner && (
        <p className="last-winner">
          <span className="panel-title">Last hand</span> {tell(view.last_winner)}
        </p>
      )}
      <h3 className="panel-title">This hand</h3>
      <ActionLog log={view.log} bigBlind={bigBlind} />
      {areRangesOpen && <RangeDialog view={view} onClose={() => setRangesOpen(false)} />}
    </div>
  );
}
