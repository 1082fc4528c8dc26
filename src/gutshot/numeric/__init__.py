"""The cellar: array types, dice, bits, memory, threads and files. Knows nothing of poker."""
