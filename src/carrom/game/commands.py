"""Typed commands of an umpire: parsed into events, and events formatted as commands."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import get_args

from carrom.board import BLACKS, QUEEN, STRIKER, WHITES, Breach, Disc, Kind, LinesLeft, Outcome, Seat
from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game import progress, prompt
from carrom.game.check import refusing
from carrom.game.events import Event, How, Role, SideName
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.game import GameHistory
from carrom.game.officials import open_matters, out_of_turn
from carrom.game.player_names import listed, meant, name_of, seat_word, side_name, side_word, sitting, words_of
from carrom.game.score import Board, Ending, Side
from carrom.rules.effects import CODES
from carrom.rules.judge import judge
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import Round
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed

__all__ = [
    "HELP",
    "ObservedStroke",
    "directness_matters",
    "is_counted",
    "outcome",
    "plain",
    "read_stroke",
    "typed_outcome",
    "STROKE",
    "command_of",
    "events_of",
    "how_many",
    "names_sides",
]


Words = tuple[str, ...]


def side_of(game: GameHistory, words: Words) -> SideName:
    """Return the side that the words name, by a player's name, a seat or its letter."""
    state = game.state
    known = [(word, side) for side in state.sides for word in _names(game, side)]
    known += [(seat.value, side) for side in state.sides for seat in state.seats_of(side)]
    return meant(" ".join(words), known, "side", [(side, side) for side in state.sides])


def _names(game: GameHistory, side: str) -> list[str]:
    return [word for player in game.header.players if player.side == side for word in words_of(player.name)]


def seat_of(game: GameHistory, words: Words) -> Seat:
    """Return the seat of the player that the words name, by name, seat or letter."""
    places = game.state.seating.places
    return meant(" ".join(words), people(game), "player", [(player, seat) for seat, player in places])


def people(game: GameHistory) -> list[tuple[str, Seat]]:
    """Return all words for players, with their current seats."""
    places = game.state.seating.places
    known = [(word, seat) for seat, player in places for word in words_of(name_of(game, player))]
    return known + [(seat.value, seat) for seat, _ in places]


def one(words: Words, expected: str) -> str:
    """Return the only word after a command; refuse none or several."""
    if len(words) != 1:
        raise RefusedRequest(f"expected {expected} after the word, got {' '.join(words) or 'nothing'!r}")
    return words[0]


def some(words: Words, expected: str) -> Words:
    """Return the words after a command; refuse an empty list."""
    if not words:
        raise RefusedRequest(f"expected {expected} after the word, got 'nothing'")
    return words


def none(words: Words) -> None:
    """Refuse any words after a command that takes none."""
    if words:
        raise RefusedRequest(f"nothing is expected after this word, got {' '.join(words)!r}")


def parted(words: Words) -> tuple[Words, str]:
    """Return the words before a colon, and the free text after it."""
    before, _, text = " ".join(words).partition(":")
    return tuple(before.split()), text.strip()


def unquoted(text: str) -> str:
    """Return a text without its surrounding quotes, if it has exactly one pair."""
    inner = text[1:-1]
    return inner if inner.strip() and text == f'"{inner}"' and '"' not in inner else text


# -- the observation of a stroke ---------------------------------------------------------------------------------------


KINDS = {"w": Kind.WHITE, "b": Kind.BLACK, "q": Kind.QUEEN, "s": Kind.STRIKER}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
_PIECES = {"white": "w", "n": "w", "brown": "w", "black": "b", "queen": "q", "striker": "s"} | {k: k for k in KINDS}
_MARKS = ("miss", "improper", "early", "direct", "indirect", "still", "slip", "one-line", "-", "jump")
WORDS = {**_PIECES, **{mark: mark for mark in _MARKS}}
"""All words allowed in an observed stroke, without counts, and the short word for each; `n` is brown."""
_NUMBERED = re.compile(r"([a-z]+)([0-9]{1,9})")
HELP = {
    "w2 b1": "two whites and a black fell, in that order; `q` the queen, `s` the striker",
    "-": "something was hit, nothing fell",
    "miss": "the striker touched nothing",
    "jump w1 q": "what left the board over the frame (after what fell: `w1 jump b1`)",
    "improper": "the stroke was against the rules of technique or placing (add what fell)",
    "direct": "the striker itself touched the opponent's piece that fell (add what fell); `indirect`: it did not",
    "slip": "the striker left neither base line and moved nothing",
    "one-line": "the striker left one of the two base lines and moved nothing (if a piece moved: `one-line -`)",
    "still": "the striker touched something and moved nothing",
    "early": 'the break was struck before "Play"',
}
"""Help text for the words of a stroke."""


