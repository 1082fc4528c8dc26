"""Slow, obvious twins of the CFR kernels: one number at a time, recursion on states, dictionaries."""

from collections import defaultdict
from collections.abc import Callable, Hashable

from gutshot.cfr.updates import UpdateRule
from gutshot.game import CHANCE, TERMINAL, State

Policy = Callable[[Hashable, int], list[float]]


def regret_match(regrets: list[float]) -> list[float]:
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    return [p / total for p in positive] if total > 0 else [1 / len(regrets)] * len(regrets)


def next_regret(rule: UpdateRule, iteration: int, old: float, gain: float) -> float:
    """Straight from each paper's formula, not from the shared one."""
    t = iteration
    if rule.name in ("cfr+", "pcfr+"):
        return max(old + gain, 0.0)
    if rule.name == "cfr":
        return old + gain
    if rule.name == "linear":
        return old * (t - 1) / t + gain
    if t == 1:
        return max(gain, 0.0) if rule.name == "dcfr+" else gain
    if rule.name == "dcfr+":
        k = (t - 1) ** rule.alpha
        return max(old * k / (k + 1.5) + gain, 0.0)
    alpha, beta = rule.alpha, rule.beta
    if rule.name == "hs-dcfr":
        alpha, beta = 1 + 3 * t / rule.horizon, -1 - 2 * t / rule.horizon
    k = (t - 1) ** (alpha if old > 0 else beta)
    return old * k / (k + 1) + gain


def average_power(rule: UpdateRule, iteration: int) -> float:
    if rule.name == "hs-dcfr":
        return 15 - 5 * iteration / rule.horizon
    return {"cfr": 0, "cfr+": 1, "linear": 1, "pcfr+": 2}.get(rule.name, rule.gamma)


class NaiveCfr:
    """CFR by recursion over `State`s, with alternating or simultaneous updates."""

    def __init__(self, root: State, rule: UpdateRule, alternating: bool = True) -> None:
        self.root, self.rule, self.alternating = root, rule, alternating
        self.regrets: dict[Hashable, list[float]] = {}
        self.last: dict[Hashable, list[float]] = {}
        self.sums: dict[Hashable, list[float]] = {}
        self.iteration = 0

    def strategy(self, key: Hashable, count: int) -> list[float]:
        regrets = self.regrets.get(key, [0.0] * count)
        last = self.last.get(key, [0.0] * count) if self.rule.predict else [0.0] * count
        return regret_match([r + m for r, m in zip(regrets, last, strict=True)])

    def average(self, key: Hashable, count: int) -> list[float]:
        return regret_match(self.sums.get(key, [0.0] * count))

    def run(self, iterations: int) -> None:
        everyone = range(self.root.num_players)
        for _ in range(iterations):
            self.iteration += 1
            for players in [[p] for p in everyone] if self.alternating else [list(everyone)]:
                walks = [(p, *self._walk(p)) for p in players]
                for _player, gains, weights in walks:
                    self._update(gains, weights)

    def _walk(self, player: int) -> tuple[dict[Hashable, list[float]], dict[Hashable, list[float]]]:
        gains: dict[Hashable, list[float]] = {}
        weights: dict[Hashable, list[float]] = {}

        def value(state: State, own: float, others: float) -> float:
            if state.actor == TERMINAL:
                return state.payoffs[player]
            if state.actor == CHANCE:
                return sum(p * value(state.apply(o), own, others * p) for o, p in state.chances)
            key, count = state.infoset, len(state.legal)
            play = self.strategy(key, count)
            mine = state.actor == player
            worth = [
                value(state.apply(a), own * (p if mine else 1), others * (1 if mine else p))
                for a, p in zip(state.legal, play, strict=True)
            ]
            mean = sum(p * w for p, w in zip(play, worth, strict=True))
            if mine:
                row = gains.setdefault(key, [0.0] * count)
                for a in range(count):
                    row[a] += others * (worth[a] - mean)
                weights[key] = [own * p for p in play]
            return mean

        value(self.root, 1.0, 1.0)
        return gains, weights

    def _update(self, gains: dict[Hashable, list[float]], weights: dict[Hashable, list[float]]) -> None:
        t = self.iteration
        keep = ((t - 1) / t) ** average_power(self.rule, t) if t > 1 else 0.0
        for key, row in gains.items():
            old = self.regrets.get(key, [0.0] * len(row))
            self.regrets[key] = [next_regret(self.rule, t, r, g) for r, g in zip(old, row, strict=True)]
            self.last[key] = row
            sums = self.sums.get(key, [0.0] * len(row))
            self.sums[key] = [s * keep + w for s, w in zip(sums, weights[key], strict=True)]


def expected_values(root: State, policy: Policy) -> list[float]:
    """What each player wins on average when everyone follows `policy`."""
    if root.actor == TERMINAL:
        return list(root.payoffs)
    if root.actor == CHANCE:
        branches = [(p, root.apply(outcome)) for outcome, p in root.chances]
    else:
        play = policy(root.infoset, len(root.legal))
        branches = [(p, root.apply(action)) for action, p in zip(root.legal, play, strict=True)]
    total = [0.0] * root.num_players
    for probability, child in branches:
        for player, value in enumerate(expected_values(child, policy)):
            total[player] += probability * value
    return total


def best_response_value(root: State, player: int, policy: Policy) -> float:
    """By trying every pure strategy infoset by infoset, deepest first, on lists of (weight, state)."""

    def value(states: list[tuple[float, State]]) -> float:
        total = 0.0
        own: dict[Hashable, list[tuple[float, State]]] = defaultdict(list)
        queue = list(states)
        while queue:
            weight, state = queue.pop()
            if state.actor == TERMINAL:
                total += weight * state.payoffs[player]
            elif state.actor == CHANCE:
                queue += [(weight * p, state.apply(o)) for o, p in state.chances]
            elif state.actor == player:
                own[state.infoset].append((weight, state))
            else:
                play = policy(state.infoset, len(state.legal))
                queue += [(weight * p, state.apply(a)) for a, p in zip(state.legal, play, strict=True)]
        for group in own.values():
            legal = group[0][1].legal
            total += max(value([(w, s.apply(action)) for w, s in group]) for action in legal)
        return total

    return value([(1.0, root)])
