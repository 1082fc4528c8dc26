"""Long work as the browser gets it: views of jobs, the stream of their changes, hands of a match."""
