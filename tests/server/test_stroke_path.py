"""A stroke's path from a websocket to every follower, as docs/explanation/architecture.md lists it."""

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from api.serving import Cold, listening_to
from server.serving import begun, heard, page
from websockets.sync.client import connect

import carrom
from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import encode
from carrom.server.ops.app import application
from carrom.storage.store import Store

HOME = Path(carrom.__file__).parent
PAGE = HOME.parents[1] / "docs" / "explanation" / "architecture.md"
STEP = re.compile(r"^\d+\. `([\w/]+\.py)`: `([\w.]+)`$", re.MULTILINE)
MOST_FILES, MOST_OF_THE_SERVER = 75, 15
"""Files that a stroke's code runs through; 51 of them belong to rules, game and physics."""
MOST_CALLS = 2000


class Trace:
    """The carrom functions that were called, in the order of their first call."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Counter[tuple[str, str]] = Counter()

    def taken(self) -> "Trace":
        """Return a trace of the calls so far, and start a new one."""
        done = Trace()
        done.calls, self.calls = self.calls, Counter()
        return done

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.is_on and event == "call" and code.co_filename.startswith(str(HOME)):
            self.calls[Path(code.co_filename).relative_to(HOME).as_posix(), code.co_qualname] += 1

    @property
    def files(self) -> set[str]:
        return {file for file, function in self.calls if function != "<module>"}


@contextmanager
def tracing() -> Iterator[Trace]:
    """Trace every thread that starts within the block, while the trace is on."""
    trace = Trace()
    threading.setprofile(trace)
    try:
        yield trace
    finally:
        threading.setprofile(None)


def steps() -> list[tuple[str, str]]:
    """Return the file and the function of each step of the numbered list."""
    return STEP.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def stroke(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    """Return the trace of one of four strokes without films, after everything is imported and cached.

    The trace with the fewest files is chosen, so that timer callbacks are not counted.
    """
    folder = tmp_path_factory.mktemp("served")
    with ExitStack() as open_now:
        trace = open_now.enter_context(tracing())  # before the server's threads start
        app = application(Store(folder / "games.db"), static=page(folder / "static"), warmth=Cold())
        url = open_now.enter_context(listening_to(app)).base_url
        with connect(f"ws://{url.host}:{url.port}/ws", origin=f"http://{url.host}:{url.port}") as line:  # type: ignore[arg-type]
            heard(line)
            line.send(encode(protocol.SendFilms(wanted=False)))
            joined, snapshot = begun(line)
            version, turn = joined.version, snapshot.state.turn
            traces = []
            for number in range(6):
                assert turn is not None
                time.sleep(0.2)  # lets background work of the previous stroke finish
                trace.is_on = True
                command = protocol.Strike(
                    nonce=f"{number:016}", version=version, seat=turn, stroke=Stroke(0, 0, 300_000)
                )
                line.send(encode(command))
                played, accepted = heard(line), heard(line)
                trace.is_on = False
                assert isinstance(played, protocol.StrokePlayed)
                assert isinstance(accepted, protocol.Accepted)
                version, turn = accepted.version, played.state.turn
                traces.append(trace.taken())
    return min(traces[2:], key=lambda each: len(each.files))


@pytest.mark.slow
def test_a_stroke_takes_every_step_of_the_page_in_its_order(stroke: Trace) -> None:
    order = list(stroke.calls)
    listed = steps()
    assert len({file for file, _ in listed}) <= 12
    missing = [step for step in listed if step not in stroke.calls]
    assert missing == []
    assert sorted(listed, key=order.index) == listed


def test_a_stroke_enters_no_more_files_and_functions_than_before(stroke: Trace) -> None:
    server = {file for file in stroke.files if file.startswith("server/")}
    assert len(stroke.files) <= MOST_FILES, sorted(stroke.files)
    assert len(server) <= MOST_OF_THE_SERVER, sorted(server)
    assert sum(stroke.calls.values()) <= MOST_CALLS


def test_every_file_and_function_that_the_page_names_exists() -> None:
    for file, function in steps():
        text = (HOME / file).read_text(encoding="utf-8")
        assert f"def {function.rpartition('.')[2]}(" in text
        assert all(f"class {name}" in text for name in function.split(".")[:-1])


def test_what_is_called_while_the_trace_is_off_is_not_in_it(stroke: Trace) -> None:
    assert ("server/play/registry.py", "GameRegistry.begin") not in stroke.calls
    assert ("server/play/live_game.py", "LiveGame.follow") not in stroke.calls
