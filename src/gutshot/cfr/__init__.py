"""Regret minimisation on any `game.State`, for any number of players, with exact measures of quality.

Knows no poker. `flat` unrolls a game into arrays, `vanilla` and `mccfr` improve strategies on them,
`best_response` measures how far a strategy is from an equilibrium, `strategy` keeps the result.
"""