class ObservedStroke(Value, frozen=True, kw_only=True):
    """A stroke as typed: kinds and counts of discs, not yet individual discs."""

    fell: tuple[tuple[Kind, int], ...] = ()
    jumped: tuple[tuple[Kind, int], ...] = ()
    marks: tuple[str, ...] = ()


def is_counted(word: str) -> bool:
    """Return whether a word is a piece with a count after it (`w2`), possibly abbreviated (`whi2`)."""
    numbered = _NUMBERED.fullmatch(word)
    return numbered is not None and any(name.startswith(numbered[1]) for name in _PIECES)


def read_stroke(words: tuple[str, ...]) -> ObservedStroke:
    """Parse the words of a stroke. Raises `RefusedRequest` for an unknown word."""
    fell: list[tuple[Kind, int]] = []
    jumped: list[tuple[Kind, int]] = []
    marks: list[str] = []
    into = fell
    for word in words:
        name, count = _counted(word)
        if name == "jump":
            into = jumped
        elif name in KINDS:
            into.append((KINDS[name], count))
        elif name not in marks:
            marks.append(name)
    if jumped == [] and into is jumped:
        raise RefusedRequest("jump is incomplete; expected what jumped, as in `jump q`")
    return ObservedStroke(fell=tuple(fell), jumped=tuple(jumped), marks=tuple(marks))


def _counted(word: str) -> tuple[str, int]:
    """Return the short form of a word and its count."""
    numbered = _NUMBERED.fullmatch(word)
    if numbered is None:
        return meant(word, WORDS.items(), "word of a stroke"), 1
    count = int(numbered[2])
    if not count:
        raise RefusedRequest(f"{word} has a count of zero; expected 1 or more, or `-` if nothing fell")
    return meant(numbered[1], _PIECES.items(), "piece"), count


def outcome(seen: ObservedStroke, round: Round) -> Outcome:
    """Return the outcome, with individual discs chosen.

    Raises `RefusedRequest` for more discs than are on the board, for marks that contradict each other, and if the
    ruling depends on whether the striker itself touched the opponent's piece that fell and the words do not say.
    """
    lying = list(round.on_board)
    brown = round.ruleset.parameters.white_is_brown
    pocketed = _named(seen.fell, lying, brown)
    jumped = _named(seen.jumped, lying, brown)
    gone = [disc for disc in (*pocketed, *jumped) if disc is not STRIKER]
    quiet: list[str] = [mark for mark in ("miss", "slip") if mark in seen.marks]
    if quiet and gone:
        raise RefusedRequest(
            f"{quiet[0]} and {plain(gone[:1], brown)} off the board contradict each other; expected one"
        )
    hit = [mark for mark in ("-", "still", "direct", "indirect") if mark in seen.marks]
    if quiet and "-" in hit:
        raise RefusedRequest(f"{quiet[0]} says that nothing was hit, and - that something was; expected one of them")
    if "one-line" in seen.marks and not (gone or hit or STRIKER in (*pocketed, *jumped)):
        quiet.append("one-line")
    breaches = []
    if "improper" in seen.marks:
        breaches.append(Breach.IMPROPER)
    if "early" in seen.marks:
        breaches.append(Breach.BEFORE_PLAY)
    left = LinesLeft.NONE if "slip" in seen.marks else LinesLeft.ONE if "one-line" in seen.marks else LinesLeft.BOTH
    made = Outcome(
        pocketed=pocketed,
        jumped=jumped,
        moved=not quiet and "still" not in seen.marks,
        lines_left=left,
        breaches=tuple(breaches),
    )
    return made if quiet else changed(made, touched=_touched(seen, round, made))


