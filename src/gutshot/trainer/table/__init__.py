"""The table a person sits at: its setup, the opponents, hand after hand, sit-and-gos."""
