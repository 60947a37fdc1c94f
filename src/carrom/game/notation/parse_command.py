"""Parse an umpire's typed command into events.

Every word may be abbreviated to any unambiguous beginning.
"""

from collections.abc import Callable, Iterable

from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game.events import Event
from carrom.game.expected import prompt
from carrom.game.expected.check import refusing
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.game import GameHistory
from carrom.game.notation import observed_stroke
from carrom.game.notation.abbreviations import listed, meant
from carrom.game.notation.name_lookup import Words, none, one, people, seat_of, side_of, some
from carrom.game.notation.parse_official import LATE, OFFICE
from carrom.game.notation.player_names import side_name, sitting
from carrom.game.officials.late_findings import out_of_turn
from carrom.game.scoring import progress
from carrom.rules.casebook.call_codes import CODES
from carrom.rules.phases import Demand, PlaceDue, Strike

STROKE = "a stroke"
"""The value that `command_of` returns for the first word of a stroke."""
MOMENTS = ("before", "during", "after")


def events_of(game: GameHistory, line: str) -> tuple[Event, ...]:
    """Return the events of a typed command in the current state. Raises `RefusedRequest` for a command that is not
    valid."""
    words = tuple(line.split())
    if not words:
        raise RefusedRequest(f"the line is empty; expected is {prompt.awaited(game)}")
    command = command_of(game, words[0])
    if command == STROKE:
        return (_stroke(game, tuple(word.casefold() for word in words)),)
    return _COMMANDS[command](game, words[1:])


def command_of(game: GameHistory, word: str, more: Iterable[str] = ()) -> str:
    """Return the command that a line's first word names, or `STROKE` for a stroke; `more` are additional commands."""
    typed = word.casefold()
    if observed_stroke.is_counted(typed):
        return STROKE
    known = [(each, STROKE) for each in observed_stroke.WORDS] + [(each, each) for each in (*_COMMANDS, *more)]
    if not any(name.startswith(typed) for name, _ in known):
        raise RefusedRequest(f"{word!r} is not understood; expected is {prompt.awaited(game)}")
    return meant(typed, known, "command")


def _stroke(game: GameHistory, words: Words) -> Event:
    if game.round is None or not any(isinstance(each, Strike) for each in game.expected):
        raise _unexpected(game, "a stroke is not expected now")
    if "by" in words:
        return _late_stroke(game, words[: words.index("by")], words[words.index("by") + 1 :])
    return happens.Struck(
        seat=game.round.turn, outcome=observed_stroke.outcome(observed_stroke.read_stroke(words), game.round)
    )


def _late_stroke(game: GameHistory, words: Words, player: Words) -> Event:
    """Return a stroke by a player out of turn, which was noticed too late and stands (Law 51)."""
    seat = seat_of(game, some(player, "the player who struck"))
    return happens.Struck(
        seat=seat,
        outcome=observed_stroke.outcome(observed_stroke.read_stroke(words), refusing(out_of_turn, game.state, seat)[0]),
        out_of_turn=True,
    )


def _unexpected(game: GameHistory, what: str) -> RefusedRequest:
    return RefusedRequest(f"{what}; expected is {prompt.awaited(game)}")


def _toss(game: GameHistory, words: Words) -> tuple[Event, ...]:
    if not any(isinstance(each, Toss) for each in game.expected):
        raise _unexpected(game, "a toss is not expected now")
    return (happens.Tossed(won_by=side_of(game, some(words, "the side that won the toss"))),)


def _choose(game: GameHistory, words: Words) -> tuple[Event, ...]:
    awaited = next((each for each in game.expected if isinstance(each, ChooseBreakOrSide)), None)
    if awaited is None:
        raise _unexpected(game, "nothing is to be chosen now")
    what = meant(one(words, "break or side"), [("break", "break"), ("side", "side")], "choice")
    return (happens.Chosen(side=awaited.side, what="break" if what == "break" else "side"),)


def _seats(game: GameHistory, words: Words) -> tuple[Event, ...]:
    awaited = next((each for each in game.expected if isinstance(each, ChooseSeat)), None)
    if awaited is None:
        raise _unexpected(game, "no side is to be chosen now")
    swap = meant(one(words, "keep or swap"), [("keep", False), ("swap", True)], "choice of side")
    return (happens.Seated(side=awaited.side, swap=swap),)


