"""Preflop play over the 169 classes of hands: trees, exact pair weights, regret minimisation, solutions."""
