"""Ties between two teams: sealed line-ups, rubbers as games, dead rubbers, and permissions."""

import io
import sqlite3
import zipfile
from pathlib import Path

import pytest
from agreed import friends, new_game

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.cli import main
from carrom.errors import DamagedGame
from carrom.game.record import read_record
from carrom.game.tie_record import read_tie
from carrom.protocol import (
    BeginRubber,
    ExpectCaptain,
    ExpectEnd,
    ExpectLineUp,
    ExpectPlayer,
    ExpectRubber,
    JoinTie,
    PlayerPlan,
    Refusal,
    Resume,
    RubberStanding,
    SitterKind,
    TeamPlan,
    Undo,
    Who,
)
from carrom.server.ops.backup import check
from carrom.server.play.ties import record_of
from carrom.storage.store import Store

from .teams import (
    A_SHEET,
    B_SHEET,
    DELHI,
    FIRST,
    GUEST,
    INVITE,
    PUNE,
    SECOND,
    WATCH,
    Hall,
    Page,
    here,
    new_tie,
    refused,
    terms,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def lined_up() -> tuple[Hall, Page, Page]:
    """Return a tie by link after both teams have submitted their line-ups, with the captains' pages."""
    hall = Hall()
    first = await hall.begin(terms())
    second = await hall.lead(first.tie.tie)
    await second.line_up("B", B_SHEET)
    await first.line_up("A", A_SHEET)
    return hall, first, second


async def test_a_tie_by_link_waits_for_its_second_captain_who_brings_his_team() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    assert first.tie.yours == ("A",)
    assert first.tie.expected[1] == ExpectCaptain(side=protocol.TieSide.B)
    second = await hall.lead(first.tie.tie)
    assert second.tie.yours == ("B",)
    assert [player.name for player in first.tie.teams[1].players] == ["Bilal", "Dev"]
    assert {each.side.value for each in first.tie.expected if isinstance(each, ExpectLineUp)} == {"A", "B"}


async def test_a_line_up_is_seen_by_the_others_once_both_are_given() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    second = await hall.lead(first.tie.tie)
    watcher = await hall.come(first.tie.tie, watch=WATCH)
    await first.line_up("A", A_SHEET)
    assert first.tie.teams[0].lineup == A_SHEET
    assert second.tie.teams[0].lined_up
    assert second.tie.teams[0].lineup is None
    assert watcher.tie.teams[0].lineup is None
    assert all("Asha" not in name for rubber in watcher.tie.rubbers for side in rubber.players for name in side)
    await second.line_up("B", B_SHEET)
    assert watcher.tie.teams[0].lineup == second.tie.teams[0].lineup == A_SHEET
    assert watcher.tie.rubbers[2].players == (("Asha", "Chitra"), ("Bilal", "Dev"))


async def test_a_line_up_may_be_changed_until_both_are_given() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    second = await hall.lead(first.tie.tie)
    await first.line_up("A", A_SHEET)
    other = (("Chitra",), ("Asha",), ("Asha", "Chitra"))
    await first.line_up("A", other, nonce="line-up-thought-over")
    assert first.tie.teams[0].lineup == other
    await second.line_up("B", B_SHEET)
    refusal = await refused(first.line_up("A", A_SHEET, nonce="line-up-regretted"))
    assert (refusal.code, refusal.reason) == (
        Refusal.NOT_NOW,
        "Both teams are lined up; line-ups can no longer be changed.",
    )


async def test_a_line_up_that_is_changed_without_end_fills_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrom.server.play.tie_room.MOST_EVENTS", 3)
    hall = Hall()
    first = await hall.begin(here())
    for number in range(3):
        await first.line_up("A", A_SHEET, nonce=f"line-up-number-{number}")
    assert (await refused(first.line_up("A", A_SHEET, nonce="line-up-once-more"))).code is Refusal.FULL
    await first.line_up("B", B_SHEET)
    assert first.tie.expected == (ExpectRubber(rubber=1),)


async def test_a_stranger_sees_nothing_and_who_looks_on_lines_nobody_up() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    assert (await refused(hall.come(first.tie.tie, key=GUEST))).code is Refusal.UNKNOWN_GAME
    assert (await refused(hall.come("no-such-tie", key=FIRST))).code is Refusal.UNKNOWN_GAME
    watcher = await hall.come(first.tie.tie, watch=WATCH)
    for side in "AB":
        refusal = await refused(watcher.line_up(side, A_SHEET))
        assert refusal.code is Refusal.NOT_YOURS
        assert "Only the captain of" in refusal.reason
    second = await hall.lead(first.tie.tie)
    assert (await refused(second.line_up("A", A_SHEET))).code is Refusal.NOT_YOURS
    seat = JoinTie(nonce="a-stranger-comes", tie=first.tie.tie, key=GUEST, place="B", invite="not-the-word", team=DELHI)
    assert (await refused(Page(hall.ties).say(seat))).code is Refusal.UNKNOWN_GAME
    late = JoinTie(nonce="a-second-comes-late", tie=first.tie.tie, key=GUEST, place="B", invite=INVITE)
    assert "has just been taken" in (await refused(Page(hall.ties).say(late))).reason
    nobody = Page(hall.ties)
    assert (await refused(nobody.line_up("A", A_SHEET))).code is Refusal.NO_GAME


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ((("Asha",), ("Asha",), ("Asha", "Chitra")), "Asha already plays a singles"),
        ((("Asha",), ("Zoya",), ("Asha", "Chitra")), "'Zoya' is not in Pune; its players are Asha, Chitra."),
        ((("Asha",), ("Chitra",), ("Asha",)), "rubber 3 is a doubles; side A names 1, expected 2"),
        ((("Asha",), ("Chitra",)), "names players for 2 rubbers; the tie has 3"),
    ],
)
async def test_a_line_up_that_the_event_forbids_is_refused(sheet: object, reason: str) -> None:
    hall = Hall()
    first = await hall.begin(here())
    assert reason.casefold() in (await refused(first.line_up("A", sheet))).reason.casefold()
    assert first.tie.teams[0].lined_up is False


