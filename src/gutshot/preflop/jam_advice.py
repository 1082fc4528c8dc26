"""Jam or fold at one decision of a tournament: what jamming, calling and folding are worth in prize money.

The game solved begins with the first player who came in, or with the asking player: those who folded before are taken
out. Their antes stay in the pot and their stacks in the prize model, but their cards no longer matter. At most six
players are left; if there are more, the seats right behind the asking player sit out, as if they folded. With three or
more in the game the solution is an equilibrium up to `exploitability`, and pots of four or more are sampled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals
from gutshot.preflop.config import MOST_SEATS, JamTable
from gutshot.preflop.icm import icm
from gutshot.preflop.jam_fold import PushFold, decision_points, solve_pushfold
from gutshot.preflop.kept_jams import keep, kept, place_of
from gutshot.preflop.tree import jam_tree

_STEP = 0.05  # big blinds
_TARGETS = {2: 5e-5}
_TARGET = 5e-4  # big blinds a player, for three and more


@dataclass(frozen=True, eq=False)
class JamAdvice:
    """What each of the 169 classes does and wins, against having stayed out of the hand.

    Values are prize money where there are prizes, otherwise big blinds; both errors are in the same unit a player.
    """

    frequency: Reals  # [169] of jamming, or of calling where somebody is in
    play: Reals  # [169]
    fold: Reals  # [169]
    exploitability: float
    sampling_error: float
    notes: tuple[str, ...] = ()


def jam_advice(
    stacks: Sequence[float],
    blinds: tuple[float, float],
    seat: int,
    inside: Sequence[int] = (),
    ante: float = 0.0,
    prizes: Sequence[float] = (),
) -> JamAdvice:
    """The advice for `seat`; stacks in chips by seat from the small blind, before blinds and the antes of all.

    `inside` have jammed or called; who comes before them or before `seat` in the order of action has folded.
    """
    big = blinds[1]
    if not 0 <= seat < len(stacks) or len(stacks) < 2 or not big > 0:
        raise BadConfig(f"seat {seat} of {len(stacks)} stacks and a big blind of {big:g}: expected a seat at the table")
    if seat in inside or not set(inside) <= set(range(len(stacks))):
        raise BadConfig(f"players {sorted(inside)} in the pot: expected other seats of the table than {seat}")
    asked = _in_big_blinds(stacks, blinds, ante)
    return _advice(*asked, seat, tuple(sorted(inside)), tuple(float(prize) for prize in prizes))


def is_solved(
    stacks: Sequence[float],
    blinds: tuple[float, float],
    seat: int,
    inside: Sequence[int] = (),
    ante: float = 0.0,
    prizes: Sequence[float] = (),
) -> bool:
    """Whether `jam_advice` takes no time, because this process or another has solved it."""
    deep, small_blind, own_ante = _in_big_blinds(stacks, blinds, ante)
    table, others = _game(deep, small_blind, own_ante, _playing(len(stacks), seat, inside)[0])
    money = tuple(float(prize) for prize in prizes)
    return place_of(table, money, others if money else ()).exists()


def _in_big_blinds(
    stacks: Sequence[float], blinds: tuple[float, float], ante: float
) -> tuple[tuple[float, ...], float, float]:
    """Stacks, small blind and ante, rounded so that a table asked about again is found again."""
    big = blinds[1]
    deep = tuple(max(_STEP, round(stack / big / _STEP) * _STEP) for stack in stacks)
    return deep, round(blinds[0] / big, 4), round(ante / big, 4)


def players_to_solve(seats: int, seat: int, inside: Sequence[int] = ()) -> int:
    """How many are in the game that is solved for `seat`: two take a tenth of a second, more take seconds."""
    return len(_playing(seats, seat, inside)[0])


@lru_cache(maxsize=4096)
def _advice(
    stacks: tuple[float, ...],
    small_blind: float,
    ante: float,
    seat: int,
    inside: tuple[int, ...],
    prizes: tuple[float, ...],
) -> JamAdvice:
    playing, sitting = _playing(len(stacks), seat, inside)
    table, others = _game(stacks, small_blind, ante, playing)
    solved = _solved(table, prizes, others if prizes else ())
    point = playing.index(seat), sum(1 << playing.index(each) for each in inside)
    place = decision_points(jam_tree(table)).get(point)
    if place is None:
        raise BadConfig(f"seat {seat} has nothing to decide there: its stack is in the pot, or no opponent is left")
    chart = solved.charts[place]
    moved = _start(table.stacks, others, prizes, point[0]) - _start(stacks, (), prizes, seat)
    notes = _notes(len(stacks), len(playing), sitting)
    return JamAdvice(
        chart.frequency, chart.ev + moved, chart.ev_fold + moved, solved.exploitability, solved.sampling_error, notes
    )


def _game(
    stacks: tuple[float, ...], small_blind: float, ante: float, playing: Sequence[int]
) -> tuple[JamTable, tuple[float, ...]]:
    """The table that is solved, and the stacks of those who are not in it."""
    own_ante = ante * len(stacks) / len(playing)
    table = JamTable(tuple(stacks[each] - ante + own_ante for each in playing), own_ante, small_blind)
    return table, tuple(max(0.0, stack - ante) for each, stack in enumerate(stacks) if each not in playing)


@lru_cache(maxsize=64)
def _solved(table: JamTable, prizes: tuple[float, ...], others: tuple[float, ...]) -> PushFold:
    if table.seats == 2:  # sooner solved than read
        return solve_pushfold(table, prizes, target=_TARGETS[2], others=others)
    place = place_of(table, prizes, others)
    found = kept(place)
    if found is None:
        found = solve_pushfold(table, prizes, target=_TARGET, others=others)
        keep(place, found)
    return found


def _start(stacks: Sequence[float], others: Sequence[float], prizes: tuple[float, ...], seat: int) -> float:
    return icm((*stacks, *others), prizes)[seat] if prizes else stacks[seat]


def _playing(seats: int, seat: int, inside: Sequence[int]) -> tuple[list[int], int]:
    """The seats of the game to solve, from the small blind, and how many of those behind have to sit out."""
    order = (*range(2, seats), *range(min(2, seats)))
    first = min(order.index(each) for each in (seat, *inside))
    kept, sitting = list(order[first:]), 0
    while len(kept) > MOST_SEATS:
        behind = kept[kept.index(seat) + 1]
        if behind < 2:
            raise BadConfig(f"{len(inside)} players in the pot: jam or fold is solved for up to {MOST_SEATS}")
        kept.remove(behind)
        sitting += 1
    return sorted(kept), sitting


def _notes(seats: int, playing: int, sitting: int) -> tuple[str, ...]:
    notes = []
    if folded := seats - playing - sitting:
        who = "the one who" if folded == 1 else f"the {folded} who"
        notes.append(f"the cards of {who} folded before are not counted")
    if sitting:
        notes.append(f"{sitting} of those behind are taken to fold: jam or fold is solved for {MOST_SEATS}")
    return tuple(notes)
