"""The process of an external engine (UCI-like): one JSON line per request, one per answer.

This is the reference client of the protocol. Any failure of an engine (crash, timeout, invalid answer) raises an
`EngineError` with a one-sentence reason and ends its process.
"""

import json
import os
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from carrom.errors import EngineError
from carrom.version import __version__

PROTOCOL = 1
"""Protocol version."""
BEGINNING = 20.0
"""Time limit for the answer to the greeting, s."""
GRACE = 2.0
"""Extra time after a request's limit before the engine counts as silent, s."""
ENDING = 1.0
"""Time that an engine has to exit by itself, s."""
LONGEST = 65_536
"""Longest answer, in characters."""
Answer = dict[str, Any]


class EngineProcess:
    """A running external engine."""

    def __init__(self, command: str, beginning: float = BEGINNING) -> None:
        """Start an engine by its command line (no shell) and send the greeting. Raises `EngineError`."""
        self.command = command
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=64)
        self._lock, self._number = threading.Lock(), 0
        try:
            words = shlex.split(command, posix=os.name == "posix")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace", bufsize=1
            )
        except (OSError, ValueError, IndexError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault) or "it is empty"
            raise EngineError(f"The engine {command!r:.80} cannot be started: {reason}.") from None
        threading.Thread(target=self._read_output, name="engine", daemon=True).start()
        greeting = self._asked({"type": "hello", "protocol": PROTOCOL, "program": f"carrom {__version__}"}, beginning)
        self.name, self.can = self._read_greeting(greeting)

    @property
    def is_running(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def ask(self, question: Mapping[str, Any], seconds: float) -> Answer:
        """Send a request and return the answer, waiting at most `seconds`. Raises `EngineError`."""
        with self._lock:
            self._number += 1
            answer = self._asked({**question, "id": self._number, "seconds": seconds}, seconds + GRACE)
            if answer.get("id") != self._number:
                raise self._fault(f"answers {answer.get('id')!r:.40} where question {self._number} was asked")
            if answer.get("type") == "error":
                raise self._fault(f"cannot answer: {answer.get('reason', '')!s:.200}")
            if answer.get("type") != question["type"]:
                raise self._fault(f"answers with {answer.get('type')!r:.40} where {question['type']!r} was asked")
            return answer

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        with suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.write('{"type": "quit"}\n')
            self._process.stdin.close()
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            with suppress(OSError):
                self._process.stdout.close()

    # -- lines ----------------------------------------------------------------------------------------------------

    def _read_output(self) -> None:
        """Queue the engine's output lines, and None at its end."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST + 1):
                self._lines.put(line)
        self._lines.put(None)

    def _asked(self, question: Mapping[str, Any], seconds: float) -> Answer:
        """Send a request and return the next line, parsed as JSON."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # an engine that has ended: its last line, or its exit code, says why
            self._process.stdin.write(json.dumps(question, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._fault(f"was silent for {seconds:g} seconds") from None
        if line is None:
            self._lines.put(None)  # for later requests
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
            raise self._fault(f"has ended (exit code {self._process.poll()})")
        return self._read(line)

    def _read(self, line: str) -> Answer:
        try:
            return answered(line)
        except EngineError as fault:
            raise self._fault(str(fault)) from None

    def _read_greeting(self, greeting: Answer) -> tuple[str, frozenset[str]]:
        """Return the engine's name and its optional abilities."""
        if greeting.get("type") != "ready" or greeting.get("protocol") != PROTOCOL:
            raise self._fault(
                f"answers the greeting with {json.dumps(greeting)!s:.80}; expected ready and protocol {PROTOCOL}"
            )
        name, can = greeting.get("name", ""), greeting.get("can", [])
        if not isinstance(name, str) or not isinstance(can, list) or not all(isinstance(each, str) for each in can):
            raise self._fault("sends a name or abilities that are not text")
        return name[:80], frozenset(can)

    def _fault(self, what: str) -> EngineError:
        """Close the process and return an error with the reason `what`."""
        self.close()
        return EngineError(f"The engine {self.command!r:.80} {what}.")


def answered(line: str) -> Answer:
    """Parse one line of output into an object.

    Raises `EngineError` with a predicate such as "sends … which is not JSON".
    """
    if len(line) > LONGEST:
        raise EngineError(f"sends more than {LONGEST} characters in a line")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise EngineError(f"sends {line.strip()!r:.60}, which is not JSON") from None
    if not isinstance(answer, dict):
        raise EngineError(f"sends {line.strip()!r:.60}; expected a JSON object")
    return answer
