"""Play a whole match of doubles by link, through three server kills and a network cut of 30 s.

    python -m bench.match_of_doubles [--ruleset icf] [--seed 1] [--length match]

Four clients with a key each and a spectator play official doubles over websockets, on one `carrom serve`. The engine
chooses the strokes, with small aim errors. The server is killed (SIGKILL) three times during the match and restarted at
once; one player's network drops everything for 30 s. At the end the record is read and simulated again, and every score
that any client received at any version is compared with the record at that version.

Prints what was played, how long after each kill the next command was acknowledged, and what was wrong. Exit code 1 if a
score was wrong, an acknowledged command is not in the record, or the record does not verify.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
from bench.lines import Line, Server, seat_now, secret, terms

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, Level
from carrom.engine.player import EnginePlayer
from carrom.game.event_lines import read_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.protocol import Length, Who
from carrom.tables.history import TableHistory
from carrom.tables.views import boards_of, result_of

STEADY = Level("steady", HandNoise(0.15, 0.03, 200), Budget(300, 3.0))
"""The players' level: a small budget and small aim errors, so that boards end soon."""
KILLS, CUT, DARK = (0.15, 0.4, 0.7), 0.25, 30.0
"""When the server is killed and the network cut, as shares of the usual length of a match; seconds of the cut."""
ABOUT = {"match": 240, "game": 90, "board": 25}
"""The usual number of strokes in a match, a game and a board."""
Score = tuple[object, ...]


class Network:
    """A proxy between a client and the server that passes data on or drops it."""

    def __init__(self, port: int) -> None:
        """Forward to this port."""
        self._port, self.dark = port, False
        self.port = 0
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Start listening."""
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer), return_exceptions=True)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                if not self.dark:
                    sink.write(data.replace(str(self.port).encode(), str(self._port).encode()))
                    await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()


class Match:
    """State shared by all clients: the game in its record, and the scores that clients received."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.chance = server, Random(seed)
        self.player = EnginePlayer(STEADY)
        self.told: list[tuple[str, int, Score]] = []
        self.game: GameHistory | None = None
        self.over = asyncio.Event()
        self.strokes = 0
        self.last_acknowledged = time.monotonic()
        self._reading = asyncio.Lock()

    async def fold(self, name: str, key: str, version: int) -> GameHistory:
        """Return the game at a version, from its record; only new events are applied."""
        async with self._reading:
            while self.game is None or len(self.game.events) < version:
                text = await self._record(name, key)
                if self.game is None:
                    self.game = read_record(text)
                else:
                    for line in text.split("\n\n", 1)[1].splitlines()[len(self.game.events) - 1 : -1]:
                        words = line.split(". ", 1)[1].partition(" {")[0]
                        self.game = self.game.apply(read_event(words))
            return self.game

    async def _record(self, name: str, key: str) -> str:
        async with httpx.AsyncClient() as client:
            while True:
                try:
                    address = f"{self.server.address}games/{name}.carrom"
                    answer = await client.get(address, headers={"authorization": f"Bearer {key}"}, timeout=20)
                    if answer.status_code == 200:
                        return answer.text
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.2)


class Guest(Line):
    """A spectator that stores every score it receives."""

    def __init__(self, match: Match, name: str, port: int, begins: protocol.ClientMessage) -> None:
        super().__init__(port, begins)
        self.match, self.name = match, name

    async def heard(self, message: protocol.ServerMessage) -> None:
        """Store the score in a message."""
        match message:
            case protocol.Snapshot(state=None):
                return
            case protocol.Snapshot() | protocol.Played() | protocol.Acted():
                assert self.version is not None
                assert self.state is not None
                self.match.told.append((self.name, self.version, _score_view(self.state)))
                if self.state.result is not None:
                    self.match.over.set()


