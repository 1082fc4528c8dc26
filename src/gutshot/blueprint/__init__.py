"""N-player blueprints: strategies for whole hands of no-limit hold'em, trained by external-sampling MCCFR."""
