import { Link } from "react-router-dom";
import type { HandSummary } from "../api/studyTypes";
import { dateAndTime, fixed } from "../lib/format";
import { useMoney } from "../lib/hooks";
import { GAME_NAMES } from "../lib/names";
import { CardRow } from "../table/Card";
import { GradeMark } from "../coach/GradeCard";

export function HandList({ hands }: { hands: HandSummary[] }) {
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Hands">
      <table className="figures hands">
        <thead>
          <tr>
            <th scope="col">Hand</th>
            <th scope="col">Your cards</th>
            <th scope="col">Board</th>
            <th scope="col">Position</th>
            <th scope="col" className="number">Pot</th>
            <th scope="col" className="number">Result</th>
            <th scope="col" className="number">EV lost</th>
            <th scope="col">Worst decision</th>
          </tr>
        </thead>
        <tbody>
          {hands.map((hand) => (
            <HandRow key={hand.ref} hand={hand} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const replayPath = (ref: string): string => `/hands/${encodeURIComponent(ref)}`;

function HandRow({ hand }: { hand: HandSummary }) {
  const money = useMoney(hand.big_blind);
  return (
    <tr>
      <th scope="row">
        <Link to={replayPath(hand.ref)}>
          {hand.title || GAME_NAMES[hand.game]} {hand.imported ? "" : `#${hand.hand}`}
        </Link>
        <small className="muted block">{dateAndTime(hand.played)}</small>
      </th>
      <td>
        <CardRow cards={hand.cards} />
      </td>
      <td>
        <CardRow cards={hand.board} />
      </td>
      <td>{hand.position}</td>
      <td className="number">{money(hand.pot)}</td>
      <td className={`number ${hand.result}`}>{money.signed(hand.net)}</td>
      <td className="number">{hand.ev_lost === null ? "…" : `${fixed(hand.ev_lost, 2)} bb`}</td>
      <td>{hand.worst && <GradeMark grade={hand.worst} />}</td>
    </tr>
  );
}
