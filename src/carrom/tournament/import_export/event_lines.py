"""Lines of a tournament file: an event name, its subject, `key=value` settings, author and time.

1. entrant asha "Asha Rao" seed=1 club=Pune by=organiser:lena @1795250000

12. finish s.1.4 18-25 by=scorer:lena @1795257900
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from carrom.errors import RecordError, RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.tournament import events as happenings
from carrom.tournament.events import AnyHappening, ClockStep, How, Meeting
from carrom.tournament.format import StageFormat, check_terms
from carrom.tournament.identifiers import (
    Games,
    Score,
    check_identifier,
    read_address,
    read_games,
    take_games,
    write_games,
)
from carrom.tournament.import_export.event_tokens import (
    ALSO,
    EXAMPLES,
    NUMBER,
    Words,
    decoded,
    line_tokens,
    listed,
    quoted,
    read_number,
    take_number,
    take_text,
    take_word,
    typed_word,
    written_value,
    written_word,
    wrong_value,
)

_WAVE = re.compile(r"([a-z][a-z0-9_]{0,31})\.([1-9][0-9]{0,2})")
_MEETING = re.compile(r"([a-z][a-z0-9_]*)-([a-z][a-z0-9_]*)?(?:@([1-9][0-9]{0,3}))?")
_NONCE = re.compile(r"[A-Za-z0-9_-]{8,64}")
_STAMP = ("by", "when", "nonce")
_STEPS: tuple[str, ...] = ClockStep.__args__  # type: ignore[attr-defined]
HOWS: tuple[str, ...] = How.__args__  # type: ignore[attr-defined]
Fields = dict[str, Any]


class _Form(NamedTuple):
    """How one kind of event is written: its class, the words after its name, and the names of its settings."""

    cls: type[Any]
    write: Callable[[Any], Sequence[str]]
    read: Callable[[Words], Fields]
    renamed: tuple[tuple[str, str], ...] = ()
    """Fields whose setting has a different name."""


def write_happening(happening: AnyHappening) -> str:
    """Return an event as the text of its line, without its number."""
    word = type(happening).__struct_config__.tag
    form = _FORMS[str(word)]
    shown = form.write(happening)
    subject = happening.terms if isinstance(happening, happenings.Opened) else happening
    settings = (
        _changed_settings(happening) if isinstance(happening, happenings.SettingsChanged) else _settings(subject, form)
    )
    by = [f"by={written_value(happening.by)}"] if happening.by else []
    nonce = [f"nonce={happening.nonce}"] if happening.nonce else []
    return " ".join([str(word), *shown, *settings, *by, *nonce, f"@{happening.when}"])


def _settings(subject: Any, form: _Form) -> list[str]:
    names = dict(form.renamed)
    shown = []
    for field in msgspec.structs.fields(type(subject)):
        value = getattr(subject, field.name)
        if field.name in _POSITIONAL[form.cls] or value == field.default or field.name in _STAMP:
            continue
        shown.append(f"{names.get(field.name, field.name)}={written_value(value)}")
    return shown


def setting_name(word: str, field: str) -> str:
    """Return the name of a setting in a line that begins with this word, as an organiser types it."""
    typed = {field: name for name, field in ALSO.get(word, {}).items()}
    return typed.get(field) or dict(_FORMS[word].renamed).get(field, field)


def settings_of(terms: StageFormat) -> tuple[tuple[str, str], ...]:
    """Return every setting of a section as it is written in a line, also those with their usual value."""
    names = dict(_FORMS["settings"].renamed)
    return tuple(
        (names.get(name, name), _given(getattr(terms, name))) for name in StageFormat.__struct_fields__ if name != "id"
    )


def _changed_settings(change: happenings.SettingsChanged) -> list[str]:
    names = dict(_FORMS["settings"].renamed)
    shown = [f"{names.get(name, name)}={_given(getattr(change.terms, name))}" for name in change.given]
    return [*shown, *([f"reason={written_value(change.reason)}"] if change.reason else [])]


def _given(value: Any) -> str:
    """Return a setting of a section as text; one that is cleared has an empty value in quotes."""
    return '""' if value is None else written_value(value)


def read_happening(text: str) -> AnyHappening:
    """Parse the text of a line. Raises `RecordError` or `RefusedRequest` in one sentence."""
    word, _, rest = text.partition(" ")
    word = written_word(word)
    form = _FORMS.get(word)
    if form is None:
        raise RecordError(f"{cut(word)} is not an event; expected one of {', '.join(map(typed_word, _FORMS))}")
    words, settings, when = line_tokens(rest)
    fields = form.read(words)
    if words:
        raise RecordError(f"{cut(words[0])} is not expected after {typed_word(word)}")
    meant = {setting: field for field, setting in form.renamed} | ALSO.get(word, {})
    for name, value in settings.items():
        field = meant.get(name, name)
        if field in fields:
            raise RecordError(f"{typed_word(word)} has the setting {name} twice")
        fields[field] = value
    by, nonce = fields.pop("by", ""), check_nonce(fields.pop("nonce", ""))
    if form.cls is happenings.Opened:
        return happenings.Opened(terms=read_terms(fields), by=by, when=when, nonce=nonce)
    if form.cls is happenings.SettingsChanged:
        return _read_settings(fields, by, when, nonce)
    made: AnyHappening = _converted(form.cls, {**fields, "by": by, "when": when, "nonce": nonce}, word)
    return made


def _read_settings(fields: Fields, by: str, when: int, nonce: str) -> happenings.SettingsChanged:
    """Parse a change of settings, in which only the settings given have a meaning."""
    section, reason = fields.pop("section"), fields.pop("reason", "")
    cleared = {name: None for name in ("kind", "stage") if fields.get(name) == ""}
    terms = _converted(
        StageFormat, {"system": "swiss", **fields, **cleared, "id": fields.get("id", section)}, "settings"
    )
    return happenings.SettingsChanged(
        section=section, terms=terms, given=tuple(sorted(fields)), reason=reason, by=by, when=when, nonce=nonce
    )


def check_nonce(nonce: str) -> str:
    """Return the id of a proposal after checking it. Raises `RecordError`."""
    if nonce and not _NONCE.fullmatch(nonce):
        raise RecordError(f"nonce is {cut(nonce)}; expected 8 to 64 letters, digits, _ and -")
    return nonce


def read_terms(fields: Fields) -> StageFormat:
    """Parse the terms of a section from its settings. Raises `RecordError` or `RefusedRequest`."""
    return check_terms(_converted(StageFormat, fields, "section"))


def _converted(cls: type[Any], fields: Fields, word: str) -> Any:
    types = {field.name: field for field in msgspec.structs.fields(cls)}
    for name, value in fields.items():
        if name not in types:
            raise RecordError(f"{typed_word(word)} has no setting {cut(name)}; expected {', '.join(_known(cls, word))}")
        if isinstance(value, str):
            fields[name] = _parted(value, str(types[name].type), name)
    try:
        return msgspec.convert(fields, cls, strict=False)
    except msgspec.ValidationError:
        why = _missing(cls, fields, word) or wrong_value(
            cls, fields, {name: setting_name(word, name) for name in fields}
        )
        raise RecordError(f"{typed_word(word)}: {why}") from None


def _missing(cls: type[Any], fields: Fields, word: str) -> str:
    """Return a sentence about missing settings; empty if the error is a different one."""
    hidden = _POSITIONAL.get(cls, ())
    lacks = [
        setting_name(word, field.name)
        for field in msgspec.structs.fields(cls)
        if field.required and field.name not in fields and field.name not in hidden
    ]
    if not lacks:
        return ""
    named = " and ".join(f"{name}=" for name in lacks)
    return f"{named} {'is' if len(lacks) == 1 else 'are'} missing; expected {EXAMPLES.get(word, word)}"


def _known(cls: type[Any], word: str) -> list[str]:
    hidden = _POSITIONAL.get(cls, ())
    names = [name for name in cls.__struct_fields__ if name not in (*_STAMP, "id", *hidden)]
    return sorted(setting_name(word, name) for name in names)


def _parted(value: str, kind: str, name: str) -> Any:
    """Convert a text to the list or score that its field needs."""
    if name in ("bye", "walkover") or (name == "boards" and not kind.startswith("int")):
        games = read_games(value)
        return games[0]
    if kind.startswith("tuple"):
        return value.split(",") if value else []
    if name in ("hand", "called", "seats"):
        return value == "yes"
    return value


def _match_points(words: Words) -> int:
    word = take_word(words, "match points, 1 to 99")
    if not NUMBER.fullmatch(word):
        expected = f"expected 1 to 99, such as {EXAMPLES['deduct']}"
        raise RecordError(f"deduct: {cut(word)} is not a number of match points; {expected}")
    return int(word)


def read_wave(word: str) -> tuple[str, int]:
    """Parse section and number of a round, such as `s.1`. Raises `RefusedRequest`."""
    found = _WAVE.fullmatch(word)
    if found is None:
        raise RefusedRequest(f"{cut(word)} is not a round; expected stage.number, such as s.1")
    return found[1], int(found[2])


def read_meeting(word: str) -> Meeting:
    """Parse a pair such as `asha-esha@1`, or `gita-` for a bye. Raises `RefusedRequest`."""
    found = _MEETING.fullmatch(word)
    if found is None:
        raise RefusedRequest(f"{cut(word)} is not a pair; expected two entrants and a board, such as asha-esha@1")
    return Meeting(found[1], found[2] or "", int(found[3] or 0))


def _meeting(meeting: Meeting) -> str:
    return f"{meeting.first}-{meeting.second}" + (f"@{meeting.board}" if meeting.board else "")


def _read_drawn(words: Words) -> Fields:
    section, wave = read_wave(take_word(words, "a round such as s.1"))
    fields: Fields = {"section": section, "wave": wave, "hand": False}
    if words and words[-1] == "hand":
        words.pop()
        fields["hand"] = True
    if words and words[-1].startswith("{"):
        fields["totals"] = [read_number(each) for each in words.pop()[1:-1].split()[:16]]
    fields["meetings"] = [read_meeting(word) for word in words]
    words.clear()
    return fields


def _write_drawn(drawn: happenings.Drawn) -> list[str]:
    totals = [f"{{{' '.join(map(str, drawn.totals))}}}"] if drawn.totals else []
    hand = ["hand"] if drawn.hand else []
    return [f"{drawn.section}.{drawn.wave}", *map(_meeting, drawn.meetings), *totals, *hand]


def _write_told(told: happenings.Told) -> list[str]:
    games = [write_games(told.games)] if told.games else []
    return [*games, *([told.how] if told.how != "played" else [])]


def told_words(words: Sequence[str]) -> tuple[Games, How]:
    """Parse the score and the kind of ending from the words of a result. Raises `RefusedRequest`."""
    left = [part for word in words for part in word.split()]
    games: list[Score] = []
    how = "played"
    while left:
        if left[0] in HOWS:
            how = left.pop(0)
        elif left[0][:1].isdigit():
            games += take_games(left)
        else:
            raise RefusedRequest(f"{cut(left[0])} is neither a score nor a kind of ending; expected {', '.join(HOWS)}")
    return tuple(games), how  # type: ignore[return-value]


def _read_told(words: Words) -> Fields:
    fields: Fields = {"games": take_games(words), "how": "played"}
    if words and words[0] in HOWS:
        fields["how"] = words.pop(0)
    return fields


def _read_ruled(words: Words) -> Fields:
    line = take_number(words, "the number of a line")
    stands = bool(words) and words[0] == "stands"
    if stands:
        words.pop(0)
    return {"line": line, "stands": stands, **_read_told(words)}


def _read_lineup(words: Words) -> Fields:
    fixture = str(read_address(take_word(words, "a fixture such as l.1.1")))
    entrant = take_word(words, "a team")
    players = [decoded(word) for word in words]
    words.clear()
    if any(isinstance(each, str) for each in players):
        raise RecordError('a line-up is written as lists of names, such as ["Nila"] ["Naveen","Nadia"]')
    return {"fixture": fixture, "entrant": entrant, "players": players}


def _identifier(words: Words) -> str:
    return check_identifier(take_word(words, "an id such as asha"), "it")


def _subject(words: Words) -> str:
    word = take_word(words, "an id such as asha, or an umpire such as umpire:ravi")
    role, colon, id = word.rpartition(":")
    if colon and role != "umpire":
        raise RefusedRequest(f"{cut(word)} cannot be corrected; expected an id such as asha, or umpire:ravi")
    return f"{role}{colon}{check_identifier(id, 'it')}"


def _fixture(words: Words) -> str:
    return str(read_address(take_word(words, "a fixture such as s.1.4")))


def _read_seated(words: Words) -> Fields:
    section = _identifier(words)
    seats = [word.split(",") for word in words]
    words.clear()
    return {"section": section, "seats": seats}


def _read_present(words: Words) -> Fields:
    fields = {"section": _identifier(words), "entrants": list(words)}
    words.clear()
    return fields


def _read_clock(words: Words) -> Fields:
    section, wave = read_wave(take_word(words, "a round such as s.1"))
    step = take_word(words, f"one of {', '.join(_STEPS)}")
    if step not in _STEPS:
        raise RecordError(f"{cut(step)} is nothing that a clock does; expected one of {', '.join(_STEPS)}")
    seconds = take_number(words, "a number of seconds") if words else 0
    return {"section": section, "wave": wave, "step": step, "seconds": seconds}


def _read_closed(words: Words) -> bool:
    word = take_word(words, "closed or open")
    if word not in ("closed", "open"):
        raise RecordError(f"{cut(word)} is no state of a table; expected closed or open")
    return word == "closed"


_h = happenings
_FORMS: dict[str, _Form] = {
    "entrant": _Form(
        _h.Entered,
        lambda h: (h.id, quoted(h.name)),
        lambda w: {"id": _identifier(w), "name": take_text(w, "a name in quotes")},
        (("sections", "in"),),
    ),
    "section": _Form(
        _h.Opened,
        lambda h: (h.terms.id, h.terms.system),
        lambda w: {"id": _identifier(w), "system": take_word(w, "a system such as swiss")},
        (("source", "from"), ("order_of_rubbers", "rubber_order")),
    ),
    "present": _Form(_h.Present, lambda h: (h.section, *h.entrants), _read_present),
    "late": _Form(_h.Late, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "edit": _Form(
        _h.Edited,
        lambda h: (h.subject,),
        lambda w: {"subject": _subject(w)},
        (("sections", "in"),),
    ),
    "reinstate": _Form(_h.Reinstated, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "withdraw": _Form(_h.Withdrawn, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "lot": _Form(_h.LotDrawn, lambda h: (quoted(h.lot),), lambda w: {"lot": take_text(w, "a text in quotes")}),
    "seat": _Form(_h.Seated, lambda h: (h.section, *(",".join(each) for each in h.seats)), _read_seated),
    "draw": _Form(_h.Drawn, _write_drawn, _read_drawn),
    "begin": _Form(_h.Begun, lambda h: (h.fixture,), lambda w: {"fixture": _fixture(w)}),
    "lineup": _Form(_h.LinedUp, lambda h: (h.fixture, h.entrant, *map(listed, h.players)), _read_lineup),
    "finish": _Form(
        _h.Finished,
        lambda h: (h.fixture, *_write_told(h)),
        lambda w: {"fixture": _fixture(w), **_read_told(w)},
        (("source", "from"),),
    ),
    "claim": _Form(
        _h.Claimed,
        lambda h: (h.fixture, h.side, *_write_told(h)),
        lambda w: {"fixture": _fixture(w), "side": _identifier(w), **_read_told(w)},
    ),
    "sheet": _Form(
        _h.SheetSigned,
        lambda h: (h.fixture, *_write_told(h)),
        lambda w: {"fixture": _fixture(w), **_read_told(w)},
        (("source", "from"),),
    ),
    "correct": _Form(
        _h.Corrected,
        lambda h: (str(h.line), *_write_told(h)),
        lambda w: {"line": take_number(w, "the number of a line"), **_read_told(w)},
    ),
    "rule": _Form(_h.Ruled, lambda h: (str(h.line), *(["stands"] if h.stands else []), *_write_told(h)), _read_ruled),
    "deduct": _Form(
        _h.Deducted,
        lambda h: (h.entrant, str(h.points)),
        lambda w: {"entrant": _identifier(w), "points": _match_points(w)},
    ),
    "restore": _Form(
        _h.DeductionReversed,
        lambda h: (str(h.line),),
        lambda w: {"line": take_number(w, "the number of a deduction's line")},
    ),
    "details": _Form(_h.DetailsChanged, lambda h: (), lambda w: {}),
    "settings": _Form(
        _h.SettingsChanged,
        lambda h: (h.section,),
        lambda w: {"section": _identifier(w)},
        (("source", "from"), ("order_of_rubbers", "rubber_order")),
    ),
    "remove": _Form(
        _h.Removed,
        lambda h: (h.what, h.id),
        lambda w: {"what": written_word(take_word(w, "entrant, stage or umpire")), "id": _identifier(w)},
    ),
    "protest": _Form(
        _h.Protested, lambda h: (str(h.line),), lambda w: {"line": take_number(w, "the number of a line")}
    ),
    "retract": _Form(
        _h.Retracted,
        lambda h: (f"{h.section}.{h.wave}",),
        lambda w: dict(zip(("section", "wave"), read_wave(take_word(w, "a round such as s.1")), strict=True)),
    ),
    "statement": _Form(
        _h.Stated,
        lambda h: (str(h.line), quoted(h.text)),
        lambda w: {"line": take_number(w, "the number of a line"), "text": take_text(w, "a text in quotes")},
    ),
    "umpire": _Form(
        _h.Appointed,
        lambda h: (h.id, quoted(h.name)),
        lambda w: {"id": _identifier(w), "name": take_text(w, "a name in quotes")},
    ),
    "links": _Form(_h.Voided, lambda h: (h.role,), lambda w: {"role": take_word(w, "a role such as scorer")}),
    "clock": _Form(
        _h.ClockChanged,
        lambda h: (f"{h.section}.{h.wave}", h.step, *([str(h.seconds)] if h.seconds else [])),
        _read_clock,
    ),
    "table": _Form(
        _h.TableChanged,
        lambda h: (str(h.number), "closed" if h.closed else "open"),
        lambda w: {"number": take_number(w, "the number of a table"), "closed": _read_closed(w)},
    ),
    "place": _Form(_h.Placed, lambda h: (h.fixture,), lambda w: {"fixture": _fixture(w)}),
}
_POSITIONAL: dict[type[Any], tuple[str, ...]] = {
    _h.Entered: ("id", "name"),
    _h.Edited: ("subject",),
    _h.Reinstated: ("entrant",),
    _h.DeductionReversed: ("line",),
    _h.DetailsChanged: (),
    _h.SettingsChanged: ("section",),
    _h.Removed: ("what", "id"),
    _h.Opened: ("id", "system"),
    _h.Present: ("section", "entrants"),
    _h.Late: ("entrant",),
    _h.Withdrawn: ("entrant",),
    _h.LotDrawn: ("lot",),
    _h.Seated: ("section", "seats"),
    _h.Drawn: ("section", "wave", "meetings", "totals", "hand"),
    _h.Begun: ("fixture",),
    _h.LinedUp: ("fixture", "entrant", "players"),
    _h.Finished: ("fixture", "games", "how"),
    _h.Claimed: ("fixture", "side", "games", "how"),
    _h.SheetSigned: ("fixture", "games", "how"),
    _h.Corrected: ("line", "games", "how"),
    _h.Ruled: ("line", "stands", "games", "how"),
    _h.Deducted: ("entrant", "points"),
    _h.Protested: ("line",),
    _h.Retracted: ("section", "wave"),
    _h.Placed: ("fixture",),
    _h.Stated: ("line", "text"),
    _h.Appointed: ("id", "name"),
    _h.Voided: ("role",),
    _h.ClockChanged: ("section", "wave", "step", "seconds"),
    _h.TableChanged: ("number", "closed"),
}
