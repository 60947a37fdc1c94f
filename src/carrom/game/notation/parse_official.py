"""Parse typed commands about time, awards and officials.

Free text follows a colon.
"""

from collections.abc import Callable
from typing import get_args

from carrom.board.disc import QUEEN, Disc, Kind
from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game.events import Event, SideName
from carrom.game.expected import prompt
from carrom.game.expected.expectations import BeginRound
from carrom.game.game import GameHistory
from carrom.game.notation.abbreviations import meant
from carrom.game.notation.name_lookup import Words, none, parted, seat_of, side_of, some, unquoted
from carrom.game.notation.player_names import name_of, side_word
from carrom.game.officials.apply_official import open_matters
from carrom.game.officials.official_events import How, Role
from carrom.game.scoring import progress
from carrom.game.scoring.score import Board, Ending, Side

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
