"""Compare the kernel of this machine with the page's in WebAssembly, stroke by stroke and bit by bit."""

import base64
import shutil
import struct
import subprocess
import time
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hatch_build
import numpy as np
from bench.web_assembly.browsers import opened
from bench.web_assembly.strokes import ALL, MEASURES, SIZES, Floats, Strokes

from carrom.physics.kernel import compiled, keyframes, layout, stroke_batch
from carrom.physics.kernel.friction_profile import FILE

ROOT = Path(__file__).resolve().parents[2]
PHYSICS = ROOT / "web" / "src" / "physics"
TABLE = ROOT / "src" / "carrom" / "physics" / "tables" / FILE
SUMS = ("events", "keyframes", "log", "end", "frames")
"""What is compared: the number of events and keyframes, and the checksums of log, end and keyframes."""
START = """async () => {
  const { loadKernels } = await import('/web_assembly.js');
  const { player } = await import('/player.mjs');
  const bytes = async (name) => (await fetch(`/${name}`)).arrayBuffer();
  const layout = await (await fetch('/layout.json')).json();
  const friction = new Float64Array(await bytes('table'));
  const play = player(await loadKernels(await bytes('kernel.wasm')), layout, friction, () => performance.now() / 1000);
  window.play = (message) => {
    const found = play(new Float64Array(Uint8Array.from(atob(message), (sign) => sign.charCodeAt(0)).buffer));
    return btoa(Array.from(new Uint8Array(found.buffer), (byte) => String.fromCharCode(byte)).join(''));
  };
}"""
"""Make the player in a page."""
SHOWN = 5
"""Maximum number of differing strokes that are reported."""

Player = Callable[[bytes], bytes]
"""Play a message of `Strokes` in WebAssembly, and return the answer of player.mjs."""


@dataclass
class Comparison:
    """The result of a comparison."""

    strokes: int = 0
    events: int = 0
    keyframes: int = 0
    differences: int = 0
    timed: int = 0
    """Strokes that were timed: all but those of the first chunk."""
    compiled: float = 0.0
    """Processor time (s) in which the compiled kernel played the strokes, each chunk in one call."""
    page: float = 0.0
    """The same in Node; in a browser, real time (s)."""
    shown: list[str] = field(default_factory=list)
    """Descriptions of the first differing strokes."""

    @property
    def speed(self) -> float:
        """The speed in the page as a part of that of the compiled kernel."""
        return self.compiled / self.page if self.page else 0.0


