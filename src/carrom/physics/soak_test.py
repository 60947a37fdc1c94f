"""The soak test: millions of random strokes, checked for violated invariants.

Besides the presets there is `sweep`, in which every stroke has a random surface within the allowed ranges, and
`rebound`, a sweep with tangential restitution.

Stroke number k of a preset is the same on every machine and in every run: strokes come in blocks, and block b draws
from a generator seeded with (seed, preset, b). A state file remembers how far each preset has come, so that a soak
can be interrupted and resumed, and keeps every stroke that failed, in the notation of the board.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from carrom.board.equipment import STANDARD
from carrom.compiling import kernels
from carrom.errors import CarromError
from carrom.files import replace
from carrom.physics import PHYSICS_VERSION, invariants, random_strokes
from carrom.physics.kernel import compiled, layout
from carrom.physics.simulate import parameters
from carrom.physics.surface import PRESETS, Surface
from carrom.values import changed

BLOCK = 1000
"""Strokes between two checks of the clock and two writes of the state file."""
ROOM = 4_000
"""Initial capacity of the event log."""
NAMES = {
    "overlap": invariants.OVERLAP,
    "energy": invariants.ENERGY,
    "escape": invariants.ESCAPE,
    "astray": invariants.ASTRAY,
}
SWEEP, REBOUND = "sweep", "rebound"
SURFACES = (*PRESETS, SWEEP, REBOUND)
LONG = 3_000
"""Events from which a stroke is played again by itself to measure its time."""
KEPT = 20
"""Maximum number of failing strokes that are stored."""


class Block(NamedTuple):
    """The results of a block of strokes."""

    strokes: int
    events: int
    longest: int
    slowest: float
    worst: dict[str, float]
    failures: list[dict[str, Any]]


def soak(
    strokes: int,
    presets: tuple[str, ...],
    seed: int,
    state_file: Path | None = None,
    tell: Callable[[str, dict[str, Any]], None] = lambda preset, progress: None,
) -> dict[str, Any]:
    """Soak every preset with that many strokes; return the state: progress by preset, and failures.

    `tell(preset, progress)` is called after every block. Raises `CarromError` if the state file is of another soak.
    """
    state = load(state_file, seed)
    bench = SoakWorkspace()
    for preset in presets:
        progress = state["presets"].setdefault(
            preset, {"strokes": 0, "events": 0, "longest": 0, "slowest": 0.0, "worst": {}}
        )
        while progress["strokes"] < strokes:
            number = progress["strokes"] // BLOCK
            block = bench.block(preset, seed, number, min(BLOCK, strokes - number * BLOCK), progress["strokes"] % BLOCK)
            _add(progress, block)
            state["failures"] = (state["failures"] + block.failures)[:KEPT]
            state["failed"] += len(block.failures)
            save(state_file, state)
            tell(preset, progress)
    return state


def load(state_file: Path | None, seed: int) -> dict[str, Any]:
    """Return the state to resume from: that of the file, or a new one."""
    fresh = {"soak": 1, "physics": PHYSICS_VERSION, "seed": seed, "presets": {}, "failed": 0, "failures": []}
    if state_file is None or not state_file.exists():
        return fresh
    try:
        found = json.loads(state_file.read_text(encoding="utf-8"))
        same = all(found[key] == fresh[key] for key in ("soak", "physics", "seed"))
    except (ValueError, KeyError, TypeError) as torn:
        raise CarromError(
            f"{state_file} is not a state file of a soak test ({torn}); delete it or name another file."
        ) from torn
    if not same:
        raise CarromError(
            f"{state_file} is of physics {found['physics']} and seed {found['seed']}, not of {PHYSICS_VERSION} and "
            f"{seed}; name another file, or delete it to start again."
        )
    return dict(found)


def save(state_file: Path | None, state: dict[str, Any]) -> None:
    """Write the state file atomically."""
    if state_file is not None:
        draft = state_file.with_name(state_file.name + ".part")
        draft.write_text(json.dumps(state, indent=1), encoding="utf-8")
        replace(draft, state_file)


def _add(progress: dict[str, Any], block: Block) -> None:
    progress["strokes"] += block.strokes
    progress["events"] += block.events
    progress["longest"] = max(progress["longest"], block.longest)
    progress["slowest"] = max(progress["slowest"], block.slowest)
    for name, value in block.worst.items():
        progress["worst"][name] = max(progress["worst"].get(name, 0.0), value)


class SoakWorkspace:
    """The arrays of a soak, and the functions that fill and check them, compiled where that is possible."""

    def __init__(self) -> None:
        self.kernel = compiled.current()
        entries = random_strokes.strew, invariants.play_and_inspect
        self.strew, self.play_and_inspect = kernels(entries, self.kernel.is_compiled).values()
        self.state, self.ghost = (self.kernel.floats(layout.STATE) for _ in range(2))
        self.marks, self.ghost_marks = (self.kernel.integers(layout.MARKS) for _ in range(2))
        self.log = self.kernel.floats(ROOM * layout.E_WIDTH)
        self.found = self.kernel.floats(invariants.FINDINGS)
        self.start = self.kernel.floats(random_strokes.MOST * invariants.START)

    def block(self, preset: str, seed: int, number: int, count: int, skip: int = 0) -> Block:
        """Play and check strokes `skip` to `count` of a block."""
        world = self.kernel.floats(layout.PARAMETERS)
        world[:] = _like(world, parameters(PRESETS.get(preset, Surface()), STANDARD))
        events = longest = 0
        slowest = 0.0
        worst = dict.fromkeys(NAMES, 0.0)
        failures: list[dict[str, Any]] = []
        for index, draws in enumerate(_draws(preset, seed, number, count, self.kernel.is_compiled)):
            if index < skip:
                continue
            if preset in (SWEEP, REBOUND):
                found = (drawn if preset == SWEEP else rebounding)(draws[-random_strokes.KEPT :])
                world[:] = _like(world, parameters(found, STANDARD))
            played = self._stroke(draws, world)
            events += max(played, 0)
            longest = max(longest, played)
            if played > LONG:
                slowest = max(slowest, self._seconds(world))
            for name, what in NAMES.items():
                worst[name] = max(worst[name], float(self.found[what]))
            if not invariants.is_sound(played, self.found):
                failures.append(self._failure(preset, number * BLOCK + index, played, world))
        return Block(count - skip, events, longest, slowest, worst, failures)

    def _stroke(self, draws: Any, world: Any) -> int:
        """Play and check one stroke, with a longer log if its events need one."""
        self.discs = self.strew(draws, self.start)
        while True:
            arrays = (self.state, self.marks, self.log, self.ghost, self.ghost_marks, self.found)
            events = int(self.play_and_inspect(self.kernel.profile, world, self.start, self.discs, *arrays))
            if events * layout.E_WIDTH <= len(self.log):
                return events
            self.log = self.kernel.floats(events * layout.E_WIDTH)

    def _seconds(self, world: Any) -> float:
        """Return the processor time of the stroke just played, without logging."""
        invariants.lay_out_start(self.start, self.discs, self.state)
        begun = time.process_time()
        self.kernel.play(self.kernel.profile, self.state, self.marks, world, self.kernel.floats(0), self.discs)
        return time.process_time() - begun

    def _failure(self, preset: str, stroke: int, events: int, world: Any) -> dict[str, Any]:
        rows = [[float(v) for v in self.start[k * invariants.START :][: invariants.START]] for k in range(self.discs)]
        found = {name: float(self.found[what]) for name, what in NAMES.items()}
        ground = {"surface": preset, "world": [float(number) for number in world]}
        return {**ground, "stroke": stroke, "events": events, **found, "start": rows}


def _draws(preset: str, seed: int, number: int, count: int, is_compiled: bool) -> Iterator[Any]:
    """Yield the random numbers of each stroke of a block."""
    import numpy

    generator = numpy.random.Generator(numpy.random.PCG64([seed, SURFACES.index(preset), number]))
    for draws in generator.random((count, random_strokes.DRAWS)):
        yield draws if is_compiled else draws.tolist()


def drawn(draws: Sequence[float]) -> Surface:
    """Return a random surface within the allowed ranges; the ends of each range are frequent."""
    friction = 0.01 * 100.0 ** min(1.0, max(0.0, 1.4 * draws[0] - 0.2))
    shares = [_share(draw) for draw in draws[1:5]]
    return Surface(
        friction=min(1.0, max(0.01, friction)),
        disc_restitution=shares[0],
        frame_restitution=shares[1],
        contact_friction=shares[2],
        frame_friction=shares[3],
        pocket="centre" if draws[5] < 0.2 else "rim",
        yield_speed=2.0 * draws[6] if draws[6] < 0.3 else 0.0,
    )


def rebounding(draws: Sequence[float]) -> Surface:
    """Return the random surface of these draws with random tangential restitution; 0 and 1 are frequent."""
    disc, frame = (_share(draw) for draw in draws[7:9])
    return changed(drawn(draws), disc_tangential_restitution=disc, frame_tangential_restitution=frame)


def _share(draw: float) -> float:
    return min(1.0, max(0.0, 1.6 * draw - 0.4))


def _like(container: Any, numbers: tuple[float, ...]) -> Any:
    if isinstance(container, list):
        return list(numbers)
    import numpy

    return numpy.array(numbers)
