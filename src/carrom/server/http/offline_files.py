"""Files for play without a connection: a folder made by `python3 dev.py site`, from which a server offers them."""

from pathlib import Path

import msgspec

from carrom.errors import SetupError
from carrom.tables.log.compatibility import offline_digest
from carrom.values import Value
from carrom.version import __version__

LIST = "offline.json"
"""The list of the files, at the root of the site."""


class OfflineList(Value, frozen=True, kw_only=True):
    """What the build writes about the files for play without a connection."""

    version: str
    """Version of the program that they were built from."""
    program: str
    """Digest of its source code."""
    build: str
    """The build that the worker names when it starts; the page accepts no other."""
    worker: str
    """Path of the script of the web worker."""
    files: tuple[str, ...]
    """Paths of all files, that of the worker among them."""


def offline_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths; raises `SetupError` if they are not of this version."""
    try:
        listed = (folder / LIST).read_bytes()
        found = msgspec.json.decode(listed, type=OfflineList)
    except (OSError, msgspec.DecodeError) as fault:
        raise SetupError(
            f"{folder} has no files for play without a connection ({LIST} cannot be read: {fault}); "
            "build them with `python3 dev.py site`."
        ) from None
    if (found.version, found.program) != (__version__, offline_digest()):
        raise SetupError(
            f"The files for play without a connection in {folder} were built from another version of carrom "
            f"({found.version}, and this is {__version__}); build them again with `python3 dev.py site`."
        )
    home = folder.resolve()
    contents = {f"/{LIST}": listed}
    for path in found.files:
        file = (home / path.lstrip("/")).resolve()
        if not file.is_relative_to(home) or not file.is_file():
            raise SetupError(f"{folder} is not complete: {path} is missing; run `python3 dev.py site` again.")
        contents[path] = file.read_bytes()
    return contents
