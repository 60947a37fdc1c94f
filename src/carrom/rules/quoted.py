"""Quote of each clause the part that applied, so that no sentence contradicts the ruling in which it stands.

A law's sentence covers everything that the law may decide. Where it has several parts, the catalogue has them as
`remark.<law>` (the law changed nothing), `remark.<law>.<part>` (a named part of such a remark), and
`remark.<law>.keep`, `.lose`, `.replay` and `.cover` (it kept the turn, ended it, had the board replayed, covered the
queen).
"""

from collections.abc import Mapping
from functools import lru_cache

from carrom.i18n import sentences
from carrom.rules.clauses import Law
from carrom.rules.effects import KEEP, LOSE, QUEEN_COVERED, REPLAY, Effect, Remark
from carrom.rules.laws import points, queen, striker
from carrom.rules.ruling import Finding
from carrom.values import changed

_ENDS_THE_TURN: Mapping[str, Law] = {
    "queen_and_striker": queen.queen_and_striker_ends_the_turn,
    "queen_own_and_striker": queen.queen_own_and_striker_ends_the_turn,
    "last_pocketed_counter_comes_back_and_the_turn_goes_on": points.last_pocketed_counter_comes_back,
    "queen_too_early_is_laid_aside": queen.queen_aside_returns_with_the_turn,
    "striker_with_own_men": striker.striker_with_own_men_ends_the_turn,
    "striker_with_men_of_both": striker.striker_with_men_of_both_ends_the_turn,
    "striker_with_the_cover": queen.striker_with_the_cover_ends_the_turn,
    "striker_with_the_cover_spoils_it": queen.striker_with_the_cover_ends_the_turn,
}
"""Laws that continue the turn, and the same laws where the turn ends: quoted if another clause ends it."""


def quoted(findings: tuple[Finding, ...], passes: bool, over: bool = False) -> tuple[Finding, ...]:
    """Return findings with the sentences that hold: `passes` if the turn ends, `over` if the game does."""
    if over:
        findings = tuple(each for each in findings if not all(effect in (KEEP, LOSE) for effect in each.effects))
    return tuple(
        _quoted(each, passes) if each.key in _in_parts() or each.key in _ENDS_THE_TURN else each for each in findings
    )


def _quoted(finding: Finding, passes: bool) -> Finding:
    changes = any(type(effect) is not Remark for effect in finding.effects)
    twin = _ENDS_THE_TURN.get(finding.key) if passes and changes else None
    known = sentences("en")
    if twin is not None:
        key = f"remark.{twin.__name__}.lose"
        text = known.get(key) or " ".join((twin.__doc__ or "").split())
        return changed(finding, part=key if key in known else f"law.{twin.__name__}", text=text)
    key = next((key for key in _keys(finding.key, finding.effects) if key in known), "")
    return changed(finding, part=key, text=known[key]) if key else finding


def _keys(law: str, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the keys under which the part that applied may be found, the most special one first."""
    remarks = [effect for effect in effects if type(effect) is Remark]
    if len(remarks) == len(effects):
        return *(f"remark.{law}.{each.part}" for each in remarks if each.part), f"remark.{law}"
    parts = (("keep", KEEP), ("lose", LOSE), ("replay", REPLAY), ("cover", QUEEN_COVERED))
    return tuple(f"remark.{law}.{name}" for name, effect in parts if effect in effects)


@lru_cache(maxsize=1)
def _in_parts() -> frozenset[str]:
    """Return the names of the laws whose sentence has parts."""
    return frozenset(key.split(".")[1] for key in sentences("en") if key.startswith("remark."))
