"""Local best response in its settings: against players whose loss is known, against a slow twin, and run after run."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import gutshot as gs
from gutshot.abstraction.rivers import fill_strengths
from gutshot.arena import local_best_response as room
from gutshot.arena.local_best_response import Duel, local_best_response
from gutshot.blueprint import responder
from gutshot.blueprint.local_best_response import PlayedHands
from gutshot.blueprint.responder import MeasuredHand, Opponent, _ResponderDuel, play_hand
from gutshot.blueprint.responder_dice import OwnDice, shared_dice
from gutshot.blueprint.response_settings import SETTINGS, ResponseSetting, response_setting
from gutshot.blueprint.tree import BOARD_CARDS
from gutshot.blueprint.tree_opponent import TreeOpponent
from gutshot.cards.combos import COMBO_CARDS, combo_of
from gutshot.cli import main
from gutshot.games.actions import ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.row import ACTOR, BET, BETTING, HIGH, PHASE, POT, STREET
from gutshot.numeric.arrays import Reals
from gutshot.strategies.asked_opponent import opponent_of
from gutshot.strategies.strategy import About, Answer, AnswersBets, Hands, Stop, Strategy
from gutshot.strategies.table_walk import moves_of, walk_hand
from tests.agents.blueprints import made_up
from tests.naive import abstraction as naive


class Player:
    """A heads-up strategy that always does one thing, or folds its lower combos to bets and bets its higher ones."""

    def __init__(self, taste: str, stack: int) -> None:
        self.taste, self.stack, self.asked = taste, stack, 0

    def describe(self) -> About:
        return About(self.taste, "player", {"taste": self.taste}, depth=self.stack)

    def walk(self, line: str) -> Sequence[Stop]:
        raise NotImplementedError

    def hands(self, line: str, seat: int | None = None) -> Hands:
        raise NotImplementedError

    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        assert isinstance(seen, Hand) and seen.actor is not None
        self.asked += 1
        return self.answer(seen)

    def answer(self, seen: Hand) -> Answer:
        stop = walk_hand([seen], moves_of)[-1].stop
        mix = np.zeros((len(stop.moves), 1326))
        kinds = [move.kind for move in stop.moves]
        passive = next(place for place, move in enumerate(stop.moves) if move.action.is_passive)
        fold = kinds.index(ActionKind.FOLD) if ActionKind.FOLD in kinds else passive
        if self.taste == "mixed":
            mix[fold, :500], mix[passive, 500:1100] = 1.0, 1.0
            mix[passive, 1100:], mix[-1, 1100:] = 0.5, mix[-1, 1100:] + 0.5
        else:
            mix[fold if self.taste == "fold" else passive] = 1.0
        everyone = np.full(1326, 1 / 1326)
        return Answer(stop, Hands(stop.actor or 0, np.arange(1326), everyone, everyone, mix=mix))


class TellingPlayer(Player):
    """The same, which tells its folds to many bets at once."""

    def fold_shares(self, seen: Hand, amounts: Sequence[int]) -> Sequence[Reals | None]:
        return [_folds(self.answer(seen.act(amount))) for amount in amounts]


def _folds(answer: Answer) -> Reals:
    assert answer.hands.mix is not None
    return np.asarray(answer.hands.mix[0] if answer.moves[0].kind is ActionKind.FOLD else np.zeros(1326))


WITH_BETS = ("fcpa-late", "bets56-late", "bets56-flop", "six-sizes")


@pytest.mark.parametrize("setting", SETTINGS)
def test_one_who_always_folds(setting: str) -> None:
    """Published: 250 for who only folds and calls, 750 for who bets at some time."""
    found = local_best_response(Player("fold", 100), setting=setting, hands=40, seed=1)
    assert found.by_seat[1] == pytest.approx(0.5)
    if setting == "fold-call":
        assert abs(found.by_seat[0]) < 0.5
    else:
        assert found.by_seat[0] == pytest.approx(1.0)
        assert found.ci95 < 0.1


@pytest.mark.parametrize("setting", WITH_BETS)
def test_one_who_always_calls_pays_off(setting: str) -> None:
    found = local_best_response(Player("call", 20), setting=setting, hands=60, seed=1)
    assert found.mean - found.ci95 > 0


def test_folding_and_calling_wins_nothing_from_one_who_always_calls() -> None:
    found = local_best_response(Player("call", 20), setting="fold-call", hands=200, seed=1)
    assert abs(found.mean) < found.ci95 * 1.5 < 0.4


def test_a_strategy_may_tell_its_folds_at_once() -> None:
    """The hands are the same; the strategy is asked for what it really does alone."""
    plain, telling = Player("mixed", 30), TellingPlayer("mixed", 30)
    assert isinstance(telling, AnswersBets) and not isinstance(plain, AnswersBets)
    setting = response_setting("fcpa-late")
    first, second = (Duel(each, setting, None, 5).play(0, 12) for each in (plain, telling))
    assert np.array_equal(first.won, second.won)
    assert telling.asked <= second.known.sum() < plain.asked


def test_the_responder_takes_the_best_of_what_it_may_do() -> None:
    """On the river, against a slow twin that goes through every hand the opponent can hold."""
    setting, opponent = SETTINGS["fcpa-late"], opponent_of(Player("mixed", 40))
    checked = 0
    for number in range(60):
        duel = _ResponderDuel(opponent, setting, number % 2, OwnDice(7, number))
        while _goes_on(duel) and not (len(duel.shown) == 5 and duel.row[ACTOR] == duel.seat):
            _step(duel)
        if _goes_on(duel):
            before, wanted = duel.row.copy(), _best(duel)
            duel._respond()
            after = duel.row
            duel.row = before
            assert np.array_equal(after, duel._after(wanted))
            checked += 1
    assert checked > 10


def _goes_on(duel: _ResponderDuel) -> bool:
    return bool(duel.row[PHASE] == BETTING and duel.mass > 0)


def _step(duel: _ResponderDuel) -> None:
    if BOARD_CARDS[int(duel.row[STREET])] > duel.dealt:
        duel._deal()
    elif duel.row[ACTOR] == duel.seat:
        duel._respond()
    else:
        duel._answer()


def _best(duel: _ResponderDuel) -> int:
    """Fold, call, or what to raise to, by every hand the opponent can hold."""
    board = duel.shown.tolist()
    points = {combo: share / 2 for combo, share in naive.opponents(tuple(duel.hole.tolist()), board)}
    weight = {combo: duel.range[at] for at, combo in enumerate(map(tuple, COMBO_CARDS.tolist())) if combo in points}
    whole = sum(weight.values())
    pot, owed = float(duel.row[POT]), float(duel.row[HIGH] - duel.row[BET + duel.seat])

    def value(extra: float, folds: dict[tuple[int, ...], float]) -> float:
        total = 0.0
        for combo, part in weight.items():
            share, fold = points[combo], folds.get(combo, 0.0)
            total += part / whole * (fold * pot + (1 - fold) * (share * (pot + extra) - (1 - share) * (owed + extra)))
        return total

    options = {CALL: value(0.0, {})}
    if owed > 0:
        options[FOLD] = 0.0
    for bet in duel._bets(3):
        folds = {combo: bet.folds[at] for at, combo in enumerate(map(tuple, COMBO_CARDS.tolist()))}
        options[bet.amount] = value(bet.amount - float(duel.row[HIGH]), folds)
    return max(options, key=lambda action: (round(options[action], 6), -action))


def test_luck_has_mean_zero_and_taking_it_off_narrows_the_interval(tmp_path: Path) -> None:
    opponent = TreeOpponent(made_up(tmp_path / "random", 2))
    hands = PlayedHands.of([play_hand(opponent, SETTINGS["six-sizes"], 2, number) for number in range(400)])
    errors = hands.luck.std(axis=0) / np.sqrt(len(hands))
    assert (abs(hands.luck.mean(axis=0)) < 3.5 * errors).all()
    assert hands.without_luck().std() < 0.9 * hands.won.std()
    assert abs(hands.without_luck().mean() - hands.won.mean()) < 3 * hands.won.std() / np.sqrt(len(hands))


def test_stacks_may_be_others_than_the_strategys_own(tmp_path: Path) -> None:
    path = tmp_path / "random"
    made_up(path, 2)
    own = local_best_response(path, hands=6, setting="fcpa-late", stack=100)
    assert own == local_best_response(path, hands=6, setting="fcpa-late")
    deep = local_best_response(path, hands=6, setting="fcpa-late", stack=200)
    assert (own.stack, deep.stack) == (100, 200)
    assert deep.known["near"] > 0 == own.known["near"]


def test_resumed_hands_and_several_processes_change_nothing(tmp_path: Path) -> None:
    whole = local_best_response("fold@2x20", hands=14, seed=3)
    folder = tmp_path / "kept"
    local_best_response("fold@2x20", hands=5, seed=3, out=folder)
    assert local_best_response("fold@2x20", hands=14, seed=3, out=folder) == whole
    assert local_best_response("fold@2x20", hands=3, seed=3, out=folder) == whole
    assert local_best_response("fold@2x20", hands=14, seed=4, setting="fold-call") != whole


def test_hands_that_share_a_board_are_all_as_likely() -> None:
    every = {tuple(dice.hole.tolist()) for dice in shared_dice(3, 5, 1081)}
    assert len(every) == 1081
    some = shared_dice(3, 5, 100)
    board = some[0].board.tolist()
    assert len({tuple(dice.hole.tolist()) for dice in some}) == 100
    assert all(dice.board.tolist() == board and not set(board) & set(dice.hole.tolist()) for dice in some)
    strengths = np.empty(1326, np.int32)
    fill_strengths(np.array(board, np.int64), strengths)
    own = [strengths[combo_of(*dice.hole.tolist())] for dice in some]
    assert own == sorted(own) and own[0] < own[-1]


def test_hands_that_share_boards_have_the_same_mean_for_fewer_questions(tmp_path: Path) -> None:
    path = tmp_path / "random"
    made_up(path, 2)
    alone = local_best_response(path, hands=500, seed=4)
    shared = local_best_response(path, hands=1000, seed=4, per_board=10)
    assert (shared.hands, shared.per_board, shared.by_seat != alone.by_seat) == (1000, 10, True)
    assert abs(shared.mean - alone.mean) < 1.5 * np.hypot(shared.ci95, alone.ci95)
    setting, asked = response_setting("fcpa-late"), []
    for per_board in (1, 8):
        player = TellingPlayer("mixed", 30)
        Duel(player, setting, None, 5, per_board).play(0, 16 // per_board)
        asked.append(player.asked)
    assert asked[1] < asked[0] / 2


def test_boards_are_kept_and_resumed_like_hands(tmp_path: Path) -> None:
    whole = local_best_response("fold@2x20", hands=40, seed=3, per_board=5)
    folder = tmp_path / "kept"
    local_best_response("fold@2x20", hands=18, seed=3, per_board=5, out=folder)
    assert local_best_response("fold@2x20", hands=40, seed=3, per_board=5, out=folder) == whole
    with pytest.raises(gs.BadConfig, match="its per_board was 5, now None"):
        local_best_response("fold@2x20", hands=40, seed=3, out=folder)


@pytest.mark.heavy
def test_the_number_of_processes_changes_nothing() -> None:
    one = local_best_response("fold@2x20", hands=10, seed=3)
    assert local_best_response("fold@2x20", hands=10, seed=3, processes=2) == one


def test_an_interrupt_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, played = tmp_path / "kept", 0
    real = responder.play_hand

    def play(opponent: Opponent, setting: ResponseSetting, seed: int, number: int) -> MeasuredHand:
        nonlocal played
        played += 1
        if played == 11:
            raise KeyboardInterrupt
        return real(opponent, setting, seed, number)

    monkeypatch.setattr(room, "play_hand", play)
    cut = local_best_response("fold@2x20", hands=20, seed=3, out=folder)
    assert cut.hands == 8  # whole parts of four
    monkeypatch.undo()
    assert local_best_response("fold@2x20", hands=20, seed=3, out=folder) == local_best_response(
        "fold@2x20", hands=20, seed=3
    )


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made_up(tmp_path / "folds", 2, "fold")
    words = ["--hands", "10", "--processes", "1", "--json"]
    for command in (["lbr"], ["blueprint", "lbr"]):
        assert main([*command, str(tmp_path / "folds"), *words]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["mean"] == pytest.approx(0.75, abs=0.02)
        assert (found["setting"], found["stack"], found["hands"], found["seed"]) == ("six-sizes", 100, 10, 0)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fold@2x100", "--hands", "0"], "0 hands: expected at least 2"),
        (["fold@2x100", "--hands", "1"], "1 hands: expected at least 2"),
        (["fold@2x100", "--setting", "all"], "setting 'all': expected one of fold-call, fcpa-late"),
        (["fold@2x100", "--stack", "1"], "stacks of 1 big blinds: expected 2 to 1000"),
        (["fold@2x100", "--seed", "-1"], "seed -1: expected"),
        (["fold@2x100", "--per-board", "0"], "0 hands a board: expected 1 to 500"),
        (["fold@2x100", "--processes", "0"], "0 threads: expected a whole number"),
        (["fold@6x100"], "for two seats: this strategy has 6"),
        (["nobody"], "no artifact at 'nobody'"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lbr", *words]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


def test_hands_of_another_run_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lbr", "fold@2x100", "--processes", "1", "--hands", "4", "--out", str(tmp_path / "run")]
    assert main(words) == 0
    assert "mbb/hand over 4 hands from fold@2x100" in capsys.readouterr().out
    assert main([*words, "--seed", "9"]) == 2
    assert "are of another run: its seed was 0, now 9" in capsys.readouterr().err
    assert main([*words, "--setting", "fold-call"]) == 2


def test_processes_need_a_name() -> None:
    strategy: Strategy = gs.open_strategy("fold@2x100")
    with pytest.raises(gs.BadConfig, match="2 processes open a strategy by its name"):
        local_best_response(strategy, hands=4, processes=2)
    assert dataclasses.asdict(gs.local_best_response(strategy, hands=4))["hands"] == 4