def _trial(game: GameHistory, words: Words) -> tuple[Event, ...]:
    left = prompt.untried(game)
    if not left or not any(isinstance(each, BeginRound) for each in game.expected):
        raise _unexpected(game, "no trial board is to be played now")
    side = side_of(game, some(words, "the side that tried the board"))
    if side not in left:
        names = listed(side_name(game, each) for each in left)
        raise RefusedRequest(f"{side_name(game, side)} had the trial board; one is left for {names}")
    return (happens.TrialPlayed(side=side),)


def _play(game: GameHistory, words: Words) -> tuple[Event, ...]:
    awaited = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    if awaited is None:
        raise _unexpected(game, "no board is to begin now")
    seat = seat_of(game, words) if words else awaited.breakers[0]
    if not words and len(awaited.breakers) > 1:
        raise _unexpected(game, "say who breaks")
    if seat not in awaited.breakers:
        raise _unexpected(game, f"{sitting(game, seat)} does not break")
    return (happens.RoundBegun(breaker=seat),)


def _place(game: GameHistory, words: Words) -> tuple[Event, ...]:
    if words:
        meant(one(words, "all or nothing"), [("all", None)], "number of pieces")
    events: list[Event] = []
    awaited = _placing(game)
    while awaited is not None:
        placed = happens.Placed(seat=awaited.seat, disc=awaited.disc)
        events.append(placed)
        if not words:
            break
        game = game.apply(placed)
        awaited = next((each for each in game.expected if isinstance(each, PlaceDue)), None)
    return tuple(events)


def _placing(game: GameHistory) -> PlaceDue | None:
    """Return the expected placing; refuse if none is expected."""
    for each in game.expected:
        if isinstance(each, PlaceDue):
            return each
    raise _unexpected(game, "no piece is to be placed now")


def _by_placer(kind: type[happens.Waived] | type[happens.NoRoom] | type[happens.Forfeited]) -> "_Command":
    """Return the command by which a placer gives up placing."""

    def give_up(game: GameHistory, words: Words) -> tuple[Event, ...]:
        awaited, round = _placing(game), game.round
        assert awaited is not None
        assert round is not None
        if not round.men_on_board(round.placings[0].owner):
            man = prompt.a_man(game, awaited.disc.kind)
            raise RefusedRequest(f"{man} has to be placed: without it nothing would be left to play for")
        off = kind is happens.Forfeited and len(words) == 1 and meant(words[0], [("off", True)], "word")
        none(words[1:] if off else words)
        return (happens.Forfeited(seat=awaited.seat, ordered_off=True) if off else kind(seat=awaited.seat),)

    return give_up


