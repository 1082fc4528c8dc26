import type { TournamentView } from "../api/types";
import { percent } from "../lib/format";
import { useMoney } from "../lib/hooks";

interface StandingsProps {
  tournament: TournamentView;
  bigBlind: number;
}

/** Places, prizes and what each stack is worth (ICM). */
export function Standings({ tournament, bigBlind }: StandingsProps) {
  const money = useMoney(bigBlind);
  const total = tournament.standings.reduce((sum, each) => sum + each.stack, 0) || 1;
  return (
    <section className="standings" aria-label="Sit-and-go">
      <h3 className="panel-title">{tournament.players_left} players left</h3>
      <p className="muted">Prizes: {tournament.payouts.map((prize) => prize.toLocaleString("en-US")).join(" / ")}</p>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col" className="number">Stack</th>
            <th scope="col" className="number">Chips</th>
            <th scope="col" className="number" title="What the stack is worth in prizes, by the Malmuth-Harville model">
              ICM
            </th>
          </tr>
        </thead>
        <tbody>
          {tournament.standings.map((each) => (
            <tr key={each.seat} className={each.seat === 0 ? "mine" : ""}>
              <th scope="row">{each.name}</th>
              <td className="number">{each.place === null ? money(each.stack) : `place ${each.place}`}</td>
              <td className="number">{each.place === null ? percent(each.stack / total, 1) : ""}</td>
              <td className="number">{(each.prize ?? each.icm).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
