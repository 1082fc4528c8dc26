"""Slow, obvious twins of the compiled kernels: what the fast code must agree with."""
