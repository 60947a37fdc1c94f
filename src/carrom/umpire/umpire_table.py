"""The umpire's table: a typed line in, events and words out; no input or output of its own.

`UmpireTable` is a value: a game, and which of its events one line made together. `hear(table, line)` answers a line.
"""

import re
from datetime import tzinfo

from carrom.game.events import Event, Header, Undone
from carrom.game.expected.prompt import answers
from carrom.game.game import Game
from carrom.game.notation import parse_command
from carrom.rules.ruleset import Ruleset
from carrom.umpire import wording
from carrom.umpire.corrections import correct
from carrom.umpire.entries import Spans, grouped, log, undone
from carrom.umpire.help import HELP, helped
from carrom.values import Value, changed

LOOK = ("state", "card", "log", "help", "correct", "quit", "exit")
"""The commands that are no events of a game."""


class UmpireTable(Value, frozen=True):
    """A game and how it was typed."""

    game: Game
    spans: Spans = ()
    """The events of each line that made several, by their first and last number."""
    language: str = "en"
    """The language in which rulings are told; everything else is said in English."""

    @classmethod
    def begin(cls, header: Header, rules: Ruleset | None = None, when: int | None = None) -> "UmpireTable":
        """Return the table at which this game begins; see `Game.begin`."""
        return cls(Game.begin(header, rules, when))

    @property
    def standing(self) -> tuple[str, ...]:
        """Where the game stands in words; the last line says what is expected and what can be typed."""
        return wording.standing(self.game)

    @property
    def choices(self) -> tuple[str, ...]:
        """The whole lines that answer what is expected now; what fell in a stroke is for the umpire to say."""
        forms = [form for each in self.game.expected for form in answers(self.game, each)]
        return tuple(found[1] for form in forms if (found := re.match("`([^`]+)`", form)) is not None)


class Answer(Value, frozen=True):
    """What a line led to: new events, what is said to the umpire, and whether he is done."""

    events: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()
    stop: bool = False


def hear(
    table: UmpireTable, line: str, when: int | None = None, zone: tzinfo | None = None
) -> tuple[UmpireTable, Answer]:
    """Return the table after a typed line, and the answer. Raises `RefusedRequest`; the table is then what it was.

    `when` is the time in seconds since 1970, written to the record; `zone` is the time zone of the card's times (None:
    the machine's own).
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
        case _:
            return _done(table, line, when)


def _answered(before: Game, after: UmpireTable, said: tuple[str, ...]) -> tuple[UmpireTable, Answer]:
    """Return the table with what is said of a line, and where it stands then."""
    return after, Answer(after.game.events[len(before.events) :], (*said, *after.standing))


def _done(table: UmpireTable, line: str, when: int | None) -> tuple[UmpireTable, Answer]:
    """Return the table after the events that a line means."""
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
