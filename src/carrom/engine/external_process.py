"""The process of an external engine (UCI-like): one JSON line per request, one per answer.

This is the reference client of the protocol (docs/reference/engine-protocol.md). While an engine thinks, its
`simulate` requests are answered on the same pipe. Any failure of an engine (crash, timeout, invalid answer) raises
an `EngineError` with a one-sentence reason and ends its process, with everything that it has started.

Two threads of each engine read and write its pipes, and close them at their own end: closing a pipe waits for a thread
that reads it.
"""

import atexit
import json
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, Protocol

from carrom.child_process import IN_OWN_GROUP, KILLED, kill_group
from carrom.engine.protocol_lines import LONGEST, Message, parse, write
from carrom.errors import EngineError
from carrom.version import __version__

PROTOCOL = 2
"""The version of the protocol; an engine repeats it in its answer to the greeting."""
ABILITIES = ("place", "demand", "choose")
"""What an engine may list in `can`; every engine can strike."""
BEGINNING = 20.0
"""Time limit for the answer to the greeting, s."""
GRACE = 2.0
"""Extra time after a request's limit before the engine counts as silent, s."""
ENDING = 1.0
"""Time that an engine has to exit by itself, s."""
THINKING = 0.2
"""The same for one that thinks when all are ended, s."""
BACKLOG = 64
"""Lines that wait in either direction; then the faster side waits."""


class Physics(Protocol):
    """What answers an engine's `simulate` requests."""

    def answer(self, message: Message, deadline: float) -> Message:
        """Return the answer, at the latest at `deadline` (s, `time.monotonic`); errors are answers too."""


def words_of(command: str) -> str | list[str]:
    """Return a command line as `Popen` takes it without a shell; Windows splits it itself, with its own quotes.

    Raises `ValueError` for an empty one.
    """
    if not command.strip():
        raise ValueError("it is empty")
    return command if sys.platform == "win32" else shlex.split(command)


_running: "set[EngineProcess]" = set()
"""The engines of this process that have not been ended."""


