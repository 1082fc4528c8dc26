"""Training blueprints from the browser: what to begin with, and starting a run as a job."""
