"""What a local best responder may do, street by street: the settings in which published figures are given.

`late` is turn and river. Before the first street of a setting the responder checks and calls with every hand; from then
on it folds, checks or calls, and where the setting has bets it also tries those, in pots after calling, and all-in.
"""

from dataclasses import dataclass

from gutshot.errors import BadConfig

Sizes = tuple[float, ...]

NO_BETS: Sizes | None = None
PREFLOP, FLOP, TURN, RIVER = range(4)


@dataclass(frozen=True)
class ResponseSetting:
    """`bets` has the sizes of each street, all-in besides; None where the responder does not bet."""

    name: str
    about: str
    first: int
    bets: tuple[Sizes | None, Sizes | None, Sizes | None, Sizes | None]


SIX: Sizes = (0.33, 0.5, 0.75, 1.0, 1.5, 2.5)
FIFTY_FIVE: Sizes = tuple(0.05 * 1.15**k for k in range(55))
_POT: Sizes = (1.0,)

SETTINGS = {
    setting.name: setting
    for setting in (
        ResponseSetting("fold-call", "folds and calls on every street", PREFLOP, (NO_BETS,) * 4),
        ResponseSetting(
            "fcpa-late",
            "calls until the turn, then fold, call, pot, all-in",
            TURN,
            (NO_BETS, NO_BETS, _POT, _POT),
        ),
        ResponseSetting(
            "bets56-late",
            "calls until the turn, then all-in and 55 bets of 0.05 x 1.15^k pots",
            TURN,
            (NO_BETS, NO_BETS, FIFTY_FIVE, FIFTY_FIVE),
        ),
        ResponseSetting(
            "bets56-flop",
            "calls before the flop, the 56 bets on it, folds and calls afterwards",
            FLOP,
            (NO_BETS, FIFTY_FIVE, NO_BETS, NO_BETS),
        ),
        ResponseSetting("six-sizes", "all-in and bets of 0.33 to 2.5 pots on every street", PREFLOP, (SIX,) * 4),
    )
}
SIX_SIZES = SETTINGS["six-sizes"]


def response_setting(name: str) -> ResponseSetting:
    """The setting of a name; BadConfig with the names there are."""
    if name not in SETTINGS:
        raise BadConfig(f"setting {name!r}: expected one of {', '.join(SETTINGS)}")
    return SETTINGS[name]
