"""Split a line of a tournament file into words, `key=value` settings and the time."""

import re
from typing import Any

import msgspec

from carrom.errors import RecordError
from carrom.game.notation.record_tokens import cut

_JSON = r'"(?:[^"\\]|\\.)*"'
_LIST = rf"\[ *(?:{_JSON}(?: *, *{_JSON})*)? *\]"
_TOKEN = re.compile(rf"([a-z][a-z0-9_]*=)?({_JSON}|{_LIST}|\{{[0-9 ]*\}}|[^\s\"\[\]{{}}#]+)(?: |$)")
NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
Words = list[str]


def split_line(text: str) -> tuple[Words, dict[str, Any], int]:
    """Return the words of a line, its settings and its time. Raises `RecordError`."""
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
