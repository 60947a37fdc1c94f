"""A change of a stored or public format bumps the version: tables, protocol messages, operations of the HTTP API.

`forms.json` holds the version that first had the current formats, and their digest. After a change of a format, bump
`src/carrom/version.py` (`0.4.0.dev1` after `0.4.0.dev0`), then run `python3 dev.py python tests/test_version.py`.
"""

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from carrom.server.main.write_openapi import whole
from carrom.storage.migrations import MIGRATIONS
from carrom.storage.postgres_schema import STEPS
from carrom.version import __version__

HERE = Path(__file__).resolve().parent
FORMS, SCHEMA = HERE / "forms.json", HERE.parent / "docs" / "reference" / "protocol.schema.json"
PROSE = {"description", "summary", "title", "example", "examples"}
VERSION = re.compile(r"\d+\.\d+\.\d+(\.dev\d+)?")


def without_prose(value: Any) -> Any:
    """Return JSON without descriptions and the like: only what programs rely on."""
    if isinstance(value, dict):
        return {key: without_prose(each) for key, each in value.items() if key not in PROSE or isinstance(each, dict)}
    return [without_prose(each) for each in value] if isinstance(value, list) else value


def digest() -> str:
    """Return the hash of every stored and public format."""
    steps = [each if isinstance(each, str) else each.__name__ for each in (*MIGRATIONS, *STEPS)]
    api = {name: part for name, part in whole().items() if name != "info"}
    forms = [steps, without_prose(json.loads(SCHEMA.read_text(encoding="utf-8"))), without_prose(api)]
    return hashlib.sha256(json.dumps(forms, sort_keys=True).encode()).hexdigest()


def recorded() -> dict[str, str]:
    """Return the version that first had these formats, and their digest."""
    return dict(json.loads(FORMS.read_text(encoding="utf-8")))


def test_the_version_is_one_that_installers_understand():
    assert VERSION.fullmatch(__version__)


def test_a_changed_form_has_a_version_of_its_own():
    assert recorded()["digest"] == digest(), "bump the version, then run: python3 dev.py python tests/test_version.py"


def test_descriptions_are_no_form_and_properties_of_such_names_are():
    assert without_prose({"description": "prose", "type": "object"}) == {"type": "object"}
    assert without_prose({"properties": {"title": {"type": "string"}}}) == {"properties": {"title": {"type": "string"}}}


def main() -> int:
    """Record the formats of the current version; refuse to overwrite those of another version."""
    now, before = digest(), recorded() if FORMS.exists() else {}
    if before.get("digest") == now:
        return 0
    if before.get("version") == __version__:
        print(f"The forms differ from those of {__version__}: bump src/carrom/version.py first.", file=sys.stderr)
        return 1
    FORMS.write_text(json.dumps({"version": __version__, "digest": now}, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
