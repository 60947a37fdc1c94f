"""What a line means that somebody proposes in a hall: one of the file's lines, or a word for several of them."""

from datetime import datetime

from carrom.data import changed
from carrom.errors import RefusedRequest
from carrom.tournament.calls import called
from carrom.tournament.drawing import due, next_waves
from carrom.tournament.fold_finish import finish_of, is_agreed
from carrom.tournament.happening import AnyHappening, Claimed
from carrom.tournament.line import read_happening
from carrom.tournament.pace import Local
from carrom.tournament.rights import Holder, check_may
from carrom.tournament.schedule import placements, planned
from carrom.tournament.state import Championship

WORDS = ("draw", "schedule", "call")
"""Words that the server knows what to write for: the next wave, boards and hours, calls to free boards."""


def meant(championship: Championship, who: Holder, line: str, now: datetime, local: Local) -> tuple[AnyHappening, ...]:
    """Return the lines that a proposal writes, unsigned. Raises `RefusedRequest` or `RecordError`."""
    words = line.split()
    if not words:
        raise RefusedRequest("nothing is proposed; expected a line such as finish s.1.4 25-12")
    if words[0] in WORDS and len(words) <= (3 if words[0] == "call" else 2):
        if who.role != "organiser":
            raise RefusedRequest(f"{words[0]} is said by the organiser; this link is the {who.role}'s")
        return _several(championship, words, now, local)
    told = read_happening(line.strip())
    signed = changed(told, by=str(who))
    check_may(championship, who, signed)
    if isinstance(signed, Claimed) and is_agreed(championship, signed):
        return signed, finish_of(signed)
    return (signed,)


def _several(championship: Championship, words: list[str], now: datetime, local: Local) -> tuple[AnyHappening, ...]:
    with_umpires = words[-1] != "without-umpires"
    match words[0]:
        case "draw":
            return next_waves(championship, due(championship, words[1] if len(words) > 1 else None))
        case "schedule":
            plan = planned(championship, now, local, with_umpires=with_umpires)
            if plan.left and not plan.slots:
                raise RefusedRequest(plan.left[0].why)
            lines = placements(championship, plan)
            if not lines:
                raise RefusedRequest("everything has its board and hour already; nothing is to be planned")
            return lines
        case _:
            called_now = called(championship, now, local, with_umpires=with_umpires)
            if not called_now:
                raise RefusedRequest("nobody can be called now: no board is free, or everybody plays, rests or waits")
            return called_now
