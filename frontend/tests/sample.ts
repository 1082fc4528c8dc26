/** A table as the server sends it, with what a test wants to be different. */
import type { SeatView, TableView, Turn } from "../src/api/types";

export function seat(changes: Partial<SeatView> = {}): SeatView {
  return {
    seat: 0, name: "You", is_you: true, stack: 2450, bet: 50, contribution: 50, position: "BTN", position_words: "on the button",
    is_button: true, is_actor: true, is_dealt_in: true, has_folded: false, is_all_in: false, is_out: false, place: null,
    card_count: 2, cards: ["As", "Kd"], playing_cards: [], hand_words: null, last_action: null, draws: [], won: 0, net: -50,
    style: null, observed: null, ...changes,
  };
}

export function turn(changes: Partial<Turn> = {}): Turn {
  return {
    can_fold: true, free_check: false, can_check: false, call: 100, call_is_all_in: false,
    raise_bounds: { min_to: 250, max_to: 2500, is_bet: false, is_all_in: true },
    presets: [{ label: "Pot", size: "100%", raise_to: 450, key: "1" }],
    draw: null, to_call: 100, pot_after_call: 350, pot_odds: "2.5:1 (29 %)", ...changes,
  };
}

export function table(changes: Partial<TableView> = {}): TableView {
  return {
    id: "t1", title: "", sequence: 10, game: "holdem", mode: "cash", status: "your_turn", hand: 1, step: 2, street: 0,
    street_name: "preflop", is_drawing: false, your_seat: 0, button: 0, actor: 0, board: [], board_size: 5, hole_cards: 2,
    seats: [seat(), seat({ seat: 1, name: "Ada", is_you: false, is_actor: false, is_button: false, cards: [], position: "BB" })],
    pot: 250, collected: 0, pots: [{ name: "Pot", amount: 250, seats: [0, 1], winners: [] }],
    blinds: {
      small_blind: 25, big_blind: 50, ante: 0, small_bet: null, big_bet: null, level: 1, levels: 1, hands_left: null,
      seconds_left: null, next_level: null,
    },
    turn: turn(), your_hand: null, callout: "You are on the button", log: [], result: null, last_winner: "", last_grade: null,
    clock: null, tournament: null, is_loading: false, plans: [], planned: null, is_fast_fold: false, players: 0, may_show: false, shown: [], can_rabbit: false, can_skip: false, bought_in: 2500, hidden_styles: true,
    settings: {
      pace: "instant", auto_advance: true, auto_coach: false, seconds_to_act: null, time_bank: 0, time_bank_left: 0, paused: false,
    },
    ...changes,
  };
}
