import type { TournamentView } from "../api/types";
import { useMoney } from "../lib/hooks";

interface StandingsProps {
  tournament: TournamentView;
  bigBlind: number;
}

/** Places, prizes and what each stack is worth (ICM). */
export function Standings({ tournament, bigBlind }: StandingsProps) {
  const money = useMoney(bigBlind);
  return (
    <section className="standings" aria-label="Sit-and-go">
      <h3 className="panel-title">{tournament.players_left} players left</h3>
      <p className="muted">Prizes: {tournament.payouts.map((prize) => prize.toLocaleString("en-US")).join(" / ")}</p>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Stack</th>
            <th scope="col">ICM</th>
          </tr>
        </thead>
        <tbody>
          {tournament.standings.map((each) => (
            <tr key={each.seat} className={each.seat === 0 ? "mine" : ""}>
              <th scope="row">{each.name}</th>
              <td className="number">{each.place === null ? money(each.stack) : `place ${each.place}`}</td>
              <td className="number">{(each.prize ?? each.icm).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
