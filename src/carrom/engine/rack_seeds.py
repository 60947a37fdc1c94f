"""Seeds of racks, in sets that share none: for training, for measuring, for choosing a break and for promising it.

A break is chaotic, and the best of many on some racks brings less on others. So a break is chosen on racks of one set,
what it promises is estimated on racks of another, and what is published is measured on racks of a third.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.errors import RefusedRequest

TRAINING = range(100_000)
"""Boards of the learned evaluation, and the racks that the levels' hands are fitted on."""
MEASURING = range(100_000, 1 << 62)
"""Racks that nothing was chosen on: benches and `carrom solo` play on these."""
CHOOSING = range(1 << 62, 3 << 61)
"""Racks that breaks are compared on, for the book and in play."""
PROMISING = range(3 << 61, 1 << 63)
"""Racks that a chosen break is tried on, to say what it brings."""
SETS = {"training": TRAINING, "measuring": MEASURING, "choosing": CHOOSING, "promising": PROMISING}


def drawn(seeds: range, count: int, rng: Random) -> NDArray[np.int64]:
    """Return that many seeds of a set."""
    return np.array([rng.randrange(seeds.start, seeds.stop) for _ in range(count)], dtype=np.int64)


def check_measured(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all of `MEASURING`."""
    if count > 0 and (first not in MEASURING or first + count - 1 not in MEASURING):
        raise RefusedRequest(
            f"{count} boards from seed {first} meet racks that were used for training or choosing; "
            f"expected seeds from {MEASURING.start} to {MEASURING.stop - 1}."
        )


def check_trained(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all of `TRAINING`."""
    if count > 0 and (first not in TRAINING or first + count - 1 not in TRAINING):
        raise RefusedRequest(
            f"{count} boards from seed {first} would train on racks that are for measuring; "
            f"expected seeds from {TRAINING.start} to {TRAINING.stop - 1}."
        )
