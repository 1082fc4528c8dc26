"""Unrolled games that several tests share, and OpenSpiel's strategies read into ours."""

import re
from functools import cache

import numpy as np
import pyspiel

from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.strategy import TabularStrategy
from gutshot.games.kuhn import Kuhn, top_ranks
from gutshot.games.leduc import Leduc


@cache
def kuhn(players: int = 2) -> FlatGame:
    return unroll(Kuhn(players))


@cache
def leduc(players: int = 2, ranks: int | None = None) -> FlatGame:
    return unroll(Leduc(players, ranks))


def spiel_name(game: str, players: int) -> str:
    return f"{game}_poker(players={players})"


def infoset_of(text: str, players: int) -> str:
    """Our name of OpenSpiel's infostate, as `"0pb"` -> `"J:pb"` or `"[Private: 3]...[Round1: 1 2]"` -> `"Qh:cr"`."""
    if not text.startswith("["):
        card, moves = re.fullmatch(r"(\d+)([pb]*)", text).groups()  # type: ignore[union-attr]
        return f"{top_ranks(players + 1)[int(card)]}:{moves}"
    parts = dict(re.findall(r"\[(\w+): ?([^\]]*)\]", text))
    ranks = top_ranks(players + 1)

    def name(card: str) -> str:
        return ranks[int(card) // 2] + "sh"[int(card) % 2]

    def line(part: str) -> str:
        return "".join("fcr"[int(move)] for move in parts[part].split())

    if "Public" not in parts:
        return f"{name(parts['Private'])}:{line('Round1')}"
    return f"{name(parts['Private'])} {name(parts['Public'])}:{line('Round1')}/{line('Round2')}"


def from_spiel(game: FlatGame, policy: "pyspiel.TabularPolicy") -> TabularStrategy:
    """The same strategy over our infosets."""
    probabilities = np.full(game.infosets.slots, np.nan)
    for text, row in policy.policy_table().items():
        number = game.infosets.index[infoset_of(text, game.players)]
        begin, end = game.infosets.first[number], game.infosets.first[number + 1]
        probabilities[begin:end] = [p for _, p in row]
    assert not np.isnan(probabilities).any()
    return TabularStrategy(game.infosets, probabilities)


def to_spiel(game: FlatGame, strategy: TabularStrategy, name: str) -> "pyspiel.TabularPolicy":
    """Ours as OpenSpiel's, so that its own measures can judge it."""
    table = pyspiel.GetRandomPolicy(pyspiel.load_game(name), 1).policy_table()
    ours = {}
    for text, row in table.items():
        chosen = list(strategy[infoset_of(text, game.players)].values())
        ours[text] = [(action, p) for (action, _), p in zip(row, chosen, strict=True)]
    return pyspiel.TabularPolicy(ours)


def random_strategy(game: FlatGame, seed: int) -> TabularStrategy:
    return TabularStrategy.normalised(game.infosets, np.random.default_rng(seed).exponential(size=game.infosets.slots))
