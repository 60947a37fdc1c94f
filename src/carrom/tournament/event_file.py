"""The tournament file (`.carrom-event`): tags, then numbered event lines, each with a hash.

Every line ends with `#` and twelve digits of a hash over everything before it, so that changed, lost or moved lines are
detected. The hashes detect mistakes and disk errors, but not forgery: anyone who can write the file can compute them
again."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect

from carrom.errors import CarromError, RecordError, RefusedRequest
from carrom.files import plain
from carrom.game.event_lines import cut
from carrom.rules.ruleset import ruleset
from carrom.tournament import events as events
from carrom.tournament import identifiers
from carrom.tournament.entrants import StageFormat, check_terms
from carrom.tournament.events import AnyEvent, ClockStep, How, Meeting
from carrom.values import Value

# -- the tokens of a line ----------------------------------------------------------------------------------------------


_JSON = r'"(?:[^"\\]|\\.)*"'
_LIST = rf"\[ *(?:{_JSON}(?: *, *{_JSON})*)? *\]"
_TOKEN = re.compile(rf"([a-z][a-z0-9_]*=)?({_JSON}|{_LIST}|\{{[0-9 ]*\}}|[^\s\"\[\]{{}}#]+)(?: |$)")
_BARE = re.compile(r"[^\s\"\[\]{}#=,@-][^\s\"\[\]{}#=]*")
NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
Words = list[str]
EXAMPLES = {
    "withdraw": 'withdraw hema stage=g reason="knee injury"',
    "edit": 'edit asha name="Asha Rao" reason="misspelt"',
    "reinstate": 'reinstate hema stage=g reason="fit again"',
    "restore": 'restore 45 reason="wrong player"',
    "details": 'details boards=12 reason="four boards are broken"',
    "settings": 'settings s rounds=6 reason="less time"',
    "remove": 'remove entrant asha reason="entered twice"',
    "late": "late indu stage=s round=2",
    "deduct": 'deduct asha 1 stage=s reason="Law 143h"',
    "protest": 'protest 12 side=asha board=3 reason="queen not covered"',
    "retract": 'retract s.2 reason="Indu was overlooked"',
}
"""Complete example lines, shown when a required setting is missing."""


def written_value(value: Any) -> str:
    """Return the value of a setting as text: bare, in quotes, or a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
        return "-".join(map(str, value))
    if isinstance(value, tuple):
        bare = all(_BARE.fullmatch(each) for each in value) and value
        return ",".join(value) if bare else listed(value)
    text = str(value)
    return text if _BARE.fullmatch(text) and "," not in text else quoted(text)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return msgspec.json.encode(text).decode().replace("#", "\\u0023")


def listed(texts: Sequence[str]) -> str:
    """Return a list of texts in quotes."""
    return f"[{','.join(map(quoted, texts))}]"


def line_tokens(text: str) -> tuple[Words, dict[str, Any], int]:
    """Return the words, settings and time of a line. Raises `RecordError`."""
    words: Words = []
    settings: dict[str, Any] = {}
    when = 0
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise RecordError(f"{cut(text[at:])} is not valid here; expected words, texts in quotes, or key=value")
        at = found.end()
        key, value = found[1], found[2]
        if key is None and value.startswith("@") and NUMBER.fullmatch(value[1:]):
            when = int(value[1:])
        elif key is None:
            words.append(value)
        elif key[:-1] in settings:
            raise RecordError(f"{key[:-1]} is given twice; expected it once")
        else:
            settings[key[:-1]] = decoded(value)
    return words, settings, when


def decoded(value: str) -> Any:
    """Decode a value: a quoted text, a list of quoted texts, or a bare word."""
    if value[0] not in '"[':
        return value
    try:
        found = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise RecordError(f"{cut(value)} is not a quoted text or a list of them") from None
    for each in found if isinstance(found, list) else [found]:
        if not isinstance(each, str) or any("\ud800" <= letter <= "\udfff" for letter in each):
            raise RecordError(f"{cut(value)} is not a quoted text or a list of them")
    return found


def take_word(words: Words, what: str) -> str:
    if not words:
        raise RecordError(f"the line is too short; expected {what}")
    return words.pop(0)


def take_text(words: Words, what: str) -> str:
    word = take_word(words, what)
    if not word.startswith('"'):
        raise RecordError(f"{cut(word)} is not in quotes; expected {what}")
    return str(decoded(word))


