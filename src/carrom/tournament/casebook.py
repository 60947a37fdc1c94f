"""Test tournaments from a JSON file, run through the same code as `carrom event`.

The file calls entrants *entries*, and the end by the clock *time*.
Each step that has `expect` gives an answer with the expected keys. A step also gives an answer if it is refused, or if
it should have been refused and was not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from carrom.errors import CarromError, RecordError, RefusedRequest
from carrom.game.event_lines import cut
from carrom.rules.ruleset import ruleset
from carrom.tournament import events as tournament_events
from carrom.tournament.championship import apply, begin
from carrom.tournament.corrections import check_new_line
from carrom.tournament.draws import drawn, rounds_left, seated
from carrom.tournament.entrants import Kind, StageFormat
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.final_order import final_order
from carrom.tournament.identifiers import Address, Games, read_address, turned
from carrom.tournament.result import check_boards, next_rubber, rubbers_won
from carrom.tournament.standings import StageTable, outcome_of, tables
from carrom.tournament.state import EventStage, Fixture, part_of

# -- the file's terms, translated to those of `carrom.tournament` ------------------------------------------------------


Step = Mapping[str, Any]
_SYSTEMS = {"team-league": "league", "round-robin": "groups", "team-knockout": "knockout"}
_HOWS = {"time": "clock"}
_NAMES = {
    "name": "name",
    "title": "name",
    "kind": "kind",
    "rounds": "rounds",
    "legs": "legs",
    "match": "match",
    "minutes": "minutes",
    "part": "part",
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


def entered(entry: Step) -> tournament_events.Entered:
    """Return an entry of the file as an event. Raises `RefusedRequest` for an unknown word."""
    check_known(
        entry, ("id", "name", "seed", "kind", "club", "nation", "players", "stages"), f"entry {entry.get('id')}"
    )
    players = tuple(entry.get("players", ()))
    kind: Kind = entry.get("kind") or ("player" if not players else "pair" if len(players) == 2 else "team")
    return tournament_events.Entered(
        id=entry["id"],
        name=str(entry.get("name") or entry["id"]),
        seed=entry.get("seed"),
        kind=kind,
        club=str(entry.get("club") or ""),
        nation=str(entry.get("nation") or ""),
        players=players,
        stages=tuple(entry.get("stages", ())),
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
    given: Step = {"each": qualify} if isinstance(qualify, int) else qualify
    check_known(given, tuple(_QUALIFY), f"qualify of stage {stage['id']}")
    for word, field in _QUALIFY.items():
        if word in given:
            if field in fields:
                raise RefusedRequest(f"qualify of stage {stage['id']} says {field} twice; expected it once")
            fields[field] = given[word]


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


# -- running the steps -------------------------------------------------------------------------------------------------


_RESULT = ("stage", "round", "score", "how", "absent", "retired", "disqualified", "conceded", "against", "winner",
           "boards", "law", "reason", "by", "id")  # fmt: skip
_STEPS: dict[str, tuple[str, ...]] = {
    "present": ("stage", "round", "entries"),
    "late_entry": ("stage", "entry", "before_round", "round"),
    "withdraw": ("stage", "entry", "reason"),
    "deduct": ("stage", "entry", "points", "reason", "by"),
    "lot": ("lot",),
    "groups": ("stage",),
    "fixtures": ("stage",),
    "draw": ("stage", "round", "pairs", "bye"),
    "seed": ("stage",),
    "result": (*_RESULT, "of"),
    "correct": (*_RESULT, "of", "result"),
    "rule": (*_RESULT, "of", "result", "stands"),
    "protest": ("result", "side", "entry", "reason"),
    "retract": ("stage", "round", "reason"),
    "enter": ("entry", "entries"),
    "tie": ("stage", "round", "of", "rubbers"),
    "rubber": (*_RESULT, "tie", "number", "a", "b"),
    "lineup": ("stage", "round", "tie", "side", "lineup", "reason", "by"),
    "refuse": ("what",),
    "standings": ("stage", "group", "after", "withdrawn"),
    "final_order": ("stage",),
}
"""The words of each step, besides `step`, `expect` and comments; any other word is refused."""
_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration)
"""Exceptions caused by a step that does not have the documented form."""


class CaseStepResult:
    """The outcome of a step: whether it was as expected, and the actual values."""

    def __init__(self, event: str, step: int, ok: bool, got: Any) -> None:
        self.event, self.step, self.ok, self.got = event, step, ok, got


def check(book: Mapping[str, Any]) -> Iterator[CaseStepResult]:
    """Yield an answer for each step that has `expect`, and for each step that failed."""
    events = book.get("events")
    check_known(book, ("format", "what", "definitions", "events"), "the file")
    if not isinstance(events, list):
        raise RecordError("a file of test tournaments needs a list `events`")
    for number, event in enumerate(events):
        if not isinstance(event, dict) or not all(isinstance(each, dict) for each in event.get("steps", ())):
            raise RecordError(f"tournament {number} of the file is not valid; expected an object with `steps`")
        try:
            case = _Case(event)
        except (CarromError, *_UNREADABLE) as reason:
            yield CaseStepResult(str(event.get("id", "")), 0, False, {"error": f"it cannot be opened: {reason}"})
            continue
        yield from case.answers()


class _Case:
    """The state of one test tournament while its steps are executed."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        self.id = str(event.get("id", ""))
        self.steps: Sequence[Step] = event.get("steps", [])
        settings = event.get("settings", {})
        check_known(event, ("id", "title", "settings", "entries", "steps"), "the tournament")
        check_known(settings, ("rules", "lot", "stages", "stages"), "settings")
        stages = settings.get("stages") or settings.get("stages") or []
        self.at = begin(Details(name=str(event.get("title") or self.id), rules=settings.get("rules", "icf")))
        self.lines: dict[str, int] = {}
        if settings.get("lot"):
            self.do(tournament_events.LotDrawn(lot=str(settings["lot"])))
        has_teams = any(len(entry.get("players", ())) > 2 for entry in event.get("entries", []))
        for entry in event.get("entries", []):
            self.do(entered(entry))
        source = ""
        for stage in stages:
            terms = terms_of(stage, source, has_teams)
            self.do(tournament_events.Opened(terms=terms))
            source = terms.id
        self.who_is_there(event)

    def who_is_there(self, event: Mapping[str, Any]) -> None:
        """Mark late entrants as absent from the first round, unless a step lists who is present."""
        late = [step["entry"] for step in self.steps if step.get("step") == "late-entry"]
        if late and not any(step.get("step") == "present" for step in self.steps):
            there = tuple(each["id"] for each in event.get("entries", []) if each["id"] not in late)
            self.do(tournament_events.Present(stage=self.at.stages[0].id, entrants=there))

    def do(self, happening: tournament_events.AnyEvent) -> None:
        """Check and apply an event."""
        check_new_line(self.at, happening)
        self.at = apply(self.at, happening)

    def answers(self) -> Iterator[CaseStepResult]:
        """Execute every step and yield the answers."""
        for number, step in enumerate(self.steps):
            before = self.at
            try:
                got = self.play(step)
            except CarromError as reason:
                self.at = before
                yield CaseStepResult(self.id, number, False, {"error": str(reason)})
                continue
            except _UNREADABLE as fault:
                self.at = before
                yield CaseStepResult(self.id, number, False, {"error": f"the step cannot be read ({fault!r})"})
                continue
            if step.get("step") == "refuse":
                if not got:
                    self.at = before
                    yield CaseStepResult(self.id, number, False, {"refused": False})
            elif "expect" in step:
                came = shown(step["expect"], got)
                ok = came == step["expect"] and self.also(step)
                yield CaseStepResult(self.id, number, ok, came)

    def also(self, step: Step) -> bool:
        """Return whether the conditions of a step beside `expect` hold."""
        if "withdrawn" not in step:
            return True
        stage = self.at.stage(step["stage"])
        table = self.table(step)
        return set(step["withdrawn"]) in (set(table.annulled), set(stage.withdrawn) & set(self.group(stage, step)))

    def group(self, stage: EventStage, step: Step) -> tuple[str, ...]:
        """Return the entrants of the group that a step names."""
        index = letter(step.get("group"))
        return stage.seats[index] if stage.seats and index < len(stage.seats) else stage.members

    def play(self, step: Step) -> Any:
        """Execute a step and return its result."""
        kind = str(step["step"]).replace("-", "_")
        known = _STEPS.get(kind)
        if known is None:
            raise RefusedRequest(f"there is no step called {cut(str(step['step']))}; expected {', '.join(_STEPS)}")
        check_known(step, ("step", "expect", *known), f"step {step['step']}")
        return getattr(self, f"_{kind}")(step)

    def _present(self, step: Step) -> None:
        stage = self.stage(step)
        due = len(stage.rounds) + 1
        if step.get("round", due) != due:
            raise RefusedRequest(f"round {step['round']} of {stage.id} is not the next one; expected round {due}")
        self.do(tournament_events.Present(stage=stage.id, entrants=tuple(step["entries"])))

    def _late_entry(self, step: Step) -> None:
        round = step.get("before_round") or step.get("round") or 1
        self.do(tournament_events.Late(entrant=step["entry"], stage=self.stage(step).id, round=int(round)))

    def _withdraw(self, step: Step) -> None:
        for stage in (self.at.stage(step["stage"]),) if "stage" in step else self.at.stages:
            found = self.at.stage(stage.id)
            plays = step["entry"] in (*found.members, *(id for id, _ in found.late)) or not found.terms.source
            if plays and step["entry"] not in found.withdrawn:
                self.do(
                    tournament_events.Withdrawn(
                        entrant=step["entry"], stage=stage.id, reason=str(step.get("why", ""))[:150]
                    )
                )

    def _deduct(self, step: Step) -> None:
        reason = str(step.get("reason") or step.get("why") or "deducted")
        stage = self.stage(step).id
        self.do(
            tournament_events.Deducted(
                entrant=step["entry"], stage=stage, points=int(step["points"]), reason=reason[:150]
            )
        )

    def _lot(self, step: Step) -> None:
        self.do(tournament_events.LotDrawn(lot=str(step["lot"])))

    def by_tables(self, step: Step) -> EventStage:
        """Return the round-robin stage that a step refers to."""
        wanted = step.get("stage")
        return next(each for each in self.at.stages if each.terms.by_tables and wanted in (None, each.id))

    def _groups(self, step: Step) -> dict[str, list[str]]:
        stage = self.by_tables(step)
        self.seat(stage.id)
        return {chr(65 + at): list(group) for at, group in enumerate(self.at.stage(stage.id).seats)}

    def _fixtures(self, step: Step) -> dict[str, list[list[str]]]:
        stage = self.by_tables(step)
        self.seat(stage.id)
        stage = self.at.stage(stage.id)
        alone = len(stage.seats) == 1
        found: dict[str, list[list[str]]] = {}
        for at, group in enumerate(stage.seats):
            rows = [[f"{each.a}-{each.b}" for each in round.fixtures if each.a in group] for round in stage.rounds]
            found[stage.id if alone and "A" not in step.get("expect", {}) else chr(65 + at)] = [
                row for row in rows if row
            ]
        return found

    def _draw(self, step: Step) -> dict[str, Any]:
        stage = self.stage(step)
        self.seat(stage.id, quiet=stage.terms.system == "swiss")
        stage = self.at.stage(stage.id)
        round = int(step["round"])
        if "pairs" in step:
            meetings = [tournament_events.Meeting(*pair) for pair in step["pairs"]]
            meetings += [tournament_events.Meeting(step["bye"])] if step.get("bye") else []
            self.do(tournament_events.Drawn(stage=stage.id, round=round, meetings=tuple(meetings), hand=True))
        elif not stage.terms.by_tables:
            self.do(drawn(self.at, stage, round))
        found = self.at.stage(stage.id).round(round)
        fixtures = found.fixtures if found else ()
        byes = [each.a for each in fixtures if not each.b] if stage.terms.system == "swiss" else []
        return {
            "pairs": [[each.a, each.b] for each in fixtures if each.b],
            "bye": byes[0] if byes else None,
            "byes": [each.a for each in fixtures if not each.b],
        }

    def _seed(self, step: Step) -> list[str]:
        stage = self.stage(step)
        return list(seated(self.at, stage).seats[0]) if not stage.seats else list(stage.seats[0])

    def _result(self, step: Step) -> dict[str, Any]:
        stage = self.stage(step)
        self.seat(stage.id, quiet=stage.terms.system == "swiss")
        address, fixture = self.find(step, step["of"])
        if isinstance(step.get("boards"), int):
            result, part = told_of(step, fixture, step["of"][0]), part_of(stage, address.round)
            rules = ruleset(self.at.details.rules)
            check_boards(rules, part, result["games"], step["boards"], result["how"] != "played")
        self.do(tournament_events.Finished(fixture=str(address), **told_of(step, fixture, step["of"][0])))
        if "id" in step:
            self.lines[step["id"]] = len(self.at.events)
        after = self.at.fixture(address)
        outcome = outcome_of(self.at.stage(address.stage), after)
        return {"winner": None if outcome is None else outcome.winner or None}

    def _correct(self, step: Step) -> dict[str, Any]:
        line = self.lines[step["result"]]
        address = dict(self.at.lines)[line]
        stage, round, number = address.split(".")[:3]
        fixture = self.at.fixture(Address(stage, int(round), int(number)))
        first = step["of"][0] if "of" in step else self.first_of(step["result"])
        reason = str(step.get("reason", ""))
        self.do(tournament_events.Corrected(line=line, **{**told_of(step, fixture, first), "reason": reason}))
        self.lines[step["result"]] = len(self.at.events)
        stored = self.at.events[line - 1]
        return {"kept_in_log": isinstance(stored, tournament_events.Finished | tournament_events.Corrected)}

    def _rule(self, step: Step) -> dict[str, Any]:
        line = self.lines[step["result"]]
        fixture = self.at.fixture(read_address(dict(self.at.lines)[line]).fixture)
        result = {} if step.get("stands") else told_of(step, fixture, self.first_of(step["result"]))
        reason = str(step.get("reason") or "ruled")
        stands = bool(step.get("stands"))
        self.do(tournament_events.Ruled(line=line, by="referee", stands=stands, **{**result, "reason": reason}))
        self.lines[step["result"]] = line if stands else len(self.at.events)
        return {"kept_in_log": True}

    def _protest(self, step: Step) -> None:
        side = step.get("side") or step["entry"]
        reason = str(step.get("reason") or step.get("why") or "protest")[:150]
        self.do(tournament_events.Protested(line=self.lines[step["result"]], side=side, reason=reason))

    def _retract(self, step: Step) -> None:
        reason = str(step.get("reason") or "taken back")[:150]
        self.do(tournament_events.Retracted(stage=self.stage(step).id, round=int(step["round"]), reason=reason))

    def _enter(self, step: Step) -> None:
        entries = step.get("entries") or [step["entry"]]
        for entry in entries:
            self.do(entered(entry if isinstance(entry, dict) else {"id": entry}))

    def first_of(self, id: str) -> str:
        """Return the entrant listed first in the result with this id."""
        return str(next(each["of"][0] for each in self.steps if each.get("id") == id))

    def _tie(self, step: Step) -> dict[str, Any]:
        stage = self.stage(step)
        self.seat(stage.id)
        address, fixture = self.find(step, step["of"])
        turn = step["of"][0] != fixture.a
        rubbers = [each for each in step["rubbers"] if not each.get("dead")]
        for side in ("b", "a") if turn else ("a", "b"):
            names = tuple(tuple(each[side]) for each in rubbers if side in each)
            entrant = step["of"]["ab".index(side)]
            if names and len(names) == len(rubbers):
                self.do(tournament_events.LinedUp(fixture=str(address), entrant=entrant, players=names))
        for each in rubbers:
            self.rubber(address, each, step["of"][0], each.get("number"))
        return self.tie_view(address, step["of"])

    def rubber(self, address: Address, rubber: Step, first: str, number: int | None = None) -> None:
        """Enter the result of the next rubber of a tie, or of rubber `number`."""
        fixture = self.at.fixture(address)
        open_ = [at for at, each in enumerate(fixture.rubbers, 1) if each is None]
        at = number or (open_[0] if open_ else len(fixture.rubbers))
        where = Address(address.stage, address.round, address.number, at)
        self.do(tournament_events.Finished(fixture=str(where), **told_of(rubber, fixture, first)))

    def tie_view(self, address: Address, of: Sequence[str]) -> dict[str, Any]:
        """Return the state of a tie in the file's terms."""
        stage, fixture = self.at.stage(address.stage), self.at.fixture(address)
        sides = (of[0], of[1])
        outcome = outcome_of(stage, fixture)
        return {
            "winner": None if outcome is None else outcome.winner or None,
            "rubbers": list(rubbers_won(fixture.rubbers, sides)),
            "next": next_rubber(stage.terms, fixture.rubbers, sides) if outcome is None else None,
        }

    def _rubber(self, step: Step) -> dict[str, Any]:
        address, _ = self.find(step, step["tie"])
        self.rubber(address, step, step["tie"][0], step.get("number"))
        return self.tie_view(address, step["tie"])

    def _lineup(self, step: Step) -> None:
        address, _ = self.find(step, step["tie"])
        players = tuple(map(tuple, step["lineup"]))
        by, reason = str(step.get("by", "")), str(step.get("reason", ""))
        self.do(
            tournament_events.LinedUp(fixture=str(address), entrant=step["side"], players=players, by=by, reason=reason)
        )

    def _refuse(self, step: Step) -> bool:
        before = self.at
        try:
            self.play(step["what"])
        except CarromError:
            self.at = before
            return True
        return False

    def _standings(self, step: Step) -> list[dict[str, Any]]:
        rows = []
        for each in self.table(step).standings:
            values = {key.replace("-", "_"): value for key, value in each.values}
            rows.append({"entry": each.entrant, "place": each.place, **values})
        return rows

    def table(self, step: Step) -> StageTable:
        """Return the standings table that a step refers to."""
        stage = self.stage(step)
        self.seat(stage.id, quiet=True)
        found = tables(self.at, self.at.stage(stage.id), step.get("after"))
        return found[min(letter(step.get("group")), len(found) - 1)]

    def _final_order(self, step: Step) -> list[str]:
        return list(final_order(self.at, self.at.stage(step["stage"]) if "stage" in step else None))

    def stage(self, step: Step) -> EventStage:
        """Return the stage of a step; the first stage if it names none."""
        return self.at.stage(step["stage"]) if "stage" in step else self.at.stages[0]

    def seat(self, id: str, quiet: bool = False) -> None:
        """Seed groups or a knockout, and draw all rounds of groups, if this has not been done."""
        stage = self.at.stage(id)
        if not stage.seats and stage.terms.system != "swiss":
            try:
                self.do(seated(self.at, stage))
            except RefusedRequest:
                if quiet:
                    return
                raise
        if stage.terms.by_tables and not stage.rounds:
            for round in range(1, rounds_left(self.at, self.at.stage(id)) + 1):
                self.do(drawn(self.at, self.at.stage(id), round))

    def find(self, step: Step, of: Sequence[str]) -> tuple[Address, Fixture]:
        """Return the fixture of two entrants, in the round that a step names or in any round."""
        stages = (self.at.stage(step["stage"]),) if "stage" in step else self.at.stages
        for stage in stages:
            self.seat(stage.id, quiet=True)
            for round in reversed(self.at.stage(stage.id).rounds):
                for each in round.fixtures if step.get("round") in (None, round.number) else ():
                    if {each.a, each.b} == set(of):
                        return Address(stage.id, round.number, each.number), each
        raise RefusedRequest(f"{' and '.join(map(str, of))} have no drawn fixture there")
