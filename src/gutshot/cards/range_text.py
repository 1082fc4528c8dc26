"""Writing ranges: 1326 weights -> the shortest text in explicit hands that reads back.

For every weight the classes held whole must be covered by groups (`ATs+`, `98s-65s`, `AK`, ..) that hold nothing else.
Only the longest run of each kind and the single hands are worth trying, since a shorter run costs as many letters. The
cheapest cover is found by branch and bound, one connected component at a time; the search stops at a set number of
steps and then keeps its best cover, which a greedy one has opened. Groups never override each other, weights are
written in full, combos of a class that is not held whole are written one by one, and the whole deck is `100%`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gutshot.cards.card import RANKS
from gutshot.cards.combos import CLASS_COMBOS, CLASS_COUNT, combo_name
from gutshot.cards.range_grammar import Cell, class_number
from gutshot.numeric.arrays import Reals

SEARCH_STEPS = 600
"""Per component; ranges that people write need far fewer."""


@dataclass(frozen=True)
class Token:
    """One group of hands: its text, the classes it covers as a bit mask, and where it stands when printed."""

    text: str
    covers: int
    place: tuple[int, int, int]


def format_weights(weights: Reals) -> str:
    """The shortest text of 1326 weights; `range_grammar.parse_weights` reads it back."""
    whole: dict[float, set[int]] = defaultdict(set)
    loose: dict[float, list[int]] = defaultdict(list)
    for number, combos in enumerate(CLASS_COMBOS):
        own = weights[combos]
        if own.min() == own.max():
            whole[float(own[0])].add(number)
        else:
            for combo, weight in zip(combos.tolist(), own.tolist(), strict=True):
                loose[weight].append(combo)
    values = sorted((whole.keys() | loose.keys()) - {0.0}, reverse=True)
    groups = [group for value in values for group in _level_groups(whole[value], loose[value], _suffix(value))]
    return ",".join(groups) or "0%"


def _suffix(weight: float) -> str:
    return "" if weight == 1.0 else f":{weight!r}"


def _level_groups(whole: set[int], loose: list[int], suffix: str) -> list[str]:
    """The texts of the groups of one weight: classes held whole, then single combos, the highest first."""
    if len(whole) == CLASS_COUNT:
        texts = ["100%"]
    else:
        chosen = _cover(whole, len(suffix) + 1) if whole else []
        texts = [token.text for token in sorted(chosen, key=lambda token: token.place)]
    texts += [combo_name(combo) for combo in sorted(loose, reverse=True)]
    return [text + suffix for text in texts]


def _cover(classes: set[int], overhead: int) -> list[Token]:
    """The cheapest tokens for these classes, each costing its letters and `overhead` more."""
    tokens = list(_tokens(classes))
    chosen: list[Token] = []
    for cells, useful in _components(tokens):
        chosen += _Search(useful, overhead).best_cover(cells)
    return chosen


def _tokens(classes: set[int]) -> Iterator[Token]:
    """Single hands and longest runs of each kind: pairs, both suits together, suited, offsuit."""
    for order, (suffix, suits) in enumerate((("", ("",)), ("", ("s", "o")), ("s", ("s",)), ("o", ("o",)))):
        gaps = range(1) if suits == ("",) else range(1, 13)
        cells = {
            (low + gap, low)
            for gap in gaps
            for low in range(13 - gap)
            if all(class_number((low + gap, low), suit) in classes for suit in suits)
        }
        for text, run in _runs(cells, suffix):
            covers = sum(1 << class_number(cell, suit) for cell in run for suit in suits)
            yield Token(text, covers, (order, -run[-1][0], -run[-1][1]))


def _runs(cells: set[Cell], suffix: str) -> Iterator[tuple[str, list[Cell]]]:
    for cell in cells:
        yield _name(cell, suffix), [cell]
    for step in ((1, 1), (0, 1)):
        for start in cells:
            if (start[0] - step[0], start[1] - step[1]) not in cells:
                run = _longest_run(start, step, cells)
                if len(run) > 1:
                    yield _run_name(run, step, suffix), run


def _longest_run(start: Cell, step: Cell, cells: set[Cell]) -> list[Cell]:
    run = [start]
    while (following := (run[-1][0] + step[0], run[-1][1] + step[1])) in cells:
        run.append(following)
    return run


def _name(cell: Cell, suffix: str) -> str:
    return RANKS[cell[0]] + RANKS[cell[1]] + suffix


def _run_name(run: list[Cell], step: Cell, suffix: str) -> str:
    """`98s+` where the run goes up as far as a plus does, `98s-65s` otherwise."""
    (low_high, low_low), (top_high, top_low) = run[0], run[-1]
    climbs = top_high == 12 and low_high - low_low <= 1 if step[0] else top_low == top_high - 1
    return _name(run[0], suffix) + "+" if climbs else f"{_name(run[-1], suffix)}-{_name(run[0], suffix)}"


def _components(tokens: list[Token]) -> Iterator[tuple[int, list[Token]]]:
    """Split what can be covered independently: the classes of a component and the tokens inside it."""
    left = list(tokens)
    while left:
        reach = left[0].covers
        while True:
            inside = [token for token in left if token.covers & reach]
            grown = _union(inside)
            if grown == reach:
                break
            reach = grown
        yield reach, inside
        left = [token for token in left if not token.covers & reach]


def _union(tokens: Iterable[Token]) -> int:
    cells = 0
    for token in tokens:
        cells |= token.covers
    return cells


class _Search:
    """Weighted set cover by branch and bound: branch on the class that the fewest tokens cover."""

    def __init__(self, tokens: list[Token], overhead: int) -> None:
        self._tokens = tokens
        self._costs = {token: len(token.text) + overhead for token in tokens}
        self._steps = 0

    def best_cover(self, cells: int) -> list[Token]:
        self._best = self._greedy(cells)
        self._best_cost = sum(self._costs[token] for token in self._best)
        self._descend(cells, [], 0)
        return self._best

    def _greedy(self, cells: int) -> list[Token]:
        chosen = []
        while cells:
            token = min(self._tokens, key=lambda token: self._price(token, cells))
            chosen.append(token)
            cells &= ~token.covers
        return chosen

    def _price(self, token: Token, cells: int) -> float:
        """Letters for each class still to be covered."""
        covered = (token.covers & cells).bit_count()
        return self._costs[token] / covered if covered else float("inf")

    def _descend(self, cells: int, chosen: list[Token], cost: int) -> None:
        if not cells:
            if cost < self._best_cost:
                self._best, self._best_cost = list(chosen), cost
            return
        self._steps += 1
        options, bound = self._options(cells)
        if cost + bound > self._best_cost - 1 + 1e-9 or self._steps > SEARCH_STEPS:
            return
        for token in sorted(options, key=lambda token: self._price(token, cells)):
            self._descend(cells & ~token.covers, [*chosen, token], cost + self._costs[token])

    def _options(self, cells: int) -> tuple[list[Token], float]:
        """The tokens of the class with the fewest of them, and a lower bound: every class at its best price."""
        prices = [(self._price(token, cells), token) for token in self._tokens if token.covers & cells]
        options = list(self._tokens)
        bound, rest = 0.0, cells
        while rest:
            cell = rest & -rest
            rest ^= cell
            able = [pair for pair in prices if pair[1].covers & cell]
            bound += min(price for price, _ in able)
            if len(able) < len(options):
                options = [token for _, token in able]
        return options, bound
