"""PettingZoo's own conformance test."""

import warnings

import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")


@pytest.mark.parametrize("players", [2, 6])
def test_pettingzoo_api(players: int) -> None:
    from gutshot.rl.petting_zoo import HoldemAEC

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # api_test advises image-like bounds for every Box
        pettingzoo_test.api_test(HoldemAEC(players), num_cycles=60, verbose_progress=False)
