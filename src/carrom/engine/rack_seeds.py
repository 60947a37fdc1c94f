"""Random seeds of racks, in disjoint ranges: for training, measuring, choosing breaks and estimating them.

A break is chaotic, and the best of many on some racks does worse on others. A break is therefore chosen on one range,
estimated on another, and published figures are measured on a third.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.errors import RefusedRequest

TRAINING = range(100_000)
"""Boards of the learned evaluation, and racks on which the levels' aim errors are fitted."""
MEASURING = range(100_000, 1 << 62)
"""Racks that nothing was chosen on: benchmarks and `carrom solo` use these."""
CHOOSING = range(1 << 62, 3 << 61)
"""Racks on which breaks are compared, for the book and in play."""
PROMISING = range(3 << 61, 1 << 63)
"""Racks on which a chosen break is estimated."""
SETS = {"training": TRAINING, "measuring": MEASURING, "choosing": CHOOSING, "promising": PROMISING}


def drawn(seeds: range, count: int, rng: Random) -> NDArray[np.int64]:
    """Return `count` random seeds of a range."""
    return np.array([rng.randrange(seeds.start, seeds.stop) for _ in range(count)], dtype=np.int64)


def check_measured(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all in `MEASURING`."""
    if count > 0 and (first not in MEASURING or first + count - 1 not in MEASURING):
        raise RefusedRequest(
            f"{count} boards from seed {first} use racks that were used for training or choosing; "
            f"expected seeds from {MEASURING.start} to {MEASURING.stop - 1}."
        )


def check_trained(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all in `TRAINING`."""
    if count > 0 and (first not in TRAINING or first + count - 1 not in TRAINING):
        raise RefusedRequest(
            f"{count} boards from seed {first} would train on racks that are reserved for measuring; "
            f"expected seeds from {TRAINING.start} to {TRAINING.stop - 1}."
        )
