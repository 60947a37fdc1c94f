"""The history of a tournament: every line of its log as one plain sentence, in every language.

Names are those of today; a correction also gives what was there before.
"""

from collections.abc import Callable
from typing import Any

from carrom.i18n import TranslatableText, has, text_of, told
from carrom.rules.ruleset import NAMES, named
from carrom.tournament import events as events
from carrom.tournament.events import AnyEvent, EnteredResult
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.result import NamedResult, claimed_result, named_result
from carrom.tournament.state import Championship, Claim, FieldChange, FixtureOutcome, ReportedResult
from carrom.values import Value

GROUPS: dict[str, tuple[type, ...]] = {
    "entries": (
        events.Entered,
        events.Edited,
        events.Removed,
        events.Present,
        events.Late,
        events.Withdrawn,
        events.Reinstated,
    ),
    "draws": (
        events.LotDrawn,
        events.Opened,
        events.SettingsChanged,
        events.Seated,
        events.Drawn,
        events.Retracted,
    ),
    "results": (
        events.Finished,
        events.Claimed,
        events.SheetSigned,
        events.Corrected,
        events.Ruled,
    ),
    "referee": (
        events.Protested,
        events.Stated,
        events.Deducted,
        events.DeductionReversed,
        events.LinedUp,
    ),
    "hall": (
        events.Placed,
        events.Begun,
        events.Appointed,
        events.Voided,
        events.ClockChanged,
        events.TableChanged,
        events.DetailsChanged,
    ),
}
"""What the history can be filtered by."""
CORRECTING = (
    events.Edited,
    events.Removed,
    events.Reinstated,
    events.Retracted,
    events.SettingsChanged,
    events.DetailsChanged,
    events.DeductionReversed,
    events.Corrected,
    events.Ruled,
)
"""Lines that change what an earlier line said."""


class HistoryEntry(Value, frozen=True, kw_only=True):
    """One line of the log for people."""

    line: int
    when: int
    by: str
    """The author as in the log, such as `referee:ravi`."""
    who: str
    """The author in words; empty if unknown."""
    said: str
    """What happened, without author and reason, and without a full stop."""
    reason: str
    group: str
    corrects: bool
    """Whether the line changes what an earlier line said."""
    in_full: str
    """The whole sentence: what happened, who entered it, and why."""


def history(championship: Championship, language: str = "en", first: int = 1) -> tuple[HistoryEntry, ...]:
    """Return every line of the log from number `first` on as a sentence, oldest first."""
    teller = _Teller(championship, language)
    found = []
    for line, each in enumerate(championship.events, 1):
        teller.note_sides(line, each)
        if line >= first:
            found.append(teller.entry(line, each))
        teller.note_result(line)
    return tuple(found)


def group_of(event: AnyEvent) -> str:
    """Return what the history files an event under."""
    return next(name for name, kinds in GROUPS.items() if isinstance(event, kinds))


