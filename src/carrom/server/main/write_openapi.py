"""Write the reference of API operations: `python -m carrom.server.main.write_openapi`."""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from carrom.server.api.championships import ChampionshipRoutes
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.main.app import Features, Server
from carrom.server.openapi.description import Schema, description
from carrom.server.openapi.page import markdown
from carrom.storage.store import Store

PAGE = "docs/reference/operations.md"


def whole() -> Schema:
    """Return the OpenAPI description of a server with every feature."""
    store = Store(":memory:")
    with TemporaryDirectory() as folder:
        server = Server(store, ServerLimits(), time.monotonic, Features())
        told = description(server.operations(ChampionshipRoutes(Path(folder))))
    store.close()
    return told


def main() -> None:
    """Write the page below the folder given on the command line, by default this checkout."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[4]
    (root / PAGE).write_text(markdown(whole()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
