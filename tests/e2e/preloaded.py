"""What the process loads from which `prefork` forks: all of the server, and the compiled physics and search."""

import importlib

from carrom import values
from carrom.engine.rollouts.runner import warm

for name in (
    "carrom.cli",
    "carrom.cli.server.play",
    "carrom.server.hall.run",
    "carrom.server.main.app",
    "carrom.server.main.run",
    "carrom.server.http.connection_limits",
    "carrom.server.websockets.protocol",
    "carrom.storage.instrumented",
    "carrom.storage.sqlite",
    "uvicorn.main",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
):
    importlib.import_module(name)
values.prepare()
warm()
