"""A typed line turned into events of a game: the umpire's words (`w2 s`, `place all`, `foul elbow north after`)."""

from collections.abc import Callable

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game import event as happens
from carrom.game import prompt, seen
from carrom.game.event import Event, SideName
from carrom.game.expectation import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.game import Game
from carrom.game.people import name_of
from carrom.rules.codes import CODES
from carrom.rules.phases import Demand, PlaceDue, Strike


def events_of(game: Game, line: str) -> tuple[Event, ...]:
    """Return the events that a typed line means now. Raises `RefusedRequest` for a line that says nothing here."""
    typed = tuple(line.lower().split())
    if not typed:
        raise RefusedRequest(f"an empty line says nothing; expected is {prompt.awaited(game)}")
    if seen.is_stroke(typed):
        return (_stroke(game, typed),)
    meant = _COMMANDS.get(typed[0])
    if meant is None:
        raise RefusedRequest(f"{typed[0]!r} is not understood; expected is {prompt.awaited(game)}")
    return meant(game, typed[1:])


def _stroke(game: Game, typed: tuple[str, ...]) -> Event:
    if game.round is None or not any(isinstance(each, Strike) for each in game.expected):
        raise RefusedRequest(f"a stroke is not expected now; expected is {prompt.awaited(game)}")
    return happens.Struck(seat=game.round.turn, outcome=seen.outcome(seen.read_stroke(typed), game.round))


def _one(typed: tuple[str, ...], expected: str) -> str:
    if len(typed) != 1:
        raise RefusedRequest(f"expected {expected} after the word, got {' '.join(typed) or 'nothing'!r}")
    return typed[0]


def _none(typed: tuple[str, ...], event: Event) -> tuple[Event, ...]:
    if typed:
        raise RefusedRequest(f"nothing is expected after this word, got {' '.join(typed)!r}")
    return (event,)


def _side(game: Game, word: str) -> SideName:
    """Return the side that a word names: its letter, a seat of it, or the name of a player."""
    for side in game.state.sides:
        seats = {seat.value for seat in game.state.seats_of(side)}
        names = {player.name.lower() for player in game.header.players if player.side == side}
        if word in {side.lower(), *seats, *names}:
            return side
    raise RefusedRequest(f"{word!r} is no side; expected {' or '.join(game.state.sides)}, a seat or a player's name")


def _seat(game: Game, word: str) -> Seat:
    """Return the seat that a word names: the seat itself, a player's letter or his name."""
    for seat, player in game.state.seating.places:
        if word in {seat.value, player.lower(), name_of(game, player).lower()}:
            return seat
    seats = ", ".join(seat.value for seat, _ in game.state.seating.places)
    raise RefusedRequest(f"{word!r} is nobody here; expected {seats} or a player's name")


