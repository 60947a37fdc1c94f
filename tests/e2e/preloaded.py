"""What the process loads from which `prefork` forks: all of the server, and the compiled physics and search."""

import importlib

from carrom import values
from carrom.physics import warm

for name in (
    "carrom.cli",
    "carrom.cli.play",
    "carrom.server.events.run_hall",
    "carrom.server.ops.app",
    "carrom.server.ops.run",
    "carrom.server.http.security",
    "carrom.server.play.connection",
    "carrom.storage.store",
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
