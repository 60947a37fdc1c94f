"""Rollouts: candidate strokes simulated by the thousand under execution noise."""

import copy
import math
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.board import RACKED, Disc, Kind, Position
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.rack import nominal_rack
from carrom.board.striker_spots import legal_intervals
from carrom.compiling import is_native, kernels
from carrom.engine import pocketing, rollout_kernel
from carrom.engine.artifacts import CHOOSING, drawn
from carrom.engine.geometry import HandNoise, even_deviates, slipped
from carrom.engine.situation import Situation
from carrom.physics.batch import DISCS, LOG, NOWHERE, measures, places_of, racked, sizes
from carrom.physics.kernel import compiled
from carrom.physics.kernel import layout as kernel_layout
from carrom.physics.kernel.segment import can_spin
from carrom.physics.simulate import most_spin, parameters
from carrom.physics.surface import Surface
from carrom.rules.round import COLOUR, Phase

ENTRIES = (
    rollout_kernel.try_many,
    rollout_kernel.foresee_men,
    rollout_kernel.survey,
    rollout_kernel.turn_to_player,
    pocketing.directs,
)
"""Functions of the compiled subset that the search calls."""
CHUNK = 512
"""Samples per task of a thread."""
PORTION, FEW = 4_096, 64
"""Samples between two calls of `pause`, compiled and interpreted."""
LEAST_EASE = 0.3
"""Lower limit, in degrees, of the aim error for which pieces count as easy or hard."""
RACKS = 256
"""Racks with different gaps on which a break is simulated: one for each sample of a finalist."""
JITTERED = 12
"""A rack in which every piece is within this many µm of its nominal position counts as a rack with unseen gaps."""
SEATED = 5
"""Numbers that tell `surveyed` who strikes."""
SPREAD = 11
"""Number of spots along the baseline from which pieces are rated."""
Whole = NDArray[np.int64]
Lies = NDArray[np.int32]
Noise = NDArray[np.float64]


_outside: list[tuple[compiled.Kernel, dict[str, Callable[..., Any]]]] = []
"""The functions that `use` has set."""


def use(kernel: compiled.Kernel, made: dict[str, Callable[..., Any]]) -> None:
    """Run the search with functions that were compiled outside Python, on arrays of `kernel`, as in a browser."""
    _outside[:] = [(kernel, made)]


def _fastest() -> tuple[compiled.Kernel, dict[str, Callable[..., Any]]]:
    """Return the fastest way to run the search now: what makes its arrays, and its functions."""
    if _outside:
        return _outside[0]
    kernel = compiled.current()
    return kernel, kernels(ENTRIES, kernel.is_compiled)


def is_compiled() -> bool:
    """Return whether the search runs compiled in this process: as native code, or outside Python."""
    return bool(_outside) or is_native()


def deviates(count: int, rng: Random) -> Noise:
    """Return rows of evenly spread standard normal deviates of direction, speed and place.

    They are rounded to a billionth, so that a last bit that differs between libraries cannot change a choice.
    """
    return np.round(np.array(even_deviates(count, rng)), 9)


