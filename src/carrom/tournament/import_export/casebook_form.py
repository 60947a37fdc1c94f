"""The terms of a file of test tournaments, translated to those of `carrom.tournament`: entries, settings, results."""

from collections.abc import Collection, Mapping
from typing import Any

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.tournament.events import Entered
from carrom.tournament.format import Kind, StageFormat
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.import_export.event_lines import read_terms
from carrom.tournament.state import Fixture

Step = Mapping[str, Any]
_SYSTEMS = {"knockout": "cup", "team-league": "league", "round-robin": "groups", "team-knockout": "cup"}
_HOWS = {"time": "clock"}
_NAMES = {
    "name": "name",
    "title": "name",
    "kind": "kind",
    "rounds": "waves",
    "legs": "legs",
    "match": "match",
    "minutes": "minutes",
    "part": "stage",
    "keys": "keys",
    "bye_score": "bye",
    "walkover_score": "walkover",
    "order": "order",
    "groups": "groups",
    "draw": "draw",
    "level": "level",
    "rubbers": "rubbers",
    "rubber_order": "order_of_rubbers",
}
"""Settings of a stage whose value is taken as it stands."""
_YES: Mapping[str, tuple[str, str, str, bool]] = {
    "keep_groups_apart": ("groups_apart", "yes", "no", True),
    "play_dead_rubber": ("dead_rubbers", "played", "left", False),
    "may_play_both": ("plays_both", "yes", "no", True),
    "missed_round_counts_as_bye": ("missed", "bye", "free", True),
}
"""Settings that are true or false: the field, its two values, and what holds without the setting."""
_CHOICES: Mapping[str, tuple[str, Mapping[Any, str]]] = {
    "floats": ("floats", {"free": "free", "spared": "spared", "avoid": "spared", False: "free", True: "spared"}),
    "third": ("third", {"match": "match", "shared": "shared", "none": "shared", False: "shared", True: "match"}),
    "retired_score": ("retired", {"complete": "complete", "stands": "stands", "stand": "stands"}),
    "withdrawn": (
        "withdrawn",
        {
            "annul-unless-half-finished": "half",
            "half": "half",
            "annul": "annulled",
            "annulled": "annulled",
            "walkovers": "walkovers",
            "walkover": "walkovers",
        },
    ),
    "seeding": ("", {"winners-then-runners-up": "", "standings": "", "seed": ""}),
}
"""Settings with words of their own: the field, and its value for each word."""
_QUALIFY = {"each": "qualify", "first": "qualify", "total": "qualify", "best": "best", "best_of_next": "best"}
COMMENTS = ("why", "note", "comment")
"""Words for the reader, which may stand anywhere."""


def check_known(step: Step, known: Collection[str], what: str) -> None:
    """Raise `RefusedRequest` if an object of the file has a word that would be ignored."""
    for word in step:
        if word not in known and word not in COMMENTS:
            raise RefusedRequest(f"{what} has the unknown word {cut(str(word))}; expected {', '.join(known)}")


def letter(group: object) -> int:
    """Return the index of a group from its letter, counted from 0."""
    return ord(str(group)[0].upper()) - 65 if group else 0


def entered(entry: Step) -> Entered:
    """Return an entry of the file as an event. Raises `RefusedRequest` for an unknown word."""
    check_known(
        entry, ("id", "name", "seed", "kind", "club", "nation", "players", "stages"), f"entry {entry.get('id')}"
    )
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
        sections=tuple(entry.get("stages", ())),
    )


def terms_of(stage: Step, source: str, has_teams: bool = False) -> StageFormat:
    """Return the settings of a stage as terms; `source` is the stage before it. Raises `RefusedRequest`.

    A league of teams has ties of two singles and a doubles unless the file says otherwise.
    """
    own = ("id", "system", "from", "qualify", "keep_clubs_apart", "avoid_club_rounds", "avoid_nation_rounds")
    check_known(stage, (*own, *_NAMES, *_YES, *_CHOICES), f"stage {stage.get('id')}")
    fields: dict[str, Any] = {"id": stage["id"], "system": _SYSTEMS.get(stage["system"], stage["system"])}
    before = stage.get("from", source)
    if before:
        fields["source"] = before
    for name, field in _NAMES.items():
        if stage.get(name) is not None:
            value = stage[name]
            fields[field] = tuple(value) if isinstance(value, list) else value
    for name, (field, yes, no, usual) in _YES.items():
        value = stage.get(name)
        fields[field] = yes if _true_or_false(name, usual if value is None else value) else no
    for name, (field, words) in _CHOICES.items():
        value = stage.get(name)
        if value is not None and value not in words:
            expected = ", ".join(str(word) for word in words)
            raise RefusedRequest(f"{name} of stage {stage['id']} is {cut(str(value))}; expected {expected}")
        if value is not None and field:
            fields[field] = words[value]
    _kept_apart(stage, fields)
    _qualifiers(stage, fields)
    if stage["system"] in ("team-league", "team-knockout") or (has_teams and stage["system"] == "league"):
        fields.setdefault("rubbers", ("singles", "singles", "doubles"))
    return read_terms(fields)


def _true_or_false(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RefusedRequest(f"{name} is {cut(str(value))}; expected true or false")
    return value


def _kept_apart(stage: Step, fields: dict[str, Any]) -> None:
    """Add who is kept apart to the fields of a stage. Raises `RefusedRequest`."""
    clubs, nations = stage.get("avoid_club_rounds") or 0, stage.get("avoid_nation_rounds") or 0
    if _true_or_false("keep_clubs_apart", stage.get("keep_clubs_apart") or False):
        clubs = clubs or 1
    if clubs and nations:
        raise RefusedRequest(f"stage {stage['id']} keeps both clubs and nations apart; expected one of them")
    fields["apart"] = clubs or nations
    if nations:
        fields["apart_by"] = "nation"


def _qualifiers(stage: Step, fields: dict[str, Any]) -> None:
    """Add who qualifies to the fields of a stage. Raises `RefusedRequest`."""
    qualify = stage.get("qualify")
    if qualify is None:
        return
    told: Step = {"each": qualify} if isinstance(qualify, int) else qualify
    check_known(told, tuple(_QUALIFY), f"qualify of stage {stage['id']}")
    for word, field in _QUALIFY.items():
        if word in told:
            if field in fields:
                raise RefusedRequest(f"qualify of stage {stage['id']} says {field} twice; expected it once")
            fields[field] = told[word]


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