def _named(counts: tuple[tuple[Kind, int], ...], lying: list[Disc], brown: bool) -> tuple[Disc, ...]:
    """Choose that many discs of each kind and remove them from those on the board."""
    names: list[Disc] = []
    for kind in dict(counts):
        total = sum(count for each, count in counts if each is kind)
        there = 1 if kind is Kind.STRIKER else sum(disc.kind is kind for disc in lying)
        if total > there:
            raise RefusedRequest(f"{total} {_noun(kind, total, brown)} cannot leave the board: {there or 'none'} can")
    for kind, count in counts:
        for _ in range(count):
            if kind is Kind.STRIKER:
                names.append(STRIKER)
            else:
                names.append(next(disc for disc in lying if disc.kind is kind))
                lying.remove(names[-1])
    return tuple(names)


def _noun(kind: Kind, count: int, brown: bool) -> str:
    """Return `white` or `whites`; `brown` or `browns` in rule sets with brown pieces."""
    name = "brown" if brown and kind is Kind.WHITE else kind.value
    return name if count == 1 else f"{name}s"


def _touched(seen: ObservedStroke, round: Round, made: Outcome) -> tuple[Disc, ...]:
    """Return a disc that the striker may have touched, or none.

    An umpire does not list the discs touched: the laws ask only whether the striker touched anything, and in some rule
    sets whether it touched the opponent's piece that fell. That one is returned only if the umpire typed `direct`.
    """
    theirs = _theirs(round, made.pocketed)
    marked = [mark for mark in ("direct", "indirect") if mark in seen.marks]
    if marked and not theirs:
        raise RefusedRequest(f"{marked[0]} refers to an opponent's piece that fell; none did")
    if len(marked) > 1:
        raise RefusedRequest("direct and indirect contradict each other; expected one of them")
    staying = [disc for disc in round.on_board if disc not in made.pocketed and disc not in made.jumped]
    own = [disc for disc in (*made.pocketed, *made.jumped, *staying) if disc not in theirs and disc is not STRIKER]
    if not marked and theirs and directness_matters(round, changed(made, touched=tuple(own[:1]))):
        line = _counts(made.pocketed)
        raise RefusedRequest(
            f"{plain(theirs)} of the opponent fell: whether the striker itself touched it decides; expected "
            f"`{line} direct` or `{line} indirect`"
        )
    return theirs if marked == ["direct"] else tuple(own[:1])


def _theirs(round: Round, pocketed: Iterable[Disc]) -> tuple[Disc, ...]:
    """Return the opponent's pieces among those pocketed; none in rule sets where colours are not owned."""
    colour = round.sides[round.mover].colour
    return tuple(disc for disc in pocketed if disc.is_man and colour is not None and disc.kind is not colour)


def directness_matters(round: Round, made: Outcome) -> bool:
    """Return whether the ruling changes if the striker itself touched the opponent's pieces that fell."""
    theirs = _theirs(round, made.pocketed)
    other = tuple(disc for disc in made.touched if disc not in theirs)
    spared = judge(round, changed(made, touched=other))
    return bool(theirs) and _decided(judge(round, changed(made, touched=theirs))) != _decided(spared)


def _decided(ruling: Ruling) -> tuple[object, ...]:
    return ruling.turn, ruling.placings, ruling.dues, ruling.queen, ruling.centred, ruling.points, ruling.result


def typed_outcome(made: Outcome, round: Round) -> str:
    """Return the words an umpire types for an outcome."""
    words = [_counts(made.pocketed)] if made.pocketed else []
    words += ["jump", _counts(made.jumped)] if made.jumped else []
    gone = any(disc is not STRIKER for disc in (*made.pocketed, *made.jumped))
    one_line = made.lines_left is LinesLeft.ONE
    if not made.touched and not made.moved and not gone:
        words += [] if one_line else ["slip" if made.lines_left is LinesLeft.NONE else "miss"]
    elif not made.moved:
        words.append("still")
    elif one_line and not words:
        words.append("-")
    words += ["one-line"] if one_line else []
    words += [{Breach.IMPROPER: "improper", Breach.BEFORE_PLAY: "early"}[breach] for breach in made.breaches]
    if directness_matters(round, made):
        struck = any(disc in made.touched for disc in _theirs(round, made.pocketed))
        words.append("direct" if struck else "indirect")
    return " ".join(words) or "-"


def _counts(discs: Iterable[Disc]) -> str:
    """Return discs as typed: `w2 b1 s`."""
    runs = [(kind, len(list(run))) for kind, run in groupby(disc.kind for disc in discs)]
    return " ".join(LETTERS[kind] + (str(n) if kind in (Kind.WHITE, Kind.BLACK) else "") for kind, n in runs)


