"""Link previews: the meta tags (Open Graph and Twitter) that other sites read from the HTML of a page."""

from collections.abc import Awaitable, Callable
from html import escape
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import Scope

from carrom.draw.link_preview import HEIGHT, WIDTH
from carrom.values import Value

IMAGE = "/api/position.png"
"""Path of the picture of a position."""


class PagePreview(Value, frozen=True, kw_only=True):
    """What other sites show of a link."""

    title: str
    description: str
    position: str | None = None
    """The position in the picture, in notation; None for the empty board."""


SITE = PagePreview(
    title="Carrom",
    description="Play carrom in the browser: against the computer, friends or people online. Free, without an account.",
)
"""The preview of every page that has none of its own, private games included."""

Previews = Callable[[Scope], Awaitable[PagePreview]]
"""Returns the preview of the page at the path and query of a request."""


def meta_tags(preview: PagePreview, scope: Scope) -> str:
    """Return the tags of a preview, with the addresses of the server that the request was sent to."""
    origin = f"{scope.get('scheme', 'http')}://{Headers(scope=scope).get('host', '')}"
    image = f"{origin}{IMAGE}" + ("" if preview.position is None else f"?p={quote(preview.position)}")
    properties = {
        "og:site_name": "Carrom",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": "The carrom board seen from above.",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])