class RolloutRunner:
    """Simulates strokes of the player in turn, thousands at a time, in one situation."""

    def __init__(
        self,
        situation: Situation,
        hand: HandNoise,
        across: int = 0,
        threads: int = 1,
        racks: Whole | None = None,
        pause: Callable[[], None] | None = None,
    ) -> None:
        """Prepare the arrays of a situation for the execution noise `hand`.

        `across` is the striker's offset across the baseline in µm. `threads` never changes a result. `racks` are the
        seeds of the racks on which a break is simulated; by default `RACKS` of the stream `CHOOSING`. `pause` is
        called every few milliseconds of simulation, and what it raises ends the rollouts.
        """
        self.situation, self.hand, self.threads, self.pause = situation, hand, threads, pause
        self.kernel, self._do = _fastest()
        round_, equipment, surface = situation.round, situation.equipment, situation.surface
        seat = round_.turn
        self.quarters = seat.quarters
        self.places = _places(situation, drawn(CHOOSING, RACKS, Random(0)) if racks is None else racks)
        self.kinds, self.colour = KINDS, colour_of(round_.sides[round_.mover].colour)
        self.spans = np.array(
            legal_intervals(situation.position, seat, across, equipment, situation.cover), dtype=np.int64
        ).reshape(-1, 2)
        self.stands = self.spans if situation.stands is None else _clipped(self.spans, *situation.stands)
        """Where strokes are wanted from: the legal spans, or a part of them."""
        after = round_.after(seat)
        brought = [
            math.radians(hand.direction),
            hand.speed,
            hand.place,
            ease_of(hand),
            float(self.colour),
            float(after.quarters),
            float(round_.after(after).quarters),
        ]
        seen = min(len(round_.seats), rollout_kernel.BLOCKS)
        self.player, self._alone = (self.kernel.given([*brought, float(players)]) for players in (seen, 1))
        self.world = self.kernel.given(parameters(surface, equipment))
        self.sizes = self.kernel.given(sizes(equipment))
        self.measures = np.array(measures(equipment), dtype=np.int64)
        self.shape = shape_of(surface, equipment, across)
        self.line = line_of(equipment)
        self.base = _base(len(self.places))
        self.can_spin, self.most_spin = can_spin(surface), most_spin(surface)
        self.profile = self.kernel.profile if self.can_spin else None
        self.spent = 0
        work, lanes = np.zeros((6, len(DISCS))), np.zeros((2, len(DISCS)), dtype=np.int64)
        if round_.phase is not Phase.BREAK:
            self._do["foresee_men"](self.places, self.quarters, self.kinds, self.player, self.line, self.shape,
                                    self.base, work, lanes)  # fmt: skip

    def on_racks(self, racks: Whole) -> "RolloutRunner":
        """Return the same runner for a break on racks with these seeds, or itself if there is no unseen rack."""
        if not is_rack_unseen(self.situation):
            return self
        made = copy.copy(self)
        made.places, made.spent = _places(self.situation, racks), 0
        made.base = _base(len(made.places))
        return made

    def rate(
        self, strokes: Whole, noise: Noise, first: int, count: int, stride: int = 0, both: bool = True
    ) -> tuple[NDArray[np.int16], Lies]:
        """Simulate `count` samples of each stroke; return their outcome classes and the features of the rest positions.

        The classes have the shape (strokes, count), the features (strokes, count, `kernel.LIE`). Sample k uses row
        first + k of `noise`; with a stride, stroke s uses rows from `stride`·s on. Without `both` the features cover
        only the player in turn.
        """
        if self.pause is None:
            return self._rate(strokes, noise, first, count, stride, both)
        size = max(1, (PORTION if self.kernel.is_compiled else FEW) // max(1, count))
        parts = []
        for at in range(0, max(1, len(strokes)), size):
            self.pause()
            parts.append(self._rate(strokes[at : at + size], noise, first + stride * at, count, stride, both))
        if len(parts) == 1:
            return parts[0]
        return np.concatenate([classes for classes, _ in parts]), np.concatenate([lies for _, lies in parts])

    def _rate(
        self, strokes: Whole, noise: Noise, first: int, count: int, stride: int, both: bool
    ) -> tuple[NDArray[np.int16], Lies]:
        if self.hand.tails:
            noise = slipped(noise)
        total = len(strokes) * count
        classes, lies = np.zeros(total, dtype=np.int16), np.zeros((total, rollout_kernel.LIE), dtype=np.int32)
        self.spent += total
        player = self.player if both else self._alone
        chunks = [(at, min(total, at + CHUNK)) for at in range(0, total, CHUNK)]

        def play(chunk: tuple[int, int]) -> None:
            state, marks, log, work, lanes, struck = _room(self.kernel)
            self._do["try_many"](
                self.profile, state, marks, log, self.world, self.sizes, self.measures, self.places, self.quarters,
                self.kinds, strokes, noise, first, count, stride, player, self.spans, self.line, self.shape,
                self.base, work, lanes, struck, *chunk, classes, lies,
            )  # fmt: skip

        if self.threads > 1 and len(chunks) > 1 and self.kernel.is_compiled:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(play, chunks))
        else:
            for chunk in chunks:
                play(chunk)
        return classes.reshape(-1, count), lies.reshape(-1, count, rollout_kernel.LIE)

    def discs_seen(self) -> tuple[Noise, Noise, Whole]:
        """Return the places of all discs in the player's frame, m, and their kinds, −1 for one that is not there."""
        xs, ys = np.zeros((2, len(DISCS)))
        now = np.zeros(len(DISCS), dtype=np.int64)
        self._do["turn_to_player"](self.places, 0, self.quarters, self.kinds, xs, ys, now)
        now[0] = -1
        return xs, ys, now

    def directs(self, wanted: Sequence[Disc], places: Sequence[int]) -> NDArray[np.float64]:
        """Return every open direct stroke at these discs from these spots, as rows of `pocketing.DIRECT`."""
        xs, ys, now = self.discs_seen()
        found = np.zeros((len(wanted) * 4 * len(places), pocketing.DIRECT))
        asked = np.array([disc in wanted for disc in DISCS], dtype=np.int64)
        stands = np.array(places) / 1e6
        count = self._do["directs"](xs, ys, now, asked, stands, self.shape, found)
        return found[:count]


