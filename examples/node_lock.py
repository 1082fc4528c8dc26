"""What a habit of the other player is worth: lock it, solve again, and then keep the answer simple."""

import gutshot as gs

first, second = "66+,A8s+,AJo+,K9s+,KQo,QTs+,JTs,96s+", "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+"
spot = gs.Spot(board="Td9d6hQc2s", oop=first, ip=second, pot=200, stack=900, bets="60%", raises="2.5x")
solution = gs.solve(spot, target=0.001)
print(f"both play well: EV {solution.ev[0]:.2f}")

facing = solution.at("bet 120")
print(
    "facing a bet:", ", ".join(f"{a} {100 * f:.0f} %" for a, f in zip(facing.actions, facing.frequencies, strict=True))
)

station = gs.Lock("bet 120", {"fold": 0.2, "call": 0.8, "raise 300": 0.0})  # calls too much, never raises
against = gs.solve(spot, target=0.001, locks=[station])
print(f"against a station: EV {against.ev[0]:.2f}")
assert against.ev[0] > solution.ev[0]

simple = gs.simplify(solution, drop=0.1, steps=2)
print(f"actions below 10 % dropped, halves only: costs {simple.cost[0]:.2f} and {simple.cost[1]:.2f} chips")
assert min(simple.cost) > -0.01
