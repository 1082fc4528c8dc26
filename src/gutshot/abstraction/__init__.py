"""Card abstraction: features of hands, clustering, buckets."""
