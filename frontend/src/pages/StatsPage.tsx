import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { getStats } from "../api/study";
import type { Game } from "../api/types";
import { DrillFigures } from "../explore/DrillFigures";
import { Choice } from "../layout/Choice";
import { useNamedPart, useTitle } from "../lib/hooks";
import { GAME_NAMES } from "../lib/names";
import { useAsync } from "../lib/useAsync";
import { Figures } from "../study/Figures";
import { HabitsPanel } from "../study/HabitsPanel";
import { ProfitGraph } from "../study/ProfitGraph";
import { Leaks, Mistakes } from "../study/Review";
import { GradeCounts, PositionTable } from "../study/StatsTables";

type Source = "played" | "imported";

const SOURCES: Record<Source, string> = { played: "Played here", imported: "Imported" };

export default function StatsPage() {
  useTitle("Statistics");
  const [game, setGame] = useState<Game>("holdem");
  const [params, setParams] = useSearchParams();
  const table = params.get("table");
  const source: Source = table === null && params.get("hands") === "imported" ? "imported" : "played";
  const { data: stats, error } = useAsync(`${game}:${table}:${source}`, () => getStats(game, table, source === "imported"));
  useNamedPart(stats !== null);
  return (
    <div className="page stats">
      <div className="page-head">
        <h1>{table === null ? "Statistics" : "This session"}</h1>
        <div className="form-row">
          {table === null && (
            <Choice<Source> label="Hands" value={source} options={SOURCES} onChange={(next) => setParams(next === "imported" ? { hands: next } : {}, { replace: true })} />
          )}
          <Choice<Game> label="Game" value={game} options={GAME_NAMES} onChange={setGame} />
        </div>
      </div>
      {error && <p className="notice">{error.message}</p>}
      {stats?.hands === 0 && (
        <p className="empty">
          {source === "imported" ? (
            <>
              No imported hands of this game yet. <Link to="/hands#import">Import some</Link>.
            </>
          ) : (
            <>
              No hands of this game played here yet. <Link to="/">Play one</Link>.
            </>
          )}
        </p>
      )}
      {stats && stats.hands > 0 && (
        <>
          <Figures stats={stats} />
          <section className="card-panel" aria-labelledby="profit">
            <h2 id="profit">Profit</h2>
            <ProfitGraph profit={stats.profit} />
          </section>
          <div className="two-columns">
            <section className="card-panel" aria-labelledby="positions">
              <h2 id="positions">By position</h2>
              <PositionTable positions={stats.by_position} />
            </section>
            <section className="card-panel" aria-labelledby="grades">
              <h2 id="grades">Your decisions</h2>
              <GradeCounts grades={stats.grades} />
            </section>
          </div>
          <section className="card-panel" aria-labelledby="mistakes">
            <h2 id="mistakes">Your costliest decisions</h2>
            {stats.waiting > 0 && <p className="muted">{stats.waiting === 1 ? "One hand is" : `${stats.waiting} hands are`} still to be graded.</p>}
            <Mistakes mistakes={stats.mistakes} />
          </section>
          <section className="card-panel" aria-labelledby="leaks">
            <h2 id="leaks">Where you lose most</h2>
            <Leaks leaks={stats.leaks} />
          </section>
        </>
      )}
      {game === "holdem" && table === null && <HabitsPanel />}
      <DrillFigures />
    </div>
  );
}
