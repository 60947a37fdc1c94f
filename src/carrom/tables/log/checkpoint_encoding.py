"""Encode a game's history as bytes, and decode it. The rule book is left out; values are decoded by their types."""

from typing import Any, cast

import msgspec

from carrom.errors import StoreError
from carrom.game.game import GameHistory
from carrom.game.state import State
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset
from carrom.tables.log.compressed_sequence import CompressedSequence, Written
from carrom.tables.log.history import DEEDS, EVENTS, JUDGED, LINES, History
from carrom.tables.log.msgpack_codec import Plain
from carrom.values import Value

_ROUND = Plain[Round](Round, frozenset({"ruleset"}))
_STATE = Plain[State](State, frozenset({"rules", "rulings"}), round=_ROUND.type | None)


class _Written(Value, frozen=True, array_like=True):
    """The encoded form of a history."""

    line: tuple[int, ...]
    state: _STATE.type  # type: ignore[name-defined]
    events: Written
    rulings: Written
    strokes: Written
    deeds: Written
    moved: int
    racked: int
    demanded: tuple[tuple[int, int], ...]


_DECODER = msgspec.msgpack.Decoder(_Written)


def encoded(history: History) -> bytes:
    """Return a history as bytes."""
    game, state = history.game, history.game.state
    round = None if state.round is None else _ROUND.of(state.round)
    rows = (game.events, state.rulings, history.strokes, history.deeds)
    events, rulings, strokes, deeds = (cast("CompressedSequence[Any]", row).written() for row in rows)
    return msgspec.msgpack.encode(
        _Written(
            game.line,
            _STATE.of(state, round=round),
            events,
            rulings,
            strokes,
            deeds,
            history.moved,
            history.racked,
            history.demanded,
        )
    )


def decoded(body: bytes, rules: Ruleset) -> History:
    """Return the history of a game with this rule book. Raises `StoreError` for invalid bytes."""
    try:
        found = _DECODER.decode(body)
    except msgspec.MsgspecError as fault:
        raise StoreError(f"The stored history is not valid: {fault}.") from None
    plain = found.state
    rulings = cast("tuple[Any, ...]", CompressedSequence.read(*JUDGED, found.rulings, rules))
    round = None if plain.round is None else _ROUND.back(plain.round, ruleset=rules)
    events = cast("tuple[Any, ...]", CompressedSequence.read(*EVENTS, found.events))
    state = _STATE.back(plain, rules=rules, rulings=rulings, round=round)
    return History(
        game=GameHistory(events=events, line=found.line, state=state),
        strokes=CompressedSequence.read(*LINES, found.strokes),
        deeds=CompressedSequence.read(*DEEDS, found.deeds),
        moved=found.moved,
        racked=found.racked,
        demanded=found.demanded,
    )
