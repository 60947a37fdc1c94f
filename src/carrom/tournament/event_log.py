"""The tournament's event log on disk, synced after every write, and results from game records."""

from pathlib import Path
from types import TracebackType

from carrom.errors import CarromError, RecordError, RefusedRequest, SetupError
from carrom.files import AppendOnlyFile, decoded, last_line
from carrom.game.events import SideName
from carrom.game.game import GameHistory
from carrom.game.officials import withheld
from carrom.game.progress import is_points_game, match_score
from carrom.tournament.championship import apply, begin, fold
from carrom.tournament.corrections import check_entrants_play, check_new_details, check_new_line
from carrom.tournament.event_file import Details, Read, begun_chain, read_event, write_head, write_line
from carrom.tournament.events import AnyEvent, Finished, How
from carrom.tournament.identifiers import Address, Games, turned
from carrom.tournament.state import Championship, Fixture, part_of
from carrom.values import changed

LARGEST = 64_000_000
"""Maximum size of a file that is read, in bytes."""


class Journal:
    """An open tournament file. Added events are on disk before `add` returns; refused events are not written."""

    def __init__(self, stored: AppendOnlyFile, championship: Championship, chain: str) -> None:
        self._kept = stored
        self.championship = championship
        self._chain = chain
        self.torn = stored.torn
        """A sentence about a piece of a line that was at the end of the file, and where it is now; or empty."""

    @classmethod
    def create(cls, path: Path, details: Details) -> "Journal":
        """Create a new file. Raises `SetupError` if it exists, or `RefusedRequest` for an invalid header."""
        championship = begin(check_new_details(details))
        head = write_head(championship.header)
        if path.exists():
            raise SetupError(f"{path} exists already; expected the name of a new file")
        return cls(AppendOnlyFile.begun(path, head, anew=False), championship, begun_chain(head))

    @classmethod
    def resume(cls, path: Path) -> "Journal":
        """Open an existing file; a last line that was cut off is moved to a file of its own, and `torn` says so.

        Raises `RecordError` or `SetupError`.
        """
        stored, raw = AppendOnlyFile.opened(path)
        try:
            read = _read(raw, path, live=True)
            championship = _folded(read, path)
            piece = last_line(raw) if read.torn else b""
            stored.goes_on_after(raw.removesuffix(piece), piece)
        except CarromError:
            stored.close()
            raise
        return cls(stored, championship, read.chain)

    def add(self, *events: AnyEvent) -> Championship:
        """Append all events, or none. Raises the error of the first refused event; the file is then unchanged."""
        after, chain, lines = self.championship, self._chain, []
        for each in events:
            check_new_line(after, each)
            after = apply(after, each)
            line, chain = write_line(len(after.events), each, chain)
            lines.append(line)
        check_entrants_play(self.championship, after)
        if lines:
            self._kept.write("".join(lines))
        self.championship, self._chain = after, chain
        return after

    def close(self) -> None:
        """Close the file."""
        self._kept.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load(path: Path) -> Championship:
    """Return the tournament of a file without keeping it open. Raises `RecordError` or `SetupError`.

    A file whose last line was cut off is refused, because what it says is missing from the tournament.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path} is too large for a tournament; expected at most {LARGEST} bytes")
        raw = path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    return _folded(_read(raw, path), path)


def _read(raw: bytes, path: Path, live: bool = False) -> Read:
    text = decoded(raw, str(path))
    try:
        return read_event(text, live)
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None


def _folded(read: Read, path: Path) -> Championship:
    try:
        return fold(read.details, read.events)
    except CarromError as reason:
        raise RecordError(f"{path}: {reason}") from None


# -- results from game records -----------------------------------------------------------------------------------------


_CONTESTS = {"best-of-3": "match", "best-of-5": "match"}
_HOWS: dict[str, How] = {"played": "played", "clock": "clock", "conceded": "conceded", "retired": "retired",
                         "walkover": "walkover", "disqualified": "disqualified", "loss": "disqualified"}  # fmt: skip


def finished(championship: Championship, address: Address, game: GameHistory, source: str, sha256: str) -> Finished:
    """Return the result given by a game record. Raises `RefusedRequest` if it is not a record of this fixture."""
    stage, fixture = championship.stage(address.stage), championship.fixture(address)
    terms, result = stage.terms, game.result
    if result is None:
        raise RefusedRequest(f"{source} is not finished; enter the result of {address} when it is")
    if withheld(game.state):
        raise RefusedRequest(f"{source} is under protest; enter the result of {address} after the referee's ruling")
    if game.header.ruleset != championship.details.rules:
        raise RefusedRequest(
            f"{source} was played by the rules {game.header.ruleset}; expected {championship.details.rules}"
        )
    contest = _CONTESTS.get(terms.match, terms.match)
    if game.header.contest != contest:
        raise RefusedRequest(
            f"{source} is a {game.header.contest}; expected a {contest}, the format of stage {stage.id}"
        )
    if contest == "match" and game.rules.parameters.games_of_match != terms.best_of:
        raise RefusedRequest(f"{source} is the best of {game.rules.parameters.games_of_match}; expected {terms.match}")
    part = part_of(stage, address.round)
    if game.header.stage is not None and game.header.stage is not part:
        raise RefusedRequest(f"{source} has stage={game.header.stage}; expected {stage}, the stage of {address}")
    first = _first(championship, address, fixture, game, source)
    games = _games(game)
    loser = {"A": "B", "B": "A"}
    against = ""
    if result.how not in ("played", "clock") and len(result.winners) == 1:
        lost = loser[result.winners[0]]
        against = fixture.a if lost == first else fixture.b
    how: How = "double-walkover" if not result.winners else _HOWS[result.how]
    result_event = Finished(
        fixture=str(address),
        games=() if how in ("walkover", "double-walkover") else games if first == "A" else turned(games),
        how=how,
        against=against,
        slams=tuple(_slams(game)),
        law=result.law,
        reason=result.reason[:200],
        source=source,
        sha256=sha256,
    )
    boards = _boards(game)
    return (
        result_event
        if boards is None
        else changed(result_event, boards=boards if first == "A" else (boards[1], boards[0]))
    )


def _games(game: GameHistory) -> Games:
    """Return the points of every game that has begun."""
    if is_points_game(game.state):
        assert game.result is not None
        score = game.result.score
        return ((score[0], score[1]),)
    return tuple((line.score[0], line.score[1]) for line in match_score(game.state).games)


def _boards(game: GameHistory) -> tuple[int, int] | None:
    """Return the boards won by each side, or None in a points game."""
    if is_points_game(game.state):
        return None
    won = [board.winners for record in game.state.games for board in record.boards if not board.replay]
    return won.count(("A",)), won.count(("B",))


def _slams(game: GameHistory) -> list[str]:
    """Return slams as colour and position, such as `white:1.3` for the third board of the first game."""
    return [
        f"{board.slam}:{number}.{board.number}"
        for number, record in enumerate(game.state.games, 1)
        for board in record.boards
        if board.slam and not board.replay
    ]


def _first(championship: Championship, address: Address, fixture: Fixture, game: GameHistory, source: str) -> SideName:
    """Return the side of the record that is the first entrant of the fixture. Raises `RefusedRequest`."""
    played = {
        side: frozenset(each.name.casefold() for each in game.header.players if each.side == side)
        for side in game.state.sides
    }
    if len(played) != 2:
        raise RefusedRequest(f"{source} is a game of {len(played)} sides; expected two")
    meant = [frozenset(name.casefold() for name in people_of(championship, address, fixture, side)) for side in (0, 1)]
    if [played["A"], played["B"]] == meant:
        return "A"
    if [played["B"], played["A"]] == meant:
        return "B"
    names = ", ".join(each.name for each in game.header.players)
    expected = " and ".join(", ".join(people_of(championship, address, fixture, side)) for side in (0, 1))
    raise RefusedRequest(f"{source} was played by {names}; {address} is between {expected}")


def people_of(championship: Championship, address: Address, fixture: Fixture, side: int) -> tuple[str, ...]:
    """Return the players of a side: the entrant, the players of a pair, or the line-up of the rubber."""
    if address.rubber:
        lineup = fixture.lineups[side]
        if len(lineup) < address.rubber:
            team = championship.name((fixture.a, fixture.b)[side])
            raise RefusedRequest(f"{team} has no line-up for {address}; enter it first")
        return lineup[address.rubber - 1]
    entrant = championship.entrant((fixture.a, fixture.b)[side])
    return entrant.players or (entrant.name,)
