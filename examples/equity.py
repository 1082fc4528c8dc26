"""Hands and ranges against each other: exact where it is little work, sampled with its error where not."""

import gutshot as gs

result = gs.equity(["AhAs", "QQ+,AKs", "random"], board="Td9d6h")
for player, name in zip(result.players, ("aces", "a tight range", "anything"), strict=True):
    print(f"{name}: {100 * player.equity:.2f} % (wins {100 * player.win:.2f} %, ties {100 * player.tie:.2f} %)")
print(f"{result.method}, exact: {result.exact}, error {result.standard_error:.5f}")
assert abs(sum(player.equity for player in result.players) - 1) < 1e-9

opening = gs.Range("77+,A9s+,KTs+,QTs+,JTs,AJo+,KQo")
print(f"{opening} is {100 * opening.share:.1f} % of hands")