class EngineProcess:
    """A running external engine."""

    def __init__(self, command: str, called: str = "", beginning: float = BEGINNING) -> None:
        """Start an engine by its command line (no shell) and send the greeting. Raises `EngineError`.

        `called` is what errors call it, by default its command.
        """
        self._called = called or repr(command)[:80]
        self._lines: queue.Queue[str | None] = queue.Queue(BACKLOG)
        self._outbox: queue.Queue[str | None] = queue.Queue(BACKLOG)
        self._lock, self._number, self._closed = threading.Lock(), 0, threading.Event()
        self._ending = threading.Lock()
        self.is_awaited = False
        """Whether a message of the engine is waited for."""
        try:
            self._process = subprocess.Popen(
                words_of(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                bufsize=1, **IN_OWN_GROUP,
            )  # fmt: skip
        except (OSError, ValueError, IndexError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault) or "it is empty"
            raise EngineError(f"The engine {self._called} cannot be started: {reason}.") from None
        _running.add(self)
        threading.Thread(target=self._read_output, name="engine output", daemon=True).start()
        threading.Thread(target=self._write_input, name="engine input", daemon=True).start()
        greeting = {"type": "hello", "protocol": PROTOCOL, "program": f"carrom {__version__}"}
        deadline = time.monotonic() + beginning
        self._send(greeting, deadline)
        self._read_greeting(self._next_message(deadline, beginning))

    @property
    def is_running(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def ask(
        self,
        question: Mapping[str, Any],
        seconds: float,
        physics: Physics | None = None,
        answers: Iterable[str] = (),
    ) -> Message:
        """Send a request and return the answer, waiting at most `seconds`. Raises `EngineError`.

        `physics` answers the engine's `simulate` requests meanwhile; `answers` are the types that an answer may have
        besides the request's own.
        """
        with self._lock:
            self._number += 1
            limit = seconds + GRACE
            deadline, simulations = time.monotonic() + limit, 0
            self._send({**question, "id": self._number, "seconds": seconds}, deadline)
            while True:
                answer = self._next_message(deadline, limit, simulations)
                if answer.get("type") != "simulate" or physics is None:
                    return self._checked(answer, (question["type"], *answers))
                simulations += 1
                self._send(physics.answer(answer, deadline), deadline)

    def close(self) -> None:
        """Ask the engine to quit, and kill what is left of its process group; takes two seconds at most."""
        self.ask_to_quit()
        self.end(time.monotonic() + ENDING)

    def ask_to_quit(self) -> None:
        """Ask the engine to quit, without waiting; a request that waits for it fails."""
        self._closed.set()
        with suppress(queue.Full):  # then nobody waits for a line
            self._lines.put_nowait(None)
        with suppress(queue.Full):
            self._outbox.put_nowait('{"type": "quit"}\n')
            self._outbox.put_nowait(None)

    def end(self, deadline: float) -> None:
        """Wait until the engine has exited, at most until `deadline` (s, `time.monotonic`); then kill its group."""
        with self._ending:
            if self not in _running:
                return
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, deadline - time.monotonic()))
            kill_group(self._process.pid)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(KILLED)
            with suppress(queue.Empty):  # a full outbox may have had no room for the end
                while True:
                    self._outbox.get_nowait()
            self._outbox.put_nowait(None)
            _running.discard(self)

    # -- lines ----------------------------------------------------------------------------------------------------

    def _read_output(self) -> None:
        """Queue the engine's output lines, and None at its end; after `ask_to_quit` they are dropped."""
        assert self._process.stdout is not None
        line: str | None = ""
        with self._process.stdout as stdout:
            while line is not None:
                try:
                    line = stdout.readline(LONGEST + 1) or None
                except OSError:
                    line = None
                while not self._closed.is_set():
                    with suppress(queue.Full):
                        self._lines.put(line, timeout=0.1)
                        break

    def _write_input(self) -> None:
        """Write the queued lines to the engine; close its input at the end."""
        stdin = self._process.stdin
        assert stdin is not None
        while (line := self._outbox.get()) is not None:
            with suppress(OSError, ValueError):  # an engine that has ended: its last line, or its exit code, says why
                stdin.write(line)
                stdin.flush()
        with suppress(OSError, ValueError):
            stdin.close()

    def _send(self, message: Mapping[str, Any], deadline: float) -> None:
        """Queue a message for the engine."""
        try:
            self._outbox.put(write(dict(message)), timeout=max(0.0, deadline - time.monotonic()))
        except queue.Full:
            raise self._fault(f"does not read its input: {BACKLOG} lines are waiting") from None

    def _next_message(self, deadline: float, limit: float, simulations: int = 0) -> Message:
        """Return the engine's next message, before `deadline`; `limit` is the time given, for the error message."""
        left = deadline - time.monotonic()
        try:
            if left <= 0.0:
                raise queue.Empty
            self.is_awaited = True
            line = self._lines.get(timeout=left)
        except queue.Empty:
            what = f"asked for {simulations} simulations and did not answer" if simulations else "was silent"
            raise self._fault(f"{what} for {limit:g} seconds") from None
        finally:
            self.is_awaited = False
        if line is None:
            self._lines.put(None)  # for later requests
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
            code = self._process.poll()
            raise self._fault("has closed its output" if code is None else f"has ended (exit code {code})")
        try:
            return parse(line)
        except EngineError as fault:
            raise self._fault(str(fault)) from None

    def _checked(self, answer: Message, kinds: tuple[str, ...]) -> Message:
        """Return an answer to the current request. Raises `EngineError` for any other message."""
        if answer.get("id") != self._number:
            raise self._fault(f"answers {answer.get('id')!r:.40} where question {self._number} was asked")
        if answer.get("type") == "error":
            raise self._fault(f"cannot answer: {' '.join(str(answer.get('reason', '')).split()):.200}")
        if answer.get("type") not in kinds:
            wanted = " or ".join(map(repr, kinds))
            raise self._fault(f"answers with {answer.get('type')!r:.40} where {wanted} was asked")
        return answer

    def _read_greeting(self, greeting: Message) -> None:
        """Set the engine's name and abilities. Raises `EngineError` for another version of the protocol."""
        if greeting.get("type") != "ready" or greeting.get("protocol") != PROTOCOL:
            raise self._fault(
                f"answers the greeting with {json.dumps(greeting)!s:.80}; expected ready and protocol {PROTOCOL}"
            )
        name, can = greeting.get("name", ""), greeting.get("can", [])
        if not isinstance(name, str) or not isinstance(can, list) or not all(isinstance(each, str) for each in can):
            raise self._fault("sends a name or abilities that are not text")
        self.name, self.can = name[:80], frozenset(can) & {*ABILITIES}

    def _fault(self, what: str) -> EngineError:
        """Close the process and return an error with the reason `what`."""
        self.close()
        return EngineError(f"The engine {self._called} {what}.")


def end_all() -> None:
    """End every engine of this process; takes two seconds at most, however many there are.

    One that thinks is killed soon: it would not read that it should quit.
    """
    now = time.monotonic()
    engines = sorted(
        ((now + (THINKING if each.is_awaited else ENDING), each) for each in tuple(_running)), key=itemgetter(0)
    )
    for _, each in engines:
        each.ask_to_quit()
    for deadline, each in engines:
        each.end(deadline)


atexit.register(end_all)
