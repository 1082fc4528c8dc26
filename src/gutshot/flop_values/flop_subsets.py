"""Weighted flops that stand for all 22,100: fitted tables of a few sizes, any other size evenly spread, or all 1,755.

A table lists flops with their shares in ten-thousandths. `flop_fitting` tells how they were chosen, with 800 exchanges
for 10 and 25 flops and 1,500 for more; a slow test makes the smallest one again. What each costs in equity is in
docs/flop_values.md.
"""

from collections.abc import Sequence

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.flop_values.values import Flop
from gutshot.postflop.flop_batch import all_flops, subset_of_flops

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
    49: """
        8c6d2c 281  Kd8c7c 276  KcJd9c 274  JcTd5c 265  8d4c3c 264  Jd7c6c 259  QdTc6c 258  JcTd8h 257  9d8c5c 250
        Kc7c6d 243  QcJd8h 243  Ac9c7d 242  KcQc3d 239  Tc9d9c 236  Jd6c3c 235  Jd5c4c 235  Qc9d7h 233  Ad8c4c 230
        AdTc2c 217  9c5c2d 214  AcKc2d 214  AcJcTc 214  QdQc2c 212  Tc8c4c 209  Qc9d3h 208  KcQd2h 208  KcTd4h 198
        Ac8d6h 198  Qc5c4c 198  9d9c3c 192  AdAcJh 192  KdKc6h 184  Tc7d4h 184  Tc6d5h 179  AcQd5h 174  7c4c2d 171
        AcJd3h 170  Kc5d3h 170  AcKd2h 169  Tc3d2h 167  Ac7d5h 166  QdQc4h 165  9c5d4h 165  5c3c2d 163  6d6c5c 163
        7c3d2h 119  7d7c3h 114  6c4h4d 108  4d4c3c 74
    """,
    85: """
        Qc8d7h 155  Qc9d8h 150  8c7d4h 149  8c7d5c 142  Qc6d5h 141  QcTd6h 141  8c7c3d 139  QcJd5h 139  QdQc8h 139
        Tc8d6h 138  AcQd7h 135  QcTc9d 134  Qc5d3h 133  9c7d4c 133  8d5c3c 132  Qc4d3h 132  Jd8c4c 131  Qc7c2d 131
        Jc9d3h 131  9c7c2d 130  Jc9d7c 129  JdTc7c 129  Kc8d5h 128  QcTd2c 125  AdAc9h 125  9c6d3c 125  9c5c4d 124
        Ad7c6c 124  6d6c4h 124  AcQd3h 123  Tc9c6d 123  Ad8c2c 123  Kc9d6h 123  Jc8c3c 123  Ac8c2d 123  Ac6d4h 122
        KcJd8h 122  AcJd5h 122  Jd6c5c 122  9c2h2d 122  Ad9c5c 121  Jc4d2h 121  KcTd7h 120  9d9c3h 120  6c5d2c 119
        Tc9d5c 119  TdTc8c 118  KcQd4h 118  AcJc7c 116  7c5h5d 115  AcKd2h 115  Jc6d3c 114  Jc9d9c 114  KcQdTc 112
        Ac6d2c 112  KcTd9c 111  AcKcJd 111  AdAcKc 110  KcJc8c 110  AcTd3c 109  AdTc3c 109  7c3d2h 108  AcTc2d 108
        Kc6c4c 108  Kc6h6d 108  AdJc2c 108  Kd7c3c 107  7c6d3c 107  Tc5d4c 106  Tc3c2c 104  JdJc2c 104  KdJc5c 104
        Td5c3c 103  Kd5c4c 103  KdQcJc 102  7d7c4c 101  Td4c2c 100  Kc3d2h 100  Tc4d4c 98  Kc4d2c 97  KcJdJc 95
        5c4d3h 88  5c4c2d 77  4d4c3c 76  3d3c2h 35
    """,
    184: """
        QcTd9h 71  Jc8d2h 70  QcJd6h 69  Jd9c7c 69  Jc9d5h 69  QcJd3h 69  QcTd2h 68  JcTc6d 68  JdTc9c 68  JcTd3c 68
        JcTd4c 68  Jc8d7c 67  AcQdTh 67  Td9c8c 67  AcKdQh 66  Jc8c3d 66  AcKdTh 66  Qc9d3h 65  Tc8d6h 65  QdTc6c 65
        Td8c7c 65  QcTc2d 65  Tc8d5h 64  Jc9c4c 64  AcQd9c 64  Ac9d8h 64  QdTc5c 64  Td9c3c 64  Jc9c5c 64  AdKcJc 63
        Qc9d6c 63  AcJd2h 63  Jc7d5h 63  AcTd6h 63  AdAcJh 63  Td9c6c 63  Qd9c4c 62  Jc5d2h 62  Jd7c6c 62  Qc8h8d 62
        Qd8c3c 62  AcJd4h 62  Td8c4c 62  Jc6c2c 62  KcQdJh 62  Jc6d5h 61  Ac9d7h 61  Tc6h6d 61  Qd8c7c 61  Ad9c8c 61
        AcTd3h 61  Ac9d6h 61  AdJc2c 60  AcQhQd 60  Td7c2c 60  QdQc9c 60  Qc6d2h 60  Qc8d4c 60  Tc7d4h 60  KdKcQh 59
        Ac8d6h 59  Tc7c4c 59  JdJc4h 59  KdJcTc 59  AdTc3c 59  KcJd9c 58  AcTd5c 58  QdQc7h 58  Qd7c2c 58  Jd4c3c 58
        Qc7d5h 58  AcTc4d 58  TdTc3h 58  Jc4d3c 58  Ac7c6c 58  Tc7d5c 58  Qc5h5d 57  Ad9c2c 57  Tc5d4h 57  Ac8d5h 57
        TdTc2c 56  Ac7d6h 56  KdKc8h 56  Qc5c4c 56  Qc4d3h 56  Ad8c2c 56  Qd6c5c 56  Qd7c4c 56  9d8c7c 56  KcJd6h 55
        Ac7d2h 55  Tc4c3d 55  AdAc2h 55  AdKc5c 54  KcJd3h 54  KdTc8c 54  9c8d3c 54  Qd5c4c 54  KcQc7c 54  Ac7d3h 54
        AdKc4c 54  8c6c3c 54  KdQc8c 54  Ac6d4h 53  8c6d2h 53  KcQd7h 53  AdAc2c 53  Ac6d3c 52  9d7c6c 52  KdJc2c 52
        Kc9d7h 52  KcTd5h 52  KcQc6d 52  KcJdJc 51  KdJc5c 51  8c5d2h 51  9c8c5d 51  Ac5d3h 51  9c4d2h 51  9c3d2h 51
        9c6c4c 51  8c6c3d 51  8d8c6c 50  9c6c2d 50  8d8c2c 50  8c6d4h 50  9c5d2h 50  Ac4c2d 50  Ad5c3c 50  9c7d5c 49
        Ad3c2c 49  8c7c4d 49  Kc9d5h 49  8c4d4c 49  Kc9d2c 49  9d4c2c 49  8d8c5c 49  8d8c4c 49  9d9c7c 48  Kd9c3c 48
        Kc8c7d 48  Kd8c7c 48  9d4c3c 47  Kd9c5c 47  7d7c6h 47  7d6c5c 47  9c5c4d 47  9c5d3c 47  Kc8d4c 46  7d7c3h 46
        7c2d2c 45  Kc7c6d 45  6c3h3d 45  7d7c5h 45  Kc2d2c 45  Kc7d3h 44  Kc3d3c 44  Kc6d4h 44  Kd7c2c 44  7c3d2c 43
        6c5d2c 43  Kc4d2h 43  7d6c3c 43  Kd7c5c 43  Kd6c4c 42  6c3c2d 42  6c5d4h 42  Kd3c2c 42  7d5c4c 42  Kc4c2d 42
        Kd4c2c 42  Kc5d4h 42  7c5d3c 41  6d5c4c 41  Kd5c3c 41  6c4c3d 40  4d4c2h 39  5c4h4d 39  5d5c3c 39  5c3d3c 38
        5c3d2c 37  4d4c3c 36  9h9d9c 35  3d3c2h 26
    """,
}


def flop_subset(size: int) -> dict[Flop, float]:
    """A number of flops, and the share of all flops each stands for; 0 means all that differ by more than suits."""
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
