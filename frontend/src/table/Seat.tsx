import type { SeatView } from "../api/types";
import type { Money } from "../lib/hooks";
import { actionTone, describeSeat, hueOf } from "./seatWords";
import { Observed } from "./Observed";
import { SeatCards } from "./SeatCards";
import { usePreferences } from "../state/preferences";
import { TurnRing } from "./TurnRing";

interface SeatProps {
  seat: SeatView;
  money: Money;
  playing: Set<string> | null;
  isOver: boolean;
  /** Part of the time that is left for whoever is to act, 0..1; null without a clock. */
  timeLeft: number | null;
  /** Your own seconds, where you have a clock. */
  secondsLeft: number | null;
  actionText: string | null;
}

function classOf(seat: SeatView, isOver: boolean): string {
  const parts = ["seat"];
  if (seat.is_you) parts.push("you");
  if (seat.is_actor) parts.push("acting");
  if (seat.has_folded) parts.push("folded");
  if (!seat.is_dealt_in) parts.push("absent");
  if (seat.is_all_in) parts.push("all-in");
  if (isOver && seat.won > 0) parts.push("winner");
  return parts.join(" ");
}

export function Seat({ seat, money, playing, isOver, timeLeft, secondsLeft, actionText }: SeatProps) {
  const showsObserved = usePreferences((state) => state.observed);
  if (!seat.name) return <EmptyChair chair={seat.seat} />;
  return (
    <div
      className={classOf(seat, isOver)}
      role="group"
      aria-label={describeSeat(seat, money)}
      data-seat={seat.seat}
      style={{ "--hue": hueOf(seat.name) } as React.CSSProperties}
    >
      <SeatCards seat={seat} playing={playing} isOver={isOver} />
      <div className="pod">
        <div className="avatar" aria-hidden="true">
          {secondsLeft === null ? seat.name.charAt(0) : Math.ceil(secondsLeft)}
          {seat.is_actor && <TurnRing timeLeft={timeLeft} />}
        </div>
        <div className="pod-text">
          <span className="seat-name">{seat.name}</span>
          <span className="seat-stack">
            {seat.is_out ? (seat.place ? `Place ${seat.place}` : "Out") : seat.is_all_in ? "All-in" : money(seat.stack)}
          </span>
        </div>
        {seat.position && (
          <span className="badge" title={seat.position_words ?? ""}>
            {seat.position}
          </span>
        )}
      </div>
      {isOver && seat.won > 0 ? (
        <span className="bubble won">+{money(seat.won)}</span>
      ) : (
        actionText &&
        !(isOver && seat.hand_words) && <span className={`bubble tone-${actionTone(seat)}`}>{actionText}</span>
      )}
      {seat.draws.some((count) => count !== null) && <DrawCounts draws={seat.draws} />}
      {showsObserved && seat.observed && <Observed observed={seat.observed} />}
      {seat.style && <span className="seat-style">{seat.style}</span>}
    </div>
  );
}

const EmptyChair = ({ chair }: { chair: number }) => (
  <div className="seat" role="group" aria-label="Empty seat" data-seat={chair}>
    <span className="empty-chair" />
  </div>
);

function DrawCounts({ draws }: { draws: SeatView["draws"] }) {
  return (
    <span className="draw-counts" title="Cards drawn at each draw">
      {draws.map((count, index) => (
        <span key={index} className="draw-count">
          {count === null ? "·" : count === 0 ? "pat" : count}
        </span>
      ))}
    </span>
  );
}
