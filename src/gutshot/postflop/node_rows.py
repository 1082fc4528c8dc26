"""One public node over all hands: regret matching, reach, values and regrets, each in as few loops as possible.

Two and three actions are most of any tree and have loops of their own, which LLVM turns into vectors; more actions
take one loop per action. Regrets and averages change by `cfr.updates`. Numbers below TINY become
zero: halved every iteration they would end as denormals, which processors handle a hundred times more slowly.
"""

from typing import Any

import numpy as np

from gutshot.cfr.updates import next_average, next_floored_regret
from gutshot.kernel import row_kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints

TINY = np.float32(1e-24)
_ZERO = np.float32(0)
_ONE = np.float32(1)
_HALF = np.float32(1 / 2)
_THIRD = np.float32(1 / 3)


@row_kernel
def _positive(number: Any) -> Any:
    return number if number > _ZERO else _ZERO


@row_kernel
def _cut(number: Any) -> Any:
    return number if abs(number) > TINY else _ZERO


@row_kernel
def _share(number: Any, factor: Any) -> Any:
    """The probability of an action from its regret and the factor that `_match` found for the hand."""
    return _positive(number) * factor if factor > _ZERO else -factor


@row_kernel
def _match(block: Floats, actions: int, hands: int, factor: Floats) -> None:
    """Regret matching: one over the sum of positive regrets, or, where there are none, minus the even share.

    One number per hand, because LLVM gives up on loops that touch too many arrays it cannot tell apart.
    """
    if actions == 2:
        first, second = block[:hands], block[hands : 2 * hands]
        for h in range(hands):
            factor[h] = _positive(first[h]) + _positive(second[h])
    elif actions == 3:
        first, second, third = block[:hands], block[hands : 2 * hands], block[2 * hands : 3 * hands]
        for h in range(hands):
            factor[h] = _positive(first[h]) + _positive(second[h]) + _positive(third[h])
    else:
        factor[:hands] = _ZERO
        for a in range(actions):
            row = block[a * hands : (a + 1) * hands]
            for h in range(hands):
                factor[h] += _positive(row[h])
    even = -_ONE / np.float32(actions)
    for h in range(hands):
        total = factor[h]
        factor[h] = _ONE / total if total > _ZERO else even


@row_kernel
def play(
    source: Floats, average: Floats, came: Floats, left: Floats, stride: int, factor: Floats, keep: Any, gathers: bool
) -> None:
    """The opponent's reach after each action, `stride` apart in `left`; his average takes it in where it `gathers`."""
    hands = len(came)
    actions = len(source) // hands
    _match(source, actions, hands, factor)
    for h in range(hands):
        factor[h] *= came[h]  # apart from the loops below: `came` and `left` lie in one array, which LLVM mistrusts
    for a in range(actions):
        row = source[a * hands : (a + 1) * hands]
        gone = left[a * stride : a * stride + hands]
        if gathers:
            total = average[a * hands : (a + 1) * hands]
            for h in range(hands):
                reach = _cut(_share(row[h], factor[h]))
                gone[h] = reach
                total[h] = next_average(total[h], reach, keep)
        else:
            for h in range(hands):
                gone[h] = _cut(_share(row[h], factor[h]))


@row_kernel
def add_up(children: Ints, values: Floats, stride: int, value: Floats) -> None:
    """The value where the opponent acts: his actions' reach is already in their values."""
    hands = len(value)
    first = values[children[0] * stride : children[0] * stride + hands]
    if len(children) == 2:
        second = values[children[1] * stride : children[1] * stride + hands]
        for h in range(hands):
            value[h] = first[h] + second[h]
        return
    for h in range(hands):
        value[h] = first[h]
    for a in range(1, len(children)):
        child = values[children[a] * stride : children[a] * stride + hands]
        for h in range(hands):
            value[h] += child[h]


@row_kernel
def take_best(children: Ints, values: Floats, stride: int, value: Floats) -> None:
    """The value of the best action for each hand."""
    hands = len(value)
    first = values[children[0] * stride : children[0] * stride + hands]
    for h in range(hands):
        value[h] = first[h]
    for a in range(1, len(children)):
        child = values[children[a] * stride : children[a] * stride + hands]
        for h in range(hands):
            value[h] = max(value[h], child[h])


@row_kernel
def best_unless_locked(
    children: Ints, values: Floats, stride: int, value: Floats, locked: Bytes, factor: Floats
) -> None:
    """`value` holds what the fixed strategy is worth; hands that are free take their best action."""
    best = factor[: len(value)]
    take_best(children, values, stride, best)
    for h in range(len(value)):
        if not locked[h]:
            value[h] = best[h]