def _order_off(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`order-off`: what was placed comes off again, the right to the rest is lost, and a foul is called (Law 88b)."""
    off = _by_placer(happens.Forfeited)(game, ("off", *words))
    seat = off[0].seat  # type: ignore[union-attr]
    return (*off, happens.Called(what="slow-placing", by=seat, untimed=True))


def _pass(game: GameHistory, words: Words) -> tuple[Event, ...]:
    awaited = next((each for each in game.expected if isinstance(each, Strike)), None)
    if awaited is None or not awaited.may_pass:
        raise _unexpected(game, "a pass is not allowed now")
    none(words)
    return (happens.Passed(seat=awaited.seat),)


def _demand(game: GameHistory, words: Words) -> tuple[Event, ...]:
    awaited = next((each for each in game.expected if isinstance(each, Demand)), None)
    if awaited is None:
        raise _unexpected(game, "no extra points can be demanded now")
    number = one(words, "how many extra points")
    if number not in {str(points) for points in range(awaited.up_to + 1)}:
        raise RefusedRequest(f"{number!r} extra points cannot be demanded; expected 0 to {awaited.up_to}")
    return (happens.Demanded(seat=awaited.seat, points=int(number)),)


def _foul(game: GameHistory, words: Words) -> tuple[Event, ...]:
    round = game.state.playing
    if round is None or round.result is not None:
        raise _unexpected(game, "a foul is not expected now")
    if not words:
        raise RefusedRequest("a foul needs a code; expected e.g. `foul elbow north after`")
    code, by, moment = _code(words[0]), round.turn, ""
    rest = words[1:]
    if rest and _is_moment(game, rest[-1]):
        moment, rest = meant(rest[-1], [(each, each) for each in MOMENTS], "moment"), rest[:-1]
    if rest:
        by = seat_of(game, rest)
    if not moment:
        return (happens.Called(what=code, by=by, untimed=True),)
    if moment == "before" and by is round.turn and round.struck:
        name = sitting(game, by)
        raise RefusedRequest(f"{name} has struck in this turn; expected `after` or `during`, or `undo` before the foul")
    return (happens.Called(what=code, by=by, after_stroke=moment != "before", during=moment == "during"),)


def _is_moment(game: GameHistory, word: str) -> bool:
    """Return whether the last word of a foul is its moment; refuse an abbreviation that could also be a name."""
    typed = word.casefold()
    moments = [each for each in MOMENTS if each.startswith(typed)]
    names = [name for name, _ in people(game) if name.startswith(typed)]
    if moments and names and typed not in (*moments, *names):
        raise RefusedRequest(f"{word!r} can mean {listed((*moments, *names))}; expected more of the word")
    return bool(moments) and typed not in names


def _code(word: str) -> str:
    """Return the call code that a word names, whole or abbreviated."""
    return meant(word, [(code, code) for code in CODES], "call")


def _call(game: GameHistory, words: Words) -> tuple[Event, ...]:
    round = game.state.playing
    if round is None or round.result is not None:
        raise _unexpected(game, "a call is not expected now")
    return (happens.Called(what=_code(one(words, "a call's code")), untimed=True),)


def _concede(game: GameHistory, words: Words) -> tuple[Event, ...]:
    scopes = [("game", "game"), ("match", "match")]
    what, rest = "match", words
    if len(words) > 1 and any(name.startswith(words[-1].casefold()) for name, _ in scopes):
        what, rest = meant(words[-1], scopes, "contest"), words[:-1]
    side = side_of(game, some(rest, "the side that concedes"))
    if what == "game" and progress.best_of_games(game.state) > 1 and not game.state.game.opener:
        raise _unexpected(game, "no game has begun")
    return (happens.Conceded(side=side, what="game" if what == "game" else "match"),)


def _retires(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`retires chitra`: one of three players retires, and the other two play on."""
    return (happens.Conceded(side=side_of(game, some(words, "the player who retires")), play_on=True),)


def _undo(game: GameHistory, words: Words) -> tuple[Event, ...]:
    steps = how_many(words, len(game.line) - 1)
    return (happens.Undone(to=game.line[-1 - steps]),)


def names_sides(words: Words) -> bool:
    """Return whether the words after `late` are only `sides`, whole or abbreviated."""
    return len(words) == 1 and bool(words[0]) and meant(words[0], LATE, "thing noticed late") == "sides"


def how_many(words: Words, most: int) -> int:
    """Return how many entries `undo` takes back. Raises `RefusedRequest` if the number is not valid."""
    number = one(words, "how many lines") if words else "1"
    if not most:
        raise RefusedRequest("there is nothing to take back")
    if not (number.isascii() and number.isdecimal() and len(number) < 9 and 1 <= int(number) <= most):
        raise RefusedRequest(f"cannot take back {number}; expected 1 to {most}")
    return int(number)


_Command = Callable[[GameHistory, Words], tuple[Event, ...]]
_COMMANDS: dict[str, _Command] = {
    "toss": _toss,
    "choose": _choose,
    "seats": _seats,
    "trial": _trial,
    "play": _play,
    "place": _place,
    "waive": _by_placer(happens.Waived),
    "forfeit": _by_placer(happens.Forfeited),
    "no-room": _by_placer(happens.NoRoom),
    "order-off": _order_off,
    "pass": _pass,
    "demand": _demand,
    "foul": _foul,
    "call": _call,
    "concede": _concede,
    "retires": _retires,
    **OFFICE,
    "undo": _undo,
}

__all__ = ["STROKE", "command_of", "events_of", "how_many", "names_sides"]
