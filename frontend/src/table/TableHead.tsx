import type { TableView, TournamentView } from "../api/types";
import type { TableCommands } from "../actions/useTableCommands";
import type { Connection } from "../api/live";
import { useMoney, useSecondsLeft } from "../lib/hooks";
import { GAME_NAMES, MODE_NAMES } from "../lib/names";
import { useTables } from "../state/tables";
import { TableMenu } from "./TableMenu";

interface TableHeadProps {
  view: TableView;
  commands: TableCommands;
  connection: Connection;
  isCoachOpen: boolean;
  onCoach(): void;
}

const CONNECTIONS: Partial<Record<Connection, string>> = {
  connecting: "Reconnecting…",
  polling: "Slow connection",
};

/** Stakes, hand number, level; pause and the table's menu. */
export function TableHead({ view, commands, connection, isCoachOpen, onCoach }: TableHeadProps) {
  const money = useMoney(view.blinds.big_blind);
  const { blinds, settings } = view;
  const receivedAt = useTables((state) => state.receivedAt[view.id] ?? 0);
  const levelLeft = useSecondsLeft(blinds.seconds_left === null ? null : { seconds_left: blinds.seconds_left }, receivedAt, settings.paused);
  const bets = blinds.small_bet === null ? "" : `, bets ${money(blinds.small_bet)}/${money(blinds.big_bet ?? 0)}`;
  const trouble = CONNECTIONS[connection];
  return (
    <div className="table-head">
      <h1 className="table-title">
        {view.title || GAME_NAMES[view.game]} <span className="muted">{MODE_NAMES[view.mode]}</span>
      </h1>
      <span className="table-fact">
        Blinds {blinds.small_blind}/{blinds.big_blind}
        {blinds.ante > 0 && `, ante ${blinds.ante}`}
        {bets}
      </span>
      <span className="table-fact">Hand {view.hand}</span>
      {view.is_fast_fold && <span className="table-fact">Fast fold, {view.players} players</span>}
      {view.tournament && <span className="table-fact">Level {blinds.level}{nextLevel(view, levelLeft)}</span>}
      {view.tournament && <span className="table-fact">{worth(view.tournament)}</span>}
      {settings.seconds_to_act !== null && <span className="table-fact">Time bank {Math.ceil(settings.time_bank_left)} s</span>}
      {trouble && (
        <span className="table-fact trouble" role="status">
          {trouble}
        </span>
      )}
      <div className="table-tools">
        <button className="button small" aria-pressed={settings.paused} onClick={() => commands.pause(view)}>
          {settings.paused ? "Resume" : "Pause"}
        </button>
        <TableMenu view={view} commands={commands} />
        <button className="button small" aria-expanded={isCoachOpen} onClick={onCoach}>
          Coach
        </button>
      </div>
    </div>
  );
}

/** Who is left, and what your chips are worth in prizes. */
function worth({ players, players_left, tables_left, standings }: TournamentView): string {
  const mine = standings.find((each) => each.seat === 0);
  const many = tables_left > 1 ? `, ${tables_left} tables` : "";
  const rank = mine && mine.place === null && many ? `, you are ${mine.rank}` : "";
  return `${players_left} of ${players} left${many}${rank}${mine ? `, ICM ${(mine.prize ?? mine.icm).toFixed(1)}` : ""}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function nextLevel({ blinds }: TableView, secondsLeft: number | null): string {
  if (blinds.next_level === null) return "";
  if (blinds.hands_left !== null) return `, ${blinds.next_level} in ${counted(blinds.hands_left, "hand")}`;
  if (secondsLeft !== null) return `, ${blinds.next_level} in ${Math.ceil(secondsLeft / 60)} min`;
  return "";
}
