import { placeOf } from "../lib/geometry";
import { useMoney, type Money } from "../lib/hooks";
import { retell } from "../lib/format";
import { usePreferences } from "../state/preferences";
import type { SeatView } from "../api/types";
import { BetSpot } from "./BetSpot";
import { Board } from "./Board";
import { Pots } from "./Pots";
import { Seat } from "./Seat";
import { winningCards, type Scene } from "./scene";

interface StageProps {
  scene: Scene;
  timeLeft?: number | null;
  secondsLeft?: number | null;
  children?: React.ReactNode;
}

/** Both places of a chair go to the style sheet, which picks one by the shape of the stage. */
function placesOf(index: number, count: number): React.CSSProperties {
  const style: Record<string, string> = {};
  for (const shape of ["wide", "tall"] as const) {
    const place = placeOf(index, count, shape);
    for (const part of ["seat", "bet", "button"] as const) {
      style[`--${shape}-${part}-x`] = place[part].x.toFixed(2);
      style[`--${shape}-${part}-y`] = place[part].y.toFixed(2);
    }
  }
  return style as React.CSSProperties;
}

export function Stage({ scene, timeLeft = null, secondsLeft = null, children }: StageProps) {
  const money = useMoney(scene.bigBlind);
  const playing = winningCards(scene);
  const count = scene.seats.length;
  return (
    <div className="stage" data-seats={count} data-cards={scene.boardSize === 0 ? "four" : "two"}>
      <div className="felt" aria-hidden="true">
        <div className="felt-line" />
        <div className="felt-mark">Gutshot</div>
      </div>
      <div className="centre">
        <span className="street">{scene.streetName}</span>
        <Pots pot={scene.pot} pots={scene.pots} seats={scene.seats} bigBlind={scene.bigBlind} money={money} />
        <Board key={scene.hand} board={scene.board} size={scene.boardSize} playing={playing} />
        {children}
      </div>
      {scene.seats.map((seat) => (
        <div className="chair" key={seat.seat} style={placesOf((seat.seat - scene.yourSeat + count) % count, count)}>
          <div className="bet-spot">
            <BetSpot amount={seat.bet} bigBlind={scene.bigBlind} money={money} who={seat.name} />
          </div>
          {seat.seat === scene.button && <span className="dealer-button" role="img" aria-label={`Dealer button: ${seat.name}`}>D</span>}
          <ChairSeat seat={seat} scene={scene} money={money} playing={playing} timeLeft={timeLeft} secondsLeft={seat.is_you ? secondsLeft : null} />
        </div>
      ))}
    </div>
  );
}

interface ChairSeatProps {
  seat: SeatView;
  scene: Scene;
  money: Money;
  playing: Set<string> | null;
  timeLeft: number | null;
  secondsLeft: number | null;
}

function ChairSeat({ seat, scene, money, playing, timeLeft, secondsLeft }: ChairSeatProps) {
  const units = usePreferences((state) => state.units);
  const last = seat.last_action;
  const text = last && retell(last.text, [last.amount, last.raise_to], units, scene.bigBlind);
  return (
    <div className="chair-seat" key={scene.hand}>
      <Seat
        seat={seat}
        money={money}
        playing={playing}
        isOver={scene.isOver}
        timeLeft={seat.is_actor ? timeLeft : null}
        secondsLeft={seat.is_actor ? secondsLeft : null}
        actionText={text}
      />
    </div>
  );
}
