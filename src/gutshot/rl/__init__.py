"""Batched tables in JAX and PPO self-play on them; the only package, with the GPU solver, that needs JAX."""
