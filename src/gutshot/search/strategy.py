"""`SearchStrategy`: asks another strategy until three players are left, and from then on solves where it stands.

At the beginning of a street it has the ranges of those who are left: what each player did before, by the base strategy
or by its own solutions. It roots there, solves to the end of the hand, and answers every decision of the street from
that. A bet that the tree does not have is added to it and the street is solved again, so no bet is ever taken for
another.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import RLock

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_COUNT, combo_of, combos_with_any
from gutshot.games.actions import Action, ActionKind
from gutshot.games.betting import CALL
from gutshot.games.hand import Hand
from gutshot.games.lines import DealStep, format_line
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.postflop.board_view import is_dealt
from gutshot.postflop.point import SolvedPoint
from gutshot.postflop.promise import promise_of
from gutshot.postflop.three_point import ThreePoint
from gutshot.postflop.three_spot import SEATS
from gutshot.search.endgame import (
    Endgame,
    KeptSolutions,
    Root,
    Solved,
    is_there,
    menu_for,
    packed,
    solve_endgame,
    surprise,
)
from gutshot.search.settings import FLOP, RIVER, Safety, SearchSettings
from gutshot.search.street_play import StreetPlay, street_play
from gutshot.search.three_endgame import (
    SolvedThree,
    ThreeEndgame,
    ThreeRoot,
    solve_three_endgame,
    three_menu_for,
)
from gutshot.strategies.strategy import (
    Ability,
    About,
    Answer,
    Combos,
    Hands,
    Knowledge,
    Move,
    StopKind,
    Strategy,
    nothing_known,
    weights_of,
)
from gutshot.strategies.table_strategy import PublicPoint, TableStrategy, nearest_move, place_of, require_asked
from gutshot.strategies.table_walk import Moment, move_at, moves_of, walk_hand
from gutshot.trees.betting_tree import STREET_NAMES

_KEPT_POINTS = 256
_NOTHING = 1e-9
_BOTH = -1
_SIZES_AT_ONCE, _SIZES_EARLY = 60, 3
"""How many sizes a tree takes when it is asked about many: on the river, and before it."""
_DEEP_ENOUGH = 2 / 3
"""The share of its own depth to which an opening strategy is asked."""
_SELDOM = 0.01
"""The share from which a hand's play after an action is worked out."""
_LEAST_OF_A_WISH = 0.01
"""The weight that a hand one asks about has at least, as a share of the likeliest hand's."""


@dataclass(frozen=True)
class Wish:
    """What an answer is wanted for besides: sizes the tree shall have here, and a hand that shall be in the range."""

    sizes: tuple[int, ...] = ()
    hand: int | None = None


NO_WISH = Wish()


@dataclass(frozen=True)
class Searched:
    """A decision of a solved street, and the street's solution."""

    play: StreetPlay
    solved: Solved | SolvedThree
    point: SolvedPoint | ThreePoint

    def shares(self, action: Action) -> Reals:
        """[1326] how often the actor's hands take an action; hands too rare for the solution do as the others do."""
        place = self.point.actions.index(action)
        found = np.full(COMBO_COUNT, float(self.point.frequencies[place]))
        found[self.point.combos[self.point.actor]] = self.point.strategy[place]
        return found

    def action_values(self) -> Reals:
        """[actions, hands] of the actor; after what a hand never does it plays on as well as it can.

        How it would play on by the solution is not worked out there, and would be no reason to call the action bad.
        """
        usual = self.point.action_ev
        if isinstance(self.point, ThreePoint):
            return usual
        seldom = self.point.strategy < _SELDOM
        best = np.minimum(self.point.best_action_ev, usual.max(axis=0))
        return np.where(seldom, np.maximum(usual, best), usual)

    def error_of(self, player: int) -> float:
        """How far a player's values may be off here: the distance of the whole street from an equilibrium, by how
        likely the others' line is, for what is rarely reached has been worked out less."""
        ranges, rare = self.solved.endgame.root.ranges, 1.0
        for other in range(len(ranges)):
            if other != player:
                rare *= max(1.0, np.frombuffer(ranges[other]).sum() / max(self.point.reach[other].sum(), _NOTHING))
        return float(self.solved.distance * rare)


