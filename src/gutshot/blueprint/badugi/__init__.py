"""Heads-up fixed-limit badugi as a game of the blueprint room: its hands, its public lines and its bundle."""