class _Teller:
    """Writes the sentences of one tournament in one language, in the order of its lines."""

    def __init__(self, championship: Championship, language: str) -> None:
        self._at, self._language = championship, language
        self._names: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        for each in championship.events:
            if isinstance(each, events.Entered):
                self._names[each.id] = each.name
            elif isinstance(each, events.Opened):
                self._titles[each.terms.id] = each.terms.title
        self._names |= {each.id: each.name for each in championship.entrants}
        self._titles |= {each.id: each.terms.title for each in championship.stages}
        self._umpires = {each.id: each.name for each in championship.umpires}
        self._corrections = {each.line: each.changes for each in championship.corrections}
        self._reports = {each.line: each for each in championship.reports}
        self._pairs: dict[str, tuple[str, str]] = {}
        """The sides of each fixture at the current line."""
        self._results: dict[str, ReportedResult] = {}
        """The newest result of each fixture or rubber before the current line."""

    def entry(self, line: int, event: AnyEvent) -> HistoryEntry:
        """Return the entry of a line; lines are passed in order."""
        said = _SENTENCES[type(event)](self, line, event)
        reason = getattr(event, "reason", "") or ""
        who = self.who(event.by)
        return HistoryEntry(
            line=line,
            when=event.when,
            by=event.by,
            who=who,
            said=said,
            reason=reason,
            group=group_of(event),
            corrects=isinstance(event, CORRECTING),
            in_full=self._in_full(said, who, reason),
        )

    def say(self, key: str, **values: int | str) -> str:
        """Return one sentence of the catalogue."""
        return told(TranslatableText(f"history.{key}", tuple(values.items())), {}, self._language)

    def _in_full(self, said: str, who: str, reason: str) -> str:
        if who:
            return (
                self.say("by-because", said=said, who=who, reason=reason)
                if reason
                else self.say("by", said=said, who=who)
            )
        return self.say("because", said=said, reason=reason) if reason else said

    def name(self, id: str) -> str:
        """Return the name of an entrant, also of one that was removed."""
        return self._names.get(id, id)

    def title(self, id: str) -> str:
        """Return the title of a stage, also of one that was removed."""
        return self._titles.get(id, id)

    def umpire(self, id: str) -> str:
        """Return the name of an umpire."""
        return self._umpires.get(id, id)

    def changes(self, line: int) -> tuple[FieldChange, ...]:
        """Return what the correction of a line changed."""
        return self._corrections.get(line, ())

    def protested(self, line: int) -> str:
        """Return the fixture whose result the protest of a line is about."""
        return next((each.fixture for each in self._at.protests if each.line == line), "")

    def deduction(self, line: int) -> tuple[int, str, str]:
        """Return points, entrant and stage of a deduction."""
        found = next(each for each in self._at.deductions if each.line == line)
        return found.points, found.entrant, found.stage

    def where(self, fixture: str) -> str:
        """Return a fixture in words: its stage, round and sides."""
        address = read_address(fixture)
        a, b = self.sides(address)
        values: dict[str, int | str] = {"stage": self.title(address.stage), "round": address.round}
        values |= {"a": self.name(a), "b": self.name(b)} if a else {"a": fixture, "b": ""}
        key = "where" if b else "where-bye"
        said = self.say(key, **values)
        return self.say("where-rubber", where=said, rubber=address.rubber) if address.rubber else said

    def sides(self, address: Address) -> tuple[str, str]:
        """Return the sides of a fixture at the current line; two empty texts if they are not known."""
        return self._pairs.get(str(address.fixture), ("", ""))

    def line_of_result(self, line: int) -> str:
        """Return the fixture whose result a line gives."""
        report = self._reports.get(line)
        return report.fixture if report else ""

    def now(self, line: int) -> str:
        """Return the result after a line."""
        report = self._reports[line]
        return "" if report.outcome is None else self._outcome(report, report.outcome)

    def before(self, line: int) -> str:
        """Return the result before a line; empty if there was none between the same sides."""
        report = self._reports[line]
        earlier = self._results.get(report.fixture)
        if earlier is None or earlier.outcome is None or earlier.sides != report.sides:
            return ""
        return self._outcome(earlier, earlier.outcome)

    def _outcome(self, report: ReportedResult, outcome: FixtureOutcome) -> str:
        scores = (outcome.rubbers,) if outcome.rubbers else outcome.games
        return self.result(
            named_result(self.name, report.sides, outcome.winner, scores, outcome.how, decided=outcome.decided)
        )

    def typed(self, fixture: str, event: EnteredResult) -> str:
        """Return a result as it was typed, by a side or on a sheet."""
        sides = self.sides(read_address(fixture))
        claim = Claim(rubber=0, side="", games=event.games, how=event.how, against=event.against, winner=event.winner)
        return self.result(claimed_result(self.name, sides, claim))

    def result(self, result: NamedResult) -> str:
        """Return a result in words, the winner first."""
        first, second = result.names
        values = {"first": first, "second": second, "name": result.winner, "score": result.score}
        match result.how:
            case "void" | "double-walkover":
                return self.say(f"result.{result.how}", first=first, second=second)
            case "walkover":
                return self.say("result.walkover", **values)
            case "retired" | "conceded" | "disqualified":
                return self.say(f"result.{result.how}" if result.score else f"result.{result.how}-bare", **values)
        if not result.winner:
            return self.say("result.level", **values)
        clock = "-clock" if result.how == "clock" else ""
        return self.say("result.decided" if result.decided else f"result.wins{clock}", **values)

    def who(self, by: str) -> str:
        """Return an author or a role in words."""
        role, _, name = by.partition(":")
        if role in ("player", "captain") and name:
            name = self.name(name)
        elif role == "umpire" and name:
            name = self.umpire(name)
        return author(role, name, self._language)

    def note_sides(self, line: int, event: AnyEvent) -> None:
        """Note the sides of the fixtures that a line is about."""
        report = self._reports.get(line)
        if report is not None:
            self._pairs[str(read_address(report.fixture).fixture)] = report.sides
        if not isinstance(event, events.Drawn):
            return
        for number, meeting in enumerate(event.meetings, 1):
            self._pairs[f"{event.stage}.{event.round}.{number}"] = (meeting.first, meeting.second)
        stage = next((each for each in self._at.stages if each.id == event.stage), None)
        round = stage.round(event.round) if stage else None
        for fixture in round.fixtures if round else ():
            self._pairs.setdefault(f"{event.stage}.{event.round}.{fixture.number}", (fixture.a, fixture.b))

    def note_result(self, line: int) -> None:
        """Note the result that a line gives as the newest of its fixture."""
        report = self._reports.get(line)
        if report is not None:
            self._results[report.fixture] = report

    def field(self, what: str, change: FieldChange) -> str:
        """Return the sentence about one changed field of an entrant, the tournament or a stage."""
        change = change_in_words(self._language, change)
        values = {"what": what, "field": change.field, "before": change.before, "after": change.after}
        return self.say("changed" if change.before and change.after else "set" if change.after else "cleared", **values)