@pytest.mark.parametrize(
    ("agreed", "reason"),
    [
        (here(ruleset="icf"), "icf has no ties of rubbers"),
        (terms(teams=(PUNE, PUNE), captain=Who.HERE), "Asha is named twice"),
        (terms(teams=(TeamPlan(name="Pune"), DELHI)), "0 players cannot play singles, singles, doubles; expected 2"),
        (terms(teams=(PUNE, TeamPlan(name=" Pune "))), "both teams are called 'Pune'"),
        (terms(captain=Who.PROGRAM), "level"),
        (here(surface="ice"), "no surface is called 'ice'"),
        (terms(teams=(PUNE, DELHI), captain=Who.PROGRAM), "expected only computer players"),
    ],
)
async def test_a_tie_that_cannot_be_played_is_refused(agreed: protocol.TieTerms, reason: str) -> None:
    assert reason.casefold() in (await refused(Hall().begin(agreed))).reason.casefold()


async def test_rubbers_are_games_in_their_order_and_the_same_keys_open_them() -> None:
    hall, first, second = await lined_up()
    assert first.tie.expected == (ExpectRubber(rubber=1),)
    game = await first.rubber(1)
    chairs = [await hall.registry.resume(Resume(game=game, key=key)) for key in (FIRST, SECOND)]
    assert [chair.yours for chair in chairs] == [(Seat.SOUTH,), (Seat.NORTH,)]
    looks_on = await hall.registry.resume(Resume(game=game, watch=WATCH))
    assert looks_on.yours == ()
    card = looks_on.table.room.card
    assert card.tie == protocol.RubberOf(tie=first.tie.tie, rubber=1, teams=("Pune", "Delhi"))
    assert [sitter.name for sitter in card.sitters] == ["Asha", "Bilal"]
    assert second.tie.expected == (ExpectEnd(rubber=1),)
    assert second.tie.rubbers[0].game == game
    assert "rubber 1 is being played" in (await refused(second.rubber(2))).reason.casefold()