class Player(Guest):
    """A player of the match."""

    _thinking: asyncio.Task[None] | None = None

    async def heard(self, message: protocol.ServerMessage) -> None:
        """Act if it is this player's turn."""
        await super().heard(message)
        if isinstance(message, protocol.Accepted):
            self.match.last_acknowledged = time.monotonic()
        idle = self._thinking is None or self._thinking.done()
        if self.pending is None and idle and self.state is not None and self.state.result is None:
            self._thinking = asyncio.create_task(self._act(self.state, self.version or 0))

    async def _act(self, state: protocol.State, version: int) -> None:
        command = await self._command(state, version)
        if command is not None and version == self.version and self.pending is None:
            self.match.strokes += isinstance(command, protocol.Strike)
            await self.say(command)
        elif version != self.version and self.pending is None:
            assert self.state is not None
            await self._act(self.state, self.version or 0)

    async def _command(self, state: protocol.State, version: int) -> protocol.GameCommand | None:
        """Return this player's next command, or None if it is another's turn."""
        seat = next(iter(seat_now(state, self.yours).values()))
        common = {"nonce": secret(), "version": version, "seat": seat}
        asked = state.expected[0]
        if isinstance(asked, protocol.ExpectNext):
            return protocol.Next(**common) if self.yours == (Seat.SOUTH,) else None  # type: ignore[arg-type]
        if asked.seat is not seat:
            return None
        match asked:
            case protocol.ExpectGuess():
                return protocol.Guess(**common, hand=self.match.chance.choice(tuple(protocol.Hand)))  # type: ignore[arg-type]
            case protocol.ExpectChoose():
                return protocol.Choose(**common, what=protocol.Choice.BREAK)  # type: ignore[arg-type]
            case protocol.ExpectSit():
                return protocol.Sit(**common, swap=False)  # type: ignore[arg-type]
            case protocol.ExpectDemand(up_to=points):
                return protocol.Demand(**common, points=points)  # type: ignore[arg-type]
            case protocol.ExpectPlace(disc=disc, spots=spots):
                return protocol.Place(**common, disc=disc, at=self.match.chance.choice(spots))  # type: ignore[arg-type]
        assert self.game is not None
        assert self.key is not None
        game = await self.match.fold(self.game, self.key, version)
        if len(game.events) != version:
            return None
        rng = Random(self.match.chance.getrandbits(64))
        stroke = await asyncio.to_thread(self.match.player.choose, game, seat, rng)
        return protocol.Strike(**common, stroke=stroke)  # type: ignore[arg-type]


def _score_view(state: protocol.State) -> Score:
    """Return the scores in a state message."""
    return (
        tuple((side.score, side.games) for side in state.sides),
        tuple((board.winner, board.points, board.score) for board in state.boards),
        state.result,
    )


def _score_of(game: GameHistory) -> Score:
    """Return the same scores from the record."""
    games = game.games_won if game.header.contest == "match" else (0,) * len(game.state.sides)
    return (
        tuple(zip(game.score, games, strict=True)),
        tuple((board.winner, board.points, board.score) for board in boards_of(game)),
        result_of(game),
    )


async def disturb(match: Match, network: Network, about: int) -> list[str]:
    """Kill the server and cut the network at the planned points of the match; return what happened."""
    happened = []
    moments = sorted([(part, "kill") for part in KILLS] + [(CUT, "cut")])
    for part, what in moments:
        while match.strokes < part * about:
            await asyncio.sleep(0.05)
        if what == "cut":
            network.dark = True
            await asyncio.sleep(DARK)
            network.dark = False
            happened.append(f"after {match.strokes} strokes West's network was cut for {DARK:g} s")
            continue
        match.server.kill()
        killed = time.monotonic()
        await asyncio.to_thread(match.server.start)
        while match.last_acknowledged < killed:
            await asyncio.sleep(0.01)
        later = match.last_acknowledged - killed
        happened.append(f"after {match.strokes} strokes the server was killed; acknowledged again after {later:.1f} s")
    return happened


