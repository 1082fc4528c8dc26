"""One table: a person at chair 0, agents at the others, hand after hand. Pure play: no clock, no storage, no network.

A table is event-sourced: its setup, and for each hand how it was dealt (`Deal`) and the choices made. The latest
deal carries everything earlier hands left behind, so a table resumes from its setup and its last hand alone.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

from gutshot.agents.agent import Agent
from gutshot.cards.card import Card
from gutshot.errors import IllegalAction
from gutshot.games.actions import Choice, format_choice, parse_choice
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.row import BOARD_COUNT, DECK, NOBODY, TOP
from gutshot.games.seats import Blinds, dead_button, first_blinds, move_button, seated
from gutshot.games.variants import Game
from gutshot.trainer.table.many_tables import after_round, first_seating, found_agents, level_tables, play_out
from gutshot.trainer.table.opponents import make_opponent
from gutshot.trainer.table.pool import Pool, TableElsewhere, fresh_company
from gutshot.trainer.table.setup import YOU, Mode, TableSetup
from gutshot.trainer.table.tournament import Level, places_of

_SEED_BITS = 63


def derived_seed(seed: int, *path: object) -> int:
    """A separate seed for a hand or a player; one cannot be derived from another."""
    text = ":".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 64 - _SEED_BITS


@dataclass(frozen=True)
class Deal:
    """How a hand began, and the state of the table by then. `stacks`, `bought` and `places` are by chair."""

    number: int
    stacks: tuple[int, ...]
    bought: tuple[int, ...]  # chips each chair has brought to the table in all
    places: tuple[int, ...]  # 0 for a chair still in
    where: Blinds
    level: int
    seed: int
    seconds: float = 0.0  # time played before this hand
    last_winner: str = ""
    deck: str = ""  # cards known beforehand, for hands that were not dealt here
    hidden: tuple[int, ...] = ()  # chairs whose cards in such a deck are made up: nobody may see them
    net: int | None = None  # what the person won there, where rake made it less than the pots say
    pool: Pool | None = None  # everybody, where there are more players than chairs

    @cached_property
    def chairs(self) -> tuple[int, ...]:
        """The chairs dealt in; a hand's seat k is `chairs[k]`."""
        return tuple(chair for chair, stack in enumerate(self.stacks) if stack > 0)

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        pool = None if self.pool is None else self.pool.to_json()
        return plain | {"where": asdict(self.where), "pool": pool}

    def player_at(self, chair: int) -> int:
        """Who sits there: the number of the chair itself where players do not change tables."""
        return chair if self.pool is None else self.pool.cast[chair]

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "Deal":
        """Of what was stored."""
        lists = {name: tuple(fields.get(name, ())) for name in ("stacks", "bought", "places", "hidden")}
        pool = None if fields.get("pool") is None else Pool.from_json(fields["pool"])
        return cls(**fields | lists | {"where": Blinds(**fields["where"]), "pool": pool})


def deal_hand(setup: TableSetup, deal: Deal, choices: Iterable[Choice] = ()) -> Hand:
    """The hand that a deal starts. A blind above every stack is lowered to the largest, which is then all-in."""
    level, chairs = setup.schedule.levels[deal.level], deal.chairs
    stacks = [deal.stacks[chair] for chair in chairs]
    taken = [stack > 0 for stack in deal.stacks]
    amounts = (min(level.small_blind, max(stacks)), min(level.big_blind, max(stacks)))
    button, posts = seated(taken, deal.where, amounts)
    common: dict[str, Any] = {
        "antes": level.ante,
        "posts": posts,
        "seed": deal.seed,
        "deck": deal.deck,
        "actions": choices,
    }
    if setup.game is Game.HOLDEM:
        return Hand.holdem(stacks, amounts, button, min_bet=level.big_blind, **common)
    bets = (level.big_blind, 2 * level.big_blind)
    return Hand.badugi(stacks, amounts, button, bets=bets, cap=setup.cap, **common)


