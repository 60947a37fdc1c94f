"""Views of a team match, with the line-ups that the reader may see."""

import re

from carrom import protocol
from carrom.game.score import SIDES
from carrom.game.tie import RubberLine
from carrom.protocol import RubberKind, RubberStanding, SitterKind, TieSide, Who
from carrom.server.play.tie_room import TieRoom
from carrom.server.play.tie_terms import Numbered


def told(room: TieRoom, yours: tuple[str, ...], here: frozenset[str], nonce: str | None = None) -> str:
    """Return the tie encoded for the holder of the seats `yours`; `here` are the connected users' seats."""
    tie, score = room.tie, room.tie.score
    return protocol.encode(
        protocol.TieSnapshot(
            nonce=nonce,
            tie=room.name,
            version=room.version,
            yours=yours,
            ruleset=room.rules.name,
            title=room.rules.title,
            target=room.rules.parameters.target_points,
            clock=room.terms.clock,
            teams=tuple(_team(room, side, yours, here) for side in SIDES),
            rubbers=tuple(_rubber(room, line) for line in tie.rubbers),
            score=score.score,
            winner=None if score.winner is None else TieSide(score.winner),
            over=tie.is_over,
            expected=_expected(room),
            clauses=tuple(sorted(score.clauses, key=_in_the_book)) if tie.is_over else (),
        )
    )


def _in_the_book(clause: str) -> tuple[int, ...]:
    """Return a sort key for clauses: the numbers in them."""
    return tuple(map(int, re.findall("[0-9]+", clause)))


def _team(room: TieRoom, side: str, yours: tuple[str, ...], here: frozenset[str]) -> protocol.TieTeam:
    index = SIDES.index("A" if side == "A" else "B")
    sheet = room.draft.sheets[index]
    program = side == "B" and room.terms.captain is Who.PROGRAM
    led = SitterKind.HUMAN if any(each.seat == side for each in room.seats) else SitterKind.OPEN
    return protocol.TieTeam(
        name=room.terms.teams[index].name,
        captain=SitterKind.PROGRAM if program else led,
        here=program or side in here,
        players=tuple(_player(room, each, here) for each in room.players(side)),
        lined_up=sheet is not None,
        lineup=sheet if side in yours or room.draft.lineup else None,
    )


def _player(room: TieRoom, player: Numbered, here: frozenset[str]) -> protocol.TiePlayer:
    plan, place = player.plan, player.place
    kind = SitterKind.PROGRAM if plan.who is Who.PROGRAM else SitterKind.HUMAN
    if plan.who is Who.LINK and room.holder(place) is None:
        kind = SitterKind.OPEN
    is_here = plan.who is Who.PROGRAM or (place if plan.who is Who.LINK else place[0]) in here
    return protocol.TiePlayer(name=player.name, kind=kind, place=place, level=plan.level, here=is_here)


def _rubber(room: TieRoom, line: RubberLine) -> protocol.TieRubber:
    begun = line.number <= len(room.draft.games)
    result = room.record_of(line.number).result if begun else None
    return protocol.TieRubber(
        number=line.number,
        kind=RubberKind(line.kind),
        standing=RubberStanding(line.standing.replace(" ", "-")),
        players=() if line.pairing is None else (line.pairing.a, line.pairing.b),
        score=line.score if begun and line.score is not None else (),
        winner=None if line.winner is None else TieSide(line.winner),
        conceded=result is not None and bool(result.conceded),
        game=room.draft.games[line.number - 1] if begun else None,
    )


def _expected(room: TieRoom) -> tuple[protocol.TieExpected, ...]:
    """Return what the tie waits for."""
    tie, number = room.tie, room.tie.number
    if number is None:
        return ()
    if tie.running is not None:
        return (protocol.ExpectEnd(rubber=number),)
    if not room.draft.lineup:
        return tuple(
            protocol.ExpectLineUp(side=TieSide(side), suggestion=room.suggestion(side))
            if room.players(side) and any(each.seat == side for each in room.seats)
            else protocol.ExpectCaptain(side=TieSide(side))
            for side, sheet in zip(SIDES, room.draft.sheets, strict=True)
            if sheet is None
        )
    away = tuple(protocol.ExpectPlayer(place=each.place, name=each.name) for each in room.awaited())
    return away or (protocol.ExpectRubber(rubber=number),)
