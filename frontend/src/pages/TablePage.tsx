import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { listTables } from "../api/play";
import { ActionBar } from "../actions/ActionBar";
import { useTableCommands } from "../actions/useTableCommands";
import { CoachPanel } from "../coach/CoachPanel";
import { useMediaQuery, useSecondsLeft, useTitle } from "../lib/hooks";
import { usePreferences } from "../state/preferences";
import { useTables } from "../state/tables";
import { WarmingUp } from "../start/WarmingUp";
import { LiveRegion } from "../table/LiveRegion";
import { ResultBanner } from "../table/ResultBanner";
import { Panel } from "../layout/Panel";
import { Stage } from "../table/Stage";
import { Standings } from "../table/Standings";
import { TableHead } from "../table/TableHead";
import { sceneOfTable } from "../table/scene";
import { useSounds } from "../table/useSounds";
import { useLiveTable } from "../table/useLiveTable";
import type { TableView } from "../api/types";

export function TablePage() {
  const { table = "" } = useParams();
  const gone = useLiveTable(table);
  const view = useTables((state) => state.views[table]);
  useTitle(view?.status === "your_turn" ? "Your turn" : "Table");
  useEffect(() => {
    listTables().then(useTables.getState().putOpen, () => undefined);
  }, [table]);
  if (gone) {
    return (
      <div className="page notice">
        <h1>{gone}</h1>
        <p>
          <Link to="/">Open another table</Link> or <Link to="/hands">review your hands</Link>.
        </p>
      </div>
    );
  }
  if (!view) {
    return (
      <div className="page">
        <p className="muted">Taking your seat…</p>
        <WarmingUp isOpening />
      </div>
    );
  }
  return <PlayTable key={table} view={view} />;
}

function PlayTable({ view }: { view: TableView }) {
  const commands = useTableCommands(view.id);
  useSounds(view);
  const receivedAt = useTables((state) => state.receivedAt[view.id] ?? 0);
  const connection = useTables((state) => state.connections[view.id] ?? "connecting");
  const coach = useCoachSide();
  const secondsLeft = useSecondsLeft(view.clock, receivedAt, view.settings.paused);
  const isTurnClock = view.clock !== null && view.clock.kind !== "next_hand";
  const timeLeft = isTurnClock && secondsLeft !== null ? secondsLeft / Math.max(0.1, view.clock?.seconds_total ?? 1) : null;
  return (
    <div className="play">
      <TableHead
        view={view}
        commands={commands}
        connection={connection}
        isCoachOpen={coach.isOpen}
        onCoach={coach.toggle}
      />
      <div className="play-table">
        <Panel name="The table" of={`${view.hand}:${view.step}`}>
          <Stage scene={sceneOfTable(view)} timeLeft={timeLeft} secondsLeft={view.clock?.kind === "you" ? secondsLeft : null}>
            {view.result ? (
              <ResultBanner result={view.result} bigBlind={view.blinds.big_blind} />
            ) : (
              <p className="callout">{view.callout}</p>
            )}
          </Stage>
        </Panel>
        <ActionBar view={view} commands={commands} secondsLeft={view.clock?.kind === "next_hand" ? secondsLeft : null} />
      </div>
      {coach.isOpen && (
        <aside className="side" aria-label="Coach">
          <button className="side-close" onClick={coach.toggle}>
            Back to the table
          </button>
          <Panel name="The coach" of={`${view.hand}:${view.step}`}>
            <CoachPanel view={view} commands={commands} />
          </Panel>
          {view.tournament && <Standings tournament={view.tournament} bigBlind={view.blinds.big_blind} />}
        </aside>
      )}
      <LiveRegion view={view} />
    </div>
  );
}

/** Beside the table the coach stays as it was left; on a phone it is a sheet that starts closed. */
function useCoachSide(): { isOpen: boolean; toggle(): void } {
  const { coachOpen, change } = usePreferences();
  const isNarrow = useMediaQuery("(max-width: 900px)");
  const [isSheetOpen, setSheetOpen] = useState(false);
  if (isNarrow) return { isOpen: isSheetOpen, toggle: () => setSheetOpen(!isSheetOpen) };
  return { isOpen: coachOpen, toggle: () => change({ coachOpen: !coachOpen }) };
}