class SearchStrategy(TableStrategy):
    """A strategy that searches; `base` knows what comes before, and decides where search cannot.

    `setup` is the table that lines are about. `counts` says how often search and the base strategy answered. `opening`
    decides before the flop instead of `base`, at its own number of seats and where stacks are not much below its own.
    """

    def __init__(
        self,
        base: Strategy,
        setup: Setup,
        title: str,
        settings: SearchSettings | None = None,
        opening: Strategy | None = None,
    ) -> None:
        super().__init__(setup)
        self.base, self.opening, self.settings = base, opening, settings or SearchSettings()
        self.counts: Counter[str] = Counter()
        self._title = title
        self._alone = RLock()
        self._hurried = False
        self._left: set[PublicPoint] = set()
        self._read: dict[
            Endgame | ThreeEndgame, Endgame
        ] = {}  # with the actions that tell nothing, once they are known
        self._base_answer = lru_cache(maxsize=_KEPT_POINTS)(lambda point: self._below(point.hand).at(point.hand))
        self._range = lru_cache(maxsize=_KEPT_POINTS)(self._fresh_range)
        self._endgame = lru_cache(maxsize=_KEPT_POINTS)(self._fresh_endgame)
        self._kept = KeptSolutions(round(self.settings.memory * 1e6))

    def describe(self) -> About:
        about = self.base.describe()
        below = [each.describe() for each in (self.base, self.opening) if each is not None]
        made = {each.title: each.quality for each in below}
        config = {**about.config, "search": self.settings.to_dict(), "below": made}
        return replace(about, title=self._title, kind="search", config=config, abilities=(Ability.VALUES,), quality={})

    def hurry(self) -> None:
        """End the solve that is under way, if there is one: it answers with what it has."""
        self._hurried = True

    def _below(self, hand: Hand) -> Strategy:
        """Who decides where search does not."""
        if self.opening is None or hand.street > 0 or self.settings.is_empty:
            return self.base
        about, stacks = self.opening.describe(), hand.setup.stacks
        deep = min(stacks) >= _DEEP_ENOUGH * (about.depth or 0) * hand.rules.streets[0].bet
        return self.opening if deep and len(stacks) == about.seats else self.base

    # --- the range of a seat, and the solution of a street ----------------------------------------------------------

    def searched(self, hands: Sequence[Hand], wish: Wish = NO_WISH, side: int | None = None) -> Searched | None:
        """The last of the public positions in a solved street; None where the base strategy decides."""
        play = self._play(hands)
        if play is None:
            return None
        with self._alone:
            solved = self._solve(hands, play, play.actions, self._side(hands[-1].actor) if side is None else side, wish)
            return Searched(play, solved, solved.solution.at(format_line(play.actions)))

    def _side(self, seat: int | None) -> int:
        """Whose side a solve takes: with a promise each seat's own, otherwise it is the same for all."""
        return _BOTH if seat is None or self.settings.safety is Safety.UNSAFE else seat

    def _play(self, hands: Sequence[Hand]) -> StreetPlay | None:
        """The street, if search sees to it."""
        play, settings = street_play(hands), self.settings
        if (
            play is None
            or play.stack == 0
            or play.street < settings.begins(play.players)
            or settings.is_empty
            or (self._left and PublicPoint.of(hands[play.first]) in self._left)
        ):
            return None
        return play

    def distance(self, seen: Hand | Observation, wish: Wish = NO_WISH) -> float:
        """How far the solution that answers a decision is from an equilibrium, as a share of the pot; 0 without one."""
        found = self.searched(public_hands(seen), wish)
        return 0.0 if found is None else found.solved.distance / found.solved.endgame.root.pot

    def has_left(self, seen: Hand | Observation) -> bool:
        """Whether the street of a decision has been left to the base strategy."""
        play, hands = street_play(public_hands(seen)), public_hands(seen)
        return play is not None and PublicPoint.of(hands[play.first]) in self._left

    def leave(self, seen: Hand | Observation) -> None:
        """Leave the street of this decision to the base strategy, because it could not be solved."""
        hands = public_hands(seen)
        play = self._play(hands)
        if play is not None:
            self._left = self._left if len(self._left) < _KEPT_POINTS else set()
            self._left.add(PublicPoint.of(hands[play.first]))

    def searches(self, seen: Hand | Observation) -> bool:
        """Whether it solves this decision itself."""
        return self._play(public_hands(seen)) is not None

    def range_of(self, hands: Sequence[Hand], seat: int) -> Reals:
        """[1326] how likely a seat comes to the last of the public positions with each hand.

        It is the product of the seat's own choices as this strategy answers at each. A choice that no hand makes tells
        nothing.
        """
        return self._range(PublicPoint.of(hands[-1]), seat, self._side(seat))

    def _fresh_range(self, point: PublicPoint, seat: int, side: int) -> Reals:
        hands = public_hands(point.hand)
        reach = np.where(combos_with_any(mask_of(point.board)), 0.0, 1.0)
        for place, hand in enumerate(hands[:-1]):
            if hand.actor == seat:
                left = reach * self._taken(hands[: place + 2], side)
                reach = left if self._tells(left, reach) else reach
        return reach

    def _tells(self, left: Reals, reach: Reals) -> bool:
        """Whether enough of a range takes an action for it to say something of the hand."""
        return bool(left.max() > _NOTHING and left.sum() >= self.settings.least_share * reach.sum())

    def ignored(self, hands: Sequence[Hand], seat: int) -> int:
        """How many of a seat's actions tell nothing of its hand."""
        side = self._side(seat)
        places = [place for place, hand in enumerate(hands[:-1]) if hand.actor == seat]
        return sum(self._is_ignored(hands[: place + 2], seat, side) for place in places)

    def _is_ignored(self, hands: Sequence[Hand], seat: int, side: int) -> bool:
        """Whether the last action tells nothing of the hand of the seat that took it."""
        reach = self._range(PublicPoint.of(hands[-2]), seat, side)
        if not self._tells(reach * self._taken(hands, side), reach):
            return True
        play = self._play(hands[:-1])
        if play is None:
            return False
        actions = (*play.actions, play.action(hands[-2], hands[-2].verify(hands[-1].actions[-1])))
        with self._alone:
            endgame = self._solve(hands[:-1], play, actions, side).endgame
        return isinstance(endgame, Endgame) and format_line(actions) in endgame.ignored

    def _taken(self, hands: Sequence[Hand], side: int) -> Reals:
        """[1326] how often the actor before the last action takes it."""
        before, number = hands[-2], hands[-2].verify(hands[-1].actions[-1])
        play = self._play(hands[:-1])
        if play is None:
            return _share(self._base_answer(PublicPoint.of(before)), move_at(before, number))
        action = play.action(before, number)
        with self._alone:
            solved = self._solve(hands[:-1], play, (*play.actions, action), side)
            return Searched(play, solved, solved.solution.at(format_line(play.actions))).shares(action)

    def _solve(
        self, hands: Sequence[Hand], play: StreetPlay, actions: Sequence[Action], side: int, wish: Wish = NO_WISH
    ) -> Solved | SolvedThree:
        """The street with everything in the tree that was done on it, and what is wished."""
        start, actor = PublicPoint.of(hands[play.first]), hands[-1].actor
        endgame = self._endgame(start, play, tuple(actions), side, wish, None if wish.hand is None else actor)
        found = self._solved(self._read.get(endgame, endgame))
        while isinstance(found, Solved) and (line := surprise(found, actions, self.settings.least_share)) is not None:
            self._read = self._read if len(self._read) < _KEPT_POINTS else {}
            self._read[endgame] = replace(found.endgame, ignored=(*found.endgame.ignored, line))
            found = self._solved(self._read[endgame])
        return found

    def _solved(self, endgame: Endgame | ThreeEndgame) -> Solved | SolvedThree:
        """Solved now, unless it is kept."""
        found = self._kept.get(endgame)
        if found is None:
            self._hurried = False
            found = self._fresh_solution(endgame)
            self._kept.put(endgame, found)
        return found

    def _fresh_solution(self, endgame: Endgame | ThreeEndgame) -> Solved | SolvedThree:
        if isinstance(endgame, ThreeEndgame):
            return solve_three_endgame(endgame, self.settings, lambda: self._hurried)
        return solve_endgame(endgame, self.settings, lambda: self._hurried, self._kept.alike(endgame.root))

    def _fresh_endgame(
        self, start: PublicPoint, play: StreetPlay, actions: tuple[Action, ...], side: int, wish: Wish, asks: int | None
    ) -> Endgame | ThreeEndgame:
        ranges = [self._trimmed(self._range(start, seat, side)) for seat in play.seats]
        if wish.hand is not None and asks in play.seats:
            own = ranges[play.player(asks)]
            own[wish.hand] = max(own[wish.hand], _LEAST_OF_A_WISH)
        if play.players == SEATS:
            return self._three_endgame(play, actions, ranges, wish)
        promise = None if side not in play.seats else self._promise(start, play, side)
        root = Root(play.board, (packed(ranges[0]), packed(ranges[1])), play.pot, play.stack, play.street)
        menu = menu_for(root, self.settings)
        settled = tuple(map(str, actions[: play.settled]))
        plain = Endgame(root, menu, self._played(root, menu, play, actions, wish), settled)
        return plain if promise is None else replace(plain, promised=1 - play.player(side), promise=packed(promise))

    def _three_endgame(
        self, play: StreetPlay, actions: tuple[Action, ...], ranges: Sequence[Reals], wish: Wish
    ) -> ThreeEndgame:
        """The street of three with all that was done on it, and the sizes that are wished."""
        cards, rake, lines = self.settings.three_cards, self.settings.rake, tuple[str, ...]()
        root = ThreeRoot(play.board, tuple(map(packed, ranges)), play.pot, play.stacks, play.street, cards, cards)
        menu = three_menu_for(root, self.settings)
        for count in range(1, len(actions) + 1):
            if actions[count - 1].is_sized and not ThreeEndgame(root, menu, lines).has(actions[:count], rake):
                lines = (format_line(actions[:count]),)
        for size in wish.sizes:
            wished = (*play.actions, play.wished(size))
            if not ThreeEndgame(root, menu, lines).has(wished, rake):
                lines = (*lines, format_line(wished))
        return ThreeEndgame(root, menu, lines)

    def _promise(self, start: PublicPoint, play: StreetPlay, side: int) -> Reals | None:
        """[1326] what the other seat's hands were worth when the street before was solved; None if it was not."""
        hands = public_hands(start.hand)
        before = self._play(hands[:-1])
        if before is None or before.players != play.players:
            return None
        last, number = hands[-2], hands[-2].verify(hands[-1].actions[-1])
        actions = (*before.actions, before.action(last, number))
        solved = self._solve(hands[:-1], before, actions, side)
        card = DealStep(play.board[len(before.board) :])
        if not isinstance(solved, Solved) or not is_dealt(solved.solution.solver.layout, card.cards):
            return None
        point, other = solved.solution.at(format_line((*actions, card))), 1 - play.player(side)
        return promise_of(point.combos[other], point.hand_ev[other])

    def _trimmed(self, reach: Reals) -> Reals:
        """A range for the solver: the likeliest hand has weight 1, and what hardly ever comes is left out."""
        weights = reach / reach.max() if reach.max() > 0 else reach
        return np.where(weights < self.settings.least_weight, 0.0, weights)

    def _played(
        self, root: Root, menu: int, play: StreetPlay, actions: Sequence[Action], wish: Wish
    ) -> tuple[str, ...]:
        """Lines that the tree lacks: up to the last bet that no menu has, and the sizes that are wished."""
        rake, lines = self.settings.rake, tuple[str, ...]()
        for count in range(1, len(actions) + 1):
            if actions[count - 1].is_sized and not is_there(Endgame(root, menu, lines).spot(rake), actions[:count]):
                lines = (format_line(actions[:count]),)
        for size in wish.sizes:
            wished = (*play.actions, play.wished(size))
            if not is_there(Endgame(root, menu, lines).spot(rake), wished):
                lines = (*lines, format_line(wished))
        return lines

    # --- answers ----------------------------------------------------------------------------------------------------

    def at(self, seen: Hand | Observation, seat: int | None = None, wish: Wish = NO_WISH) -> Answer:
        hands = public_hands(seen)
        found = self.searched(hands, wish)
        self.counts["base" if found is None else "searched"] += 1
        if found is None:
            return self._below(hands[-1]).at(hands[-1], seat)
        now, who = hands[-1], hands[-1].actor if seat is None else seat
        own = [_real(now, action) for action in found.point.actions]
        moves = tuple(dict.fromkeys(own))
        stop = walk_hand(hands, lambda hand: moves if hand is now else moves_of(hand))[-1].stop
        if who not in found.play.seats:
            return Answer(stop, nothing_known(-1 if who is None else who, "this seat is no longer in the hand"))
        return Answer(stop, self._told(found, hands, who, own, moves))

    def _told(
        self, found: Searched, hands: Sequence[Hand], who: int, own: Sequence[Move], moves: Sequence[Move]
    ) -> Hands:
        """What a seat's hands do and are worth; moves that the table makes one are added up."""
        point, player = found.point, found.play.player(who)
        order = np.argsort(point.combos[player])
        combos = point.combos[player][order].astype(np.int64)
        reach = self.range_of(hands, who)[combos]
        acts = point.actor == player
        firsts = [own.index(move) for move in moves]
        mix = np.stack([point.strategy[[each == move for each in own]].sum(axis=0) for move in moves]) if acts else None
        return Hands(
            who,
            combos,
            reach,
            weights_of(reach * point.met[player][order]),
            None if mix is None else mix[:, order],
            point.hand_ev[player][order],
            action_ev=self._action_values(found)[firsts][:, order] if acts else None,
            ev_error=found.error_of(player),
            notes=(*self._notes(found), *self._doubts(hands, found.play.first)),
        )

    def _action_values(self, found: Searched) -> Reals:
        """Those of the solution; with the best play from then on where ranges are read with care, too."""
        return found.point.action_ev if self.settings.least_share == 0 else found.action_values()

    def _held(self, moments: Sequence[Moment], who: int, faced: Hands | None = None) -> Hands:
        """As at a real hand, with equities if they were found."""
        last = moments[-1]
        if last.stop.kind is not StopKind.DECISION or not self.searches(last.hand):
            return super()._held(moments, who, faced)
        held = self.at(last.hand, who).hands
        if faced is None or held.knowledge is Knowledge.NONE:
            return held
        equity = np.full(COMBO_COUNT, np.nan)
        equity[faced.combos] = faced.equity
        return replace(held, equity=equity[held.combos])

    def _notes(self, found: Searched) -> tuple[str, ...]:
        """How it was solved, in words."""
        endgame = found.solved.endgame
        street = STREET_NAMES[endgame.root.street - FLOP]
        words = f"solved from the {street} on {found.solved.told}"
        coarse = ("with fewer sizes than usual, for want of time or memory",) if endgame.menu else ()
        return (words, *coarse)

    def _doubts(self, hands: Sequence[Hand], first: int) -> tuple[str, ...]:
        """In words, where the ranges come from decisions that the strategy below does not know, or not exactly."""
        asked = [hand for place, hand in enumerate(hands[:first]) if self._play(hands[: place + 1]) is None]
        known = {self._base_answer(PublicPoint.of(hand)).knowledge for hand in asked}
        if Knowledge.NONE in known:
            return ("the ranges leave out a decision before, which the strategy below does not know",)
        return ("for the ranges a bet before was taken for a similar one",) if Knowledge.NEAR in known else ()

    def fold_shares(self, seen: Hand, amounts: Sequence[int]) -> Sequence[Reals | None]:
        """For each bet or raise to an amount, [1326] how often the next to act folds to it, out of one solution.

        Before the river a few sizes are in the tree, and between them the shares are interpolated.
        """
        hands = public_hands(seen)
        play = self._play(hands)
        if play is None or not amounts:
            return [self._folds_after(hands[-1].act(amount)) for amount in amounts]
        found, asked = self._with_sizes(hands, play, amounts)
        shares = np.stack([_folds(found, amount) for amount in asked])
        pot = hands[-1].pot + (hands[-1].legal.call or 0)
        return between(np.array(amounts) / pot, np.array(asked) / pot, shares)

    def _with_sizes(
        self, hands: Sequence[Hand], play: StreetPlay, amounts: Sequence[int]
    ) -> tuple[Searched, Sequence[int]]:
        """A solution that has bets among these amounts, or near them, and which it has."""
        side = self._side_of_next(hands[-1], amounts[0])
        if play.street < RIVER:
            found = self.searched(hands, NO_WISH, side)
            assert found is not None
            own = [_real(hands[-1], action).amount for action in found.point.actions if action.is_sized]
            if own:
                return found, own
        most = _SIZES_AT_ONCE if play.street == RIVER else _SIZES_EARLY
        at = np.unique(np.linspace(0, len(amounts) - 1, min(most, len(amounts))).round().astype(int))
        asked = tuple(amounts[place] for place in at)
        wished = self.searched(hands, Wish(asked), side)
        assert wished is not None
        return wished, asked

    def _side_of_next(self, hand: Hand, amount: int) -> int:
        return self._side(hand.act(amount).actor)

    def _folds_after(self, hand: Hand) -> Reals | None:
        """What the base strategy folds of the actor's hands."""
        if hand.is_over:
            return None
        answer = self.at(hand)
        if answer.hands.mix is None:
            return None
        fold = [place for place, move in enumerate(answer.moves) if move.kind is ActionKind.FOLD]
        found = np.zeros(COMBO_COUNT)
        if fold:
            found[answer.hands.combos] = answer.hands.mix[fold[0]]
        return found

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """The solved street's actions, or those of the strategy below."""
        found = self.searched(public_hands(hand))
        if found is None:
            return self._base_answer(PublicPoint.of(hand)).moves
        return tuple(dict.fromkeys(_real(hand, action) for action in found.point.actions))

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] as solved, or from the strategy below."""
        require_asked(hand, moves, cards)
        combos = [combo_of(int(low), int(high)) for low, high in cards]
        found = self.searched(public_hands(hand))
        if found is None:
            return np.stack([_share(self._base_answer(PublicPoint.of(hand)), move)[combos] for move in moves])
        mix = np.zeros((len(moves), len(combos)))
        for action in found.point.actions:
            mix[place_of(_real(hand, action), moves)] += found.shares(action)[combos]
        return mix

    def knowledge_at(self, hand: Hand) -> tuple[Knowledge, tuple[str, ...]]:
        """What the answer rests on."""
        found = self.searched(public_hands(hand))
        if found is None:
            held = self._base_answer(PublicPoint.of(hand)).hands
            return held.knowledge, held.notes
        return Knowledge.EXACT, self._notes(found)

    def _share(self, moment: Moment) -> Reals:
        number = next(move.action.number for move in moment.stop.moves if move.word == moment.stop.taken)
        hands = public_hands(moment.hand)
        return self._taken((*hands, hands[-1].act_unchecked(number)), self._side(hands[-1].actor))


def _share(answer: Answer, taken: Move) -> Reals:
    """[1326] how often hands take a move, or the one nearest to it; hands of which nothing is known always do."""
    found, mix = np.ones(COMBO_COUNT), answer.hands.mix
    if mix is None:
        return found
    moves = answer.moves
    place = moves.index(taken) if taken in moves else nearest_move(moves, taken.amount)
    if taken.kind is ActionKind.FOLD and taken not in moves:
        return found
    found[:] = 0.0
    found[answer.hands.combos] = mix[place]
    return found


def _folds(found: Searched, amount: int) -> Reals:
    """[1326] how often the other player folds to a bet that is in the tree."""
    play, solution = found.play, found.solved.solution
    bet = play.wished(amount)
    after = replace(found, point=solution.at(format_line((*play.actions, bet))))
    fold = [action for action in after.point.actions if action.kind is ActionKind.FOLD]
    return after.shares(fold[0]) if fold else np.zeros(COMBO_COUNT)


def between(wanted: Reals, known: Reals, shares: Reals) -> list[Reals]:
    """Shares [sizes, 1326] of known bet sizes at the wanted ones, straight in the price that they offer."""
    price, prices = wanted / (1 + 2 * wanted), known / (1 + 2 * known)
    right = np.clip(np.searchsorted(prices, price), 1, max(len(prices) - 1, 1))
    if len(prices) == 1:
        return [shares[0]] * len(wanted)
    part = np.clip((price - prices[right - 1]) / (prices[right] - prices[right - 1]), 0, 1)[:, None]
    return list((1 - part) * shares[right - 1] + part * shares[right])


def _real(hand: Hand, action: Action) -> Move:
    """A move of the solution at the table."""
    legal = hand.legal
    if not action.is_sized:
        return move_at(hand, action.number)
    if legal.min_raise_to is None or legal.max_raise_to is None:
        return move_at(hand, CALL)
    return move_at(hand, min(max(action.amount, legal.min_raise_to), legal.max_raise_to))
