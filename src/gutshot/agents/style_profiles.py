"""The eight styles: the figures each should show at a table, and the settings that produce them.

Targets are the figures a tracker would show. `StyleSettings` were scaled, each by the ratio of target to measurement,
until a field of all eight measured its targets; docs/styles.md has the table and the command.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Targets:
    """What a tracker should show, in percent; `aggression` is (bets + raises) / calls after the flop."""

    vpip: float
    pfr: float
    aggression: float
    bluff: float
    three_bet: float


@dataclass(frozen=True)
class StyleSettings:
    """Shares of hands, best first, from an average seat at 100 big blinds; and the temper after the flop."""

    raise_first: float  # raises an unraised pot
    limp: float  # calls an unraised pot with as many hands more
    call_raise: float  # calls one raise with as many hands more
    three_bet: float
    bet: float  # how eagerly a good hand bets or raises; 1 is plain
    call: float  # what a call after the flop may cost above its equity, as a factor


@dataclass(frozen=True)
class Style:
    """A named way to play."""

    name: str
    about: str
    targets: Targets
    settings: StyleSettings
    bet_size: float  # of the pot, on an average board


STYLES: tuple[Style, ...] = (
    Style(
        "rock",
        "waits for the best hands and bets them",
        Targets(12, 10, 2.5, 2, 5),
        StyleSettings(0.144, 0.011, 0.033, 0.053, 1.4, 0.81),
        0.6,
    ),
    Style(
        "maniac",
        "raises and bluffs with anything",
        Targets(50, 40, 5.0, 40, 25),
        StyleSettings(0.509, 0.049, 0.195, 0.27, 1.95, 0.77),
        0.9,
    ),
    Style(
        "tag",
        "tight and aggressive: few hands, played hard",
        Targets(20, 15, 3.0, 15, 8),
        StyleSettings(0.208, 0.023, 0.092, 0.082, 1.6, 0.79),
        0.65,
    ),
    Style(
        "station",
        "calls too much and rarely raises",
        Targets(45, 8, 0.8, 3, 2),
        StyleSettings(0.125, 0.44, 0.385, 0.0265, 0.76, 1.15),
        0.5,
    ),
    Style(
        "shark",
        "balanced: good hands, good prices, well-placed bluffs",
        Targets(25, 18, 2.8, 18, 10),
        StyleSettings(0.248, 0.037, 0.124, 0.1065, 1.49, 0.825),
        0.65,
    ),
    Style(
        "lag",
        "loose and aggressive: many hands under pressure",
        Targets(35, 25, 3.5, 25, 12),
        StyleSettings(0.348, 0.059, 0.176, 0.128, 1.75, 0.79),
        0.75,
    ),
    Style(
        "tight-passive",
        "few hands, played by calling",
        Targets(18, 8, 1.5, 5, 3),
        StyleSettings(0.1215, 0.11, 0.11, 0.0345, 0.97, 0.9),
        0.5,
    ),
    Style(
        "loose-passive",
        "many hands, played by calling",
        Targets(40, 10, 1.2, 8, 4),
        StyleSettings(0.145, 0.355, 0.304, 0.0505, 0.9, 1.01),
        0.5,
    ),
)

STYLE_NAMES: tuple[str, ...] = tuple(style.name for style in STYLES)
