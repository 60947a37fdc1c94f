"""The tables of one page without a server: every act is stored before it is answered."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from carrom import protocol
from carrom.board.rack import seed_of, with_gaps
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import level
from carrom.engine.program import Program
from carrom.errors import StoreError
from carrom.game.events import Conceded
from carrom.game.record import read_record, write_record
from carrom.offline.requests import answer_request
from carrom.offline.stored_games import GameRow, events_text, row_text
from carrom.offline.tables import ELSEWHERE, NEEDS_SERVER, LocalTables
from carrom.protocol import Arranged, TriedStroke
from carrom.protocol.http_games import PlayedOffline
from carrom.tables.offline_play import continuation
from carrom.tables.room import Room
from carrom.tokens import hashed

OPEN = (Path(__file__).parents[1] / "playthroughs" / "simulated.carrom").read_text(encoding="utf-8")
RECORD = write_record(read_record(OPEN).apply(Conceded(side="A")))
KEY, INVITE, WATCH = "key-0000000001", "invite-00000001", "watch-000000001"


class Memory:
    """Storage in memory, shared by several pages; `broken` makes every write fail."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.events: dict[str, list[Any]] = {}
        self.nonces: dict[str, str] = {}
        self.owners: dict[str, object] = {}
        self.broken = False
        self.log: list[str] = []


