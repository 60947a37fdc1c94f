"""The effective events of a history, after undo and corrections."""

from collections.abc import Sequence

from carrom.errors import CarromError, RefusedRequest
from carrom.game import apply
from carrom.game.event_lines import shortened, write_event
from carrom.game.events import REMARKS, BoardKept, Corrected, Event, GameBegun, Header, RoundBegun, Ruled, Undone
from carrom.game.state import State
from carrom.rules.ruleset import Ruleset

Numbered = tuple[tuple[int, Event], ...]
"""Events with their numbers; a replacement has the number of the event it replaces."""


def in_force(events: Sequence[Event], line: Sequence[int]) -> Numbered:
    """Return the events in force, in order: those of `line`, with corrections, without boards that were sent back."""
    events = tuple(events)
    effective: list[tuple[int, Event]] = []
    for number in line:
        event = events[number]
        match event:
            case Corrected(at=at, events=instead):
                first = next(index for index, (each, _) in enumerate(effective) if each == at)
                rest = [pair for pair in effective[first:] if pair[0] != at]
                effective = [*effective[:first], *((at, each) for each in instead), *rest]
            case Ruled(back_to=int() as start):
                effective = [pair for pair in effective if pair[0] < start or isinstance(pair[1], REMARKS)]
                effective.append((number, event))
            case _:
                effective.append((number, event))
    return tuple(effective)


def replayed(header: Header, rules: Ruleset, entries: Numbered) -> State:
    """Return the state that these events lead to. Raises the error of the first one that is not allowed."""
    state = apply.open_game(header, rules)
    for number, event in entries[1:]:
        state = apply.apply(state, event, number)
    return state


def check_correction(header: Header, entries: Numbered, event: Corrected) -> None:
    """Refuse a correction of an event that is not in force, or with events that cannot replace one."""
    if header.measured:
        raise RefusedRequest("a simulated board cannot be corrected; only the record of a wooden one can")
    numbers = [number for number, each in entries[1:] if not (isinstance(each, Ruled) and each.back_to is not None)]
    if event.at not in numbers:
        raise RefusedRequest(
            f"event {event.at} cannot be corrected; expected the number of an event in force that is "
            f"no ruling which sent a board back"
        )
    for each in event.events:
        if isinstance(each, GameBegun | Corrected | Undone) or (isinstance(each, Ruled) and each.back_to is not None):
            raise RefusedRequest(f"{_words(each)} replaces no event; expected what happened at the board")


def corrected(header: Header, rules: Ruleset, entries: Numbered, event: Corrected) -> State:
    """Return the state replayed with a correction; refuse a correction that makes a later event impossible."""
    state = apply.open_game(header, rules)
    for number, each in entries[1:]:
        try:
            state = apply.apply(state, each, number)
        except CarromError as reason:
            if number == event.at:
                raise RefusedRequest(f"event {number} cannot be {_words(each)!r}: {reason}") from None
            words = f"event {number} ({_words(each)}) could not follow"
            raise RefusedRequest(f"with event {event.at} corrected {words}: {reason}") from None
    return state


def _words(event: Event) -> str:
    return shortened("begun" if isinstance(event, GameBegun) else write_event(event))


def check_sent_back(entries: Numbered, event: Ruled) -> None:
    """Refuse a ruling that names an event with which no board began."""
    begun = [number for number, each in entries if isinstance(each, RoundBegun | BoardKept)]
    if event.back_to not in begun:
        numbers = ", ".join(map(str, begun)) or "none: no board has begun"
        raise RefusedRequest(f"no board in force began with event {event.back_to}; expected {numbers}")
