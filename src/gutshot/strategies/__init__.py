"""Strategies of every kind behind one interface, and the one catalogue that finds and opens them."""
