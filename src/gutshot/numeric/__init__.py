"""The foundations: array types, dice, bits, memory, threads and files. Knows nothing of poker."""
