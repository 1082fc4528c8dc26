"""Peers whose import itself warns: taken in here once, quietly, since warnings are errors in our tests."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

__all__ = ["eval7"]
