import { Link } from "react-router-dom";
import type { TableView } from "../api/types";
import { keyLabel } from "../lib/keys";
import { usePreferences } from "../state/preferences";
import { AfterHand } from "./AfterHand";
import { PlanButtons } from "./PlanButtons";
import type { TableCommands } from "./useTableCommands";

interface WaitBarProps {
  view: TableView;
  commands: TableCommands;
  secondsLeft: number | null;
}

/** While others act: who, and a way to skip ahead. */
export function WaitBar({ view, commands }: Omit<WaitBarProps, "secondsLeft">) {
  const keys = usePreferences((state) => state.keys);
  const actor = view.seats.find((seat) => seat.is_actor);
  return (
    <div className="wait-bar">
      <PlanButtons view={view} commands={commands} />
      <p className="wait-text">
        {view.settings.paused ? "Paused" : actor ? waitText(actor.name, view.is_loading) : "One moment…"}
      </p>
      {view.can_skip && (
        <button className="act quiet" onClick={() => commands.skip(view)}>
          Skip ahead <kbd>{keyLabel(keys.skip)}</kbd>
        </button>
      )}
    </div>
  );
}

const waitText = (name: string, isLoading: boolean): string =>
  isLoading ? `${name} is still loading. This can take half a minute…` : `${name} is thinking…`;

/** After a hand: deal the next one, with the countdown where it deals itself. */
export function HandOverBar({ view, commands, secondsLeft }: WaitBarProps) {
  const keys = usePreferences((state) => state.keys);
  const countdown = secondsLeft !== null && !view.settings.paused ? ` in ${Math.ceil(secondsLeft)}` : "";
  return (
    <div className="wait-bar">
      <AfterHand view={view} commands={commands} />
      <Link className="act quiet" to={`/hands/${encodeURIComponent(`${view.id}:${view.hand}`)}`}>
        Replay
      </Link>
      <button className="act next" onClick={() => commands.next(view)}>
        Next hand{countdown} <kbd>{keyLabel(keys.next)}</kbd>
      </button>
    </div>
  );
}

const OVER: Record<TableView["mode"], string> = {
  cash: "The game is over.",
  sit_and_go: "The sit-and-go is over.",
  tournament: "The tournament is over for you.",
};

export function TableOverBar({ view }: { view: TableView }) {
  const mine = view.tournament?.standings.find((line) => line.seat === view.your_seat);
  const { place, prize } = mine ?? { place: null, prize: null };
  return (
    <div className="wait-bar">
      <p className="wait-text">{OVER[view.mode]}{place ? ` You finished in place ${place}${prize ? `, which pays ${prize.toLocaleString("en-US")}` : ""}.` : ""}</p>
      <Link className="act next" to="/">
        New table
      </Link>
    </div>
  );
}
