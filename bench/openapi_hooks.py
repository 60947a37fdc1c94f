"""Schemathesis hooks for a carrom server: the name of an existing game, and short analysis times."""

import os
from typing import Any

import schemathesis

GAME = os.environ.get("CARROM_DESCRIBED_GAME", "")
MOMENT = 0.2
"""Longest analysis in seconds."""


@schemathesis.hook  # type: ignore[misc]
def filter_query(context: Any, query: Any) -> bool:
    """Skip queries so long that the server refuses the request head before routing."""
    return len(str(query)) < 1500


@schemathesis.hook  # type: ignore[misc]
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Insert the id of an existing game, and shorten the analysis time."""
    if GAME and "id" in (case.path_parameters or {}) and str(case.path_parameters["id"]).isascii():
        case.path_parameters["id"] = GAME
    if "analysis" in case.operation.path or "stroke" in case.operation.path or "review" in case.operation.path:
        seconds = (case.query or {}).get("seconds")
        if isinstance(seconds, int | float | str) and not isinstance(seconds, bool):
            try:
                case.query["seconds"] = min(float(seconds), MOMENT)
            except ValueError:
                return
        elif case.operation.path in ("/api/analysis", "/api/stroke") and seconds is None:
            case.query = {**(case.query or {}), "seconds": MOMENT}
