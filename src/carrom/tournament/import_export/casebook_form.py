"""The terms of a file of test tournaments, translated to those of `carrom.tournament`: entries, settings, results."""

from collections.abc import Mapping
from typing import Any

from carrom.tournament.events import Entered
from carrom.tournament.format import Kind, StageFormat
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.import_export.event_lines import read_terms
from carrom.tournament.state import Fixture

Step = Mapping[str, Any]
_SYSTEMS = {"knockout": "cup", "team-league": "league", "round-robin": "groups"}
_HOWS = {"time": "clock"}
_NAMES = {
    "minutes": "minutes",
    "draw": "draw",
    "match": "match",
    "legs": "legs",
    "groups": "groups",
    "third": "third",
    "floats": "floats",
    "order": "order",
    "level": "level",
    "name": "name",
    "rounds": "waves",
    "bye_score": "bye",
    "walkover_score": "walkover",
    "avoid_club_rounds": "apart",
    "avoid_nation_rounds": "apart",
    "part": "stage",
    "keys": "keys",
    "rubbers": "rubbers",
    "kind": "kind",
}


def letter(group: object) -> int:
    """Return the index of a group from its letter, counted from 0."""
    return ord(str(group)[0].upper()) - 65 if group else 0


def entered(entry: Step) -> Entered:
    """Return an entry of the file as an event."""
    players = tuple(entry.get("players", ()))
    kind: Kind = entry.get("kind") or ("player" if not players else "pair" if len(players) == 2 else "team")
    return Entered(
        id=entry["id"],
        name=str(entry.get("name") or entry["id"]),
        seed=entry.get("seed"),
        kind=kind,
        club=str(entry.get("club") or ""),
        nation=str(entry.get("nation") or ""),
        players=players,
    )


def terms_of(stage: Step, source: str) -> StageFormat:
    """Return the settings of a stage as terms."""
    fields: dict[str, Any] = {"id": stage["id"], "system": _SYSTEMS.get(stage["system"], stage["system"])}
    if source:
        fields["source"] = source
    for name, field in _NAMES.items():
        if stage.get(name) is not None:
            value = stage[name]
            fields[field] = tuple(value) if isinstance(value, list) else value
    if "avoid_nation_rounds" in stage:
        fields["apart_by"] = "nation"
    if stage.get("keep_clubs_apart"):
        fields["apart"] = 1
    if fields.get("third") is True:
        fields["third"] = "match"
    if fields.get("third") not in ("match", None):
        fields["third"] = "shared"
    fields["floats"] = "free" if stage.get("floats", "free") in ("free", None, False) else "spared"
    fields["missed"] = "bye" if stage.get("missed_round_counts_as_bye", True) else "free"
    fields["withdrawn"] = {"annul": "annulled", "annulled": "annulled", "walkovers": "walkovers"}.get(
        stage.get("withdrawn", ""), "half"
    )
    fields["retired"] = "stands" if stage.get("retired_score") in ("stands", "stand") else "complete"
    fields["groups_apart"] = "yes" if stage.get("keep_groups_apart", True) else "no"
    fields["dead_rubbers"] = "played" if stage.get("play_dead_rubber") else "left"
    fields["plays_both"] = "yes" if stage.get("may_play_both", True) else "no"
    qualify = stage.get("qualify") or {}
    qualify = {"each": qualify} if isinstance(qualify, int) else qualify
    fields["qualify"] = qualify.get("each") or qualify.get("first") or qualify.get("total") or 0
    fields["best"] = qualify.get("best") or 0
    if fields["system"] == "league":
        fields.setdefault("rubbers", ("singles", "singles", "doubles"))
    return read_terms(fields)


def told_of(step: Step, fixture: Fixture, first: str) -> dict[str, Any]:
    """Return the result given in a step, in the order of the fixture's sides."""
    score = step.get("score") or []
    games: Games = tuple(map(tuple, score if score and isinstance(score[0], list) else [score] if score else []))
    how = _HOWS.get(step.get("how", "played"), step.get("how", "played"))
    if how == "double-walkover":
        games = ()
    named = next((step[key] for key in ("absent", "retired", "disqualified", "conceded", "against") if key in step), "")
    return {
        "games": games if first == fixture.a else turned(games),
        "how": how,
        "against": named,
        "winner": step.get("winner") or "",
        "law": step.get("law") or "",
    }


def shown(expect: Any, got: Any) -> Any:
    """Return the actual values, restricted to the expected keys."""
    if isinstance(expect, dict) and isinstance(got, dict):
        return {key: shown(value, got.get(key)) for key, value in expect.items()}
    if isinstance(expect, list) and isinstance(got, list) and expect and isinstance(expect[0], dict):
        rows = [*expect, *([expect[-1]] * (len(got) - len(expect)))]
        return [shown(row, each) for row, each in zip(rows, got, strict=False)]
    return got
