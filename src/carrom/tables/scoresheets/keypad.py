"""The umpire's keypad: each key is a line that is checked against the game before it is offered.

This module knows how lines are written, but no laws: `carrom.umpire` decides whether a line is allowed, and why not.
"""

from collections.abc import Iterable, Sequence

from carrom.board.disc import Kind
from carrom.errors import CarromError
from carrom.game.events import SideName
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.expected.prompt import untried
from carrom.game.game import GameHistory
from carrom.game.notation import observed_stroke, parse_command
from carrom.game.notation.player_names import seat_word, side_word
from carrom.game.officials.apply_official import open_matters
from carrom.game.officials.official_events import Appealed
from carrom.protocol.http.scoresheet_state import SheetKey, SheetPad, Why
from carrom.rules.phases import Demand, PlaceDue

MARKS = ("improper", "early", "miss", "slip", "one-line", "still", "jump")
_NOT_NOW = "is not expected now"
Named = tuple[str, str]
"""The name of a key, and the line that it types."""


def pad(game: GameHistory, why: Why | None) -> SheetPad:
    """Return all keys in their current state; `why` is the reason if none can be used now or by this device."""
    strokes = _strokes(game)
    lines = [*strokes, *_others(game)]
    return SheetPad(
        keys=tuple(_key(game, name, line, why) for name, line in lines),
        own=_own(game),
        most=_most(game),
        marks=MARKS,
        away=tuple(SheetKey(name=name, line=line) for name, line in _away(game)),
    )


def _strokes(game: GameHistory) -> Iterable[Named]:
    """Yield the one-tap keys of a stroke."""
    yield from (("nothing", "-"), ("missed", "miss"))
    own = _own(game)
    if own:
        their = "b" if own == "w" else "w"
        yield from (("one", f"{own}1"), ("two", f"{own}2"), ("their", f"{their}1"))
        yield from (("queen", "q"), ("queen-one", f"q {own}1"))
    else:
        white = "brown" if game.rules.parameters.white_is_brown else "white"
        yield from ((white, "w1"), ("black", "b1"), (f"{white}-two", "w2"), ("black-two", "b2"), ("queen", "q"))
    yield "striker", "s"
    yield "pass", "pass"


def _others(game: GameHistory) -> Iterable[Named]:
    """Yield the keys for other expected actions, and those that are always available."""
    for each in game.expected:
        match each:
            case Toss(sides=sides):
                yield from (("toss", f"toss {side_word(game, side)}") for side in sides)
            case ChooseBreakOrSide():
                yield from (("choose-break", "choose break"), ("choose-side", "choose side"))
            case ChooseSeat():
                yield from (("seats-keep", "seats keep"), ("seats-swap", "seats swap"))
            case BeginRound(breakers=breakers):
                yield from _begins(game, tuple(seat_word(game, seat) for seat in breakers), untried(game))
            case PlaceDue(left=left):
                yield "placed", "place all" if left > 1 else "place"
                yield from (("placed-one", "place"),) if left > 1 else ()
                yield from (("waive", "waive"), ("no-room", "no-room"), ("forfeit", "forfeit"))
                yield from (("order-off", "order-off"),) if game.state.put_down else ()
            case Demand(up_to=up_to):
                yield from (("demand", f"demand {points}") for points in range(up_to + 1))
    if game.state.playing is not None:
        word = seat_word(game, game.state.playing.turn)
        yield from (("foul", "foul elbow"), ("appeal", f"appeal {word}"))
    yield from (("time", "time"), ("undo", "undo"))


def _begins(game: GameHistory, breakers: Sequence[str], trials: tuple[SideName, ...]) -> Iterable[Named]:
    yield from [("play", "play")] if len(breakers) == 1 else [("play", f"play {word}") for word in breakers]
    yield from (("trial", f"trial {side_word(game, side)}") for side in trials)


def _key(game: GameHistory, name: str, line: str, why: Why | None) -> SheetKey:
    """Return a key, with the reason if its line is not allowed."""
    if why is not None and not (why is Why.APPEAL and name in ("undo", "appeal")):
        return SheetKey(name=name, line=line, why=why)
    if name == "undo":
        return SheetKey(name=name, line=line, why=None if len(game.line) > 1 else Why.NOT_NOW)
    refusal = refused(game, line)
    if not refusal:
        return SheetKey(name=name, line=line)
    options = options_of(game, line)
    if options:
        return SheetKey(name=name, line=line, options=options)
    reason = Why.FEW if "cannot leave the board" in refusal else Why.NOT_NOW if _NOT_NOW in refusal else Why.SAID
    return SheetKey(name=name, line=line, why=reason, told=refusal)


def refused(game: GameHistory, line: str) -> str:
    """Return why a line is not allowed now; empty if it is."""
    try:
        for event in parse_command.events_of(game, line):
            game = game.apply(event)
    except CarromError as reason:
        return str(reason)
    return ""


def options_of(game: GameHistory, line: str) -> tuple[str, ...]:
    """Return two complete lines for an ambiguous one, if only the umpire knows which of them happened."""
    found = tuple(f"{line} {mark}" for mark in ("direct", "indirect"))
    return () if any(refused(game, each) for each in found) else found


def why_not(game: GameHistory) -> Why | None:
    """Return the reason why nobody may write: an appeal that waits for a ruling; otherwise None."""
    return Why.APPEAL if any(isinstance(each.remark, Appealed) for each in open_matters(game.state)) else None


def _own(game: GameHistory) -> str:
    """Return the letter of the current player's colour; empty without colours or outside a board."""
    round = game.state.playing
    colour = None if round is None else round.sides[round.mover].colour
    return "" if colour is None else observed_stroke.LETTERS[colour]


def _most(game: GameHistory) -> tuple[int, int, int]:
    round = game.state.playing
    lying = () if round is None else round.on_board
    white, black, queen = (sum(disc.kind is kind for disc in lying) for kind in (Kind.WHITE, Kind.BLACK, Kind.QUEEN))
    return white, black, queen


def _away(game: GameHistory) -> Iterable[Named]:
    """Yield the keys of an offline page, which cannot know whose turn it is."""
    yield from (("nothing", "-"), ("striker", "s"), ("queen", "q"))
    yield from ((f"{colour}-{count}", f"{letter}{count}") for letter, colour in (("w", "white"), ("b", "black"))
                for count in (1, 2))  # fmt: skip
    yield from ((f"queen-{colour}", f"q {letter}1") for letter, colour in (("w", "white"), ("b", "black")))
    yield from (("placed", "place all"), ("waive", "waive"), ("play", "play"))
