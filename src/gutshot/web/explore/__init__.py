"""Looking into strategies: library, nodes, ranges, drills, uploads."""
