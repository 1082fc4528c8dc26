"""Summaries of the hands at a node: averages, the composition of a range, its equity curve."""

from dataclasses import dataclass

import numpy as np

from gutshot.cards import combos
from gutshot.cards.hand_categories import Categories
from gutshot.games.lines import line_after
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Hands, Stop

CURVE = 101


def realised(hands: Hands, pot: int) -> Reals | None:
    """[H] EV as a share of what equity alone would take of the pot; NaN where there is no equity."""
    if hands.ev is None or hands.equity is None:
        return None
    share = hands.equity * pot
    return np.asarray(np.divide(hands.ev, share, out=np.full(share.shape, np.nan), where=share > 0))


def mean_of(values: Reals | None, weight: Reals) -> float | None:
    """The average over a range; None if unknown."""
    if values is None or weight.sum() <= 0:
        return None
    return float(np.where(weight > 0, np.nan_to_num(values), 0.0) @ weight / weight.sum())


@dataclass(frozen=True)
class Part:
    """One category of a range: its share of the range, and how often it takes each action."""

    name: str
    share: float
    mix: tuple[float, ...]


def composition(hands: Hands, found: Categories) -> tuple[list[Part], list[Part]]:
    """The range by made hand and by draw; the draws of a hand may be several."""
    made = found.made[hands.combos]
    draws = found.draws[hands.combos]
    by_made = [_part(hands, name, made == place) for place, name in enumerate(found.names)]
    by_draw = [_part(hands, name, (draws >> bit & 1) == 1) for bit, name in enumerate(found.draw_names)]
    return [part for part in by_made if part.share > 0], [part for part in by_draw if part.share > 0]


def _part(hands: Hands, name: str, chosen: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Part:
    weight = np.where(chosen, hands.weight, 0.0)
    total = float(weight.sum())
    mix: tuple[float, ...] = ()
    if hands.mix is not None and total > 0:
        mix = tuple(float(share) for share in hands.mix @ weight / total)
    return Part(name, total, mix)


def equity_curve(hands: Hands) -> list[float]:
    """[101] the equity of the hand at each per cent of the range, weakest first; empty where equity is unknown."""
    if hands.equity is None or not len(hands.combos) or hands.weight.sum() <= 0:
        return []
    known = np.nan_to_num(hands.equity)
    order = np.argsort(known, kind="stable")
    upto = np.cumsum(hands.weight[order])
    places = np.searchsorted(upto / upto[-1], np.linspace(0, 1, CURVE), side="left").clip(0, len(order) - 1)
    return [float(value) for value in known[order][places]]


def by_class(hands: Hands) -> tuple[Reals, Reals]:
    """[169, actions] shares and [169] mean reach of every class; plain means for classes out of range."""
    mix = np.zeros((0, len(hands.combos))) if hands.mix is None else hands.mix
    return combos.by_class(hands.combos, hands.reach, mix)


def told_line(stops: "list[Stop] | tuple[Stop, ...]") -> str:
    """The line with the names of the seats, as people write it: `oop:check,ip:bet 120|Qc|`."""
    line = ""
    for stop in stops[:-1]:
        name = "" if stop.actor is None else f"{stop.chairs[stop.actor].name.split('/')[-1].lower()}:"
        line = line_after(line, f"{name}{stop.taken}", bool(stop.deals))
    return line
