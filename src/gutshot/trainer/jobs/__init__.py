"""Long work beside the tables: solves and simulations in worker processes, kept in the database, told as they go."""