async def test_a_rubber_that_is_given_up_stands_on_the_card_and_the_next_one_may_begin() -> None:
    hall, first, second = await lined_up()
    await hall.resign(await first.rubber(1), FIRST, Seat.SOUTH)
    line = second.tie.rubbers[0]
    assert (line.standing, line.winner, line.conceded) == (RubberStanding.PLAYED, protocol.TieSide.B, True)
    assert second.tie.score == (0, 1)
    assert second.tie.expected == (ExpectRubber(rubber=2),)
    assert (await refused(second.rubber(3))).reason == "The message is for rubber 3; the next rubber is 2."


async def test_once_the_tie_is_decided_the_rubber_left_is_dead() -> None:
    hall, first, second = await lined_up()
    for number in (1, 2):
        await hall.resign(await second.rubber(number), SECOND, Seat.NORTH)
    assert [line.standing.value for line in first.tie.rubbers] == ["played", "played", "dead"]
    assert (first.tie.score, first.tie.winner, first.tie.over) == ((2, 0), protocol.TieSide.A, True)
    assert first.tie.expected == ()
    assert "tie is finished" in (await refused(first.rubber(3))).reason


async def test_a_tie_that_stands_even_goes_to_the_doubles() -> None:
    hall, first, second = await lined_up()
    await hall.resign(await first.rubber(1), FIRST, Seat.SOUTH)
    await hall.resign(await first.rubber(2), SECOND, Seat.NORTH)
    game = await first.rubber(3)
    chair = await hall.registry.resume(Resume(game=game, key=SECOND))
    assert chair.yours == (Seat.EAST, Seat.WEST)
    assert [sitter.name for sitter in chair.table.room.card.sitters] == ["Asha", "Bilal", "Chitra", "Dev"]
    assert tuple(sitter.seat for sitter in chair.table.room.card.sitters) == SEATS
    await hall.resign(game, FIRST, Seat.NORTH)
    assert (second.tie.score, second.tie.winner, second.tie.over) == ((1, 2), protocol.TieSide.B, True)


async def test_what_has_ended_a_rubber_is_not_taken_back() -> None:
    hall, first, _ = await lined_up()
    game = await first.rubber(1)
    await hall.resign(game, FIRST, Seat.SOUTH)
    chair = await hall.registry.resume(Resume(game=game, key=FIRST))
    room = chair.table.room
    assert not room.can_undo
    undo = Undo(nonce="u" * 16, version=room.version, seat=Seat.SOUTH)
    assert (
        "cannot be undone, because the tie" in (await refused(chair.table.submit(undo, frozenset(chair.yours)))).reason
    )
    assert first.tie.rubbers[0].standing is RubberStanding.PLAYED


async def test_a_tie_goes_on_after_a_restart_in_the_middle_of_a_rubber() -> None:
    hall, first, _ = await lined_up()
    tie, game = first.tie, await first.rubber(1)
    hall.start()
    again = await hall.come(tie.tie, key=FIRST)
    assert again.tie.yours == ("A",)
    assert again.tie.teams[0] == first.tie.teams[0]
    assert again.tie.teams[1].lineup == first.tie.teams[1].lineup
    assert again.tie.expected == (ExpectEnd(rubber=1),)
    await hall.resign(game, SECOND, Seat.NORTH)
    assert again.tie.score == (1, 0)
    hall.start()
    once_more = await hall.come(tie.tie, key=SECOND)
    assert once_more.tie.score == (1, 0)
    assert (await once_more.rubber(2)) != game


async def test_a_server_that_fell_between_game_and_tie_goes_on_with_that_game() -> None:
    hall, first, _ = await lined_up()
    table = await hall.table(first.tie.tie)

    async def fails(*_: object) -> int:
        raise OSError("the power is cut")

    table.log._take = fails  # type: ignore[assignment, method-assign]
    with pytest.raises(OSError, match="cut"):
        await first.rubber(1)
    left = {row[0] for row in hall.store.database.db.execute("SELECT id FROM game")}
    hall.start()
    again = await hall.come(first.tie.tie, key=FIRST)
    assert again.tie.rubbers[0].standing is RubberStanding.NEXT
    assert {await again.rubber(1)} == left


