"""AIVAT: what a heads-up hand was worth, with the luck of cards and of known dice taken off without bias.

Burch, Schmid, Moravcik, Morrill, Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
Information Games" (AAAI 2018). An agent that knows its own probabilities (`OpenAgent`) is represented by its whole
range instead of the hand it held: the result of a hand is the mean over that range. From it are subtracted, as far as
they have mean zero: at a decision of such an agent, the value of what it did less the mean over all it could have done;
at new board cards, their value less the mean of what could have come; and what the hole cards of a player who is not
known were worth. The value is that of checking and calling on, with which any result stays unbiased; it is multiplied
by `CARD_WEIGHTS`, fitted once on other matches, since pots grow.

If an agent knows no probabilities of the hand it holds at a decision, its range becomes that hand, which is one more
card to be dealt; otherwise the hands that it knows none of leave its range. Any other agent shows its hand at the
beginning.
"""

from collections.abc import Sequence

import numpy as np

from gutshot.agents.agent import Agent, JudgingAgent, OpenAgent, OwnMix, Worth
from gutshot.arena.compiled_play import LOG_COLUMNS
from gutshot.arena.config import MatchConfig
from gutshot.arena.python_play import AgentFailed
from gutshot.arena.range_edges import RunoutStrengths, edges, masses, runouts_of
from gutshot.arena.schedule import MatchSchedule, hand_setup
from gutshot.arguments import shown
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_of
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.row import PAID, STACK, Row
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals

CARD_WEIGHTS = (3.0, 1.8, 1.5, 1.35)
"""Of hole cards, flop, turn and river."""

TOLD_SHARE = 0.5
"""How much of an action's value is what an agent says, where one says it; fitted once, as the weights are."""
_MOST_HANDS = 0.9
"""The share of a range of which an agent must say what actions are worth."""
_WORD = (1 << 64) - 1


def aivat_values(config: MatchConfig, plan: MatchSchedule, actions: Ints32, players: Sequence[Agent]) -> Reals:
    """[hands, 2] what the hands of a chunk were worth to each seat, in chips; `actions` is its log."""
    if not any(isinstance(player, OpenAgent) for player in players):
        raise BadConfig("AIVAT needs an agent that knows its own probabilities, such as blueprint:hu or strategy:NAME")
    found = np.empty((len(plan), 2))
    bounds = np.searchsorted(actions[:, 0], np.arange(len(plan) + 1))
    for index in range(len(plan)):
        log = actions[bounds[index] : bounds[index + 1]]
        found[index, 0] = _hand_value(config, plan, index, log, players)
    found[:, 1] = -found[:, 0]
    return found


def _hand_value(config: MatchConfig, plan: MatchSchedule, index: int, log: Ints32, players: Sequence[Agent]) -> float:
    stacks = [config.stack] * len(players)
    hand = Hand(hand_setup(config, plan, index, stacks))
    seated = [players[agent] for agent in plan.lineups[index]]
    numbers = [int(plan.dice_streams[index, (seat - hand.button) % 2]) for seat in range(2)]
    dice = np.random.Generator(np.random.Philox(key=[config.seed & _WORD, plan.first + index]))
    worth = HandWorth(hand, [isinstance(player, OpenAgent) for player in seated], dice)
    for _, seat, _, action in log.reshape(-1, LOG_COLUMNS).tolist():
        player = seated[seat]
        seen = worth.hand.observation(seat)
        mix = player.mix(seen, numbers[seat]) if isinstance(player, OpenAgent) else None
        if mix is not None and not _is_mix(mix):
            raise AgentFailed(f"agent {player.name!r} told {shown(mix)} of a hand: expected an OwnMix or None")
        judge = next((each for each in (player, seated[1 - seat]) if isinstance(each, JudgingAgent)), None)
        told = None if mix is None or judge is None else judge.worth(seen, numbers[seat])
        worth.act(action, mix, told)
    return worth.value


def _is_mix(told: object) -> bool:
    """Whether it is what `OpenAgent.mix` says."""
    return isinstance(told, OwnMix) and np.shape(told.shares) == (COMBO_COUNT, len(told.actions))


