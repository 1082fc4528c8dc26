"""Random complete hands, one core: compiled and from Python, beside pokerkit, RLCard and the Rust package pokers."""

import contextlib
import hashlib
import os
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pokerkit
import pokers
from rlcard.games.nolimitholdem import Game as RlcardGame
from rlcard.games.nolimitholdem.round import Action as RlcardAction

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.games import rules
from gutshot.games.hand import Hand
from gutshot.games.playout import play_many
from gutshot.games.row import BLIND, SEATS, START, blank
from gutshot.games.rules import Rules

SEATS_PLAYED = 6
STACK = 10_000
COMPILED_HANDS = 200_000
PYTHON_HANDS = 1_000
PEER_HANDS = 100
FAST_PEER_HANDS = 5_000


def play_compiled(game: Rules, hands: int) -> tuple[int, str]:
    """Decisions made and a fingerprint of all payoffs."""
    row, payoffs = blank(), np.zeros((hands, SEATS_PLAYED), np.int64)
    row[SEATS] = SEATS_PLAYED
    row[START : START + SEATS_PLAYED] = STACK
    row[BLIND + 1], row[BLIND + 2] = 50, 100
    decisions = play_many(game.packed, row, 7, 0, payoffs)
    return decisions, hashlib.sha256(payoffs.astype("<i8").tobytes()).hexdigest()[:16]


def play_hands(make: str, hands: int) -> None:
    """`Hand` through its checked door."""
    dice = random.Random(1)
    for number in range(hands):
        hand = getattr(Hand, make)([STACK] * SEATS_PLAYED, seed=number)
        while (actor := hand.actor) is not None:
            legal = hand.legal
            if legal.draw is not None:
                hand = hand.act(tuple(card for card in hand.cards(actor) if dice.random() < 0.5))
                continue
            kinds = ["fold", "call"] if legal.call else ["check"]
            kind = dice.choice([*kinds, "raise"] if legal.min_raise_to else kinds)
            hand = hand.act(dice.randint(legal.min_raise_to, legal.max_raise_to) if kind == "raise" else kind)


def play_pokerkit(game: Any, sizes: tuple[int, ...], hands: int) -> None:
    dice = random.Random(1)
    for _ in range(hands):
        state = game.create_state(
            tuple(pokerkit.Automation), True, 0, (50, 100), *sizes, STACK, SEATS_PLAYED, mode=pokerkit.Mode.CASH_GAME
        )
        while state.status:
            if state.can_stand_pat_or_discard():
                held = state.hole_cards[state.stand_patter_or_discarder_index]
                state.stand_pat_or_discard([card for card in held if dice.random() < 0.5])
                continue
            low = state.min_completion_betting_or_raising_to_amount
            kinds = ["fold", "call"] if state.checking_or_calling_amount else ["call"]
            kind = dice.choice([*kinds, "raise"] if low is not None else kinds)
            if kind == "raise":
                state.complete_bet_or_raise_to(dice.randint(low, state.max_completion_betting_or_raising_to_amount))
            elif kind == "fold":
                state.fold()
            else:
                state.check_or_call()


def play_rlcard(hands: int) -> None:
    """Its raw game, without environment or observation encoding; its actions are a few fixed sizes."""
    game = RlcardGame(num_players=SEATS_PLAYED)
    dice = random.Random(1)
    for _ in range(hands):
        game.init_game()
        while not game.is_over():
            legal = [
                action for action in game.get_legal_actions() if action is not RlcardAction.FOLD or dice.random() < 0.5
            ]
            game.step(dice.choice(legal or [RlcardAction.FOLD]))


@contextlib.contextmanager
def no_output() -> Iterator[None]:
    """Closes the file behind stdout for a while: pokers prints every showdown from Rust."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


@no_output()
def play_pokers(hands: int) -> None:
    dice = random.Random(1)
    for number in range(hands):
        state = pokers.State.from_seed(SEATS_PLAYED, number % SEATS_PLAYED, 50.0, 100.0, float(STACK), number)
        while not state.final_state:
            kind = dice.choice(state.legal_actions)
            amount = 0.0
            if kind == pokers.ActionEnum.Raise:
                me = state.players_state[state.current_player]
                amount = float(dice.randint(1, max(1, int(me.stake - (state.min_bet - me.bet_chips)))))
            state = state.apply_action(pokers.Action(kind, amount))


def _row(what: str, who: str, job: Callable[[], object], hands: int, note: str = "", repeats: int = 3) -> Row:
    return Row(what, who, harness.rate(job, hands, repeats), "hands/s", note)


def run() -> list[Row]:
    harness.pin_to_one_core()
    warnings.simplefilter("ignore")
    holdem, badugi = rules.holdem(100), rules.badugi(100, 200)
    decisions, mark = play_compiled(holdem, COMPILED_HANDS)
    draws, draw_mark = play_compiled(badugi, COMPILED_HANDS)
    note = f"{decisions / COMPILED_HANDS:.1f} decisions a hand, fingerprint {mark}"
    draw_note = f"{draws / COMPILED_HANDS:.1f} decisions a hand, fingerprint {draw_mark}"
    texas, fixed = pokerkit.NoLimitTexasHoldem, pokerkit.FixedLimitBadugi
    pokerkit_holdem = _row("", "", lambda: play_pokerkit(texas, (100,), PEER_HANDS), PEER_HANDS)
    pokerkit_badugi = _row("", "", lambda: play_pokerkit(fixed, (100, 200), PEER_HANDS), PEER_HANDS)
    six, face, draw = "6-max hold'em, compiled", "6-max hold'em, from Python", "badugi, 6 seats, compiled"
    return [
        _row(six, "gutshot", lambda: play_compiled(holdem, COMPILED_HANDS), COMPILED_HANDS, note),
        _row(six, "pokers", lambda: play_pokers(FAST_PEER_HANDS), FAST_PEER_HANDS, "equal stacks only"),
        _row(six, "RLCard raw", lambda: play_rlcard(PEER_HANDS * 5), PEER_HANDS * 5, "a few fixed bet sizes"),
        Row(six, "pokerkit", pokerkit_holdem.value, "hands/s"),
        _row(face, "gutshot Hand", lambda: play_hands("holdem", PYTHON_HANDS), PYTHON_HANDS),
        Row(face, "pokerkit", pokerkit_holdem.value, "hands/s"),
        _row(draw, "gutshot", lambda: play_compiled(badugi, COMPILED_HANDS), COMPILED_HANDS, draw_note),
        _row(draw, "gutshot Hand", lambda: play_hands("badugi", PYTHON_HANDS), PYTHON_HANDS),
        Row(draw, "pokerkit", pokerkit_badugi.value, "hands/s"),
    ]
