"""Ranges by brute force: every hand spelled out as sets of words, no numbering and no search."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def combos_of_class(name: str) -> set[frozenset[str]]:
    """`"AKs"` -> the sets of two cards, as words, that belong to the class; `"AK"` gives both kinds."""
    high, low, kind = name[0], name[1], name[2:]
    return {
        frozenset((high + a, low + b))
        for a in SUITS
        for b in SUITS
        if (high + a != low + b) and (kind == "" or (kind == "s") == (a == b))
    }


def classes_of_group(group: str) -> list[str]:
    """The classes of a group such as `TT+`, `98s+`, `A9s-A6s`, by trying all classes against the rule in words."""
    everything = [RANKS[h] + RANKS[lo] for h in range(13) for lo in range(h + 1)]
    if group.endswith("+"):
        first, last, suffix = group[:2], None, group[2:-1]
    elif "-" in group:
        first, last, suffix = group[:2], group.split("-")[1][:2], group.split("-")[0][2:]
    else:
        return [group]
    return [name + suffix for name in everything if _belongs(name, first, last)]


def _belongs(name: str, first: str, last: str | None) -> bool:
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    top, bottom = RANKS.index(first[0]), RANKS.index(first[1])
    if last is None:
        if top - bottom <= 1:
            return high - low == top - bottom and high >= top
        return high == top and high > low >= bottom
    end_top, end_bottom = RANKS.index(last[0]), RANKS.index(last[1])
    if top - bottom == end_top - end_bottom:
        return high - low == top - bottom and min(top, end_top) <= high <= max(top, end_top)
    return high == top and min(bottom, end_bottom) <= low <= max(bottom, end_bottom)


def weights_of(text: str) -> dict[frozenset[str], float]:
    """Every combo of a range and its weight, later groups overriding earlier ones."""
    weights: dict[frozenset[str], float] = {}
    for part in text.split(","):
        group, _, weight = part.partition(":")
        if len(group) == 4 and group[1] in SUITS:
            combos = {frozenset((group[:2], group[2:]))}
        else:
            combos = set().union(*(combos_of_class(name) for name in classes_of_group(group)))
        weights.update(dict.fromkeys(combos, float(weight or 1)))
    return {combo: weight for combo, weight in weights.items() if weight}
