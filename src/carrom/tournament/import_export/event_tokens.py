"""Tokens of the lines of a tournament file: words, texts in quotes, lists of them, and `key=value` settings."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import msgspec.inspect

from carrom.errors import RecordError
from carrom.game.notation.record_tokens import cut

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
ALSO: dict[str, dict[str, str]] = {
    "section": {"rounds": "waves", "part": "stage"},
    "settings": {"rounds": "waves", "part": "stage"},
    "edit": {"stages": "sections"},
    "reinstate": {"stage": "section"},
    "entrant": {"stages": "sections"},
    "late": {"stage": "section", "round": "wave"},
    "withdraw": {"stage": "section"},
    "deduct": {"stage": "section"},
}
"""Names of settings that are also read; lines are written with the first ones."""


def typed_word(word: str) -> str:
    """Return the first word of a line as an organiser types it; the file has `section` for a stage."""
    return "stage" if word == "section" else word


def written_word(word: str) -> str:
    """Return the first word of a line as it is written in the file."""
    return "section" if word == "stage" else word


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
