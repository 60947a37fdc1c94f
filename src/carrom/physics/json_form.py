"""Played strokes as JSON (`carrom simulate --json`)."""

from typing import Any

from carrom.physics.played import Played


def form(played: Played, with_keyframes: bool = False) -> dict[str, Any]:
    """Return a played stroke as the documented JSON object."""
    rest: dict[str, list[int] | None] = {placed.disc: [placed.at.x, placed.at.y] for placed in played.rest}
    rest |= dict.fromkeys(played.outcome.pocketed)
    answer: dict[str, Any] = {
        "rest": rest,
        "pocketed": list(played.outcome.pocketed),
        "touched": list(played.outcome.touched),
        "contacts": [
            {
                "time": contact.time,
                "kind": contact.kind,
                "discs": list(contact.discs),
                "at": [contact.at.x, contact.at.y],
            }
            for contact in played.contacts
        ],
        "duration": played.duration,
    }
    if with_keyframes and played.trajectory is not None:
        answer["keyframes"] = [
            {name: getattr(frame, name) for name in frame.__struct_fields__} for frame in played.trajectory.keyframes
        ]
    return answer