async def test_the_same_request_again_is_done_once() -> None:
    hall, first, _ = await lined_up()
    game = await first.rubber(1)
    version = first.tie.version
    assert await first.rubber(1) == game
    assert (await first.line_up("A", A_SHEET)).version < version
    assert first.tie.version == version
    other = await hall.begin(terms())
    assert other.tie.tie == first.tie.tie


async def test_a_player_by_link_holds_his_place_in_every_rubber_that_he_plays() -> None:
    hall = Hall()
    far = TeamPlan(name="Pune", players=(PlayerPlan(name="Asha"), PlayerPlan(name="Chitra", who=Who.LINK)))
    first = await hall.begin(terms(teams=(far, DELHI), captain=Who.HERE))
    assert first.tie.teams[0].players[1].kind is SitterKind.OPEN
    await first.line_up("A", (("Chitra",), ("Asha",), ("Asha", "Chitra")))
    await first.line_up("B", B_SHEET)
    assert first.tie.expected == (ExpectPlayer(place="A2", name="Chitra"),)
    assert "Chitra has not come yet" in (await refused(first.rubber(1))).reason
    guest = Page(hall.ties)
    await guest.say(JoinTie(nonce="chitra-comes-by-link", tie=first.tie.tie, key=GUEST, place="A2", invite=INVITE))
    assert guest.tie.yours == ("A2",)
    assert (await refused(guest.rubber(1))).code is Refusal.NOT_YOURS
    game = await first.rubber(1)
    assert (await hall.registry.resume(Resume(game=game, key=GUEST))).yours == (Seat.SOUTH,)
    assert (await hall.registry.resume(Resume(game=game, key=FIRST))).yours == (Seat.NORTH,)


async def test_a_captain_takes_the_place_of_a_player_who_stays_away() -> None:
    hall = Hall()
    far = TeamPlan(name="Pune", players=(PlayerPlan(name="Asha", who=Who.LINK), PlayerPlan(name="Chitra")))
    first = await hall.begin(terms(teams=(far, DELHI), captain=Who.HERE))
    await first.line_up("A", A_SHEET)
    await first.line_up("B", B_SHEET)
    await first.say(JoinTie(nonce="a-captain-steps-in", tie=first.tie.tie, key=FIRST, place="A1"))
    assert first.tie.yours == ("A", "A1", "B")
    chair = await hall.registry.resume(Resume(game=await first.rubber(1), key=FIRST))
    assert chair.yours == (Seat.SOUTH, Seat.NORTH)


async def test_a_team_of_programs_lines_itself_up_and_plays() -> None:
    hall = Hall()
    first = await hall.begin(terms(captain=Who.PROGRAM, level="beginner"))
    assert first.tie.teams[1].captain is SitterKind.PROGRAM
    assert [player.name for player in first.tie.teams[1].players] == ["Delhi 1 (beginner)", "Delhi 2 (beginner)"]
    await first.line_up("A", A_SHEET)
    room = (await hall.registry.resume(Resume(game=await first.rubber(1), key=FIRST))).table.room
    assert [(sitter.name, sitter.level) for sitter in room.card.sitters] == [("Asha", None), ("Delhi 1", "beginner")]


async def test_a_rubber_played_again_is_a_game_of_its_own_and_not_of_the_tie() -> None:
    hall = Hall()
    first = await hall.begin(here())
    await first.line_up("A", A_SHEET)
    await first.line_up("B", B_SHEET)
    game = await first.rubber(1)
    await hall.resign(game, FIRST, Seat.SOUTH)
    answer = first.tie
    chair = await hall.registry.resume(Resume(game=game, key=FIRST))
    again = protocol.Rematch(nonce="r" * 16, version=chair.table.room.version, seat=Seat.SOUTH)
    heard: list[str] = []
    chair.table.follow(heard.append, None, frozenset(chair.yours))
    await chair.table.submit(again, frozenset(chair.yours))
    name = next(m.game for m in map(protocol.decode_server, heard) if isinstance(m, protocol.Rematched))
    rematch = await hall.registry.resume(Resume(game=name, key=FIRST))
    assert rematch.table.room.card.tie is None
    await hall.resign(name, FIRST, Seat.SOUTH, nonce="resigned-once-more")
    assert first.tie == answer


