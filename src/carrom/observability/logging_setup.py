"""Logging: lines for people, or structured JSON, one object a line."""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime

FORMS = ("text", "json")
_SECRETS = re.compile(r"(?<=://)[^\s/@]+@|(?<=[Bb]earer )\S+|(?<=password=)\S+")
_HIDDEN = "***"


class Json(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return it with its time in UTC, its level, who says it, and what."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            said["traceback"] = without_secrets("".join(traceback.format_exception(*record.exc_info)))
        return json.dumps(said, ensure_ascii=False)


class Text(logging.Formatter):
    """A record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return it without secrets."""
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    """Return a text with whatever looks like a password or a key left out."""
    return _SECRETS.sub(lambda found: _HIDDEN + ("@" if found[0].endswith("@") else ""), text)


def arrange(form: str) -> None:
    """Let everything that is logged go to the error output in this form; JSON tells beginnings and ends, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("carrom").setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
