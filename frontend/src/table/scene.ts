/** What the picture of a table needs: the same for a table being played and for a moment of a replay. */
import type { HandReplay, ReplayFrame } from "../api/studyTypes";
import type { ClockView, HandResult, PotView, SeatView, TableView } from "../api/types";

export interface Scene {
  hand: number;
  yourSeat: number;
  button: number;
  bigBlind: number;
  seats: SeatView[];
  board: string[];
  boardSize: number;
  pot: number;
  pots: PotView[];
  streetName: string;
  isOver: boolean;
  result: HandResult | null;
  callout: string;
  clock: ClockView | null;
}

export function sceneOfTable(view: TableView): Scene {
  return {
    hand: view.hand,
    yourSeat: view.your_seat,
    button: view.button,
    bigBlind: view.blinds.big_blind,
    seats: view.seats,
    board: view.board,
    boardSize: view.board_size,
    pot: view.pot,
    pots: view.pots,
    streetName: view.street_name,
    isOver: view.result !== null,
    result: view.result,
    callout: view.callout,
    clock: view.clock,
  };
}

export function sceneOfFrame(replay: HandReplay, frame: ReplayFrame): Scene {
  return {
    hand: replay.summary.hand,
    yourSeat: replay.your_seat,
    button: replay.button,
    bigBlind: replay.summary.big_blind,
    seats: frame.seats,
    board: frame.board,
    boardSize: replay.board_size,
    pot: frame.pot,
    pots: frame.pots,
    streetName: frame.street_name,
    isOver: frame.index === replay.frames.length - 1,
    result: null,
    callout: "",
    clock: null,
  };
}

/** The cards that make the winning hands; null while nothing is compared. */
export function winningCards(scene: Scene): Set<string> | null {
  const winners = scene.seats.filter((seat) => seat.won > 0 && seat.playing_cards.length > 0);
  if (!scene.isOver || winners.length === 0) return null;
  return new Set(winners.flatMap((seat) => seat.playing_cards));
}