def plain(discs: Iterable[Disc], brown: bool = False) -> str:
    """Return discs in words: `two whites, one black, the queen and the striker`."""
    given = tuple(discs)
    words: list[str] = []
    for kind, colour in (("white", WHITES), ("black", BLACKS)):
        count = sum(disc in colour for disc in given)
        name = "brown" if brown and kind == "white" else kind
        words += [f"{_COUNT[count]} {name}{'s' if count > 1 else ''}"] if count else []
    words += ["the queen"] if QUEEN in given else []
    words += ["the striker"] if STRIKER in given else []
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


_COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


# -- time, awards and officials ----------------------------------------------------------------------------------------
# Free text follows a colon.


LAWS = {"walkover": "Law 143i", "retired": "Law 139", "disqualified": "Law 143", "loss": "Law 143"}
"""The clause of an award when the command does not name one."""
_NOBODY = "nobody"


def _time(game: GameHistory, words: Words) -> tuple[Event, ...]:
    none(words)
    if game.is_over or not game.state.game.opener:
        raise RefusedRequest(f"no game is running that the clock could end; expected is {prompt.awaited(game)}")
    return (happens.TimeCalled(),)


def _award(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`award asha game retired: Law 139, her hand hurts`: the side, the scope, how it is awarded, and why."""
    head, text = parted(words)
    head, how = _taken(head, get_args(How), "loss")
    head, what = _taken(head, ("game", "match"), "match")
    some(head, "the side that is awarded it")
    side = None if head == (_NOBODY,) else side_of(game, head)
    if how == "retired" and len(game.state.sides) > 2:
        raise RefusedRequest("when one of three retires, the others play on; expected `retires` and a player")
    return (_awarded(side, what, how, text),)


def _loses(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`loses bilal: Law 143h, third distraction`: the other side is awarded the contest."""
    head, text = parted(words)
    head, what = _taken(head, ("game", "match"), "match")
    side = side_of(game, some(head, "the side that loses"))
    others = [each for each in game.state.sides if each != side]
    if len(others) != 1:
        raise RefusedRequest(
            "when one of three loses, the others play on; "
            f"expected `retires {side_word(game, side)}`, or `award` and the player who wins"
        )
    return (_awarded(others[0], what, "loss", text),)


def _awarded(side: SideName | None, what: str, how: str, text: str) -> Event:
    law, reason = _law(text, LAWS[how])
    return happens.Awarded(
        side=side,
        law=law,
        reason=reason,
        how=how,  # type: ignore[arg-type]
        what="game" if what == "game" else "match",
    )


def _taken(words: Words, choices: tuple[str, ...], otherwise: str) -> tuple[Words, str]:
    """Return the words without the last one if it is one of the choices, and the choice."""
    if len(words) > 1 and any(each.startswith(words[-1].casefold()) for each in choices):
        return words[:-1], meant(words[-1], [(each, each) for each in choices], "word")
    return words, otherwise


def _law(text: str, otherwise: str) -> tuple[str, str]:
    """Return the clause at the start of a text, up to its first comma, and the rest of the text."""
    first, _, rest = text.partition(",")
    return (first.strip(), rest.strip()) if first.startswith(("Law ", "§")) else (otherwise, text)


def _board(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`board asha 5 queen`: a board recorded only by its row on the score card."""
    awaited = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    if awaited is None:
        raise RefusedRequest(f"no board is to be entered now; expected is {prompt.awaited(game)}")
    head, parts = _by_keyword(words)
    breaker = seat_of(game, tuple(parts["broken"])) if parts.get("broken") else awaited.breakers[0]
    if "broken" not in parts and len(awaited.breakers) > 1:
        raise RefusedRequest("say who broke; expected e.g. `board asha 5 queen broken asha`")
    if progress.is_points_game(game.state):
        if "queen" in parts:
            raise RefusedRequest("the points of each side already include the queen's; expected e.g. `board 12 11 9`")
        totals = tuple(_number(word) for word in some(tuple(head), "the points of each side"))
        return (happens.BoardKept(breaker=breaker, totals=totals),)
    return (happens.BoardKept(breaker=breaker, board=_row(game, head, parts)),)


_KEYWORDS = ("queen", "demand", "broken", *(ending.value for ending in Ending))


def _by_keyword(words: Words) -> tuple[list[str], dict[str, list[str]]]:
    """Return the words before the first keyword, and the words after each keyword."""
    head: list[str] = []
    parts: dict[str, list[str]] = {}
    into = head
    for word in words:
        if word.casefold() in _KEYWORDS:
            into = parts.setdefault(word.casefold(), [])
        else:
            into.append(word)
    return head, parts


def _row(game: GameHistory, head: list[str], parts: dict[str, list[str]]) -> Board:
    special = next((ending for ending in Ending if ending.value in parts), None)
    counted = parts[special.value] if special is not None and parts[special.value] else head
    men = _number(counted.pop()) if counted and counted[-1].isdecimal() else 0
    winner = None if special is Ending.REPLAY and not head else side_of(game, some(tuple(head), "the winner"))
    coverer = parts.get("queen")
    queen = None if coverer is None else winner if not coverer else side_of(game, tuple(coverer))
    if special is None and queen is None:
        raise RefusedRequest("the side that covered the queen is missing; expected e.g. `board asha 5 queen bilal`")
    demand = _number(" ".join(parts["demand"])) if "demand" in parts else 0
    return Board(winner=_two(winner), men_left=men, queen=_two(queen), special=special, demand=demand)


def _two(side: SideName | None) -> Side | None:
    assert side != "C"
    return side


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 5):
        raise RefusedRequest(f"{word or 'nothing'!r} is not a number of pieces or points; expected one such as 5")
    return int(word)


LATE = (("queen", "queen"), ("man", "opponent-man"), ("wrong-man", "wrong-man"), ("sides", "sides"))
"""What can be noticed late: the words of the command, and the finding."""


def _late(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`late queen asha`, `late man asha`, `late wrong-man`, `late sides`: noticed too late to be corrected."""
    what = meant(some(words, "queen, man, wrong-man or sides")[0], LATE, "thing noticed late")
    round = game.state.playing
    if what == "sides":
        boards = words[1] if words[1:] else "1"
        none(words[2:])
        if not (boards.isascii() and boards.isdecimal() and len(boards) < 3):
            raise RefusedRequest(f"{boards!r} is not a number of boards; expected e.g. `late sides 2`")
        return (happens.ChangeMissed(boards=int(boards)),)
    if round is None:
        raise RefusedRequest(f"nothing can be noticed late now; expected is {prompt.awaited(game)}")
    if what == "wrong-man":
        none(words[1:])
        placed = [each.disc for each in reversed(game.in_force) if isinstance(each, happens.Placed)]
        right = next((disc for disc in placed if disc in round.on_board), None)
        down = [disc for disc in round.pocketed if right is not None and disc.is_man and disc.kind is not right.kind]
        if right is None or not down:
            raise RefusedRequest("no wrong piece can be on the board; expected a placed piece and one in a pocket")
        return (happens.Noticed(what="wrong-man", disc=down[-1], instead=right),)
    seat = seat_of(game, some(words[1:], "whose it was"))
    if what == "queen":
        return (happens.Noticed(what="queen", disc=QUEEN, seat=seat),)
    colour = round.sides[round.side_of(seat)].colour
    return (happens.Noticed(what="opponent-man", disc=_other_man(round.on_board, colour), seat=seat),)


def _other_man(lying: tuple[Disc, ...], colour: Kind | None) -> Disc:
    """Return a piece on the board that is not of this colour; refuse if there is none."""
    for disc in lying:
        if disc.is_man and disc.kind is not colour:
            return disc
    raise RefusedRequest("no opponent's piece is on the board; none can have fallen unnoticed")


def _note(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`note a good break`, `note "a good break"`; after a colon the text is taken literally, including quotes."""
    text = " ".join(some(words, "what is to be noted"))
    return (happens.Noted(text=text.removeprefix(":").strip() if text.startswith(":") else unquoted(text)),)


def _warn(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`warn bilal: Law 143h, talks to the crowd`, `warn bilal slow: …`."""
    head, text = parted(words)
    what = "distraction"
    if len(head) > 1 and not _names_a_player(game, head):
        head, what = head[:-1], head[-1].casefold()
    law, reason = _law(text, "")
    return (happens.Warned(seat=seat_of(game, some(head, "the player to warn")), what=what, law=law, reason=reason),)


def _names_a_player(game: GameHistory, words: Words) -> bool:
    try:
        seat_of(game, words)
    except RefusedRequest:
        return False
    return True


def _appeal(game: GameHistory, words: Words) -> tuple[Event, ...]:
    head, text = parted(words)
    return (happens.Appealed(seat=seat_of(game, some(head, "the player who appeals")), text=text),)


def _protest(game: GameHistory, words: Words) -> tuple[Event, ...]:
    head, text = parted(words)
    return (happens.Protested(side=side_of(game, some(head, "the side that protests")), text=text),)


def _rule(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`rule Law 69: the man stays where it is`, `rule Law 69 by Esha: …`; answers the last open appeal or protest."""
    return (_ruling(game, words, None),)


def _replay(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`replay Law 140: the lamp fell`: the current or last board is played again from its start."""
    begun = [number for number, event in game.numbered if isinstance(event, happens.RoundBegun | happens.BoardKept)]
    if not begun:
        raise RefusedRequest(f"no board has begun, so none can be played again; expected is {prompt.awaited(game)}")
    return (_ruling(game, words, begun[-1]),)


def _ruling(game: GameHistory, words: Words, back_to: int | None) -> Event:
    head, reason = parted(words)
    clause, _, author = " ".join(head).partition(" by ")
    if not clause or not reason:
        raise RefusedRequest("a ruling needs its clause and a reason; expected e.g. `rule Law 69: the man stays`")
    waiting = open_matters(game.state)
    return happens.Ruled(
        clause=clause,
        reason=reason,
        author=author.strip() or game.header.umpire or "the umpire",
        answers=waiting[-1].event if waiting else None,
        back_to=back_to,
    )


def _sign(game: GameHistory, words: Words) -> tuple[Event, ...]:
    """`sign asha`, `sign umpire Esha`."""
    first = some(words, "the signer")[0].casefold()
    roles = [role for role in get_args(Role) if role != "player" and len(first) > 2 and role.startswith(first)]
    if not roles:
        seat = seat_of(game, words)
        player = game.state.player_at(seat)
        return (happens.Signed(name=name_of(game, player), role="player", side=game.state.side_at(seat)),)
    name = " ".join(words[1:]) or (game.header.umpire if roles[0] == "umpire" else "")
    if not name:
        raise RefusedRequest(f"the {roles[0]} has no name yet; expected e.g. `sign {roles[0]} Esha`")
    return (happens.Signed(name=name, role=roles[0]),)


OFFICE: dict[str, Callable[[GameHistory, Words], tuple[Event, ...]]] = {
    "time": _time,
    "award": _award,
    "loses": _loses,
    "board": _board,
    "late": _late,
    "note": _note,
    "warn": _warn,
    "appeal": _appeal,
    "protest": _protest,
    "rule": _rule,
    "replay": _replay,
    "sign": _sign,
}
"""Commands about time, awards and officials."""


# -- from a command to events ------------------------------------------------------------------------------------------
# Every word may be abbreviated to any unambiguous beginning.


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
    if is_counted(typed):
        return STROKE
    known = [(each, STROKE) for each in WORDS] + [(each, each) for each in (*_COMMANDS, *more)]
    if not any(name.startswith(typed) for name, _ in known):
        raise RefusedRequest(f"{word!r} is not understood; expected is {prompt.awaited(game)}")
    return meant(typed, known, "command")


def _stroke(game: GameHistory, words: Words) -> Event:
    if game.round is None or not any(isinstance(each, Strike) for each in game.expected):
        raise _unexpected(game, "a stroke is not expected now")
    if "by" in words:
        return _late_stroke(game, words[: words.index("by")], words[words.index("by") + 1 :])
    return happens.Struck(seat=game.round.turn, outcome=outcome(read_stroke(words), game.round))


def _late_stroke(game: GameHistory, words: Words, player: Words) -> Event:
    """Return a stroke by a player out of turn, which was noticed too late and stands (Law 51)."""
    seat = seat_of(game, some(player, "the player who struck"))
    return happens.Struck(
        seat=seat,
        outcome=outcome(read_stroke(words), refusing(out_of_turn, game.state, seat)[0]),
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


# -- from an event to the command that an umpire would type ------------------------------------------------------------


def typed(game: GameHistory, event: Event) -> str:
    """Return the command for an event that happens now, in full words."""
    match event:
        case happens.Struck(seat=seat, outcome=outcome, out_of_turn=True):
            return f"{typed_outcome(outcome, out_of_turn(game.state, seat)[0])} by {seat_word(game, seat)}"
        case happens.Struck(outcome=outcome):
            assert game.round is not None
            return typed_outcome(outcome, game.round)
        case happens.Tossed(won_by=side):
            return f"toss {side_word(game, side)}"
        case happens.Chosen(what=what):
            return f"choose {what}"
        case happens.Seated(swap=swap):
            return f"seats {'swap' if swap else 'keep'}"
        case happens.TrialPlayed(side=side):
            return f"trial {side_word(game, side)}"
        case happens.RoundBegun(breaker=breaker):
            return f"play {seat_word(game, breaker)}"
        case happens.Demanded(points=points):
            return f"demand {points}"
        case happens.Called(what=what, by=None):
            return f"call {what}"
        case happens.Called(what=what, by=by, after_stroke=after, during=during, untimed=untimed):
            assert by is not None
            if untimed:
                return f"foul {what} {seat_word(game, by)}"
            return f"foul {what} {seat_word(game, by)} {'during' if during else 'after' if after else 'before'}"
        case happens.Conceded(side=side, play_on=True):
            return f"retires {side_word(game, side)}"
        case happens.Conceded(side=side, what=what):
            return f"concede {side_word(game, side)} {what}"
        case happens.Forfeited(ordered_off=True):
            return "forfeit off"
        case happens.ChangeMissed(boards=boards):
            return "late sides" if boards == 1 else f"late sides {boards}"
        case _:
            return _WORDS[type(event)] if type(event) in _WORDS else _office(game, event)


def _office(game: GameHistory, event: Event) -> str:
    """Return the command for an event of the clock or an official."""
    match event:
        case happens.Awarded(side=side, what=what, how=how, law=law, reason=reason):
            who = "nobody" if side is None else side_word(game, side)
            return f"award {who} {what} {how}: {_text(law, reason)}"
        case happens.BoardKept():
            return _row_command(game, event)
        case happens.Noticed(what="wrong-man"):
            return "late wrong-man"
        case happens.Noticed(what=what, seat=seat):
            assert seat is not None
            return f"late {'queen' if what == 'queen' else 'man'} {seat_word(game, seat)}"
        case happens.Noted(text=text):
            return f"note {text}" if unquoted(text) == text else f"note : {text}"
        case happens.Warned(seat=seat, what=what, law=law, reason=reason):
            return _with_text(f"warn {seat_word(game, seat)} {what}", _text(law, reason))
        case happens.Appealed(seat=seat, text=text):
            return _with_text(f"appeal {seat_word(game, seat)}", text)
        case happens.Protested(side=side, text=text):
            return _with_text(f"protest {side_word(game, side)}", text)
        case happens.Ruled(clause=clause, reason=reason, author=author, back_to=back_to):
            return f"{'rule' if back_to is None else 'replay'} {clause} by {author}: {reason}"
        case happens.Signed(name=name, role="player"):
            return f"sign {name.casefold()}"
        case happens.Signed(name=name, role=role):
            return f"sign {role} {name}"
    raise AssertionError(f"no command for {event}")


def _row_command(game: GameHistory, event: happens.BoardKept) -> str:
    """Return the command for a board recorded only by its row on the score card."""
    words = ["board", *map(str, event.totals)]
    board = event.board
    if board is not None:
        words += [side_word(game, board.winner)] if board.winner else []
        words += [str(board.men_left)] if board.men_left else []
        words += ["queen", side_word(game, board.queen)] if board.queen else []
        words += [board.special.value] if board.special else []
        words += ["demand", str(board.demand)] if board.demand else []
    return " ".join([*words, "broken", seat_word(game, event.breaker)])


def _text(law: str, reason: str) -> str:
    return ", ".join(part for part in (law, reason) if part)


def _with_text(line: str, text: str) -> str:
    return f"{line}: {text}" if text else line


_WORDS: dict[type, str] = {
    happens.Placed: "place",
    happens.Waived: "waive",
    happens.NoRoom: "no-room",
    happens.Forfeited: "forfeit",
    happens.Passed: "pass",
    happens.TimeCalled: "time",
}
