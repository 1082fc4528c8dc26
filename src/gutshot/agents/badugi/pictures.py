"""What the trained badugi strategies do, in pictures: `python -m gutshot.agents.badugi.pictures FOLDER`.

Opening hands, how often a hand without a badugi stands pat, and which badugis are broken against a player who
raised and stands pat. The same in numbers is printed. Everything is read from the strategies that are shipped; only the
snows are counted, over hands that the strategy plays against itself.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.agents.badugi.batch import play_log
from gutshot.agents.badugi.shipped import shipped_crowd
from gutshot.agents.badugi.states import STATE_SIZE
from gutshot.blueprint.badugi.chances import chances
from gutshot.blueprint.badugi.class_names import COLUMNS, ROWS, chart_places
from gutshot.blueprint.badugi.crowd_views import crowd_view, view_width
from gutshot.blueprint.badugi.hands import CLASSES
from gutshot.blueprint.badugi.layout import FINE
from gutshot.cards.badugi import CARDS
from gutshot.errors import BadConfig
from gutshot.games.hand import Hand
from gutshot.games.row import DRAWING
from gutshot.numeric.arrays import Reals
from gutshot.strategies.badugi_chart import chart_of
from gutshot.strategies.catalogue import Library

_HANDS = 100_000
_SEATS = 6
_RAISED = "raise 200,raise 300,call,pat"
_BREAKING = (
    ("first draw", _RAISED),
    ("second draw", f"{_RAISED},draw 1,bet 100,call,pat"),
    ("third draw", f"{_RAISED},draw 1,bet 100,call,pat,draw 1,bet 200,call,pat"),
)
_OPPONENTS = ("pat", "one", "two", "three")


def openings() -> dict[str, Reals]:
    """[rows, columns] how often hands raise and fold: first in, and the big blind against a raise; nan for no hand.

    Two players, and the seats of a table of six as far as a strategy for them is there.
    """
    charts, crowd, strategy = dict[str, Reals](), shipped_crowd(), Library().open("shipped:badugi_hu")
    for who, line in (("the button", ""), ("the big blind, raised,", "raise 200")):
        shares, _ = chart_of(strategy.hands(line))
        for place, word in ((-1, "raises"), (0, "folds")):
            charts[f"{who} {word}"] = np.where(shares.sum(axis=2) > 0, shares[:, :, place], np.nan)
    for folds in range(_SEATS - 1):
        hand = Hand.badugi([10_000] * _SEATS, (50, 100), 0, seed=1)
        for _ in range(folds):
            hand = hand.act("fold")
        rules, row = hand.rules.packed, hand.row.copy()
        start, width = int(crowd.begins[crowd_view(rules, row)]), int(view_width(row))
        if start < 0:
            continue
        codes = crowd.codes[start : start + CLASSES * (width - 1)].reshape(CLASSES, width - 1) / FINE
        assert hand.actor is not None
        charts[f"{hand.position(hand.actor)} of six raises"] = _chart(1.0 - codes.sum(axis=1))
    return charts


def _chart(share: Reals) -> Reals:
    """[rows, columns] the mean of a number of each class over the hands of a cell."""
    row, column = chart_places()
    cell, size, dealt = row * len(COLUMNS) + column, len(ROWS) * len(COLUMNS), chances().dealt.astype(np.float64)
    weight = np.bincount(cell, dealt, size)
    found = np.bincount(cell, dealt * share, size)
    return np.asarray(np.where(weight > 0, found / np.maximum(weight, 1e-12), np.nan)).reshape(len(ROWS), len(COLUMNS))


def snows(hands: int = _HANDS) -> Reals:
    """[draw, the other's last draw, 2] how often a hand without a badugi stands pat, and of pats how many are such."""
    log = play_log(("solved", "solved"), hands, seed=11)
    drawing, found = log.phase == DRAWING, np.full((3, len(_OPPONENTS), 2), np.nan)
    broken, pat = STATE_SIZE[log.state] < CARDS, log.action == 0
    for draw in range(3):
        for drew in range(len(_OPPONENTS)):
            here = drawing & (log.street == draw + 1) & (log.fewest == drew)
            if (here & broken).sum() >= _LEAST:
                found[draw, drew, 0] = pat[here & broken].mean()
            if (here & pat).sum() >= _LEAST:
                found[draw, drew, 1] = broken[here & pat].mean()
    return found


_LEAST = 100
"""Fewer spots say nothing."""


def broken_badugis() -> dict[str, Reals]:
    """[columns] how often a badugi draws behind one who raised before the draw, bet on and stands pat, by draw."""
    strategy, found = Library().open("shipped:badugi_hu"), dict[str, Reals]()
    for name, line in _BREAKING:
        shares, _ = chart_of(strategy.hands(line))
        mix = shares[ROWS.index("badugi")]
        found[name] = np.where(mix.sum(axis=1) > 0, 1.0 - mix[:, 0], np.nan)
    return found


def draw_all(folder: Path) -> list[str]:
    """Write the pictures; the same in words."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)

    def room(width: float, height: float, rows: int, columns: int) -> tuple[Any, Any]:
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure, figure.subplots(rows, columns, squeeze=False)

    charts = openings()
    figure, places = room(11, 2.6 * ((len(charts) + 1) // 2), (len(charts) + 1) // 2, 2)
    for (name, chart), axes in zip(charts.items(), places.flat, strict=False):
        _heat(axes, chart, name, ROWS, COLUMNS)
    for axes in places.flat[len(charts) :]:
        axes.set_axis_off()
    figure.savefig(folder / "badugi_openings.png", dpi=90)
    found, draws = snows(), ("first draw", "second draw", "third draw")
    titles = ("stands pat without a badugi", "of the pats, snows")
    figure, places = room(9, 2.6, 1, 2)
    for kind, axes in enumerate(places[0]):
        _heat(axes, found[:, :, kind], titles[kind], draws, _OPPONENTS, "the other drew last")
    figure.savefig(folder / "badugi_snows.png", dpi=90)
    breaking = broken_badugis()
    table = np.array(list(breaking.values()))[:, CARDS - 1 :]
    figure, places = room(8, 2.2, 1, 1)
    _heat(places[0, 0], table, "badugis broken behind a pat raiser", draws, COLUMNS[CARDS - 1 :], "high card")
    figure.savefig(folder / "badugi_breaks.png", dpi=90)
    told = _told(charts, ROWS, COLUMNS)
    told += _told({title: found[:, :, kind] for kind, title in enumerate(titles)}, draws, _OPPONENTS)
    return told + _told({"badugis broken": table}, draws, COLUMNS[CARDS - 1 :])


def _heat(
    axes: Any, table: Reals, title: str, rows: tuple[str, ...], columns: tuple[str, ...], below: str = ""
) -> None:
    """A table in per cent, the darker the more."""
    axes.imshow(table, cmap="YlGnBu", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(below)
    for (row, column), share in np.ndenumerate(table):
        if np.isfinite(share):
            colour = "white" if share > 0.6 else "black"
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=7, color=colour)


def _told(tables: dict[str, Reals], rows: tuple[str, ...], columns: tuple[str, ...]) -> list[str]:
    found = list[str]()
    for name, table in tables.items():
        found.append(f"{name}: {' '.join(columns)}")
        for row, shares in zip(rows, table, strict=True):
            found.append(f"  {row}: " + " ".join("-" if np.isnan(share) else f"{100 * share:.0f}" for share in shares))
    return found


def main(words: list[str]) -> int:
    """Draw into a folder; the exit code."""
    try:
        if len(words) != 1:
            raise BadConfig(f"{len(words)} words: expected one, the folder for the pictures")
        print("\n".join(draw_all(Path(words[0]))))
    except BadConfig as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
