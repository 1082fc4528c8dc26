"""Tournament chips in prize money, and what jam or fold makes of it with ten big blinds."""

import gutshot as gs

stacks, prizes = [5000, 3000, 2000], [50, 30, 20]
for stack, value in zip(stacks, gs.icm(stacks, prizes), strict=True):
    print(f"{stack} chips are worth {value:.2f}")
assert abs(sum(gs.icm(stacks, prizes)) - sum(prizes)) < 1e-9

solved = gs.solve_jam_fold(gs.JamTable((10.0, 10.0)))
for chart in solved.charts:
    print(f"{chart.name}: {chart.percent:.1f} % of hands")
assert solved.exploitability < 1e-6
