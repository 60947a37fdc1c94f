"""The umpire's table: takes a typed line, returns events and an answer in words; does no I/O of its own.

`UmpireTable` is an immutable value: a game, and the events that each line made. `hear(table, line)` processes a line.
"""

import re
from datetime import tzinfo

from carrom.game.events import Event, Header, Undone
from carrom.game.expected.prompt import answers
from carrom.game.game import GameHistory
from carrom.game.notation import parse_command
from carrom.rules.ruleset import Ruleset
from carrom.umpire import wording
from carrom.umpire.corrections import change_missed, correct
from carrom.umpire.entries import Spans, grouped, log, undone
from carrom.umpire.help import HELP, helped
from carrom.values import Value, changed

LOOK = ("state", "card", "log", "help", "correct", "quit", "exit")
"""Commands that are not events of a game."""


class UmpireTable(Value, frozen=True):
    """A game, and the lines that made it."""

    game: GameHistory
    spans: Spans = ()
    """First and last event number of each line that made several events."""
    language: str = "en"
    """The language of rulings; everything else is in English."""

    @classmethod
    def begin(cls, header: Header, rules: Ruleset | None = None, when: int | None = None) -> "UmpireTable":
        """Return the table of a new game; see `GameHistory.begin`."""
        return cls(GameHistory.begin(header, rules, when))

    @property
    def standing(self) -> tuple[str, ...]:
        """The state of the game in words; the last line has what is expected and the commands for it."""
        return wording.standing(self.game)

    @property
    def choices(self) -> tuple[str, ...]:
        """Complete commands that answer what is expected now; strokes are not included."""
        forms = [form for each in self.game.expected for form in answers(self.game, each)]
        return tuple(found[1] for form in forms if (found := re.match("`([^`]+)`", form)) is not None)


class Answer(Value, frozen=True):
    """Result of a line: new events, the answer to the umpire, and whether the session ends."""

    events: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()
    stop: bool = False


def hear(
    table: UmpireTable, line: str, when: int | None = None, zone: tzinfo | None = None
) -> tuple[UmpireTable, Answer]:
    """Return the table after a typed line, and the answer. Raises `RefusedRequest` if the line is not valid now.

    `when` is the time in seconds since 1970, written to the record; `zone` is the time zone of the card's times (None
    for the local time zone).
    """
    typed = tuple(line.split())
    if not typed:
        return table, Answer()
    game = table.game
    match parse_command.command_of(game, typed[0], LOOK):
        case "help":
            return table, Answer(words=helped(typed[1:]))
        case "state":
            return table, Answer(words=table.standing)
        case "log":
            return table, Answer(words=log(game, table.spans, typed[1:], table.language))
        case "card":
            from carrom.umpire.score_card import score_card

            return table, Answer(words=tuple(score_card(game, zone).splitlines()))
        case "quit" | "exit":
            return table, Answer(stop=True)
        case "undo":
            return _undone(table, typed[1:], when)
        case "correct":
            made = correct(game, table.spans, typed[1:], when, table.language)
            return _answered(game, changed(table, game=made.game, spans=made.spans), made.words)
        case "late" if parse_command.names_sides(typed[1:]):
            missed = change_missed(game, table.spans, when, table.language)
            if missed is None:
                return _done(table, line, when)
            return _answered(game, changed(table, game=missed.game, spans=missed.spans), missed.words)
        case _:
            return _done(table, line, when)


def _answered(before: GameHistory, after: UmpireTable, said: tuple[str, ...]) -> tuple[UmpireTable, Answer]:
    """Return the table, and an answer with these words and the new state."""
    return after, Answer(after.game.events[len(before.events) :], (*said, *after.standing))


def _done(table: UmpireTable, line: str, when: int | None) -> tuple[UmpireTable, Answer]:
    """Return the table after the events of a line."""
    game = table.game
    first, said = len(game.events), list[str]()
    for event in parse_command.events_of(game, line):
        dated = event if when is None else changed(event, when=when)
        before, game = game, game.apply(dated)
        said += wording.told(before, game, dated, table.language)
    several = len(game.events) > first + 1
    spans = (*table.spans, (first, len(game.events) - 1)) if several else table.spans
    return _answered(table.game, changed(table, game=game, spans=spans), tuple(said))


def _undone(table: UmpireTable, typed: tuple[str, ...], when: int | None) -> tuple[UmpireTable, Answer]:
    """Return the table before the last lines."""
    game = table.game
    steps = parse_command.how_many(typed, len(grouped(game.line[1:], table.spans)))
    to, lines = undone(game, table.spans, steps)
    after = changed(table, game=game.apply(Undone(to=to, when=when)))
    return _answered(game, after, (f"Taken back: {', '.join(lines)}.",))


__all__ = ["HELP", "Answer", "UmpireTable", "hear"]
