"""Badugi opponents: six profiles on one strategy of draws, position, estimated ranges and enumerated odds."""
