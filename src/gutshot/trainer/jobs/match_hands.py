"""The hands of a match, replayed: a hand follows from the config and its number, so none need be stored."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gutshot.arena.chunk import play
from gutshot.arena.config import MatchConfig
from gutshot.arena.histories import replayed
from gutshot.cards.card import format_cards
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice, choice_of
from gutshot.games.hand import Hand
from gutshot.games.history import from_hand, to_phh
from gutshot.games.seats import first_blinds, order
from gutshot.games.variants import Game
from gutshot.trainer.table.setup import Mode, TableSetup
from gutshot.trainer.table.table import Deal
from gutshot.trainer.table.tournament import BlindSchedule, Level

MOST_LISTED = 100


@dataclass(frozen=True)
class MatchHand:
    """One hand of a match, counted from 1: who sat where (places in the config's list), the deal and the choices."""

    number: int
    agents: tuple[int, ...]
    button: int
    seed: int
    choices: tuple[Choice, ...]
    payoffs: tuple[int, ...]
    pot: int
    board: str


def hands_of(config: MatchConfig, first: int, count: int, played: int) -> list[MatchHand]:
    """Some hands from number `first` on, of those that have been played."""
    if not 1 <= first <= played:
        raise BadConfig(f"hand {first}: hands 1 to {played} have been played")
    return list(_again(config, first, min(count, MOST_LISTED, played + 1 - first)))


def _again(config: MatchConfig, first: int, count: int) -> Iterator[MatchHand]:
    chunk = play(config, first - 1, count, True)
    for index, (number, path, made) in enumerate(replayed(config, chunk)):
        hand = path[-1]
        choices = (choice_of(before.rules, before.row, action) for before, action in zip(path, made, strict=False))
        yield MatchHand(
            number + 1,
            tuple(int(agent) for agent in chunk.plan.lineups[index]),
            hand.button,
            int(chunk.plan.deal_seeds[index]),
            tuple(choices),
            tuple(int(chips) for chips in hand.payoffs),
            sum(hand.contributions),
            format_cards(hand.board),
        )


@dataclass(frozen=True)
class MatchSetup(TableSetup):
    """A table without a "you": every seat has an agent's name."""

    everybody: tuple[str, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        """The match has been checked; it may have more seats than a person's table."""

    def name_of(self, chair: int) -> str:
        """Who sits there."""
        return self.everybody[chair]


def table_of(config: MatchConfig, hand: MatchHand, title: str) -> tuple[MatchSetup, Deal]:
    """The hand as the trainer's tables have theirs."""
    names = tuple(config.labels[agent] for agent in hand.agents)
    seats, stacks = config.seats, (config.stack,) * config.seats
    setup = MatchSetup(
        game=Game(config.variant),
        mode=Mode.CASH,
        stacks=stacks,
        schedule=BlindSchedule((Level(*config.blinds, config.ante),)),
        agents=tuple(config.agents[agent] for agent in hand.agents[1:]),
        names=names[1:],
        seed=0,
        title=title,
        everybody=names,
    )
    where = first_blinds([True] * seats, hand.button)
    return setup, Deal(hand.number, stacks, stacks, (0,) * seats, where, 0, hand.seed)


def phh_of(setup: MatchSetup, hand: Hand, number: int) -> str:
    """The hand as PHH with all cards face up."""
    names = [setup.name_of(seat) for seat in order(hand.seats, hand.button)]
    return to_phh(from_hand(hand, {"players": names, "hand": number}))
