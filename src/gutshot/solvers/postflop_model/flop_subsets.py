"""Weighted flops that stand for all 22,100: fitted tables of a few sizes, any other size evenly spread, or all 1,755.

A table lists flops with their shares in ten-thousandths. `flop_fitting` tells how they were chosen; a slow test makes
the smallest one again. What each costs in equity is in docs/postflop_model.md.
"""

from collections.abc import Sequence

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.solvers.postflop.batch import all_flops, subset_of_flops
from gutshot.solvers.postflop_values import Flop

ALL = 1755
FITTED: dict[int, str] = {
    10: """
        Kc9d8c 1579  AdKc4c 1289  Tc7h7d 1244  Jc5d2h 1098  QcJd3c 1014  Ac6d5h 1000  QdTc2c 898  9d6c3c 838
        8c7d4h 709  6d5c3c 332
    """,
    25: """
        8c6d2h 541  Qc7c4d 511  Kc9d2h 501  KcQd3h 490  QdTc6c 465  Tc4c3d 460  Kc8d8c 452  7d5c2c 450  Ac7d4h 449
        QdJc2c 443  Tc9d7h 438  9c8d4c 408  9c6c4d 403  AdKc5c 391  Ac9d3c 376  Jc6c2c 375  AdTc3c 361  KdKcTc 351
        JcTd7h 337  AdAcJh 335  Jc8d5c 329  6d6c5h 328  AcQhQd 325  Jc5d3c 294  5c4d2h 186
    """,
}


def flop_subset(size: int) -> dict[Flop, float]:
    """So many flops and the share of all flops each stands for; 0 means all that differ by more than suits."""
    if size in FITTED:
        words = FITTED[size].split()
        return _shares({flop: float(share) for flop, share in zip(words[::2], words[1::2], strict=True)})
    return _shares(all_flops() if size in (0, ALL) else subset_of_flops(size))


def fixed_flops(flops: Sequence[tuple[Card, ...]]) -> dict[Flop, float]:
    """These flops, each with as many real flops as it stands for, its suits renamed."""
    counts = {canonical_board(parse_cards(name)): count for name, count in all_flops().items()}
    total = sum(counts[canonical_board(flop)] for flop in flops)
    return {tuple(flop): counts[canonical_board(flop)] / total for flop in flops}


def _shares(weights: dict[str, float]) -> dict[Flop, float]:
    total = sum(weights.values())
    return {parse_cards(name): weight / total for name, weight in weights.items()}
