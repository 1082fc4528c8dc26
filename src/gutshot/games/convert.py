"""Histories of any origin as PHH text: a player on every move, the ACPC dealer's rules in fields of our own."""

from collections.abc import Sequence
from dataclasses import replace

from gutshot.errors import MalformedInput
from gutshot.games.history import Did, History, HistoryMove, to_phh, to_phhs
from gutshot.games.replay import CannotJudge, Replay
from gutshot.games.row import ACTOR, BETTING, PHASE
from gutshot.games.rules import Betting, Showdown

_BETTING_MOVES = (Did.FOLD, Did.CALL, Did.RAISE)


def as_phh(histories: Sequence[History], name: str) -> str:
    """The text of a .phh file with one hand, or of a .phhs file with any number."""
    if not name.endswith((".phh", ".phhs")):
        raise MalformedInput(f"{name}: histories are written as .phh (one hand) or .phhs (several)")
    if name.endswith(".phh") and len(histories) != 1:
        raise MalformedInput(f"{name}: a .phh file holds one hand, not {len(histories)}; use .phhs")
    named = [with_players(history) for history in histories]
    return to_phh(named[0]) if name.endswith(".phh") else to_phhs(named)


def with_players(history: History) -> History:
    """The same hand with a player on every move and a PHH variant; as it is where the file had both."""
    if history.variant != "ACPC":
        return history
    game = history.rules
    if game is None or game.showdown is not Showdown.HIGH or game.hole_cards != 2:
        raise MalformedInput(f"hand {history.label}: this game has no PHH code")
    fixed = game.limit.betting is Betting.FIXED
    sizes = (game.streets[0].bet, game.streets[-1].bet) if fixed else (game.streets[0].bet,)
    bets = tuple(type(history.stacks[0])(size) for size in sizes)
    details = {**history.details, "_dealer": "acpc", "_caps": [street.cap or 0 for street in game.streets]}
    return replace(history, variant="FT" if fixed else "NT", bets=bets, moves=_named(history), details=details)


def _named(history: History) -> tuple[HistoryMove, ...]:
    try:
        position = Replay(history)
    except CannotJudge as reason:
        raise MalformedInput(f"hand {history.label}: {reason}") from None
    moves = []
    for move in history.moves:
        if move.did in _BETTING_MOVES and position.row[PHASE] == BETTING:
            moves.append(_complete(move, position))
        elif move.did not in _BETTING_MOVES:
            moves.append(move)
        position.play(move)
    return tuple(moves)


def _complete(move: HistoryMove, position: Replay) -> HistoryMove:
    """The move with its player, and a fixed-limit raise with its amount."""
    amount = move.amount
    if move.did is Did.RAISE and not amount:
        amount = type(amount)(position.least_raise())
    return replace(move, player=int(position.row[ACTOR]), amount=amount)