@row_kernel
def take_mean(block: Floats, children: Ints, values: Floats, stride: int, value: Floats, factor: Floats) -> None:
    """The value of playing in proportion to the positive numbers of `block` [A, H]."""
    hands = len(value)
    _match(block, len(children), hands, factor)
    for h in range(hands):
        value[h] = _ZERO
    for a in range(len(children)):
        row = block[a * hands : (a + 1) * hands]
        child = values[children[a] * stride : children[a] * stride + hands]
        for h in range(hands):
            value[h] += child[h] * _share(row[h], factor[h])


@row_kernel
def learn(
    block: Floats,
    children: Ints,
    values: Floats,
    stride: int,
    value: Floats,
    factor: Floats,
    positive: Any,
    negative: Any,
    floor: Any,
) -> None:
    """The value of the current strategy, and one more iteration's regrets."""
    if len(children) == 2:
        _learn_two(block, children, values, stride, value, positive, negative, floor)
    elif len(children) == 3:
        _learn_three(block, children, values, stride, value, positive, negative, floor)
    else:
        take_mean(block, children, values, stride, value, factor)
        hands = len(value)
        for a in range(len(children)):
            row = block[a * hands : (a + 1) * hands]
            child = values[children[a] * stride : children[a] * stride + hands]
            for h in range(hands):
                row[h] = _cut(next_floored_regret(row[h], child[h] - value[h], positive, negative, floor))


@row_kernel
def learn_ahead(
    block: Floats,
    ahead: Floats,
    children: Ints,
    values: Floats,
    stride: int,
    value: Floats,
    factor: Floats,
    positive: Any,
    negative: Any,
    floor: Any,
) -> None:
    """As `learn`, for a rule that plays by `ahead`: the regrets after one more round of the last gains."""
    take_mean(ahead, children, values, stride, value, factor)
    hands = len(value)
    for a in range(len(children)):
        row, guess = block[a * hands : (a + 1) * hands], ahead[a * hands : (a + 1) * hands]
        child = values[children[a] * stride : children[a] * stride + hands]
        for h in range(hands):
            gain = child[h] - value[h]
            row[h] = _cut(next_floored_regret(row[h], gain, positive, negative, floor))
            guess[h] = _cut(row[h] + gain)


@row_kernel
def _learn_two(
    block: Floats, children: Ints, values: Floats, stride: int, value: Floats, positive: Any, negative: Any, floor: Any
) -> None:
    hands = len(value)
    row_a, row_b = block[:hands], block[hands : 2 * hands]
    child_a = values[children[0] * stride : children[0] * stride + hands]
    child_b = values[children[1] * stride : children[1] * stride + hands]
    for h in range(hands):
        a, b = child_a[h], child_b[h]
        weight_a, weight_b = _positive(row_a[h]), _positive(row_b[h])
        total = weight_a + weight_b
        some = total > _ZERO
        matched = (a * weight_a + b * weight_b) * (_ONE / (total if some else _ONE))
        mean = matched if some else (a + b) * _HALF
        value[h] = mean
        row_a[h] = _cut(next_floored_regret(row_a[h], a - mean, positive, negative, floor))
        row_b[h] = _cut(next_floored_regret(row_b[h], b - mean, positive, negative, floor))


@row_kernel
def _learn_three(
    block: Floats, children: Ints, values: Floats, stride: int, value: Floats, positive: Any, negative: Any, floor: Any
) -> None:
    hands = len(value)
    row_a, row_b, row_c = block[:hands], block[hands : 2 * hands], block[2 * hands : 3 * hands]
    child_a = values[children[0] * stride : children[0] * stride + hands]
    child_b = values[children[1] * stride : children[1] * stride + hands]
    child_c = values[children[2] * stride : children[2] * stride + hands]
    for h in range(hands):
        a, b, c = child_a[h], child_b[h], child_c[h]
        weight_a, weight_b, weight_c = _positive(row_a[h]), _positive(row_b[h]), _positive(row_c[h])
        total = weight_a + weight_b + weight_c
        some = total > _ZERO
        matched = (a * weight_a + b * weight_b + c * weight_c) * (_ONE / (total if some else _ONE))
        mean = matched if some else (a + b + c) * _THIRD
        value[h] = mean
        row_a[h] = _cut(next_floored_regret(row_a[h], a - mean, positive, negative, floor))
        row_b[h] = _cut(next_floored_regret(row_b[h], b - mean, positive, negative, floor))
        row_c[h] = _cut(next_floored_regret(row_c[h], c - mean, positive, negative, floor))
