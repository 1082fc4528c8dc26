"""Matches with agents written in Python, on the engine's `Hand`. The same deals, dice and counts as compiled play.

An agent that fails, by an exception or an illegal choice, is named. Then the match stops, or the agent checks or
folds instead and the failure is counted.
"""

from collections.abc import Sequence

import numpy as np

from gutshot.agents.agent import Agent, BatchAgent, Params
from gutshot.agents.kernel_agent import KernelAgent
from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.compiled_play import LOG_COLUMNS, LUCK_STREAM, is_run_out
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.counts import COUNTS, count_hand
from gutshot.arena.luck import add_hole_luck
from gutshot.arena.schedule import MatchSchedule, hand_setup
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.luck import add_board_luck, all_in_value
from gutshot.games.observation import observe
from gutshot.games.playout import DICE_SIZE
from gutshot.games.public_record import RECORD_SIZE, clear_record, note
from gutshot.games.row import BOARD_COUNT, DECK_CARDS, MAX_SEATS, SIZE
from gutshot.games.rules import Showdown
from gutshot.games.shuffle import seed_random
from gutshot.numeric.arrays import Reals


class AgentFailed(GutshotError):
    """An agent raised an exception or chose an illegal action."""


def begin_hand_of(player: Agent, number: int, hand: int) -> None:
    """Tell an agent of a new hand; AgentFailed where it will not have it."""
    try:
        player.new_hand(number)
    except (Exception, SystemExit) as error:
        how = f"raised {type(error).__name__}: {error}"
        raise AgentFailed(f"agent {player.name!r} {how} when hand {hand} began") from error


class Seated:
    """A hand being played, with its record, its log and the luck it has had so far."""

    def __init__(self, config: MatchConfig, plan: MatchSchedule, index: int, stacks: list[int]) -> None:
        self.index = index
        self.lineup = plan.lineups[index]
        self.button = int(plan.buttons[index])
        self.streams = plan.dice_streams[index]
        self.record = np.zeros(RECORD_SIZE, np.int64)
        clear_record(self.record)
        self.log: list[tuple[int, int, int, int]] = []
        self.hand = Hand(hand_setup(config, plan, index, stacks))
        self.luck = _TableLuck(config, self.hand, int(plan.deal_seeds[index]))

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        assert self.hand.actor is not None
        return int(self.hand.actor)

    @property
    def agent(self) -> int:
        """Who is to act, by place in the match."""
        return int(self.lineup[self.seat])

    @property
    def number(self) -> int:
        """The hand number of the actor's dice."""
        return int(self.streams[(self.seat - self.button) % self.hand.seats])

    def apply(self, action: int) -> None:
        before = self.hand
        self.log.append((self.index, self.seat, before.street, action))
        note(self.record, before.row, action, before.legal.can_raise)
        self.hand = before.act_unchecked(action)
        self.luck.see(before, self.hand)


class _TableLuck:
    """Keeps what the board was worth above its mean, by the kernels that compiled play uses."""

    def __init__(self, config: MatchConfig, hand: Hand, seed: int) -> None:
        self.level = config.luck if config.rules.showdown is Showdown.HIGH else Luck.NONE
        self.dice = np.zeros(DICE_SIZE, np.int64)
        self.cards, self.trial = np.zeros(DECK_CARDS, np.int64), np.zeros(SIZE, np.int64)
        self.chips: Params = np.zeros(MAX_SEATS)
        self.known = 0
        seed_random(self.dice, 0, seed, LUCK_STREAM)
        if self.level is Luck.ALL:
            add_hole_luck(hand.row, config.big_blind, self.chips)

    def see(self, before: Hand, after: Hand) -> None:
        self.known = int(before.row[BOARD_COUNT])
        if self.level is Luck.ALL and not after.is_over and after.row[BOARD_COUNT] > self.known:
            add_board_luck(after.row, self.known, self.dice, self.cards, self.trial, self.chips)

    def adjusted(self, hand: Hand) -> Reals:
        """Payoffs by seat without the luck that is measured."""
        payoffs = np.array(hand.payoffs, dtype=np.float64)
        if self.level is Luck.NONE:
            return payoffs
        if is_run_out(hand.row, self.known):
            means = np.zeros(MAX_SEATS)
            all_in_value(hand.rules.packed, hand.row, self.known, self.dice, self.cards, self.trial, means)
            payoffs = means[: hand.seats]
        return payoffs - self.chips[: hand.seats]


