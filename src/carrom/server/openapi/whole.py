"""The OpenAPI description of a server with every feature, for the reference and for tests."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from carrom.server.api.championships import ChampionshipRoutes
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.main.app import Features, Server
from carrom.server.openapi.description import Schema, description
from carrom.storage.store import Store


def whole() -> Schema:
    """Return the OpenAPI description of a server with every feature."""
    store = Store(":memory:")
    with TemporaryDirectory() as folder:
        server = Server(store, ServerLimits(), time.monotonic, Features())
        told = description(server.operations(ChampionshipRoutes(Path(folder))))
    store.close()
    return told
