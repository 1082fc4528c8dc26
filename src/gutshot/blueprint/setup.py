"""What a run needs before it begins: the size of the game, its buckets, its deals, its tables."""

import math
import time
from collections.abc import Callable

from gutshot.abstraction.abstraction import Abstraction
from gutshot.abstraction.abstraction import build as build_abstraction
from gutshot.abstraction.description import wanted_sizes
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.deals import Dealer, HoldemDealer, PreflopDealer
from gutshot.blueprint.exchange import Crew, SharedTrainer
from gutshot.blueprint.tables import growing_tables
from gutshot.blueprint.trainer import Trainer
from gutshot.blueprint.tree import PublicTree, TreeSize, build, measure, require_room, room_of
from gutshot.errors import BadConfig
from gutshot.numeric.memory import byte_size
from gutshot.numeric.threads import thread_count

Say = Callable[[str], None]

LEAST_ROOM = 1e6
"""Bytes below which nothing can grow."""
_PREFLOP_ONLY = (169, 1, 1, 1)


def buckets_for(config: BlueprintConfig, size: TreeSize, say: Say) -> Abstraction | None:
    """The card abstraction of a game; None where nobody decides after the flop."""
    if not any(size.decisions[1:]):
        return None
    began = time.perf_counter()
    found = build_abstraction(config.abstraction, threads=thread_count(config.training.threads))
    say(f"buckets {found.sizes} ready after {time.perf_counter() - began:.0f} s")
    return found


def dealer_for(config: BlueprintConfig, abstraction: Abstraction | None) -> Dealer:
    """Where the deals of a run come from."""
    training, seats = config.training, config.game.num_players
    if abstraction is None:
        return PreflopDealer(seats, training.seed, training.deal_count)
    return HoldemDealer(abstraction, seats, training.seed, training.deal_count)


def new_trainer(
    config: BlueprintConfig, abstraction: Abstraction | None, grows: bool, crew: Crew | None = None
) -> Trainer:
    """A run at its beginning, with growing or dense tables; a crew walks the deals if there is one."""
    game, training, dealer = config.game, config.training, dealer_for(config, abstraction)
    sizes = abstraction.sizes if abstraction else _PREFLOP_ONLY
    if not grows:
        tree = build(game, sizes, training.memory_gb * 1e9)
        return Trainer(tree, dealer, training) if crew is None else SharedTrainer(tree, dealer, training, crew)
    if crew is not None:
        raise BadConfig("several workers need dense tables: expected a game that fits in memory")
    tables = growing_tables(game, sizes, room_of(training.memory_gb * 1e9), training.bits)
    root = PublicTree(game.num_players, sizes, tables.betting, big_blind=game.blinds[1])
    return Trainer(root, dealer, training, tables)


def worker_trainer(config: BlueprintConfig) -> Trainer:
    """What one of several workers trains with."""
    size, grows = plan_tables(config)
    return new_trainer(config, buckets_for(config, size, lambda _: None), grows)


def plan_tables(config: BlueprintConfig) -> tuple[TreeSize, bool]:
    """The size of the game, as far as it was counted, and whether its tables are to grow with what is visited."""
    training, wanted = config.training, wanted_sizes(config.abstraction)
    room = room_of(training.memory_gb * 1e9)
    size = measure(config.game, wanted, math.inf if training.tables == "dense" else room)
    fits = size.whole and size.bytes_needed <= room
    grows = training.tables == "growing" or (training.tables == "auto" and not fits and room >= LEAST_ROOM)
    if grows and training.full_width:
        raise BadConfig("full_width needs dense tables: expected a game that fits in memory")
    if not grows:
        require_room(size, training.memory_gb * 1e9)
    return size, grows


def size_in_words(config: BlueprintConfig, size: TreeSize, grows: bool) -> str:
    """The size of the game, and what its tables may take where they grow."""
    room = byte_size(room_of(config.training.memory_gb * 1e9))
    return f"{size}" + (f"; tables grow with what is visited, up to {room}" if grows else "")