async def test_the_record_of_a_tie_reads_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall, first, _ = await lined_up()
    for number in (1, 2):
        await hall.resign(await first.rubber(number), FIRST, Seat.SOUTH)
    archive = record_of((await hall.table(first.tie.tie)).room.tie)
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        assert files.namelist() == ["tie.carrom-tie", "rubber-1.carrom", "rubber-2.carrom"]
        games = [read_record(files.read(f"rubber-{number}.carrom").decode()) for number in (1, 2)]
        tie = read_tie(files.read("tie.carrom-tie").decode(), games)
        files.extractall(tmp_path / "tie")
    assert tie.winner is not None
    assert (tie.winner.name, tie.is_over) == ("Delhi", True)
    assert (games[0].header.event, games[0].header.match_number) == ("Pune - Delhi", "rubber 1")
    (tmp_path / "tie.zip").write_bytes(archive)
    for path in (tmp_path / "tie.zip", tmp_path / "tie"):
        assert main(["verify", str(path)]) == 0
        said = capsys.readouterr().out
        assert "Rubber 2: 0 strokes simulated again, no difference" in said
        assert "Tie won by: Delhi 2-0" in said
    (tmp_path / "tie" / "rubber-1.carrom").write_text("[CarromRecord]\n")
    assert main(["verify", str(tmp_path / "tie")]) != 0


async def test_a_tie_that_is_not_as_it_was_written_is_found_and_kept(tmp_path: Path) -> None:
    hall = Hall(Store(tmp_path / "games.db"))
    first = await hall.begin(here())
    await first.line_up("A", A_SHEET)
    tie = first.tie.tie
    hall.store.close()
    assert check(tmp_path / "games.db").damage == ()
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.execute("UPDATE tie_event SET body = replace(body, 'Asha', 'Zoya')")
    assert check(tmp_path / "games.db").damage == (f"the tie {tie} is damaged: event 1 is not as it was written",)
    again = Hall(Store(tmp_path / "games.db"))
    with pytest.raises(DamagedGame, match=f"The tie {tie} is damaged"):
        await again.come(tie, key=FIRST)
    again.store.close()


HOUSE = """
extends = "team-event"
rubbers = ["doubles", "singles", "singles"]
may_play_both = false
play_dead_rubber = true
"""


async def test_a_rule_set_of_ones_own_orders_the_rubbers_and_plays_the_dead_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = Hall()
    refusal = await refused(hall.begin(here(rules=HOUSE)))
    assert "2 players cannot play doubles, singles, singles; expected 4 or more" in refusal.reason
    teams = tuple(
        TeamPlan(name=name, players=tuple(PlayerPlan(name=f"{name} {number}") for number in range(1, 5)))
        for name in ("Pune", "Delhi")
    )
    first = await hall.begin(terms(teams=teams, captain=Who.HERE, rules=HOUSE))
    for each in first.tie.expected:
        assert isinstance(each, ExpectLineUp)
        await first.line_up(each.side.value, each.suggestion)
    assert first.tie.rubbers[0].players == (("Pune 1", "Pune 2"), ("Delhi 1", "Delhi 2"))
    for number in (1, 2):
        await hall.resign(await first.rubber(number), FIRST, Seat.SOUTH)
    assert (first.tie.winner, first.tie.over) == (protocol.TieSide.B, False)
    await hall.resign(await first.rubber(3), FIRST, Seat.NORTH)
    assert (first.tie.score, first.tie.over) == ((1, 2), True)
    (tmp_path / "tie.zip").write_bytes(record_of((await hall.table(first.tie.tie)).room.tie))
    assert main(["verify", str(tmp_path / "tie.zip")]) == 0
    assert "Tie won by: Delhi 2-1" in capsys.readouterr().out


