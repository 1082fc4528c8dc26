"""Solve a river and look at a line; postflop-solver finds an EV of 92.7726 for the first player."""

import gutshot as gs

spot = gs.Spot(
    board="Td9d6hQc2s",
    oop="66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    ip="QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
    pot=200,
    stack=900,
    bets="60%, e, a",
    raises="2.5x",
    add_allin_threshold=1.5,
    force_allin_threshold=0.15,
    merging_threshold=0.1,
)
solution = gs.solve(spot, target=0.001)
print(f"{solution.iterations} iterations, exploitable by {solution.exploitability_percent:.3f} % of the pot")
print(f"EV {solution.ev[0]:.2f} out of position, {solution.ev[1]:.2f} in position")
assert abs(sum(solution.ev) - spot.pot) < 0.01 and abs(solution.ev[0] - 92.7726) < 0.11 / 100 * spot.pot

facing_a_bet = solution.at("bet 120")
for action, share in zip(facing_a_bet.actions, facing_a_bet.frequencies, strict=True):
    print(f"  in position, facing 120: {action} {100 * share:.1f} %")
best = max(solution.rows("bet 120"), key=lambda row: row["ev"])
print(f"  best hand {best['hand']}: EV {best['ev']:.1f}, raises {100 * best['raise 300']:.0f} %")
assert best["fold"] < 0.01