async def played(options: argparse.Namespace, server: Server) -> tuple[Match, list[Player], list[str], str]:
    """Play the match; return it with its players, the faults injected, and its record."""
    match, network = Match(server, options.seed), Network(server.port)
    await network.start()
    people = [(seat, Who.ME if seat is Seat.SOUTH else Who.LINK) for seat in SEATS]
    agreed = terms(*people, ruleset=options.ruleset, length=Length(options.length))
    keys, invite, watch = {seat: secret() for seat in SEATS}, secret(), secret()
    begins = protocol.NewGame(nonce=secret(), key=keys[Seat.SOUTH], invite=invite, watch=watch, terms=agreed)
    south = Player(match, "South", server.port, begins)
    running = [asyncio.create_task(south.run())]
    while south.game is None:
        await asyncio.sleep(0.01)
    players = [south]
    for seat in SEATS[1:]:
        join = protocol.Join(nonce=secret(), game=south.game, invite=invite, key=keys[seat], seat=seat, name=seat.value)
        port = network.port if seat is Seat.WEST else server.port
        players.append(Player(match, seat.value.capitalize(), port, join))
    looks = protocol.Resume(game=south.game, watch=watch)
    guests = [*players[1:], Guest(match, "the spectator", server.port, looks)]
    running += [asyncio.create_task(guest.run()) for guest in guests]
    disturbing = asyncio.create_task(disturb(match, network, ABOUT[options.length]))
    everything = [*running, disturbing]
    ended = asyncio.create_task(match.over.wait())
    while not ended.done():
        done, _ = await asyncio.wait([ended, *everything], return_when=asyncio.FIRST_COMPLETED, timeout=20)
        for task in done - {ended, disturbing}:
            task.result()
        if disturbing in done:
            everything = running
    await asyncio.sleep(1)
    record = await match._record(south.game, keys[Seat.SOUTH])
    happened = disturbing.result() if disturbing.done() else ["the match ended before all faults were injected"]
    for task in (*running, disturbing):
        task.cancel()
    return match, players, happened, record


def judged(match: Match, players: list[Player], record: str) -> list[str]:
    """Return a line per fault."""
    game = read_record(record)
    wrong = [f"the record does not verify: {each}" for each in divergences(game)]
    if game.result is None:
        wrong.append("the match has no result")
    history = TableHistory(game=GameHistory.fold(game.events[:1]))
    scores = {1: _score_of(history.game)}
    for event in game.events[1:]:
        history = history.apply(event)
        scores[history.version] = _score_of(history.game)
    for who, version, score in match.told:
        if scores.get(version) != score:
            wrong.append(f"{who} received a score that differs from the record at version {version}")
    for player in players:
        for version in player.acknowledged.values():
            if version > len(game.events):
                wrong.append(f"a command of {player.name} was acknowledged, but is not in the record")
    return wrong


def main() -> int:
    """Parse the command line and play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="icf")
    parser.add_argument("--length", default="match", choices=list(ABOUT))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        began = time.monotonic()
        try:
            match, players, happened, record = asyncio.run(played(options, server))
        finally:
            server.kill()
    game, wrong = read_record(record), judged(match, players, record)
    result = game.result
    assert result is not None
    score = "-".join(map(str, result.score))
    print(
        f"doubles by {game.rules.title}, {options.length}: {score}, "
        f"{len(game.strokes)} strokes, {len(game.events)} events"
    )
    print(f"{time.monotonic() - began:.0f} s; connections were broken {sum(each.breaks for each in players)} times")
    for line in happened:
        print(line)
    print(f"scores received: {len(match.told)}; acknowledged: {sum(len(each.acknowledged) for each in players)}")
    print("\n".join(wrong) or "no errors; the record verifies")
    return 1 if wrong or len(happened) < len(KILLS) + 1 else 0


if __name__ == "__main__":
    sys.exit(main())