class HandWorth:
    """A hand as it is replayed: both ranges, and the luck so far of seat 0."""

    def __init__(self, hand: Hand, known: Sequence[bool], dice: np.random.Generator) -> None:
        self.hand, self._dice, self.luck = hand, dice, 0.0
        self._own = [combo_of(*(int(card) for card in hand.cards(seat))) for seat in range(2)]
        self.ranges = [np.ones(COMBO_COUNT), np.ones(COMBO_COUNT)]
        self._held = [False, False]  # whose range is the hand held
        self._faced: dict[int, tuple[Reals, Reals]] = {}
        self._look()
        for seat in (seat for seat in range(2) if not known[seat]):
            self._show(seat, np.zeros(COMBO_COUNT, np.bool_), CARD_WEIGHTS[0] * hand.rules.streets[0].bet)

    @property
    def value(self) -> float:
        """What the finished hand was worth to seat 0, in chips."""
        hand = self.hand
        if sum(hand.live) == 2:
            return _stake(hand.row) * self._edge(0) - self.luck
        return hand.payoffs[0] - self.luck

    def act(self, action: int, mix: OwnMix | None, told: Worth | None = None) -> None:
        """The next action of the log, with what its seat would have done with every hand, if it knows.

        `told` is what an agent says that actions are worth here, with no regard to which was taken.
        """
        hand = self.hand
        assert hand.actor is not None
        known = self._known(hand.actor, action, mix)
        if known is not None:
            self._take_off_dice(hand.actor, action, known, told)
        after = hand.act_unchecked(action)
        dealt = not after.is_over and len(after.board) > len(hand.board)
        before = self._edge(0) if dealt else 0.0
        self.hand = after
        if dealt:
            self._look()
            weight = CARD_WEIGHTS[after.street] * _stake(after.row)
            self.luck += weight * (self._edge(0) - before)

    def _known(self, seat: int, action: int, mix: OwnMix | None) -> OwnMix | None:
        """The mix, of a range of which it tells every hand; None where it does not tell what the hand held does."""
        told: Bools = np.zeros(COMBO_COUNT, np.bool_)
        if mix is not None and action in mix.actions:
            told = np.asarray(~np.isnan(mix.shares).any(axis=1))
        self._show(seat, told, _stake(self.hand.row))
        return mix if told[self._own[seat]] else None

    def _show(self, seat: int, told: Bools, weight: float) -> None:
        """Say whether the hand held is one of those that are told, and which it is if not: a card of known mean."""
        if self._held[seat] or not self.ranges[seat][~told].any():
            return
        before, own = self._edge(0), self._own[seat]
        self._held[seat] = not told[own]
        self._set(seat, self.ranges[seat] * (told if told[own] else np.arange(COMBO_COUNT) == own))
        self.luck += weight * (self._edge(0) - before)

    def _take_off_dice(self, seat: int, action: int, mix: OwnMix, told: Worth | None) -> None:
        """What was done, less the mean of what could have been done by this range."""
        parts = self.ranges[seat] * np.nan_to_num(mix.shares).T
        against, leaves = self._against(1 - seat)
        chances = parts @ leaves
        chances /= chances.sum()
        values = [
            _value_after(self.hand, made, float(part @ against / (part @ leaves)), _told_for(part * leaves, told))
            if chance > 0
            else 0.0
            for made, part, chance in zip(mix.actions, parts, chances, strict=True)
        ]
        taken = mix.actions.index(action)
        gained = values[taken] - float(chances @ values)
        self.luck += gained if seat == 0 else -gained
        self._set(seat, parts[taken])

    def _look(self) -> None:
        """The board as it is now: hands that share a card with it are gone, and how it may end."""
        board = np.array(self.hand.board, np.int64)
        for seat in range(2):
            self._set(seat, np.where(_holding(board), 0.0, self.ranges[seat]))
        dead = [COMBO_CARDS[self._own[seat]] for seat in range(2) if self._held[seat]]
        self._runouts: RunoutStrengths = runouts_of(board, np.array(dead, np.int64).reshape(-1), self._dice)

    def _set(self, seat: int, weights: Reals) -> None:
        self.ranges[seat] = weights / weights.sum()
        self._faced.pop(seat, None)

    def _against(self, seat: int) -> tuple[Reals, Reals]:
        """[1326] each hand's edge over a seat's range, and the weight of that range it leaves."""
        if seat not in self._faced:
            weights = self.ranges[seat]
            self._faced[seat] = edges(self._runouts, weights), masses(weights)
        return self._faced[seat]

    def _edge(self, seat: int) -> float:
        """From -1 to 1: by how much a seat's range wins at a showdown."""
        against, leaves = self._against(1 - seat)
        return float(self.ranges[seat] @ against / (self.ranges[seat] @ leaves))


def _value_after(hand: Hand, action: int, edge: float, told: dict[int, float]) -> float:
    """Chips won by the actor after an action: exactly where that ends the hand, else by showdowns and as `told`."""
    if action == FOLD:
        return -float(hand.row[PAID + int(hand.actor or 0)])
    after = hand.act_unchecked(action)
    shown = _shown_down(hand, after.row, action, edge)
    if not told or after.is_over:
        return shown
    return TOLD_SHARE * _between(hand, action, told) + (1 - TOLD_SHARE) * shown


def _shown_down(hand: Hand, after: Row, action: int, edge: float) -> float:
    """What the actor wins if the rest is checked and called, or a raise is given up to."""
    if action == CALL:
        return _stake(after) * edge
    seat = int(hand.actor or 0)
    other = 1 - seat
    most = min(int(after[PAID + seat]), int(after[PAID + other] + after[STACK + other]))
    return min(float(after[PAID + other]), most * edge)


def _told_for(weights: Reals, told: Worth | None) -> dict[int, float]:
    """The mean over hands of what actions are worth to them; nothing where it is told of few of these hands."""
    if told is None:
        return {}
    known = ~np.isnan(told.chips).any(axis=1)
    whole = float(weights[known].sum())
    if whole < _MOST_HANDS * weights.sum():
        return {}
    means = weights[known] @ told.chips[known] / whole
    return {action: float(mean) for action, mean in zip(told.actions, means, strict=True) if action != FOLD}


def _between(hand: Hand, action: int, told: dict[int, float]) -> float:
    """The value of an action from those told, straight between the bets next to it."""
    faced = max(hand.bets)
    values = sorted((faced if each == CALL else each, value) for each, value in told.items())
    amounts, worth = zip(*values, strict=True)
    return float(np.interp(faced if action == CALL else action, amounts, worth))


def _stake(row: Row) -> float:
    """What each of two players has put in that the other has matched."""
    return float(min(row[PAID], row[PAID + 1]))


def _holding(cards: Ints) -> Bools:
    """[1326] whether a combo has one of these cards."""
    return np.asarray((COMBO_CARDS[:, :, None] == cards).any(axis=(1, 2)))