def _toss(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    return (happens.Tossed(won_by=_side(game, _one(typed, "who won the toss"))),)


def _choose(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    what = _one(typed, "break or side")
    if what not in ("break", "side"):
        raise RefusedRequest(f"{what!r} cannot be chosen; expected break or side")
    awaited = [each.side for each in game.expected if isinstance(each, ChooseBreakOrSide)]
    side: SideName = awaited[0] if awaited else "A"
    return (happens.Chosen(side=side, what="break" if what == "break" else "side"),)


def _seats(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    what = _one(typed, "keep or swap")
    if what not in ("keep", "swap"):
        raise RefusedRequest(f"seats {what} is not understood; expected keep or swap")
    awaited = [each.side for each in game.expected if isinstance(each, ChooseSeat)]
    side: SideName = awaited[0] if awaited else "A"
    return (happens.Seated(side=side, swap=what == "swap"),)


def _trial(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    return (happens.TrialPlayed(side=_side(game, _one(typed, "the side that tried the board"))),)


def _play(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    awaited = [each for each in game.expected if isinstance(each, BeginRound)]
    if not awaited:
        raise RefusedRequest(f"no board is to begin now; expected is {prompt.awaited(game)}")
    breakers = awaited[0].breakers
    if not typed and len(breakers) > 1:
        raise RefusedRequest(f"say who breaks; expected {' or '.join(seat.value for seat in breakers)} after play")
    seat = _seat(game, _one(typed, "who breaks")) if typed else breakers[0]
    return (happens.RoundBegun(breaker=seat),)


def _place(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    if typed not in ((), ("all",)):
        raise RefusedRequest(f"place {' '.join(typed)} is not understood; expected place or place all")
    events: list[Event] = []
    while True:
        awaited = [each for each in game.expected if isinstance(each, PlaceDue)]
        if not awaited:
            break
        placed = happens.Placed(seat=awaited[0].seat, disc=awaited[0].disc)
        events.append(placed)
        if not typed:
            break
        game = game.apply(placed)
    if not events:
        raise RefusedRequest(f"no man is to be placed now; expected is {prompt.awaited(game)}")
    return tuple(events)


def _by_placer(kind: type[happens.Waived] | type[happens.NoRoom] | type[happens.Forfeited]) -> "_Command":
    """Return the command of a placer who does not place."""

    def meant(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
        awaited = [each.seat for each in game.expected if isinstance(each, PlaceDue)]
        if not awaited:
            raise RefusedRequest(f"no man is to be placed now; expected is {prompt.awaited(game)}")
        return _none(typed, kind(seat=awaited[0]))

    return meant


def _pass(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    if game.round is None:
        raise RefusedRequest(f"a pass is not expected now; expected is {prompt.awaited(game)}")
    return _none(typed, happens.Passed(seat=game.round.turn))


def _demand(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    number = _one(typed, "how many extra points")
    awaited = [each for each in game.expected if isinstance(each, Demand)]
    if not awaited:
        raise RefusedRequest(f"no extra points can be demanded now; expected is {prompt.awaited(game)}")
    if number not in ("0", "1", "2"):
        raise RefusedRequest(f"{number!r} extra points cannot be demanded; expected 0 to {awaited[0].up_to}")
    return (happens.Demanded(seat=awaited[0].seat, points=int(number)),)


def _code(word: str) -> str:
    """Return the call that a word names, whole or by its beginning."""
    found = [code for code in CODES if code == word] or [code for code in CODES if code.startswith(word)]
    if len(found) != 1:
        which = ", ".join(found or CODES)
        raise RefusedRequest(f"{word!r} is no call; expected one of {which}")
    return found[0]


def _foul(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    if game.round is None:
        raise RefusedRequest(f"a foul is not expected now; expected is {prompt.awaited(game)}")
    moments = [word for word in typed if word in ("before", "after")]
    rest = [word for word in typed if word not in moments]
    if not rest or len(rest) > 2 or len(moments) > 1:
        raise RefusedRequest("a foul needs its code, and may have who and when; expected e.g. `foul elbow north after`")
    by = _seat(game, rest[1]) if len(rest) == 2 else game.round.turn
    after = moments == ["after"] if moments else game.round.struck
    return (happens.Called(what=_code(rest[0]), by=by, after_stroke=after),)


def _call(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    after = game.round is not None and game.round.struck
    return (happens.Called(what=_code(_one(typed, "a call's code")), after_stroke=after),)


def _concede(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    what = typed[-1] if typed and typed[-1] in ("game", "match") else "match"
    rest = typed[:-1] if typed and typed[-1] == what else typed
    side = _side(game, _one(rest, "the side that concedes"))
    return (happens.Conceded(side=side, what="game" if what == "game" else "match"),)


def _undo(game: Game, typed: tuple[str, ...]) -> tuple[Event, ...]:
    number = _one(typed, "how many lines") if typed else "1"
    most = len(game.line) - 1
    if not number.isdecimal() or len(number) > 9 or not 1 <= int(number) <= most:
        raise RefusedRequest(
            f"cannot take back {number}; expected 1 to {most}" if most else "there is nothing to take back"
        )
    return (happens.Undone(to=game.line[-1 - int(number)]),)


_Command = Callable[[Game, tuple[str, ...]], tuple[Event, ...]]
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
    "pass": _pass,
    "demand": _demand,
    "foul": _foul,
    "call": _call,
    "concede": _concede,
    "undo": _undo,
}
