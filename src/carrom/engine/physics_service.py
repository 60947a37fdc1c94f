"""The physics as a service: answers `simulate` requests of an engine, one JSON object for each."""

import math
from typing import Any, TextIO

from carrom.board.rack import nominal_rack
from carrom.engine import protocol
from carrom.engine.external_process import PROTOCOL
from carrom.engine.geometry import HandNoise
from carrom.engine.protocol import noise_of, read_request, simulated
from carrom.engine.protocol_lines import LONGEST, Message, parse, write
from carrom.engine.situation import Situation
from carrom.errors import CarromError, EngineError, RefusedRequest
from carrom.physics import warm
from carrom.physics.surface import surface
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset
from carrom.version import __version__


class PhysicsService:
    """Answers `simulate` requests about one situation, and about those that a request describes."""

    def __init__(self, situation: Situation | None, hand: HandNoise) -> None:
        """Prepare for requests; `situation` is the current one, if any, and `hand` the player's aim error."""
        self._situation, self._hand = situation, hand

    def answer(self, message: Message, deadline: float = math.inf) -> Message:
        """Return the answer to a request: `simulated`, or `error` with one sentence. Raises nothing."""
        given = message.get("id")
        number = given if type(given) is int or isinstance(given, str) else None
        try:
            results = self._results(message, deadline)
        except CarromError as refusal:
            return {"type": "error", "id": number, "reason": str(refusal)}
        return {"type": "simulated", "id": number, "results": results}

    def _results(self, message: Message, deadline: float) -> list[dict[str, Any]]:
        request = read_request(message)
        if self._situation is None:
            raise RefusedRequest("No board is being played now, so nothing can be simulated.")
        base = self._situation
        if request.situation is None:
            if base.round.result is not None:
                raise RefusedRequest("The board is over; give a situation with a position to simulate from.")
            if base.round.placings:
                waiting = base.round.placings[0].disc.value
                raise RefusedRequest(
                    f"{waiting} has to be placed before a stroke; give a situation whose position has it."
                )
            return simulated(base, request, noise_of(request, self._hand), deadline)
        situation = protocol.read(request.situation, base)
        return simulated(situation, request, noise_of(request, self._hand), deadline)


def serve(lines: TextIO, out: TextIO) -> None:
    """Answer one request per line until the end of the input or `quit`; a bad line gets an error, and the next one is
    read."""
    warm()
    service = PhysicsService(opening(), HandNoise(0.0, 0.0, 0.0))
    while line := lines.readline(LONGEST + 1):
        if not line.strip():
            continue
        if len(line) > LONGEST:
            while line and not line.endswith("\n"):
                line = lines.readline(LONGEST)
            answer: Message = _error(f"The line is longer than {LONGEST} characters.")
        else:
            try:
                message = parse(line)
            except EngineError as fault:
                answer = _error(f"The client {fault}.")
            else:
                if message.get("type") == "quit":
                    return
                answer = _answer(service, message)
        out.write(write(answer))
        out.flush()


def opening() -> Situation:
    """Return the situation that requests of the service start from: south's break under the official Laws."""
    return Situation(Round.begin(ruleset("icf")), nominal_rack(), surface("club"))


def _answer(service: PhysicsService, message: Message) -> Message:
    if message.get("type") == "hello":
        return {"type": "ready", "protocol": PROTOCOL, "name": f"carrom {__version__}"}
    if message.get("type") == "simulate":
        return service.answer(message)
    return _error(f"The type is {message.get('type')!r:.40}; expected hello, simulate or quit.")


def _error(reason: str) -> Message:
    return {"type": "error", "id": None, "reason": reason}