class _PythonTable:
    """The players of a chunk and what they have done."""

    def __init__(self, config: MatchConfig, plan: MatchSchedule, players: Sequence[Agent]) -> None:
        self.config, self.plan, self.players = config, plan, list(players)
        self.stacks = [config.stack] * len(self.players)
        self.counts = np.zeros((len(self.players), COUNTS), np.int64)
        self.failures = np.zeros(len(self.players), np.int64)
        self.payoffs = np.zeros((len(plan), config.seats), np.int64)
        self.adjusted = np.zeros((len(plan), config.seats))
        self.log: list[tuple[int, int, int, int]] = []

    def play_one(self, index: int) -> None:
        """One hand from the blinds to the end."""
        seated = Seated(self.config, self.plan, index, self.stacks)
        for seat, agent in enumerate(seated.lineup):
            number = int(seated.streams[(seat - seated.button) % self.config.seats])
            begin_hand_of(self.players[agent], number, self.plan.first + index)
        while not seated.hand.is_over:
            seated.apply(self._ask(seated))
        self._finish(seated)

    def play_together(self) -> None:
        """All hands at once, each batch agent deciding for all his hands in one call."""
        running = [Seated(self.config, self.plan, index, self.stacks) for index in range(len(self.plan))]
        while running:
            for seated in [seated for seated in running if seated.hand.is_over]:
                self._finish(seated)
            running = [seated for seated in running if not seated.hand.is_over]
            for agent, player in enumerate(self.players):
                self._ask_all(
                    player, [seated for seated in running if not seated.hand.is_over and seated.agent == agent]
                )
        self.log.sort(key=lambda entry: entry[0])

    def _ask_all(self, player: Agent, waiting: list[Seated]) -> None:
        choices = self._choices_of(player, waiting) if waiting and isinstance(player, BatchAgent) else None
        if choices is not None:
            for seated, choice in zip(waiting, choices, strict=True):
                seated.apply(self._checked(seated, player, choice))
            return
        for seated in waiting:
            begin_hand_of(player, seated.number, self.plan.first + seated.index)
            seated.apply(self._ask(seated))

    def _choices_of(self, player: BatchAgent, waiting: list[Seated]) -> list[Choice] | None:
        """A choice for each hand; None where it fails and may, so that it is asked hand by hand."""
        views = [observe(seated.hand, seated.seat) for seated in waiting]
        try:
            choices = list(player.act_batch(views, [seated.number for seated in waiting]))
        except (Exception, SystemExit) as error:
            how = f"raised {type(error).__name__}: {error}"
        else:
            if len(choices) == len(views):
                return choices
            how = f"made {len(choices)} choices in {len(views)} decisions"
        if not self.config.substitute:
            raise AgentFailed(f"agent {player.name!r} {how}")
        return None

    def _ask(self, seated: Seated) -> int:
        """The action number of the actor's choice, or of his substitute."""
        player = self.players[seated.agent]
        observation = observe(seated.hand, seated.seat)
        try:
            choice = player.act(observation)
        except (Exception, SystemExit) as error:
            return self._failed(seated, player, f"raised {type(error).__name__}: {error}", error)
        return self._checked(seated, player, choice)

    def _checked(self, seated: Seated, player: Agent, choice: Choice) -> int:
        try:
            return seated.hand.verify(choice)
        except (GutshotError, TypeError) as error:
            return self._failed(seated, player, f"chose an illegal action ({error})", error)

    def _failed(self, seated: Seated, player: Agent, how: str, error: BaseException) -> int:
        if not self.config.substitute:
            number = self.plan.first + seated.index
            raise AgentFailed(f"agent {player.name!r} in seat {seated.seat} of hand {number} {how}") from error
        self.failures[seated.agent] += 1
        return FOLD if seated.hand.legal.call else CALL

    def _finish(self, seated: Seated) -> None:
        hand = seated.hand
        self.payoffs[seated.index] = hand.payoffs
        self.adjusted[seated.index] = seated.luck.adjusted(hand)
        count_hand(hand.row, seated.record, seated.lineup, self.counts)
        self.log.extend(seated.log)
        if self.config.carry:
            for agent, left in zip(seated.lineup, hand.stacks, strict=True):
                self.stacks[agent] = left if left >= self.config.big_blind else self.config.stack


def play_in_python(config: MatchConfig, plan: MatchSchedule, log: bool, players: Sequence[Agent]) -> PlayedChunk:
    """Play a chunk; hand after hand, unless every agent that is not built in can decide batches."""
    table = _PythonTable(config, plan, players)
    batched = [player for player in table.players if not isinstance(player, KernelAgent)]
    if batched and not config.carry and all(isinstance(player, BatchAgent) for player in batched):
        table.play_together()
    else:
        for index in range(len(plan)):
            table.play_one(index)
    actions = np.array(table.log if log else [], np.int32).reshape(-1, LOG_COLUMNS)
    return PlayedChunk(plan, table.payoffs, table.adjusted, table.counts, table.failures, actions)