def take_number(words: Words, what: str) -> int:
    return read_number(take_word(words, what), what)


def read_number(word: str, what: str = "the sum of a criterion") -> int:
    if not NUMBER.fullmatch(word):
        raise RecordError(f"{cut(word)} is not a whole number; expected {what}")
    return int(word)


def wrong_value(cls: type[Any], fields: Mapping[str, Any], renamed: Mapping[str, str]) -> str:
    """Return which setting has a value of the wrong type, and what was expected."""
    for field in msgspec.structs.fields(cls):
        if field.name not in fields:
            continue
        value = fields[field.name]
        try:
            msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            shown = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            expected = _expected(msgspec.inspect.type_info(field.type))
            return f"{renamed.get(field.name, field.name)} is {cut(shown)}; expected {expected}"
    return "a setting has a wrong value"


def _expected(info: msgspec.inspect.Type) -> str:
    """Return the values of a type in words."""
    match info:
        case msgspec.inspect.UnionType(types=types):
            return _expected(next(each for each in types if not isinstance(each, msgspec.inspect.NoneType)))
        case msgspec.inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case msgspec.inspect.EnumType(cls=cls):
            return f"one of {', '.join(str(each.value) for each in cls)}"
        case msgspec.inspect.IntType(ge=least, le=most):
            limits = f" from {least} to {most}" if least is not None and most is not None else ""
            return f"a whole number{limits}"
        case msgspec.inspect.BoolType():
            return "yes or no"
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"a list of texts, separated by commas, each {_expected(item)}"
        case msgspec.inspect.TupleType():
            return "a score such as 25-0"
        case _:
            return "one text"


# -- lines: an event, its subject, settings, author and time -----------------------------------------------------------
# 1. entrant asha "Asha Rao" seed=1 club=Pune by=organiser:lena @1795250000
# 12. finish s.1.4 18-25 by=scorer:lena @1795257900


_ROUND = re.compile(r"([a-z][a-z0-9_]{0,31})\.([1-9][0-9]{0,2})")
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


