"""One SplitMix64 in three dresses: in kernels, in Python's integers, over arrays."""

import numpy as np
import pytest

from gutshot.numeric.bits import bit_count
from gutshot.numeric.dice import below, dice_seed, dice_seeds, mix, mixed, next_word, roll, seed_dice, stream_of

# The first outputs of the reference implementation (Vigna, splitmix64.c) from the state 1234567.
REFERENCE = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


@pytest.mark.nojit
def test_words_are_those_of_the_reference() -> None:
    with np.errstate(over="ignore"):
        dice, words = np.uint64(1234567), []
        for _ in REFERENCE:
            dice, word = next_word(np.uint64(dice))
            words.append(int(word))
    assert words == REFERENCE


@pytest.mark.nojit
@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 0x123456789ABCDEF])
def test_kernels_and_python_mix_alike(word: int) -> None:
    with np.errstate(over="ignore"):
        assert int(mix(np.uint64(word))) == mixed(word)


@pytest.mark.nojit
def test_a_seed_of_every_stream() -> None:
    streams = np.array([0, 1, 7, 2**40])
    assert dice_seeds(-5, streams).tolist() == [dice_seed(-5, int(stream)) for stream in streams]
    assert dice_seed(3, 4) == 577181895947277839
    assert int(stream_of(3, 4)) == 3521583462059481702


@pytest.mark.nojit
def test_rolls_are_uniform_and_bounded() -> None:
    with np.errstate(over="ignore"):
        dice, rolls, picks = np.uint64(seed_dice(np.uint64(1), 2, 3)), [], []
        for _ in range(2000):
            dice, u = roll(np.uint64(dice))
            rolls.append(u)
            dice, word = next_word(np.uint64(dice))
            picks.append(int(below(np.uint64(word), 5)))
    assert 0 <= min(rolls) < 0.01 < 0.99 < max(rolls) < 1
    assert np.mean(rolls) == pytest.approx(0.5, abs=0.03)
    assert np.bincount(picks).min() > 300 and max(picks) == 4


@pytest.mark.nojit
@pytest.mark.parametrize("mask", [0, 1, 0b1011, (1 << 52) - 1])
def test_bits_are_counted(mask: int) -> None:
    assert bit_count(mask) == mask.bit_count()
