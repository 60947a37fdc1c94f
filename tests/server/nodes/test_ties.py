"""A tie across two servers: captains, line-ups, rubbers and presence, over every bus and without one."""

import asyncio

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import ComeToTie, JoinTie, Resume, Who

from ..teams import A_SHEET, B_SHEET, DELHI, FIRST, INVITE, SECOND, Page, new_tie, terms
from .club import House, until
from .test_company import houses


@houses
async def test_two_captains_at_two_servers_lead_one_tie(one: House, two: House) -> None:
    first, second = Page(one.ties), Page(two.ties)
    await first.say(new_tie(terms(captain=Who.LINK)))
    tie = first.tie.tie
    join = JoinTie(nonce="second-captain-comes", tie=tie, invite=INVITE, key=SECOND, place="B", team=DELHI)
    await second.say(join)
    await until(lambda: len(first.tie.teams[1].players) == 2)
    await asyncio.gather(first.line_up("A", A_SHEET), second.line_up("B", B_SHEET))
    await until(lambda: first.tie.version == second.tie.version == 3)
    games = await asyncio.gather(
        first.rubber(1, "begin-at-the-first"), second.rubber(1, "begin-at-the-second"), return_exceptions=True
    )
    names = {each for each in games if isinstance(each, str)}
    assert len(names) == 1, "one rubber is one game"
    game = names.pop()
    await until(lambda: [each.game for each in (first.tie.rubbers[0], second.tie.rubbers[0])] == [game, game])
    chair = await one.registry.resume(Resume(game=game, key=FIRST))
    resign = protocol.Resign(
        nonce="resignation-of-pune", version=chair.table.room.version, seat=Seat.SOUTH, what=protocol.Length.MATCH
    )
    await chair.table.submit(resign, frozenset(chair.yours))
    await until(lambda: first.tie.rubbers[0].winner is not None)
    await until(lambda: second.tie.rubbers[0].winner == first.tie.rubbers[0].winner)
    late = Page(two.ties)
    await late.say(ComeToTie(tie=tie, key=FIRST))
    assert late.tie.rubbers == first.tie.rubbers
