"""Looking back: advice, history, replay and statistics."""