def author(role: str, name: str, language: str = "en") -> str:
    """Return a role, with the name of its holder if it is known, in words."""
    if not has("en", f"history.role.{role}"):
        return f"{role}:{name}" if name else role
    key = f"history.role-named.{role}" if name else f"history.role.{role}"
    return told(TranslatableText(key, (("name", name),) if name else ()), {}, language)


def change_in_words(language: str, change: FieldChange) -> FieldChange:
    """Return a changed field with its name, and the title of a rule set, in the words of a language."""
    key = f"history.field.{change.field}"
    field = text_of(language, key) if has("en", key) else f"“{change.field}”"
    before, after = (
        text_of(language, f"ruleset.{each}", named(each).title) if change.field == "rules" and each in NAMES else each
        for each in (change.before, change.after)
    )
    return FieldChange(field, before, after)


def _entered(teller: _Teller, _: int, event: events.Entered) -> str:
    name = teller.name(event.id)
    return teller.say("entrant", name=f"{name} ({event.club})" if event.club else name)


def _edited(teller: _Teller, line: int, event: events.Edited) -> str:
    role, _, id = event.subject.rpartition(":")
    name = teller.umpire(id) if role else teller.name(id)
    parts = []
    for change in teller.changes(line):
        gone, new = (
            [each for each in one.split(", ") if each not in other.split(", ")]
            for one, other in ((change.before, change.after), (change.after, change.before))
        )
        if change.field == "name":
            parts.append(teller.say("renamed", before=change.before, after=change.after))
        elif change.field == "players" and event.player:
            parts.append(teller.say("player-renamed", before=event.player, after=event.now, name=name))
        elif change.field == "players" and len(gone) == len(new) == 1:
            parts.append(teller.say("substitute", before=gone[0], after=new[0], name=name))
        else:
            parts.append(teller.field(name, change))
    return "; ".join(parts)


def _removed(teller: _Teller, line: int, event: events.Removed) -> str:
    return teller.say(f"removed.{event.what}", name=teller.changes(line)[0].before)


def _details(teller: _Teller, line: int, _: events.DetailsChanged) -> str:
    what = teller.say("tournament")
    return "; ".join(teller.field(what, change) for change in teller.changes(line))


def _settings(teller: _Teller, line: int, event: events.SettingsChanged) -> str:
    return "; ".join(teller.field(teller.title(event.stage), change) for change in teller.changes(line))


def _opened(teller: _Teller, _: int, event: events.Opened) -> str:
    return teller.say(f"stage.{event.terms.system}", stage=teller.title(event.terms.id))


def _present(teller: _Teller, _: int, event: events.Present) -> str:
    return teller.say("present", stage=teller.title(event.stage), count=len(event.entrants))


def _late(teller: _Teller, _: int, event: events.Late) -> str:
    return teller.say("late", name=teller.name(event.entrant), stage=teller.title(event.stage), round=event.round)


def _of_stage(key: str) -> Callable[[_Teller, int, Any], str]:
    def say(teller: _Teller, _: int, event: events.Withdrawn | events.Reinstated) -> str:
        return teller.say(key, name=teller.name(event.entrant), stage=teller.title(event.stage))

    return say


def _lot(teller: _Teller, _: int, event: events.LotDrawn) -> str:
    return teller.say("lot", lot=event.lot)


def _seated(teller: _Teller, _: int, event: events.Seated) -> str:
    key = ("seeds" if len(event.seats) == 1 else "groups") + ("-hand" if event.hand else "")
    return teller.say(key, stage=teller.title(event.stage))


def _drawn(teller: _Teller, _: int, event: events.Drawn) -> str:
    count = sum(bool(each.second) for each in event.meetings)
    key = "drawn-hand" if event.hand else "drawn"
    return teller.say(key, stage=teller.title(event.stage), round=event.round, count=count)


def _retracted(teller: _Teller, _: int, event: events.Retracted) -> str:
    return teller.say("retracted", stage=teller.title(event.stage), round=event.round)


def _begun(teller: _Teller, _: int, event: events.Begun) -> str:
    return teller.say("begun", where=teller.where(event.fixture))


