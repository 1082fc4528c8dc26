import threading

import pytest

from gutshot.numeric.threads import ordered_map

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("threads", [1, 3])
def test_results_come_in_order(threads):
    assert list(ordered_map(lambda number: number * number, range(50), threads)) == [n * n for n in range(50)]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_stops_what_has_not_begun(threads):
    begun, before = [], set(threading.enumerate())
    gate = threading.Event()

    def work(number):
        begun.append(number)
        if number == 0:
            raise KeyboardInterrupt
        gate.wait(0.2)

    with pytest.raises(KeyboardInterrupt):
        list(ordered_map(work, range(1000), threads))
    assert len(begun) < 500  # all would take 100 seconds: however busy the machine, the error comes before
    assert set(threading.enumerate()) <= before
