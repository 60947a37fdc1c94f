"""A game's history as bytes and back: its rule book is not written, but pointed at."""

import io
import pickle
from typing import Any

from carrom.rules.ruleset import Ruleset
from carrom.server.films.ledger import Ledger
from carrom.server.films.values_only import Unpickler

_RULES = "rules"


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, rules: Ruleset) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._rules = rules

    def persistent_id(self, obj: Any) -> str | None:
        """Return what is written instead of the rule book."""
        return _RULES if obj is self._rules else None


class _Unpickler(Unpickler):
    kinds = (*Unpickler.kinds, Ledger)

    def __init__(self, file: io.BytesIO, rules: Ruleset) -> None:
        super().__init__(file)
        self._rules = rules

    def persistent_load(self, pid: Any) -> Ruleset:
        """Return what was written instead of the rule book."""
        if pid != _RULES:
            raise pickle.UnpicklingError(f"{pid!r} is pointed at; expected the rule book")
        return self._rules


def pickled(value: object, rules: Ruleset) -> bytes:
    """Return a value as bytes; `rules` are the rule book that it is played by."""
    file = io.BytesIO()
    _Pickler(file, rules).dump(value)
    return file.getvalue()


def unpickled(body: bytes, rules: Ruleset) -> object:
    """Return the value; raises what `pickle` raises, and more, for bytes that are none."""
    return _Unpickler(io.BytesIO(body), rules).load()
