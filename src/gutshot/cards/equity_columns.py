"""How equity is counted: the columns of every tally, and a pot in parts."""

DEALS, WINS, TIES, SHARES = range(4)
"""Columns of a tally: deals seen, won alone, shared, and the parts of the pot that came of them."""

SHARE_UNIT = 2520
"""A pot in parts that 1 to 10 winners can share evenly, where shares are counted in integers."""
