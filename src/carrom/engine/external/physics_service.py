"""The physics as a service: answers `simulate` requests of an engine, one JSON object for each."""

import math
from typing import Any

from carrom.engine.external import situation_message
from carrom.engine.external.json_lines import Message
from carrom.engine.external.simulation import noise_of, read_request, simulated
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.position.situation import Situation
from carrom.errors import CarromError, RefusedRequest


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
        situation = situation_message.read(request.situation, base)
        return simulated(situation, request, noise_of(request, self._hand), deadline)
