"""The errors a user may see. Each message is one plain sentence that quotes the offending value."""


class GutshotError(ValueError):
    """Base of every error that is the input's fault; the command line answers it with exit code 2."""


class MalformedInput(GutshotError):
    """Text or data that cannot be read: a card, a range, a history, a saved artifact."""


class IllegalAction(GutshotError):
    """A move the rules do not allow in this position."""


class BadConfig(GutshotError):
    """Settings that are well formed but cannot be used: out of bounds, contradictory or too large."""
