"""The trainer over HTTP and WebSocket. Holds no rules: it asks the trainer and shows what one person may see."""