def write_happening(happening: AnyEvent) -> str:
    """Return an event as the text of its line, without its number."""
    word = type(happening).__struct_config__.tag
    form = _FORMS[str(word)]
    shown = form.write(happening)
    subject = happening.terms if isinstance(happening, events.Opened) else happening
    settings = (
        _changed_settings(happening) if isinstance(happening, events.SettingsChanged) else _settings(subject, form)
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
    return dict(_FORMS[word].renamed).get(field, field)


def settings_of(terms: StageFormat) -> tuple[tuple[str, str], ...]:
    """Return every setting of a stage as it is written in a line, also those with their usual value."""
    names = dict(_FORMS["settings"].renamed)
    return tuple(
        (names.get(name, name), _given(getattr(terms, name))) for name in StageFormat.__struct_fields__ if name != "id"
    )


def _changed_settings(change: events.SettingsChanged) -> list[str]:
    names = dict(_FORMS["settings"].renamed)
    shown = [f"{names.get(name, name)}={_given(getattr(change.terms, name))}" for name in change.given]
    return [*shown, *([f"reason={written_value(change.reason)}"] if change.reason else [])]


def _given(value: Any) -> str:
    """Return a setting of a stage as text; one that is cleared has an empty value in quotes."""
    return '""' if value is None else written_value(value)


def read_happening(text: str) -> AnyEvent:
    """Parse the text of a line. Raises `RecordError` or `RefusedRequest` in one sentence."""
    word, _, rest = text.partition(" ")
    form = _FORMS.get(word)
    if form is None:
        raise RecordError(f"{cut(word)} is not an event; expected one of {', '.join(_FORMS)}")
    words, settings, when = line_tokens(rest)
    fields = form.read(words)
    if words:
        raise RecordError(f"{cut(words[0])} is not expected after {word}")
    meant = {setting: field for field, setting in form.renamed}
    for name, value in settings.items():
        field = meant.get(name, name)
        if field in fields:
            raise RecordError(f"{word} has the setting {name} twice")
        fields[field] = value
    by, nonce = fields.pop("by", ""), check_nonce(fields.pop("nonce", ""))
    if form.cls is events.Opened:
        return events.Opened(terms=read_terms(fields), by=by, when=when, nonce=nonce)
    if form.cls is events.SettingsChanged:
        return _read_settings(fields, by, when, nonce)
    made: AnyEvent = _converted(form.cls, {**fields, "by": by, "when": when, "nonce": nonce}, word)
    return made


def _read_settings(fields: Fields, by: str, when: int, nonce: str) -> events.SettingsChanged:
    """Parse a change of settings, in which only the settings given have a meaning."""
    stage, reason = fields.pop("stage"), fields.pop("reason", "")
    cleared = {name: None for name in ("kind", "part") if fields.get(name) == ""}
    terms = _converted(StageFormat, {"system": "swiss", **fields, **cleared, "id": fields.get("id", stage)}, "settings")
    return events.SettingsChanged(
        stage=stage, terms=terms, given=tuple(sorted(fields)), reason=reason, by=by, when=when, nonce=nonce
    )


def check_nonce(nonce: str) -> str:
    """Return the id of a proposal after checking it. Raises `RecordError`."""
    if nonce and not _NONCE.fullmatch(nonce):
        raise RecordError(f"nonce is {cut(nonce)}; expected 8 to 64 letters, digits, _ and -")
    return nonce


def read_terms(fields: Fields) -> StageFormat:
    """Parse the terms of a stage from its settings. Raises `RecordError` or `RefusedRequest`."""
    return check_terms(_converted(StageFormat, fields, "stage"))


def _converted(cls: type[Any], fields: Fields, word: str) -> Any:
    types = {field.name: field for field in msgspec.structs.fields(cls)}
    for name, value in fields.items():
        if name not in types:
            raise RecordError(f"{word} has no setting {cut(name)}; expected {', '.join(_known(cls, word))}")
        if isinstance(value, str):
            fields[name] = _parted(value, str(types[name].type), name)
    try:
        return msgspec.convert(fields, cls, strict=False)
    except msgspec.ValidationError:
        why = _missing(cls, fields, word) or wrong_value(
            cls, fields, {name: setting_name(word, name) for name in fields}
        )
        raise RecordError(f"{word}: {why}") from None


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
        games = identifiers.read_games(value)
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


def read_round(word: str) -> tuple[str, int]:
    """Parse stage and number of a round, such as `s.1`. Raises `RefusedRequest`."""
    found = _ROUND.fullmatch(word)
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
    stage, round = read_round(take_word(words, "a round such as s.1"))
    fields: Fields = {"stage": stage, "round": round, "hand": False}
    if words and words[-1] == "hand":
        words.pop()
        fields["hand"] = True
    if words and words[-1].startswith("{"):
        fields["totals"] = [read_number(each) for each in words.pop()[1:-1].split()[:16]]
    fields["meetings"] = [read_meeting(word) for word in words]
    words.clear()
    return fields


def _write_drawn(drawn: events.Drawn) -> list[str]:
    totals = [f"{{{' '.join(map(str, drawn.totals))}}}"] if drawn.totals else []
    hand = ["hand"] if drawn.hand else []
    return [f"{drawn.stage}.{drawn.round}", *map(_meeting, drawn.meetings), *totals, *hand]


def _write_score(event: events.EnteredResult) -> list[str]:
    games = [identifiers.write_games(event.games)] if event.games else []
    return [*games, *([event.how] if event.how != "played" else [])]


def score_words(words: Sequence[str]) -> tuple[identifiers.Games, How]:
    """Parse the score and the kind of ending from the words of a result. Raises `RefusedRequest`."""
    left = [part for word in words for part in word.split()]
    games: list[identifiers.Score] = []
    how = "played"
    while left:
        if left[0] in HOWS:
            how = left.pop(0)
        elif left[0][:1].isdigit():
            games += identifiers.take_games(left)
        else:
            raise RefusedRequest(f"{cut(left[0])} is neither a score nor a kind of ending; expected {', '.join(HOWS)}")
    return tuple(games), how  # type: ignore[return-value]


def _read_score(words: Words) -> Fields:
    fields: Fields = {"games": identifiers.take_games(words), "how": "played"}
    if words and words[0] in HOWS:
        fields["how"] = words.pop(0)
    return fields


def _read_ruled(words: Words) -> Fields:
    line = take_number(words, "the number of a line")
    stands = bool(words) and words[0] == "stands"
    if stands:
        words.pop(0)
    return {"line": line, "stands": stands, **_read_score(words)}


def _read_lineup(words: Words) -> Fields:
    fixture = str(identifiers.read_address(take_word(words, "a fixture such as l.1.1")))
    entrant = take_word(words, "a team")
    players = [decoded(word) for word in words]
    words.clear()
    if any(isinstance(each, str) for each in players):
        raise RecordError('a line-up is written as lists of names, such as ["Nila"] ["Naveen","Nadia"]')
    return {"fixture": fixture, "entrant": entrant, "players": players}


def _identifier(words: Words) -> str:
    return identifiers.check_identifier(take_word(words, "an id such as asha"), "it")


def _subject(words: Words) -> str:
    word = take_word(words, "an id such as asha, or an umpire such as umpire:ravi")
    role, colon, id = word.rpartition(":")
    if colon and role != "umpire":
        raise RefusedRequest(f"{cut(word)} cannot be corrected; expected an id such as asha, or umpire:ravi")
    return f"{role}{colon}{identifiers.check_identifier(id, 'it')}"


def _fixture(words: Words) -> str:
    return str(identifiers.read_address(take_word(words, "a fixture such as s.1.4")))


def _read_seated(words: Words) -> Fields:
    stage = _identifier(words)
    seats = [word.split(",") for word in words]
    words.clear()
    return {"stage": stage, "seats": seats}


def _read_present(words: Words) -> Fields:
    fields = {"stage": _identifier(words), "entrants": list(words)}
    words.clear()
    return fields


def _read_clock(words: Words) -> Fields:
    stage, round = read_round(take_word(words, "a round such as s.1"))
    step = take_word(words, f"one of {', '.join(_STEPS)}")
    if step not in _STEPS:
        raise RecordError(f"{cut(step)} is nothing that a clock does; expected one of {', '.join(_STEPS)}")
    seconds = take_number(words, "a number of seconds") if words else 0
    return {"stage": stage, "round": round, "step": step, "seconds": seconds}


def _read_closed(words: Words) -> bool:
    word = take_word(words, "closed or open")
    if word not in ("closed", "open"):
        raise RecordError(f"{cut(word)} is no state of a table; expected closed or open")
    return word == "closed"


_h = events
_FORMS: dict[str, _Form] = {
    "entrant": _Form(
        _h.Entered,
        lambda h: (h.id, quoted(h.name)),
        lambda w: {"id": _identifier(w), "name": take_text(w, "a name in quotes")},
    ),
    "stage": _Form(
        _h.Opened,
        lambda h: (h.terms.id, h.terms.system),
        lambda w: {"id": _identifier(w), "system": take_word(w, "a system such as swiss")},
        (("source", "from"), ("order_of_rubbers", "rubber_order")),
    ),
    "present": _Form(_h.Present, lambda h: (h.stage, *h.entrants), _read_present),
    "late": _Form(_h.Late, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "edit": _Form(
        _h.Edited,
        lambda h: (h.subject,),
        lambda w: {"subject": _subject(w)},
    ),
    "reinstate": _Form(_h.Reinstated, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "withdraw": _Form(_h.Withdrawn, lambda h: (h.entrant,), lambda w: {"entrant": _identifier(w)}),
    "lot": _Form(_h.LotDrawn, lambda h: (quoted(h.lot),), lambda w: {"lot": take_text(w, "a text in quotes")}),
    "seat": _Form(_h.Seated, lambda h: (h.stage, *(",".join(each) for each in h.seats)), _read_seated),
    "draw": _Form(_h.Drawn, _write_drawn, _read_drawn),
    "begin": _Form(_h.Begun, lambda h: (h.fixture,), lambda w: {"fixture": _fixture(w)}),
    "lineup": _Form(_h.LinedUp, lambda h: (h.fixture, h.entrant, *map(listed, h.players)), _read_lineup),
    "finish": _Form(
        _h.Finished,
        lambda h: (h.fixture, *_write_score(h)),
        lambda w: {"fixture": _fixture(w), **_read_score(w)},
        (("source", "from"),),
    ),
    "claim": _Form(
        _h.Claimed,
        lambda h: (h.fixture, h.side, *_write_score(h)),
        lambda w: {"fixture": _fixture(w), "side": _identifier(w), **_read_score(w)},
    ),
    "sheet": _Form(
        _h.SheetSigned,
        lambda h: (h.fixture, *_write_score(h)),
        lambda w: {"fixture": _fixture(w), **_read_score(w)},
        (("source", "from"),),
    ),
    "correct": _Form(
        _h.Corrected,
        lambda h: (str(h.line), *_write_score(h)),
        lambda w: {"line": take_number(w, "the number of a line"), **_read_score(w)},
    ),
    "rule": _Form(_h.Ruled, lambda h: (str(h.line), *(["stands"] if h.stands else []), *_write_score(h)), _read_ruled),
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
        lambda h: (h.stage,),
        lambda w: {"stage": _identifier(w)},
        (("source", "from"), ("order_of_rubbers", "rubber_order")),
    ),
    "remove": _Form(
        _h.Removed,
        lambda h: (h.what, h.id),
        lambda w: {"what": take_word(w, "entrant, stage or umpire"), "id": _identifier(w)},
    ),
    "protest": _Form(
        _h.Protested, lambda h: (str(h.line),), lambda w: {"line": take_number(w, "the number of a line")}
    ),
    "retract": _Form(
        _h.Retracted,
        lambda h: (f"{h.stage}.{h.round}",),
        lambda w: dict(zip(("stage", "round"), read_round(take_word(w, "a round such as s.1")), strict=True)),
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
        lambda h: (f"{h.stage}.{h.round}", h.step, *([str(h.seconds)] if h.seconds else [])),
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
    _h.SettingsChanged: ("stage",),
    _h.Removed: ("what", "id"),
    _h.Opened: ("id", "system"),
    _h.Present: ("stage", "entrants"),
    _h.Late: ("entrant",),
    _h.Withdrawn: ("entrant",),
    _h.LotDrawn: ("lot",),
    _h.Seated: ("stage", "seats"),
    _h.Drawn: ("stage", "round", "meetings", "totals", "hand"),
    _h.Begun: ("fixture",),
    _h.LinedUp: ("fixture", "entrant", "players"),
    _h.Finished: ("fixture", "games", "how"),
    _h.Claimed: ("fixture", "side", "games", "how"),
    _h.SheetSigned: ("fixture", "games", "how"),
    _h.Corrected: ("line", "games", "how"),
    _h.Ruled: ("line", "stands", "games", "how"),
    _h.Deducted: ("entrant", "points"),
    _h.Protested: ("line",),
    _h.Retracted: ("stage", "round"),
    _h.Placed: ("fixture",),
    _h.Stated: ("line", "text"),
    _h.Appointed: ("id", "name"),
    _h.Voided: ("role",),
    _h.ClockChanged: ("stage", "round", "step", "seconds"),
    _h.TableChanged: ("number", "closed"),
}


# -- the file ----------------------------------------------------------------------------------------------------------


VERSION = "1"
_TAG = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_LINE = re.compile(r"([1-9][0-9]{0,8})\. (.+) #([0-9a-f]{12})")
_TAGS = {"Name": "name", "Rules": "rules", "Edition": "edition", "Boards": "boards", "Sessions": "sessions",
         "Zone": "zone", "Contact": "contact", "Place": "place"}  # fmt: skip
_SESSIONS = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9])+")


class Details(Value, frozen=True, kw_only=True):
    """The header of a tournament file."""

    name: str
    rules: str = "icf"
    edition: str = ""
    """Edition of the rule set; if empty, `begin` sets the current one."""
    boards: int = 0
    """Number of boards in the hall; 0 if unknown."""
    sessions: str = ""
    """Days and hours, such as `2026-11-21 09:30-13:00 14:00-18:30`; further days after a semicolon."""
    zone: str = ""
    """Time zone of all its times, such as `Asia/Kolkata`; if empty, they are local to the venue, wherever that is."""
    contact: str = ""
    """Contact shown to the public."""
    place: str = ""


def check_details(details: Details) -> Details:
    """Return the header with its edition. Raises `RefusedRequest` or `RulesError` for an invalid one."""
    identifiers.check_words(details.name, "the name of a tournament")
    if not 0 <= details.boards <= 999:
        raise RefusedRequest(f"the number of boards is {details.boards}; expected 0 to 999")
    for day in filter(None, map(str.strip, details.sessions.split(";"))):
        if not _SESSIONS.fullmatch(day):
            raise RefusedRequest(
                f"{cut(day)} is not a session; expected a day and hours, such as 2026-11-21 09:30-13:00"
            )
    rules = ruleset(details.rules)
    edition = details.edition or rules.edition
    return msgspec.structs.replace(details, edition=edition)


def write_head(details: Details) -> str:
    """Return the tags of a tournament file, followed by an empty line."""
    tags = [_tag("CarromEvent", VERSION)]
    for tag, field in _TAGS.items():
        value = getattr(details, field)
        if value:
            tags.append(_tag(tag, str(value)))
    return "\n".join([*tags, "", ""])


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def begun_chain(head: str) -> str:
    """Return the hash that the first line continues."""
    return hashlib.sha256(head.encode()).hexdigest()


def write_line(number: int, happening: AnyEvent, chain: str) -> tuple[str, str]:
    """Return the line of an event, and the hash that the next line continues."""
    body = f"{number}. {write_happening(happening)}"
    after = hashlib.sha256(f"{chain}\n{body}".encode()).hexdigest()
    return f"{body} #{after[:12]}\n", after


def write_event(details: Details, events: Sequence[AnyEvent]) -> str:
    """Return a whole tournament as text."""
    head = write_head(details)
    lines, chain = [head], begun_chain(head)
    for number, happening in enumerate(events, 1):
        line, chain = write_line(number, happening, chain)
        lines.append(line)
    return "".join(lines)


class Read(Value, frozen=True):
    """The content of a tournament file: header, events, and the hash that the next line continues."""

    details: Details
    events: tuple[AnyEvent, ...]
    chain: str
    torn: str = ""
    """The last line, if only its beginning was written; it is not among the events."""


def read_event(text: str, live: bool = False) -> Read:
    """Parse a tournament file. A last line that has its hash counts without a line end.

    With `live`, the last line may be cut off in its middle, as by a power failure; it is then returned apart.
    Raises `RecordError` with the line number and what was expected there.
    """
    head, gap, body = plain(text).partition("\n\n")
    if not gap:
        raise RecordError("the header of the tournament is incomplete; expected tags and an empty line")
    details = _details(head.split("\n"))
    first = len(head.split("\n")) + 2
    chain = begun_chain(head + "\n\n")
    found: list[AnyEvent] = []
    *lines, last = body.split("\n")
    is_torn = bool(last) and _LINE.fullmatch(last) is None
    if is_torn and not live:
        raise RecordError(
            f"line {first + len(lines)} was cut off while it was written: {cut(last)}; expected a hash at its end. "
            "`carrom event repair` with the name of the file moves this piece to a file of its own"
        )
    for at, line in enumerate(lines if is_torn or not last else [*lines, last], first):
        happening, chain = _line(at, line, len(found) + 1, chain)
        found.append(happening)
    return Read(details, tuple(found), chain, last if is_torn else "")


def _line(at: int, line: str, due: int, chain: str) -> tuple[AnyEvent, str]:
    parts = _LINE.fullmatch(line)
    if parts is None or int(parts[1]) != due:
        raise RecordError(f"line {at}: {cut(line)} is not expected here; expected number {due} and a hash at its end")
    body = line[: -len(parts[3]) - 2]
    after = hashlib.sha256(f"{chain}\n{body}".encode(errors="replace")).hexdigest()
    if after[:12] != parts[3]:
        raise RecordError(
            f"line {at}: number {due}, or a line above it, was edited afterwards (its hash differs). "
            "Restore the line, or the whole file from a backup, then make the change with `carrom event edit`, "
            "`details`, `settings` or `correct`"
        )
    try:
        happening = read_happening(parts[2])
    except CarromError as reason:
        raise RecordError(f"line {at}: {reason}") from None
    return happening, after


def _details(lines: list[str]) -> Details:
    tags: dict[str, str] = {}
    for at, line in enumerate(lines, 1):
        found = _TAG.fullmatch(line)
        if found is None or found[1] in tags or (found[1] not in _TAGS and found[1] != "CarromEvent"):
            expected = f"one of the tags CarromEvent, {', '.join(_TAGS)}, each once"
            raise RecordError(f"line {at}: {cut(line)} is not expected here; expected {expected}")
        try:
            tags[found[1]] = msgspec.json.decode(found[2], type=str)
        except (msgspec.DecodeError, UnicodeEncodeError):
            raise RecordError(f"line {at}: {cut(line)} is not a tag with a quoted text") from None
        if tags.get("CarromEvent") != VERSION:
            raise RecordError(f'line {at}: expected [CarromEvent "{VERSION}"], the version of the format')
    fields: dict[str, str] = {_TAGS[tag]: value for tag, value in tags.items() if tag in _TAGS}
    try:
        return check_details(msgspec.convert(fields, Details, strict=False))
    except msgspec.ValidationError:
        why = wrong_value(Details, fields, {})
        raise RecordError(f"the header of the tournament is not valid: {why}") from None
    except CarromError as reason:
        raise RecordError(f"the header of the tournament is not valid: {reason}") from None