def _lined_up(teller: _Teller, _: int, event: events.LinedUp) -> str:
    key = "lineup-changed" if event.reason else "lineup"
    return teller.say(key, name=teller.name(event.entrant), where=teller.where(event.fixture))


def _finished(teller: _Teller, line: int, event: events.Finished) -> str:
    return teller.say("finished", where=teller.where(event.fixture), result=teller.now(line))


def _claimed(teller: _Teller, _: int, event: events.Claimed) -> str:
    where, result = teller.where(event.fixture), teller.typed(event.fixture, event)
    return teller.say("claimed", name=teller.name(event.side), where=where, result=result)


def _signed(teller: _Teller, _: int, event: events.SheetSigned) -> str:
    return teller.say("signed", where=teller.where(event.fixture), result=teller.typed(event.fixture, event))


def _corrected(teller: _Teller, line: int, _: events.Corrected) -> str:
    values = {"where": teller.where(teller.line_of_result(line)), "result": teller.now(line)}
    before = teller.before(line)
    return teller.say("corrected", **values, before=before) if before else teller.say("finished", **values)


def _ruled(teller: _Teller, line: int, event: events.Ruled) -> str:
    where, result, before = teller.where(teller.line_of_result(line)), teller.now(line), teller.before(line)
    if event.stands:
        return teller.say("stands", where=where, result=result)
    if not result:
        return teller.say("replayed", where=where, before=before) if before else teller.say("replay", where=where)
    return teller.say("ruled", where=where, result=result, before=before or "–")


def _deducted(teller: _Teller, _: int, event: events.Deducted) -> str:
    name, stage = teller.name(event.entrant), teller.title(event.stage)
    return teller.say("deducted", name=name, stage=stage, count=event.points)


def _restored(teller: _Teller, _: int, event: events.DeductionReversed) -> str:
    points, entrant, stage = teller.deduction(event.line)
    return teller.say("restored", name=teller.name(entrant), stage=teller.title(stage), count=points)


def _protested(teller: _Teller, line: int, event: events.Protested) -> str:
    values = {"name": teller.name(event.side), "where": teller.where(teller.protested(line))}
    return teller.say("protest-board", **values, board=event.board) if event.board else teller.say("protest", **values)


def _stated(teller: _Teller, _: int, event: events.Stated) -> str:
    return teller.say("statement", where=teller.where(teller.protested(event.line)), text=event.text)


def _placed(teller: _Teller, _: int, event: events.Placed) -> str:
    parts = [teller.say("at-table", table=event.board)] if event.board else []
    parts += [event.time] if event.time else []
    parts += [teller.say("with-umpire", name=teller.umpire(event.umpire))] if event.umpire else []
    where = teller.where(event.fixture)
    if not parts:
        return teller.say("called-bare" if event.called else "uncalled", where=where)
    return teller.say("called" if event.called else "placed", where=where, what=", ".join(parts))


def _appointed(teller: _Teller, _: int, event: events.Appointed) -> str:
    name = teller.umpire(event.id)
    return teller.say("umpire", name=f"{name} ({event.club})" if event.club else name)


def _voided(teller: _Teller, _: int, event: events.Voided) -> str:
    return teller.say("links", who=teller.who(event.role))


def _clocked(teller: _Teller, _: int, event: events.ClockChanged) -> str:
    title = teller.title(event.stage)
    return teller.say(f"clock.{event.step}", stage=title, round=event.round, seconds=event.seconds)


def _table(teller: _Teller, _: int, event: events.TableChanged) -> str:
    return teller.say("table.closed" if event.closed else "table.open", table=event.number)


_SENTENCES: dict[type, Callable[[_Teller, int, Any], str]] = {
    events.Entered: _entered,
    events.Edited: _edited,
    events.Removed: _removed,
    events.DetailsChanged: _details,
    events.SettingsChanged: _settings,
    events.Opened: _opened,
    events.Present: _present,
    events.Late: _late,
    events.Withdrawn: _of_stage("withdrawn"),
    events.Reinstated: _of_stage("reinstated"),
    events.LotDrawn: _lot,
    events.Seated: _seated,
    events.Drawn: _drawn,
    events.Retracted: _retracted,
    events.Begun: _begun,
    events.LinedUp: _lined_up,
    events.Finished: _finished,
    events.Claimed: _claimed,
    events.SheetSigned: _signed,
    events.Corrected: _corrected,
    events.Ruled: _ruled,
    events.Deducted: _deducted,
    events.DeductionReversed: _restored,
    events.Protested: _protested,
    events.Stated: _stated,
    events.Placed: _placed,
    events.Appointed: _appointed,
    events.Voided: _voided,
    events.ClockChanged: _clocked,
    events.TableChanged: _table,
}
