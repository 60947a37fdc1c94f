"""The page of operations in the documentation, written from the table: `python -m carrom.server.api.write [folder]`."""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from carrom.server.api.description import Schema, description
from carrom.server.api.page import markdown
from carrom.server.app import Server
from carrom.server.events import Events
from carrom.server.limits import Limits
from carrom.server.outside import Outside
from carrom.server.store import Store
from carrom.server.warmth import Warmth

PAGE = "docs/operations.md"


def whole() -> Schema:
    """Return the description of everything that a server can do."""
    store = Store(":memory:")
    with TemporaryDirectory() as folder:
        server = Server(store, Limits(), Warmth(), time.monotonic, Outside())
        told = description(server.operations(Events(Path(folder))))
    store.close()
    return told


def main() -> None:
    """Write the page below the folder named on the command line, by default this checkout."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[4]
    (root / PAGE).write_text(markdown(whole()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
