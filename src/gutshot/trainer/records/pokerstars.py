"""A hand as PokerStars text for the person who played it: cards he never saw are not told."""

from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.pokerstars_text import Told, to_pokerstars
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal


def export_pokerstars(setup: TableSetup, deal: Deal, hand: Hand, played: float, number: int) -> str:
    """The text; MalformedInput for badugi. `number` should be a person's own for every hand."""
    names = [_unlike_a_stack(setup.name_of(chair)) for chair in deal.chairs]
    secret = {deal.chairs.index(chair) for chair in deal.hidden if chair in deal.chairs}
    shown = {event.seat for event in hand.events if event.kind is Kind.SHOW}
    you = deal.chairs.index(YOU) if YOU in deal.chairs else None
    return to_pokerstars(Told(hand, names, number, played, you, secret & shown, _unlike_a_quote(setup.title)))


def _unlike_a_stack(name: str) -> str:
    return name.replace("(", "[").replace(")", "]").replace(":", " ")


def _unlike_a_quote(title: str) -> str:
    return title.replace("'", "") or "Gutshot"