class Storage:
    """One page's storage."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    async def made_with(self, nonce: str) -> str | None:
        return self.memory.nonces.get(nonce)

    async def load(self, game: str) -> str | None:
        if game not in self.memory.rows:
            return None
        return json.dumps({"row": json.loads(self.memory.rows[game]), "events": self.memory.events[game]})

    async def write(self, game: str, nonce: str | None, row: str, events: str) -> None:
        await asyncio.sleep(0)
        if self.memory.broken:
            raise StoreError("This browser's storage is full; nothing was changed.")
        self.memory.rows[game] = row
        self.memory.events.setdefault(game, []).extend(json.loads(events))
        if nonce is not None:
            self.memory.nonces[nonce] = game
        self.memory.log.append("stored")

    async def remove(self, game: str) -> None:
        del self.memory.rows[game], self.memory.events[game]

    async def own(self, game: str, patience: float) -> bool:
        if self.memory.owners.setdefault(game, self) is self:
            return True
        if patience > 1:  # the other page may be closed
            await asyncio.sleep(0.01)
        return self.memory.owners.setdefault(game, self) is self

    def disown(self) -> None:
        for game, owner in list(self.memory.owners.items()):
            if owner is self:
                del self.memory.owners[game]


class Page:
    """A page and its tables."""

    def __init__(
        self, memory: Memory, player: Callable[[str], Program] | None = None, now: Callable[[], int] | None = None
    ) -> None:
        self.heard: list[Any] = []
        self.memory, self.storage = memory, Storage(memory)

        def send(text: str) -> None:
            message = protocol.decode_server(text)
            self.heard.append(message)
            memory.log.append(type(message).__name__)

        def no_player(level: str) -> Program:
            raise AssertionError(level)

        def answer(asked: protocol.Question) -> Arranged | TriedStroke:
            raise AssertionError(asked)

        self.tables = LocalTables(
            self.storage,
            send,
            now=now or (lambda: 1_800_000_000_000),
            chance=Random(5),
            player=player or no_player,
            answer=answer,
        )
        self.count = 0

    async def say(self, message: protocol.ClientMessage) -> list[Any]:
        """Send a message; return what came back."""
        before = len(self.heard)
        await self.tables.hear(protocol.encode(message))
        return self.heard[before:]

    async def begin(self, **terms: Any) -> str:
        """Begin a game, by default of two people at this screen without a toss; return its name."""
        seats = terms.pop("seats", None) or tuple(
            protocol.SeatPlan(seat=seat, who=protocol.Who.HERE, name=seat.capitalize())
            for seat in (Seat.SOUTH, Seat.NORTH)
        )
        made = protocol.Terms(seats=seats, first_break=Seat.SOUTH, **terms)
        joined, *_ = await self.say(
            protocol.NewGame(nonce="nonce-of-a-new-game", key=KEY, invite=INVITE, watch=WATCH, terms=made)
        )
        assert isinstance(joined, protocol.Joined), joined
        return joined.game

    @property
    def state(self) -> protocol.State:
        return next(message.state for message in reversed(self.heard) if getattr(message, "state", None) is not None)

    @property
    def version(self) -> int:
        return next(message.version for message in reversed(self.heard) if hasattr(message, "version"))

    def command(self, kind: type[Any], **words: Any) -> Any:
        self.count += 1
        seat = words.pop("seat", self.state.turn)
        return kind(nonce=f"nonce-{id(self)}-{self.count:06}", version=self.version, seat=seat, **words)

    async def strike(self, vy: int = 3_000_000, vx: int = 40_000) -> list[Any]:
        """Play a stroke from a legal spot."""
        asked = self.state.expected[0]
        assert isinstance(asked, protocol.ExpectStrike), asked
        span = asked.intervals[0]
        return await self.say(self.command(protocol.Strike, stroke=Stroke(x=span.lo, vx=vx, vy=vy, y=span.y)))


def run(test: Callable[[], Any]) -> Any:
    return asyncio.run(test())


def test_a_stroke_is_stored_before_its_event_and_its_acknowledgement_are_sent() -> None:
    async def play() -> None:
        page = Page(Memory())
        await page.begin()
        page.memory.log.clear()
        await page.strike()
        assert page.memory.log == ["stored", "Played", "Accepted"]

    run(play)


def test_a_page_that_declines_films_receives_strokes_without_them() -> None:
    async def play() -> None:
        page = Page(Memory())
        await page.begin()
        assert await page.say(protocol.SendFilms(wanted=False)) == []
        stroke, accepted = await page.strike()
        assert (type(stroke), type(accepted)) == (protocol.StrokePlayed, protocol.Accepted)
        await page.say(protocol.SendFilms(wanted=True, differs=protocol.Difference(version=page.version, digest=None)))
        played, _ = await page.strike()
        assert isinstance(played, protocol.Played)

    run(play)


def test_a_stroke_that_cannot_be_stored_has_not_happened_and_is_refused_with_the_storage_s_sentence() -> None:
    async def play() -> None:
        page = Page(Memory())
        await page.begin()
        version, page.memory.broken = page.version, True
        (refused,) = await page.strike()
        assert (refused.code, refused.reason) == (
            protocol.Refusal.BROKEN,
            "This browser's storage is full; nothing was changed.",
        )
        page.memory.broken = False
        played, accepted = await page.strike()
        assert played.after == version == accepted.version - (played.version - played.after)

    run(play)


def test_a_page_that_is_reloaded_finds_the_game_as_it_was_and_a_command_sent_again_is_done_once() -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = await page.begin()
        await page.strike()
        command = page.command(protocol.Strike, stroke=Stroke(x=0, vx=0, vy=2_000_000))
        await page.say(command)
        before, version = page.state, page.version
        page.storage.disown()  # as the browser does when a tab ends
        again = Page(memory)
        joined, shown, _ = await again.say(protocol.Resume(game=name, key=KEY))
        assert (joined.yours, shown.version, shown.state) == ((Seat.SOUTH, Seat.NORTH), version, before)
        (accepted,) = await again.say(command)
        assert accepted == protocol.Accepted(nonce=command.nonce, version=version)

    run(play)


def test_the_same_new_game_sent_twice_is_one_game() -> None:
    async def play() -> None:
        page = Page(Memory())
        assert await page.begin() == await page.begin()
        assert len(page.memory.rows) == 1

    run(play)


def test_a_new_game_has_the_nonce_of_its_command_as_its_name_so_that_the_page_knows_it_at_once() -> None:
    async def play() -> None:
        page = Page(Memory())
        assert await page.begin() == "nonce-of-a-new-game"

    run(play)


def test_the_gaps_of_a_rack_follow_from_the_nonce_of_the_break_so_that_the_page_can_play_it_at_once() -> None:
    async def play() -> None:
        page = Page(Memory())
        page.tables.greet()
        assert page.heard[0].open_racks
        await page.begin()
        await page.say(protocol.SendFilms(wanted=False))
        for _ in range(2):
            nominal, command = page.state.position, page.command(protocol.Strike, stroke=Stroke(x=0, vx=0, vy=1))
            broken, _ = await page.say(command)
            assert broken.rack == with_gaps(nominal, seed_of(command.nonce))
            await page.say(page.command(protocol.Undo))

    run(play)


def test_two_tabs_that_create_the_same_game_at_once_create_one() -> None:
    async def play() -> None:
        memory = Memory()
        first, second = Page(memory), Page(memory)
        plans = tuple(protocol.SeatPlan(seat=seat, who=protocol.Who.HERE) for seat in (Seat.SOUTH, Seat.NORTH))
        terms = protocol.Terms(seats=plans, first_break=Seat.SOUTH)
        new = protocol.NewGame(nonce="nonce-of-a-new-game", key=KEY, invite=INVITE, watch=WATCH, terms=terms)
        made, (refused,) = await asyncio.gather(first.say(new), second.say(new))
        assert (refused.code, refused.reason) == (protocol.Refusal.FULL, ELSEWHERE)
        assert len(memory.events[new.nonce]) == made[0].version

    run(play)


def test_a_second_tab_waits_for_the_game_until_the_first_is_closed() -> None:
    async def play() -> None:
        memory = Memory()
        first, second = Page(memory), Page(memory)
        name = await first.begin()
        (refused,) = await second.say(protocol.Resume(game=name, key=KEY))
        assert (refused.code, refused.reason) == (protocol.Refusal.FULL, ELSEWHERE)
        await first.strike()
        first.storage.disown()
        await asyncio.sleep(0.05)
        assert [type(message) for message in second.heard[1:]] == [protocol.Joined, protocol.Snapshot, protocol.Seats]
        assert second.version == first.version
        await second.strike()
        assert second.version > first.version

    run(play)


def test_a_command_that_comes_while_the_game_is_still_open_elsewhere_waits_and_is_not_lost() -> None:
    async def play() -> None:
        memory = Memory()
        first, second = Page(memory), Page(memory)
        name = await first.begin()
        command = first.command(protocol.Strike, stroke=Stroke(x=0, vx=0, vy=2_000_000))
        resumed = asyncio.ensure_future(second.say(protocol.Resume(game=name, key=KEY)))
        struck = asyncio.ensure_future(second.say(command))
        await asyncio.sleep(0.05)
        first.storage.disown()  # the crashed worker of the same page has ended
        await asyncio.gather(resumed, struck)
        assert second.heard[-1] == protocol.Accepted(nonce=command.nonce, version=second.version)
        assert second.state.strokes == 1

    run(play)


@pytest.mark.parametrize(
    "message",
    [
        protocol.Join(nonce="nonce-0000000001", game="game-0001", invite=INVITE, key=KEY),
        protocol.OpenDoor(nonce="nonce-0000000001"),
        protocol.LeaveTie(),
    ],
)
def test_what_needs_other_devices_says_that_it_needs_a_server(message: protocol.ClientMessage) -> None:
    async def play() -> None:
        (refused,) = await Page(Memory()).say(message)
        assert refused.reason == NEEDS_SERVER

    run(play)


def test_a_seat_by_link_says_that_it_needs_a_server_and_stores_nothing() -> None:
    async def play() -> None:
        page = Page(Memory())
        plans = (
            protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME),
            protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.LINK),
        )
        terms = protocol.Terms(seats=plans)
        (refused,) = await page.say(
            protocol.NewGame(nonce="nonce-0000000001", key=KEY, invite=INVITE, watch=WATCH, terms=terms)
        )
        assert refused.reason == NEEDS_SERVER
        assert not page.memory.rows

    run(play)


def test_an_undo_a_pause_and_a_rematch_need_nobody_else_at_one_screen() -> None:
    async def play() -> None:
        page = Page(Memory())
        name = await page.begin(clock=protocol.ClockPlan(stroke=15, place=15))
        await page.strike()
        acted, _ = await page.say(page.command(protocol.Undo))
        assert (acted.act, acted.state.strokes) == (protocol.Act.UNDONE, 0)
        changed, _ = await page.say(page.command(protocol.Pause))
        assert changed.clock.paused is not None
        await page.say(page.command(protocol.Resign))
        rematched, _ = await page.say(page.command(protocol.Rematch, seat=Seat.SOUTH))
        assert rematched.game != name
        await page.say(protocol.Resume(game=rematched.game, key=KEY))
        assert not page.state.result

    run(play)


def test_the_clock_runs_out_by_law() -> None:
    async def play() -> None:
        at = 1_800_000_000_000
        page = Page(Memory(), now=lambda: at)
        await page.begin(clock=protocol.ClockPlan(stroke=5, place=5))
        await page.strike()
        before = page.version
        at += 60_000
        await page.say(protocol.Ping())
        await asyncio.sleep(0.05)
        assert page.version > before

    run(play)


def test_the_record_of_a_game_verifies() -> None:
    async def play() -> None:
        page = Page(Memory())
        name = await page.begin()
        for _ in range(4):
            await page.strike()
        await page.say(page.command(protocol.Resign))
        text = (await page.tables.game(name, KEY)).record()
        assert read_record(text).is_over

    run(play)


def test_a_game_is_read_only_with_its_key() -> None:
    async def play() -> None:
        memory = Memory()
        name = await Page(memory).begin()
        (refused,) = await Page(memory).say(protocol.Resume(game=name, key="another-key"))
        assert refused.code is protocol.Refusal.UNKNOWN_GAME
        (damaged,) = await Page(memory).say(protocol.Resume(game="no-such-game", key=KEY))
        assert damaged.code is protocol.Refusal.UNKNOWN_GAME

    run(play)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda row, events: events[-1].update(body='{"type":"invented"}'), "another version"),
        (lambda row, events: row.update(setting='{"sitters":3}'), "cannot be read"),
        (lambda row, events: row.pop("setting"), "it is unchanged"),
    ],
)
def test_a_game_of_a_newer_version_is_refused_in_one_sentence_and_stays_stored(
    change: Callable[[Any, Any], None], sentence: str
) -> None:
    async def play() -> None:
        memory = Memory()
        page = Page(memory)
        name = await page.begin()
        await page.strike()
        page.storage.disown()
        row = json.loads(memory.rows[name])
        change(row, memory.events[name])
        memory.rows[name] = json.dumps(row)
        before = memory.rows[name], json.dumps(memory.events[name])
        (refused,) = await Page(memory).say(protocol.Resume(game=name, key=KEY))
        assert refused.code is protocol.Refusal.BROKEN
        assert sentence in refused.reason
        assert (memory.rows[name], json.dumps(memory.events[name])) == before

    run(play)


async def import_into(page: Page, record: str) -> tuple[int, Any]:
    """Send a record to the tables as the page does."""
    status, _, body = await answer_request(page.tables, "POST", "/api/games/import", "", record)
    return status, json.loads(body)


@pytest.mark.parametrize("given", [RECORD, "\ufeff" + RECORD.replace("\n", "\r\n")])
def test_a_record_is_imported_verified_shown_and_exported_again(given: str) -> None:
    async def play() -> None:
        page = Page(Memory())
        status, made = await import_into(page, given)
        assert (status, made["strokes"], made["difference"]) == (201, 15, None)
        joined, shown, _ = await page.say(protocol.Resume(game=made["game"], key=made["key"]))
        assert (joined.yours, len(shown.history)) == ((Seat.SOUTH, Seat.NORTH), 15)
        assert shown.state.result.winner is Seat.NORTH
        answer = await answer_request(page.tables, "GET", f"/games/{made['game']}.carrom", made["key"], "")
        lines = answer[2].splitlines()
        assert [line for line in lines if not line.startswith("[Imported ")] == RECORD.splitlines()
        assert len(lines) == len(RECORD.splitlines()) + 1
        undo = protocol.Undo(nonce="u" * 16, version=shown.version, seat=Seat.SOUTH)
        (refused,) = await page.say(undo)
        assert (shown.state.can_undo, refused.reason) == (
            False,
            "This game was imported from a record: it can be replayed and reviewed, not continued.",
        )

    run(play)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("S.-52606.-288566", "S.-52606.-288567", "line 27: stroke 13 (event 14): where S came to rest: "),
        ('[SurfaceVersion "1"]', '[SurfaceVersion "7"]', "header: the version of the surface: the record says 7"),
    ],
)
def test_a_record_that_does_not_verify_is_imported_with_the_first_difference(
    before: str, after: str, sentence: str
) -> None:
    async def play() -> None:
        assert before in RECORD
        status, made = await import_into(Page(Memory()), RECORD.replace(before, after))
        assert (status, made.get("strokes")) == (201, 15), made
        assert made["difference"].startswith(sentence)

    run(play)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", 'the record is empty; expected its header, which begins with [Carrom "2"]'),
        (RECORD[:-4], "line 32: the record ends with 'end 18 B '; expected 'end 18 B 0-0'"),
        (
            RECORD[: RECORD.index("\nend") + 1],
            "line 32: the record ends early; expected another event or 'end 18 B 0-0'",
        ),
        (
            RECORD.replace('[Carrom "2"]', '[Carrom "3"]'),
            "line 1: the record is of version 3 of the format, and this program reads version 2; "
            "update Carrom to read it",
        ),
        (
            RECORD.replace('[Physics "2"]', '[Physics "3"]'),
            "the record is of version 3 of the physics, and this program simulates only version 2",
        ),
        (OPEN, "the game has not ended; only finished games can be imported"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_in_one_sentence_and_nothing_is_stored(
    record: str, sentence: str
) -> None:
    async def play() -> None:
        page = Page(Memory())
        assert await import_into(page, record) == (400, {"detail": sentence})
        assert not page.memory.rows

    run(play)


def test_a_game_is_deleted_with_its_key_only() -> None:
    async def play() -> None:
        page = Page(Memory())
        name = await page.begin()
        for word, status in (("another-key", 404), (KEY, 200), (KEY, 404)):
            answer = await answer_request(page.tables, "DELETE", f"/games/{name}", word, "")
            assert answer[0] == status
        assert not page.memory.rows
        assert not page.memory.events

    run(play)


def test_the_computer_whose_stroke_cannot_be_stored_plays_it_when_there_is_room_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("carrom.offline.tables.RETRY", 0.02)

    async def play() -> None:
        seats = (
            protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.HERE, name="Asha"),
            protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.PROGRAM, level="beginner"),
        )
        page = Page(Memory(), player=level)
        await page.begin(seats=seats)
        while page.state.turn is Seat.SOUTH:
            await page.strike(vx=0, vy=200_000)
        page.memory.broken = True
        await until(lambda: isinstance(page.heard[-1], protocol.Refused))
        assert (
            page.heard[-1].reason == "This browser's storage is full; nothing was changed. The computer will try again."
        )
        page.memory.broken = False
        await until(lambda: isinstance(page.heard[-1], protocol.Played))

    run(play)


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened, at most 10 s."""
    for _ in range(1000):
        if happened():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it has not happened within 10 s")


