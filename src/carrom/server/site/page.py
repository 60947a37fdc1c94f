"""The built client: its files, its places, and how long browsers may keep what."""

import re
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from carrom.errors import SetupError

STATIC = Path(__file__).resolve().parents[2] / "static"
"""Where the built client lies in an installed package."""

PLACES = (
    "/",
    "/game/{word}",
    "/game/{word}/rules",
    "/games",
    "/lobby",
    "/learn",
    "/learn/{word}",
    "/rules",
    "/rules/{word}",
    "/rules/{word}/compare/{word}",
    "/analysis",
    "/analysis/{word}",
    "/practice",
    "/puzzles",
    "/puzzles/{word}",
    "/drills",
    "/drills/{word}",
    "/solo",
    "/tie",
    "/tie/{word}",
    "/umpire",
    "/umpire/{word}",
    "/events",
    "/events/{word}",
    "/live",
    "/live/{word}",
    "/overlay/{word}",
    "/hall",
    "/settings",
    "/account",
    "/moderation",
    "/@/{name}",
    "/translation",
)
"""The addresses of the page (`web/src/places/places.ts`); each answers with the page, which shows that place."""

_PLACE = re.compile(
    "|".join(place.replace("{word}", "[A-Za-z0-9_-]{1,64}").replace("{name}", "[^/]{1,64}") for place in PLACES)
)


class Page(StaticFiles):
    """The built client: hashed assets may be kept for ever, everything else is asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the page for each of its places, else a file; a person at no place gets the page, too, as a 404."""
        if _PLACE.fullmatch(scope["path"]):
            return await super().get_response("index.html", scope)
        try:
            return await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
        page = await super().get_response("index.html", scope)
        page.status_code = 404
        return page

    def file_response(self, full_path: str, stat_result: object, scope: Scope, status_code: int = 200) -> Response:  # type: ignore[override]
        """Return a file with its caching rule."""
        response = super().file_response(full_path, stat_result, scope, status_code)  # type: ignore[arg-type]
        is_hashed = scope["path"].startswith("/assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
        return response


def check_static(static: Path) -> None:
    """Raise `SetupError` unless the built client lies in `static`."""
    if not (static / "index.html").is_file():
        raise SetupError(
            f"The built page is missing ({static / 'index.html'}): run `python3 dev.py play` in a checkout, which "
            "builds it, or install the carrom package again."
        )
