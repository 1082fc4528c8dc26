import { useState } from "react";
import { Link } from "react-router-dom";
import { getStats } from "../api/study";
import type { Game } from "../api/types";
import { DrillFigures } from "../explore/DrillFigures";
import { Choice } from "../layout/Choice";
import { useTitle } from "../lib/hooks";
import { GAME_NAMES } from "../lib/names";
import { useAsync } from "../lib/useAsync";
import { Figures } from "../study/Figures";
import { ProfitGraph } from "../study/ProfitGraph";
import { GradeCounts, Mistakes, PositionTable } from "../study/StatsTables";

export default function StatsPage() {
  useTitle("Statistics");
  const [game, setGame] = useState<Game>("holdem");
  const { data: stats, error } = useAsync(game, () => getStats(game));
  return (
    <div className="page stats">
      <div className="page-head">
        <h1>Statistics</h1>
        <Choice<Game> label="Game" value={game} options={GAME_NAMES} onChange={setGame} />
      </div>
      {error && <p className="notice">{error.message}</p>}
      {stats?.hands === 0 && (
        <p className="empty">
          No hands of this game yet. <Link to="/">Play one</Link>.
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
            <h2 id="mistakes">Biggest mistakes</h2>
            <Mistakes mistakes={stats.mistakes} />
          </section>
        </>
      )}
      <DrillFigures />
    </div>
  );
}