class Straight:
    """A computer that plays the same stroke each time."""

    def choose(self, game: Any, seat: Seat, rng: Random) -> Stroke:
        return Stroke(0, 0, 3_000_000)

    def place(self, game: Any, seat: Seat) -> None:
        return None

    def demand(self, game: Any, seat: Seat) -> int:
        return 0


def copied(memory: Memory, seats: tuple[protocol.SeatPlan, ...]) -> Room:
    """Store a copy of a server's game in the browser; return the server's room."""
    terms = protocol.Terms(seats=seats, first_break=Seat.SOUTH)
    room, events = Room.begin("game-of-a-server", terms, Random(1), 1_000)
    row = GameRow(
        game=room.name, begun=1, setting=room.setting.text(), key=hashed(KEY), watch=hashed(WATCH), base=room.version
    )
    memory.rows[room.name] = row_text(row)
    memory.events[room.name] = json.loads(events_text(events))
    return room


def sent_back(memory: Memory, room: Room) -> PlayedOffline:
    """Return what the page sends to the server, as `web/src/offline/storage.ts` puts it together."""
    events = [each for each in memory.events[room.name] if each.get("act") is not None]
    body = {"base": room.version, "acts": [each["act"] for each in events], "digest": events[-1]["digest"]}
    return msgspec.convert(body, PlayedOffline)


def test_a_copy_of_a_servers_game_goes_on_here_and_the_server_accepts_the_acts() -> None:
    async def play() -> None:
        page = Page(Memory(), lambda level: Straight())
        seats = (
            protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME),
            protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.PROGRAM, level="first-timer"),
        )
        room = copied(page.memory, seats)
        await page.say(protocol.Resume(game=room.name, key=KEY))
        while page.state.strokes < 5:
            if page.state.turn is Seat.SOUTH:
                await page.strike()
            await asyncio.sleep(0)
        after = Page(page.memory)
        page.storage.disown()
        await after.say(protocol.Resume(game=room.name, key=KEY))
        assert after.state == page.state, "a reload keeps the acts"
        found = continuation(room, room.name, sent_back(page.memory, room), room.setting.people, 1_900_000_000_000)
        for change in found.changes:
            room.apply(change)
        assert room.state == page.state
        (refused,) = await after.say(after.command(protocol.Rematch, seat=Seat.SOUTH))
        assert isinstance(refused, protocol.Refused)

    run(play)
