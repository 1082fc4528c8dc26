"""What is kept and what it adds up to: hands, statistics, imports, saved ranges."""
