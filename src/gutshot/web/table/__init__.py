"""Play: tables as the browser sees them."""
