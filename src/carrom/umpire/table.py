"""The umpire's table: a typed line in, events and words out. No input, no output, no clock: a page can use it too."""

from carrom.data import Value, changed
from carrom.game import seen
from carrom.game.event import Event
from carrom.game.game import Game
from carrom.game.spoken import events_of
from carrom.rules.codes import CODES
from carrom.umpire import words

HELP = {
    **seen.HELP,
    "toss A": "A has won the toss; then `choose break` or `choose side`, then `seats keep` or `seats swap`",
    "trial A": "A has had its trial board",
    "play": 'the men are racked and "Play" is called; `play north` where a pair may choose who breaks',
    "place": "a due man is on the board; `place all` for all of them",
    "waive": "who may place waives all his men (Law 87a); `forfeit`: he was too late; `no-room`: nowhere to put it",
    "pass": "the player in turn passes",
    "demand 1": "the gainer of the board demands that many extra points (0 for none)",
    "foul elbow": "a foul by the player in turn; `foul talking north` by another; `foul elbow before` his first stroke",
    "call unforeseen": "a call that is nobody's fault; `help calls` names them all",
    "concede A game": "A gives up the game; `concede A` the whole match (Law 139)",
    "undo": "take the last line back; `undo 3` the last three",
    "state": "where the game stands; `card` the score card; `help`; `quit`",
}
"""What can be typed, and what it means."""


class Answer(Value, frozen=True):
    """What a line led to: new events, and what is said to the umpire."""

    events: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()


def hear(game: Game, line: str, when: int | None = None) -> tuple[Game, Answer]:
    """Return the game after a typed line, and the answer. Raises `RefusedRequest`; the game is then what it was."""
    typed = tuple(line.lower().split())
    if not typed:
        return game, Answer()
    if typed[0] == "help":
        return game, Answer(words=_help(typed[1:]))
    if typed[0] == "state":
        return game, Answer(words=words.standing(game))
    if typed[0] == "card":
        from carrom.umpire.card import score_card

        return game, Answer(words=tuple(score_card(game).splitlines()))
    events = events_of(game, line)
    after = game
    said: list[str] = []
    for each in events:
        each = _dated(each, when)
        before, after = after, after.apply(each)
        said += words.told(before, after, each)
    return after, Answer(events=after.events[len(game.events) :], words=(*said, *words.standing(after)))


def _dated(event: Event, when: int | None) -> Event:
    return event if when is None else changed(event, when=when)


def _help(typed: tuple[str, ...]) -> tuple[str, ...]:
    if typed[:1] == ("calls",):
        return ("calls: " + ", ".join(CODES),)
    width = max(len(form) for form in HELP)
    return tuple(f"{form:<{width}}  {meaning}" for form, meaning in HELP.items())


__all__ = ["HELP", "Answer", "hear"]
