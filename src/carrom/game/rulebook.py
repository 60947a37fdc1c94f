"""The rule set named by a header; a custom one is stored in the header, so a record needs no other file."""

from typing import Any

import msgspec

from carrom.errors import RulesError
from carrom.game.events import Header
from carrom.rules.ruleset import Ruleset, named, ruleset
from carrom.values import changed


def rulebook(header: Header) -> Ruleset:
    """Return the rule set of a header. Raises `RulesError` if it is unknown or its changes are not allowed."""
    if not header.extends:
        return ruleset(header.ruleset)
    from carrom.rules.custom.load import custom

    changes = _changes(header.changes)
    book = custom({**changes, "extends": header.extends, "name": header.ruleset}, header.ruleset, recorded=True)
    same = header.edition.startswith(f"{named(header.extends).edition}; ")
    return changed(book, edition=header.edition) if same else book


def _changes(text: str) -> dict[str, Any]:
    try:
        changes = msgspec.json.decode(text or "{}")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        changes = None
    if not isinstance(changes, dict):
        raise RulesError(f"the changes of the rule set are {text[:60]!r}; expected a JSON object of parameters")
    return changes


def with_rulebook(header: Header, rules: Ruleset) -> Header:
    """Return the header with the rule set's name and edition, and with the changes of a custom one."""
    edition = header.edition or rules.edition
    if not rules.extends:
        return changed(header, ruleset=rules.name, edition=edition)
    return changed(header, ruleset=rules.name, edition=edition, extends=rules.extends, changes=rules.changes)