def surveyed(places: Whole, seats: Whole, eases: Noise, surface: Surface, equipment: Equipment = STANDARD) -> Lies:
    """Return the layout features of every position, (N, `kernel.LIE`), as a sample without movement would have them.

    `places` are (N, 20, 2) µm; `seats` (N, SEATED): the colour of the player to strike, the quarter turns of the
    players of the layout, and how many these are; `eases` (N,) the results of `ease_of`.
    """
    rows = np.zeros((len(places), rollout_kernel.LIE), dtype=np.int32)
    _fastest()[1]["survey"](
        places, KINDS, seats, eases, line_of(equipment), shape_of(surface, equipment),
        _base(1), np.zeros((6, len(DISCS))),
        np.zeros((2, len(DISCS)), dtype=np.int64),
        rows,
    )  # fmt: skip
    return rows


def easiest_strokes(
    places: Whole, colour: int, quarters: Sequence[int], hand: HandNoise, surface: Surface, equipment: Equipment
) -> Noise:
    """Return the success probability of the easiest direct stroke at every disc, (N, players, 20); 0: none is open.

    `places` are (N, 20, 2) µm. `quarters` are the seats of one or two players in quarter turns; pieces of `colour`
    belong to the first, the other ones to the second, and with a colour of 0 all to both.
    """
    ease, base = ease_of(hand), _base(len(places))
    player = [0.0, 0.0, 0.0, ease, float(colour), float(quarters[-1]), 0.0, float(len(quarters))]
    kernel, functions_now = _fastest()
    functions_now["foresee_men"](
        places, quarters[0], KINDS, kernel.given(player), line_of(equipment), shape_of(surface, equipment), base,
        np.zeros((6, len(DISCS))), np.zeros((2, len(DISCS)), dtype=np.int64),
    )  # fmt: skip
    ratios = base[:, pocketing.RATIO].reshape(len(places), rollout_kernel.BLOCKS, len(DISCS))[:, : len(quarters)]
    low = ratios / (ease * rollout_kernel.ROOT_2)
    low = (1.0 + low * (0.278393 + low * (0.230389 + low * (0.000972 + low * 0.078108)))) ** 4
    return np.round(1.0 - 1.0 / low, 9)


def ease_of(hand: HandNoise) -> float:
    """Return the aim error, in rad, for which pieces count as easy or hard."""
    return math.radians(max(LEAST_EASE, hand.direction))


