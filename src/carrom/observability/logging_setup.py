"""Logging: plain text lines, or structured JSON with one object per line."""

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
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time in UTC, level, logger and message, without secrets."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["traceback"] = without_secrets("".join(traceback.format_exception(*record.exc_info)))
        return json.dumps(line, ensure_ascii=False)


class Text(logging.Formatter):
    """Formats a log record as a line of text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record without secrets."""
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    """Return a text with everything that looks like a password or token removed."""
    return _SECRETS.sub(lambda found: _HIDDEN + ("@" if found[0].endswith("@") else ""), text)


def arrange(form: str) -> None:
    """Send all log messages to standard error in this format; JSON also includes level INFO of `carrom`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("carrom").setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