class Node:
    """A Node process that plays strokes in WebAssembly."""

    def __init__(self) -> None:
        words = [node(), str(Path(__file__).with_name("node.mjs")), str(TABLE)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Node":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def __call__(self, message: bytes) -> bytes:
        """Play strokes."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(struct.pack("<q", len(message)) + message)
        into.flush()
        (length,) = struct.unpack("<q", out.read(8))
        return out.read(length)


class Page:
    """A page in a browser that plays strokes in WebAssembly."""

    def __init__(self, browser: str) -> None:
        paths = [PHYSICS / name for name in ("web_assembly.js", "kernel.wasm", "layout.json")]
        paths.append(Path(__file__).with_name("player.mjs"))
        self._stack = ExitStack()
        files = {"table": TABLE.read_bytes(), **{path.name: path.read_bytes() for path in paths}}
        self._evaluate = self._stack.enter_context(opened(browser, files))
        try:
            self._evaluate(START)
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def __call__(self, message: bytes) -> bytes:
        """Play strokes."""
        return base64.b64decode(self._evaluate("(message) => window.play(message)", base64.b64encode(message).decode()))


def node() -> str:
    """Return the path of the Node that builds the page."""
    found = hatch_build.system_npm()
    if found is not None:
        return str(shutil.which("node"))
    return hatch_build.wheel_npm()[0][0]


class Compiled:
    """The compiled kernel (or the interpreted one, without native code) with its arrays."""

    def __init__(self) -> None:
        self.kernel = compiled.current()
        self.profile = np.array(compiled.profile())
        self.state, self.other = np.zeros((2, layout.STATE))
        self.marks, self.other_marks = np.zeros((2, layout.MARKS), dtype=np.int64)
        self.watched = np.zeros(ALL, dtype=np.int64)
        self.log = np.zeros(4000 * layout.E_WIDTH)
        self.out = np.zeros(4000 * keyframes.FRAME, dtype=np.int64)

    def play(self, given: Strokes) -> tuple[float, Floats]:
        """Return the seconds of one call that plays all strokes, and the checksums of each."""
        count = len(given.places)
        results = (
            np.empty((count, ALL, 2), dtype=np.int64), np.empty((count, ALL)), np.empty((count, ALL)),
            np.empty((count, stroke_batch.FACTS), dtype=np.int64),
        )  # fmt: skip
        rows = np.arange(count)
        jobs = np.column_stack((rows, rows))

        def run(profile: Any, picks: Any, first: int, last: int) -> None:
            self.kernel.play_many(
                profile, self.state, self.marks, self.log, given.worlds, SIZES, MEASURES, given.places, given.quarters,
                given.strokes, jobs, self.watched, picks, first, last, *results,
            )  # fmt: skip

        spinning, gliding = np.nonzero(given.spins)[0], np.nonzero(~given.spins)[0]
        begun = time.process_time()
        run(self.profile, spinning, 0, len(spinning))
        run(None, gliding, 0, len(gliding))
        seconds = time.process_time() - begun
        sums = np.empty((count, len(SUMS)))
        for k in range(count):
            profile = self.profile if given.spins[k] else None
            run(profile, rows, k, k + 1)
            events = int(results[3][k, stroke_batch.F_EVENTS])
            if events * layout.E_WIDTH > len(self.log):
                self.log = np.zeros(events * layout.E_WIDTH)
                run(profile, rows, k, k + 1)
            sums[k] = self._sums(given, k, events, [result[k] for result in results])
        return seconds, sums

    def _sums(self, given: Strokes, k: int, events: int, results: list[Any]) -> tuple[int, ...]:
        """Return the numbers of events and keyframes and the checksums of the stroke just played."""
        discs = [0, *(disc for disc in range(1, ALL) if given.places[k, disc, 0] != stroke_batch.NOWHERE)]
        n = len(discs)
        x, vx, vy, y, spin = (int(number) for number in given.strokes[k])
        turn, away = int(given.quarters[k]), y - int(MEASURES[stroke_batch.BASELINE])
        turned = stroke_batch.turned_x, stroke_batch.turned_y
        begun = np.empty((n, keyframes.BEGUN))
        begun[:, :2] = given.places[k, discs] / 1e6
        begun[0, :2] = [turn_of(x, away, turn) / 1e6 for turn_of in turned]
        begun[:, 2] = SIZES[stroke_batch.M_RADIUS]
        begun[0, 2] = SIZES[stroke_batch.S_RADIUS]
        launched = np.array([*(turn_of(vx, vy, turn) / 1e6 for turn_of in turned), spin / 1e3 * begun[0, 2]])
        log = self.log[: events * layout.E_WIDTH]

        def write() -> int:
            return int(self.kernel.write_frames(
                self.profile, log, events, begun.reshape(-1), launched, n, given.worlds[k, layout.P_DRAG], self.other,
                self.other_marks, self.out,
            ))  # fmt: skip

        frames = write()
        if frames * keyframes.FRAME > len(self.out):
            self.out = np.zeros(frames * keyframes.FRAME, dtype=np.int64)
            frames = write()
        ends = 0
        rests = [self.state[at : at + n] for at in (layout.REST_X, layout.REST_Y)]
        for part in (*results, *rests):
            ends = zlib.crc32(part.astype("<f8").tobytes(), ends)
        shown = self.out[: frames * keyframes.FRAME].astype("<f8")
        return events, frames, zlib.crc32(log.tobytes()), ends, zlib.crc32(shown.tobytes())


def compare(ours: Compiled, theirs: Player, given: Strokes, found: Comparison) -> None:
    """Play strokes with both kernels and add what was found."""
    seconds, sums = ours.play(given)
    answer = np.frombuffer(theirs(given.message()), dtype="<f8")
    others = answer[1:].reshape(-1, len(SUMS))
    if found.strokes > 0:  # the first strokes are played while Node compiles
        found.timed += len(sums)
        found.compiled += seconds
        found.page += float(answer[0])
    found.events += int(sums[:, 0].sum())
    found.keyframes += int(sums[:, 1].sum())
    for k in np.nonzero((sums != others).any(axis=1))[0]:
        found.differences += 1
        if len(found.shown) < SHOWN:
            parts = ", ".join(name for name, a, b in zip(SUMS, sums[k], others[k], strict=True) if a != b)
            found.shown.append(
                f"stroke {found.strokes + int(k)} differs in {parts}: {given.strokes[k].tolist()} from seat "
                f"{given.quarters[k]}, surface {given.worlds[k].tolist()}, places {given.places[k].tolist()}"
            )
    found.strokes += len(sums)