def line_of(equipment: Equipment) -> Noise:
    """Return the spots on the baseline, in m, from which pieces are rated."""
    end = equipment.line_length / 2e6
    return np.array([end * (2 * k / (SPREAD - 1) - 1) for k in range(SPREAD)])


def shape_of(surface: Surface, equipment: Equipment, across: int = 0) -> Noise:
    """Return the parameters indexed by `pocketing.G_*`, of length `pocketing.GEOMETRY`."""
    striker_radius, striker_mass, man_radius, man_mass = sizes(equipment)
    return np.array(
        [
            striker_radius,
            man_radius,
            equipment.pocket_centre / 1e6,
            equipment.pocket_diameter / 2e6,
            (equipment.baseline - across) / 1e6,
            equipment.half / 1e6,
            surface.disc_restitution,
            surface.contact_friction,
            surface.drag,
            striker_mass,
            man_mass,
            surface.disc_tangential_restitution,
        ]
    )


def colour_of(colour: Kind | None) -> int:
    """Return the number of a side's colour; 0 if no side owns a colour."""
    return 0 if colour is None else rollout_kernel.WHITE if colour is Kind.WHITE else rollout_kernel.BLACK


KINDS = np.array(
    [
        {Kind.WHITE: rollout_kernel.WHITE, Kind.BLACK: rollout_kernel.BLACK}.get(COLOUR[disc], rollout_kernel.QUEEN)
        for disc in DISCS
    ],
    dtype=np.int64,
)
"""The kind of every disc."""


def is_rack_unseen(situation: Situation) -> bool:
    """Whether the position is a rack whose gaps the player does not see, as no person does."""
    if situation.round.phase is not Phase.BREAK or situation.sees_gaps:
        return False
    meant = _meant(situation)
    lying = [placed for placed in situation.position if placed.disc is not Disc.S]
    return all(
        max(abs(placed.at.x - meant[placed.disc].x), abs(placed.at.y - meant[placed.disc].y)) <= JITTERED
        for placed in lying
    )


def _meant(situation: Situation) -> Position:
    round_ = situation.round
    return nominal_rack(round_.ruleset.parameters.setup_angle, round_.breaker, situation.equipment)


def _places(situation: Situation, racks: Whole) -> Whole:
    """Return the positions to simulate strokes on: the current one, or racks with the gaps of these seeds."""
    position, round_ = situation.position, situation.round
    if not is_rack_unseen(situation):
        return places_of([position])
    places = racked(racks, round_.ruleset.parameters.setup_angle, round_.breaker, situation.equipment)
    places[:, [DISCS.index(disc) for disc in RACKED if disc not in position]] = NOWHERE
    return places


def _clipped(spans: Whole, low: int, high: int) -> Whole:
    """Return the parts of spans from `low` to `high`."""
    parts = np.stack((np.maximum(spans[:, 0], low), np.minimum(spans[:, 1], high)), axis=1)
    return parts[parts[:, 0] <= parts[:, 1]]


def _base(positions: int) -> Noise:
    """Return space for the easiest stroke at every disc, for the players of some positions (`kernel.row_of`)."""
    return np.zeros((rollout_kernel.BLOCKS * positions * len(DISCS), pocketing.KNOWN))


_own = threading.local()


def _room(kernel: compiled.Kernel) -> tuple[Any, ...]:
    """Return this thread's work arrays."""
    found: tuple[Any, ...] | None = getattr(_own, "room", None)
    if found is None or found[0] is not kernel:
        made = (
            kernel.floats(kernel_layout.STATE),
            kernel.integers(kernel_layout.MARKS),
            kernel.floats(LOG * kernel_layout.E_WIDTH),
            np.zeros((6, len(DISCS))),
            np.zeros((2, len(DISCS)), dtype=np.int64),
            np.zeros((1, 5), dtype=np.int64),
        )
        found = _own.room = kernel, *made
    return found[1:]
