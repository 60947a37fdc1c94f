"""The `carrom serve` command: run the web server for other people to play on."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrom.server.common import ServerLimits

EXAMPLES = """examples:
  carrom serve                                    serve this computer only, like `carrom play --no-browser`
  carrom serve --host 0.0.0.0 --port 8137         serve everybody in this network
  carrom serve --allow-host carrom.example.org --trusted-proxy 127.0.0.1
                                                  behind a reverse proxy on this computer
  carrom serve --store postgresql://carrom@db.example.org/carrom
                                                  with the games in PostgreSQL; its password is in PGPASSWORD
  carrom serve --store postgresql:///carrom --bus nats://127.0.0.1 --drain 5 --port 8138
                                                  as one of several servers on that database, connected by NATS
  carrom serve --offline build/game               let games at one screen go on while the network is away
  carrom serve --accounts on                      allow accounts; guests can still play
  carrom serve --settings /etc/carrom.toml --check
                                                  print the settings, and check that they work
  carrom serve --connections 2000 --games 1000   raise the limits for a larger club

A RATE is BURST,RATE: BURST at once, then RATE per second. Options can also be given in the environment, such as
CARROM_PORT=8137, and in the file named by --settings or CARROM_SETTINGS, such as `port = 8137` or
`allow-host = ["carrom.example.org"]`. The command line takes precedence over the environment, which takes precedence
over the file.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.cli.settings import OPTIONS

    parser.add_argument("--settings", metavar="FILE", help="TOML file with options (default: CARROM_SETTINGS, or none)")
    parser.add_argument(
        "--check", action="store_true", help="print the settings, check that the server could start with them, and exit"
    )
    for option in OPTIONS:
        parser.add_argument(
            f"--{option.name}",
            type=option.read,
            action="append" if option.many else "store",
            metavar=option.metavar,
            help=f"{option.help} (default: {option.told})",
        )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from carrom.cli.play import introduce
    from carrom.cli.settings import gathered
    from carrom.server.ops.run import serve
    from carrom.storage.location import data_folder, stored_at

    values = gathered(vars(args), os.environ, args.settings or os.environ.get("CARROM_SETTINGS"))
    store = None if args.data and not args.store else values["store"]
    stored = stored_at(store, values["data"])
    if args.check:
        return checked(values, stored)

    introduce(list(values["engine"]))

    def ready(address: str) -> None:
        print(f"Carrom is served at {address} (Ctrl+C stops the server).", flush=True)

    serve(
        host=values["host"],
        port=values["port"],
        folder=data_folder(values["data"]),
        store=stored if isinstance(stored, str) else None,
        names=values["allow-host"],
        proxies=values["trusted-proxy"],
        limits=limits(values),
        ready=ready,
        metrics=values["allow-metrics"],
        drain=values["drain"],
        form=values["log-format"],
        accounts=values["accounts"],
        workers=values["workers"],
        bus=values["bus"],
        trace=values["trace"],
        offline=values["offline"],
    )
    return 0


def limits(values: dict[str, Any]) -> "ServerLimits":
    """Return the limits from the settings."""
    from carrom.cli.settings import COUNTS, RATES
    from carrom.server.common import ServerLimits

    return ServerLimits(**{name: values[name.replace("_", "-")] for name in (*COUNTS, *RATES)})


def checked(values: dict[str, Any], stored: Path | str) -> int:
    """Print the settings, without secrets, and check everything that can be checked without serving.

    Raises `SetupError` or `StoreError` for a setting that does not work.
    """
    from carrom.observability import check_traces
    from carrom.server.common import RateLimit
    from carrom.server.http.security import Proxies
    from carrom.server.http.static_files import STATIC, check_static, offline_files
    from carrom.server.ops.bus_config import called, check_bus
    from carrom.server.ops.run import let_files_be_open, listening
    from carrom.server.ops.transfer import reach, told
    from carrom.server.people.login import check_accounts
    from carrom.storage.hash_chain import VARIABLE, key_of_environment
    from carrom.storage.location import data_folder
    from carrom.storage.locks import LOCK, ProcessLock

    for name, value in values.items():
        if name not in ("store", "data", "bus"):
            value = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
            text = f"{value.burst:g},{value.per_second:g}" if isinstance(value, RateLimit) else value
            print(f"{name}: {' '.join(value) or 'none' if isinstance(value, tuple) else text}")
    print(f"games: {told(stored)}")
    check_bus(values["bus"], stored if isinstance(stored, str) else None)
    print(f"bus: {called(values['bus'], stored if isinstance(stored, str) else None)}")
    shared_key = key_of_environment(os.environ)
    own_key = "in the data folder" if isinstance(stored, Path) else "a new one at each start"
    print(f"checkpoint key: {own_key if shared_key is None else f'from {VARIABLE}'}")
    check_static(STATIC)
    if values["accounts"]:
        check_accounts()
    check_traces(values["trace"])
    if values["offline"] is not None:
        offline_files(values["offline"])
    Proxies(values["trusted-proxy"])
    Proxies(values["allow-metrics"])
    let_files_be_open(limits(values))
    listening(values["host"], values["port"]).close()
    folder = data_folder(values["data"])
    if (folder / LOCK).exists() or (folder / LOCK).is_symlink():
        ProcessLock(folder).close()
    reach(stored)
    print("These settings work.")
    return 0
