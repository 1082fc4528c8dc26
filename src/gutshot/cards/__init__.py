"""Facts about cards, no betting: parsing, evaluation, combos, ranges, equity."""