async def test_who_began_the_tie_may_lead_the_second_team_as_well_when_nobody_comes() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    request = JoinTie(nonce="leads-both-teams", tie=first.tie.tie, invite=INVITE, key=FIRST, place="B", team=DELHI)
    await first.say(request)
    assert first.tie.yours == ("A", "B")
    assert {type(each) for each in first.tie.expected} == {ExpectLineUp}


async def test_a_game_that_is_no_rubber_tells_no_tie() -> None:
    hall, first, _ = await lined_up()
    before = len(first.heard)
    chair = await hall.registry.begin(new_game(friends()))
    await hall.resign(chair.table.room.name, "key-of-the-first-player", Seat.SOUTH)
    assert len(first.heard) == before


async def test_a_second_begin_of_the_same_nonce_needs_no_other_words() -> None:
    hall = Hall()
    page = await hall.begin(terms())
    request = new_tie(terms())
    again = Page(hall.ties)
    await again.say(request)
    assert (again.tie.tie, again.tie.yours) == (page.tie.tie, ("A",))
    assert (await refused(again.say(BeginRubber(nonce="b" * 16, rubber=1)))).code is Refusal.NOT_NOW
    assert SECOND not in repr(page.tie)


async def test_a_captain_whose_team_is_refused_leaves_the_place_open() -> None:
    hall = Hall()
    first = await hall.begin(terms())
    bad = protocol.TeamPlan(name="Delhi", players=(protocol.PlayerPlan(name="Asha"), protocol.PlayerPlan(name="Dev")))
    assert "Asha is named twice".casefold() in (await refused(hall.lead(first.tie.tie, bad))).reason.casefold()
    page = await hall.come(first.tie.tie, "key-of-somebody-else", watch=WATCH)
    join = protocol.JoinTie(
        nonce="somebody-else-comes", tie=first.tie.tie, invite=INVITE, key="key-of-somebody-else", place="B", team=DELHI
    )
    await page.say(join)
    assert first.tie.teams[1].name == "Delhi"


async def test_a_team_whose_players_are_known_still_waits_for_its_captain() -> None:
    first = await Hall().begin(terms(teams=(PUNE, DELHI)))
    a, b = first.tie.expected
    assert isinstance(a, protocol.ExpectLineUp)
    assert b == ExpectCaptain(side=protocol.TieSide.B)


def who_is_here(page: Page) -> list[bool]:
    """Return whether each captain is present, by the last state this page received."""
    return [team.here for team in page.tie.teams]


async def test_the_card_says_who_is_here_at_the_card_or_at_the_board() -> None:
    hall, first, second = await lined_up()
    assert who_is_here(first) == [True, True]
    game = await first.rubber(1)
    second.chair.leave()
    assert who_is_here(first) == [True, False]
    assert [player.here for player in first.tie.teams[1].players] == [False, False]
    chair = await hall.registry.resume(Resume(game=game, key=SECOND))
    lines: list[str] = []
    chair.table.follow(lines.append, None, frozenset(chair.yours))
    assert who_is_here(first) == [True, True]
    chair.table.leave(lines.append)
    assert who_is_here(first) == [True, False]


async def test_a_captain_who_waits_at_the_card_is_not_away_at_the_board_but_keeps_no_clock_from_running() -> None:
    hall, first, second = await lined_up()
    game = await first.rubber(1)
    chair = await hall.registry.resume(Resume(game=game, key=FIRST))
    heard: list[protocol.ServerMessage] = []

    def follower(text: str) -> None:
        heard.append(protocol.decode_server(text))

    def here() -> list[bool]:
        message = next(each for each in reversed(heard) if isinstance(each, protocol.Snapshot | protocol.Seats))
        sitters = message.card.sitters if isinstance(message, protocol.Snapshot) else message.sitters
        return [sitter.here for sitter in sitters]

    chair.table.follow(follower, None, frozenset(chair.yours))
    assert here() == [True, True]
    assert chair.table.here == {Seat.SOUTH}
    second.chair.leave()
    assert here() == [True, False]
    await hall.come(first.tie.tie, key=SECOND)
    assert here() == [True, True]
