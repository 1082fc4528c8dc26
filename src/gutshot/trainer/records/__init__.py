"""The records: hands, statistics, imports, saved ranges."""