def cards_to_come(hand: Hand, deal: Deal) -> tuple[Card, ...]:
    """The board cards that would have come to a hand that has ended without them; none where the deck is made up."""
    row = hand.row
    left = sum(street.board for street in hand.rules.streets) - int(row[BOARD_COUNT])
    if not hand.is_over or deal.deck:
        return ()
    return tuple(Card(card) for card in row[DECK + row[TOP] : DECK + row[TOP] + left].tolist())


class NeedsConfirmation(IllegalAction):
    """A fold where checking is free: allowed, but only when it is meant."""


class Table:
    """The table as it stands: the current hand and its choices. Deal, let agents act, act; then deal again."""

    def __init__(self, setup: TableSetup, deal: Deal | None = None, choices: Sequence[Choice] = ()) -> None:
        self.whole = setup  # with all players of a pool; `setup` has those who sit here
        self.setup = setup
        self._agents: dict[int, Agent] = {}
        self._begin(deal or self._first_deal())
        for choice in choices:
            self._apply(choice)

    def _first_deal(self) -> Deal:
        setup = self.whole
        button, pool = derived_seed(setup.seed, "button") % setup.seats, None
        stacks = setup.stacks
        if setup.mode is Mode.TOURNAMENT:
            pool = first_seating(setup.players, setup.seats, stacks[YOU], button)
        elif setup.is_fast_fold:
            pool = Pool((stacks[YOU],) * setup.players, self._company(1))
        if pool is not None:
            stacks = pool.stacks(pool.cast)
        taken = [stack > 0 for stack in stacks]
        where = first_blinds(taken, button % sum(taken))
        return Deal(1, stacks, stacks, (0,) * setup.seats, where, 0, derived_seed(setup.seed, 1), pool=pool)

    def _company(self, number: int) -> tuple[int, ...]:
        """Who sits here in a hand of fast fold."""
        return fresh_company(self.whole.players, self.whole.seats, derived_seed(self.whole.seed, "company", number))

    def _begin(self, deal: Deal) -> None:
        self.deal = deal
        self.setup = self.whole.seated(deal.pool)
        self._round: Pool | None = None
        self.hand = deal_hand(self.setup, deal)
        self.choices: list[Choice] = []
        for agent in self._agents.values():
            agent.new_hand(deal.number)

    def _apply(self, choice: Choice) -> None:
        self.hand = self.hand.act(choice)
        self.choices.append(choice)

    @property
    def level(self) -> Level:
        """The blinds of this hand."""
        return self.setup.schedule.levels[self.deal.level]

    @property
    def step(self) -> int:
        """Choices made in this hand, by everybody."""
        return len(self.choices)

    def seat_of(self, chair: int) -> int | None:
        """The seat of a chair in this hand, None if it is not dealt in."""
        chairs = self.deal.chairs
        return chairs.index(chair) if chair in chairs else None

    @property
    def actor(self) -> int | None:
        """The chair whose turn it is."""
        seat = self.hand.actor
        return None if seat is None else self.deal.chairs[seat]

    def chair_at(self, step: int) -> int:
        """Whose choice number `step` of this hand was."""
        movers = [event.seat for event in self.hand.events if event.is_decision and event.seat is not None]
        return self.deal.chairs[movers[step]]

    @property
    def is_your_turn(self) -> bool:
        """Whether the person acts."""
        return self.actor == YOU

    @property
    def is_hand_over(self) -> bool:
        """Whether chips have been paid."""
        return self.hand.is_over

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by chair."""
        stacks = [0] * self.setup.seats
        for chair, stack in zip(self.deal.chairs, self.hand.stacks, strict=True):
            stacks[chair] = stack
        return tuple(stacks)

    @property
    def is_over(self) -> bool:
        """Whether no further hand can be dealt: the person is out, or alone."""
        if not self.is_hand_over:
            return False
        stacks = self._next_stacks()[0] if self.setup.mode is not Mode.TOURNAMENT else self.round.chips
        return stacks[YOU] == 0 or sum(stack > 0 for stack in stacks) < 2

    @property
    def field(self) -> Pool:
        """Everybody in a tournament as they stand: before this hand, or after it at all tables."""
        assert self.deal.pool is not None
        return self.round if self.is_hand_over else self.deal.pool

    @property
    def round(self) -> Pool:
        """Everybody in a tournament after this hand, in which each other table has played one too."""
        if self._round is None:
            pool = self.deal.pool
            assert pool is not None
            chips = list(pool.chips)
            for chair, stack in enumerate(self.stacks):
                if pool.cast[chair] != NOBODY:
                    chips[pool.cast[chair]] = stack
            moved = [self._play_elsewhere(pool, index, chips) for index in range(len(pool.others))]
            self._round = after_round(replace(pool, others=tuple(moved)), chips)
        return self._round

    def _play_elsewhere(self, pool: Pool, index: int, chips: list[int]) -> TableElsewhere:
        """A hand at another table: its players' chips afterwards, and where its blinds were."""
        table, setup, number = pool.others[index], self.whole, self.deal.number
        stacks = pool.stacks(table.players)
        where = dead_button([stack > 0 for stack in stacks], table.where)
        seed = derived_seed(setup.seed, "elsewhere", number, index)
        deal = Deal(number, stacks, stacks, (), where, self.deal.level, seed)
        players = [table.players[chair] for chair in deal.chairs]
        agents = found_agents(setup.agents[player - 1] for player in players)
        seeds = [derived_seed(setup.seed, "chair", player) for player in players]
        for player, stack in zip(players, play_out(deal_hand(setup, deal), agents, seeds, number), strict=True):
            chips[player] = stack
        return replace(table, where=where)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each chair that is out, 0 for those still in; when one is left, it has the first."""
        if self.setup.mode is Mode.TOURNAMENT:
            pool = self.field
            return tuple(0 if player == NOBODY else pool.places[player] for player in pool.cast)
        places = list(self.deal.places)
        if not self.is_hand_over or self.setup.rebuys:
            return tuple(places)
        after = self.stacks
        busted = [(chair, self.deal.stacks[chair]) for chair in self.deal.chairs if after[chair] == 0]
        still_in = sum(stack > 0 for stack in after)
        for chair, place in places_of(busted, still_in).items():
            places[chair] = place
        if still_in == 1:
            places[next(chair for chair, stack in enumerate(after) if stack > 0)] = 1
        return tuple(places)

    def _next_stacks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Stacks for the next hand and chips bought in all, after rebuys where they are allowed; in a pool always."""
        stacks, bought = list(self.stacks), list(self.deal.bought)
        for chair, stack in enumerate(stacks):
            if stack == 0 and (self.setup.rebuys or (self.setup.is_fast_fold and chair != YOU)):
                stacks[chair] = self.setup.stacks[chair]
                bought[chair] += self.setup.stacks[chair]
        return tuple(stacks), tuple(bought)

    def next_hand(self, seconds: float = 0.0, last_winner: str = "") -> None:
        """Deal the next hand; `seconds` is the time played so far."""
        if not self.is_hand_over:
            raise IllegalAction(f"hand {self.deal.number} is not over yet")
        if self.is_over:
            raise IllegalAction("the table is over: no further hand can be dealt")
        number = self.deal.number + 1
        stacks, bought, where, pool = self._next_table(number)
        self._begin(
            Deal(
                number,
                stacks,
                bought,
                self.places if pool is None else (0,) * self.whole.seats,
                where,
                self.whole.schedule.level_at(number - 1, seconds),
                derived_seed(self.whole.seed, number),
                seconds,
                last_winner,
                pool=pool,
            )
        )

    def _next_table(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...], Blinds, Pool | None]:
        """Stacks, chips bought, blinds and company for the next hand."""
        if self.whole.mode is Mode.TOURNAMENT:
            pool, last = level_tables(self.round, self.deal.where)
            stacks = pool.stacks(pool.cast)
            return stacks, self.deal.bought, dead_button([stack > 0 for stack in stacks], last), pool
        stacks, bought = self._next_stacks()
        if self.deal.pool is None:
            move = dead_button if self.setup.mode is Mode.SIT_AND_GO else move_button
            return stacks, bought, move([stack > 0 for stack in stacks], self.deal.where), None
        chips = list(self.deal.pool.chips)
        for chair, player in enumerate(self.deal.pool.cast):
            chips[player] = stacks[chair]
        pool = Pool(tuple(chips), self._company(number))
        return pool.stacks(pool.cast), bought, move_button([True] * self.whole.seats, self.deal.where), pool

    def agent_at(self, chair: int) -> Agent:
        """The agent of a chair, ready for this hand."""
        player = self.deal.player_at(chair)
        if player not in self._agents:
            agent = make_opponent(self.setup.agents[chair - 1], self.agent_seed(chair))
            agent.new_hand(self.deal.number)
            self._agents[player] = agent
        return self._agents[player]

    @property
    def asked(self) -> tuple[int, Observation] | None:
        """The chair of the agent whose turn it is and what it sees; None when it is the person's turn or nobody's."""
        chair, seat = self.actor, self.hand.actor
        return None if chair is None or chair == YOU or seat is None else (chair, self.hand.observation(seat))

    def agent_act(self) -> bool:
        """Let the agent whose turn it is act; False when it is the person's turn or nobody's."""
        asked = self.asked
        if asked is None:
            return False
        chair, observation = asked
        self._apply(self.agent_at(chair).act(observation))
        return True

    def agent_chose(self, choice: Choice) -> None:
        """The choice of the agent whose turn it is, made elsewhere."""
        self.hand.verify(choice)
        self._apply(choice)

    def agent_seed(self, chair: int) -> int:
        """Of the agent in a chair."""
        return derived_seed(self.setup.seed, "chair", self.deal.player_at(chair))

    def agents_act(self) -> int:
        """Let the agents act until it is the person's turn or the hand is over; how many choices they made."""
        before = self.step
        while self.agent_act():
            pass
        return self.step - before

    @property
    def rabbit(self) -> tuple[Card, ...]:
        """The board cards that would have come."""
        return cards_to_come(self.hand, self.deal)

    @property
    def may_show(self) -> bool:
        """Whether the person still has cards that he did not have to show."""
        seat = self.seat_of(YOU)
        shown = any(event.kind is Kind.SHOW and event.seat == seat for event in self.hand.events)
        return self.is_hand_over and seat is not None and not shown

    def act(self, choice: Choice, confirmed: bool = False) -> None:
        """The person's choice; IllegalAction says in words which rule it breaks."""
        if self.is_hand_over:
            raise IllegalAction(f"hand {self.deal.number} is over: deal the next one")
        if not self.is_your_turn:
            raise IllegalAction(f"it is {self.setup.name_of(self.actor or 0)}'s turn, not yours")
        self.hand.verify(choice)
        if choice == "fold" and self.hand.legal.check and not confirmed:
            raise NeedsConfirmation("checking is free: a fold here must be confirmed")
        self._apply(choice)


def choices_to_text(choices: Sequence[Choice]) -> str:
    """As they are stored."""
    return ",".join(map(format_choice, choices))


def choices_from_text(text: str) -> list[Choice]:
    """Of what was stored."""
    return [parse_choice(word) for word in text.split(",")] if text else []


def resume(setup: TableSetup, deal: Deal, text: str) -> Table:
    """The table in the middle of a hand, from what was stored of it."""
    return Table(setup, deal, choices_from_text(text))
