"""`gutshot eval`, `equity`, `range`: facts about cards."""
