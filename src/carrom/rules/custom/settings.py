"""The settings of a rule set: its figures and switches by name, as in a rule set file."""

from typing import Any

from carrom.rules.clauses import Ruleset
from carrom.rules.custom.switches import NAMES_OF_SWITCHES, value_of


def settings(rules: Ruleset) -> dict[str, Any]:
    """Return the figures and switches of a rule set by name, as in a rule set file."""
    figures = {name: getattr(rules.parameters, name) for name in rules.parameters.__struct_fields__}
    return {**figures, **{name: value_of(rules, name) for name in NAMES_OF_SWITCHES}}


def shown(value: object) -> str:
    """Return a setting as written in a rule set file, without quotes."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
