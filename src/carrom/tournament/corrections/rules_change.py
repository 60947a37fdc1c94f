"""Correction of the rule set of a tournament, which is possible until anything has been played by it."""

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.rules.ruleset import NAMES, ruleset
from carrom.tournament.events import DetailsChanged
from carrom.tournament.identifiers import Address
from carrom.tournament.state import Championship, Fixture

TOURNAMENT_RULES = tuple(name for name in NAMES if name in ("icf", "classic-29", "club", "team-event"))
"""The rule sets offered for tournaments on boards."""


def first_played(championship: Championship) -> tuple[Address, Fixture] | None:
    """Return the first fixture in which anything has been played or reported; None if the rules can still change."""
    for section in championship.sections:
        for wave in section.waves:
            for each in wave.fixtures:
                if each.has_begun or each.claims:
                    return Address(section.id, wave.number, each.number), each
    return None


def check_rules_change(championship: Championship, change: DetailsChanged) -> None:
    """Raise `RefusedRequest` if the rule set or its edition may not be corrected, or not to this one."""
    _check_known(change)
    before = championship.details
    if (change.rules or before.rules, change.edition or before.edition) == (before.rules, before.edition):
        return
    found = first_played(championship)
    if found is not None:
        address, fixture = found
        names = f"{championship.name(fixture.a)} and {championship.name(fixture.b)}"
        raise RefusedRequest(
            f"{names} ({address}) have played or begun by these rules, so the rules can no longer change; if that is "
            "wrong, have the referee rule its result void first, or begin a new tournament"
        )


def check_edition(championship: Championship, change: DetailsChanged) -> None:
    """Raise `RefusedRequest` if a new line does not name the edition that this program has of its rule set.

    Lines of files are not checked, because a later program has other editions.
    """
    if change.rules is None and change.edition is None:
        return
    _check_known(change)
    rules = ruleset(change.rules or championship.details.rules)
    if change.edition != rules.edition:
        raise RefusedRequest(
            f'a correction of the rules names their edition; expected edition="{rules.edition}", the one of '
            f"{rules.name} that this program has"
        )


def _check_known(change: DetailsChanged) -> None:
    """Raise `RefusedRequest` for an unknown rule set, and for a custom one, which only a new file can have."""
    if change.rules is not None and change.rules not in NAMES:
        raise RefusedRequest(f"no rule set is called {cut(change.rules)}; expected one of {', '.join(NAMES)}")
