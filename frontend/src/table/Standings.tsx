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
  const total = tournament.average * tournament.players_left || 1;
  const isWhole = tournament.standings.length === tournament.players;
  return (
    <section className="standings" aria-label={isWhole ? "Sit-and-go" : "Tournament"}>
      <h3 className="panel-title">
        {tournament.players_left} of {tournament.players} players left
        {tournament.tables_left > 1 && `, ${tournament.tables_left} tables`}
      </h3>
      <p className="muted">
        Prizes{prizesInWords(tournament.payouts)}. Average {money(tournament.average)}.
      </p>
      <table className="figures">
        <thead>
          <tr>
            {!isWhole && <th scope="col" className="number">#</th>}
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
            <tr key={each.rank} className={each.seat === 0 ? "mine" : ""}>
              {!isWhole && <td className="number">{each.rank}</td>}
              <th scope="row">{each.name}</th>
              <td className="number">{each.place === null ? money(each.stack) : `place ${each.place}`}</td>
              <td className="number">{each.place === null ? percent(each.stack / total, 1) : ""}</td>
              <td className="number">{(each.prize ?? each.icm).toFixed(isWhole ? 1 : 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && <p className="muted">The leaders and your table, as all tables stood at the last deal.</p>}
    </section>
  );
}

const SHOWN_PRIZES = 9;

/** ": 50 / 30 / 20", or of many the first ones and the last. */
function prizesInWords(payouts: readonly number[]): string {
  const words = payouts.map((prize) => prize.toLocaleString("en-US"));
  if (words.length <= SHOWN_PRIZES) return `: ${words.join(" / ")}`;
  return ` for ${words.length} places: ${words.slice(0, 3).join(" / ")} … ${words.at(-1)}`;
}
