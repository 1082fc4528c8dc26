"""Long work in the background: solves and simulations in worker processes, recorded in the database."""
