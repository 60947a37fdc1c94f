"""The service worker's script with the list of this server's files, each with a hash of its content."""

import hashlib
import json
import re
from collections.abc import Mapping

WORKER = "/sw.js"
_PAGE = "/index.html"
_DIGITS = 10
"""Hexadecimal digits of a hash."""
_LINKED = re.compile(rb'(?:src|href)="(/[^"]+)"')
_SELDOM = re.compile(r"\.(woff2|mp4)$|/assets/(hi|ta|bn|ur|si)-")
"""Files that are stored when they are first used: fonts, films and translations."""


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the script, given all files by their paths, without a list among them.

    It stores the page and what the page loads at once. Everything else is stored when the page asks for it.
    """
    script = files[WORKER]
    hashes = {
        path: hashlib.sha256(body).hexdigest()[:_DIGITS] for path, body in sorted(files.items()) if path != WORKER
    }
    linked = {path.decode() for path in _LINKED.findall(files[_PAGE])} & set(hashes)
    later = [path for path in hashes if _SELDOM.search(path)]
    lists = {"FILES": hashes, "FIRST": sorted({_PAGE, *linked}), "LATER": later}
    head = "".join(f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in lists.items())
    return head.encode() + script
