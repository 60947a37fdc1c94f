"""Umpires' score sheets: typed lines in, states for the page out; no files and no sockets."""

import hashlib
import hmac
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import get_args

from carrom.board import Kind, Seat
from carrom.errors import CarromError, RefusedRequest
from carrom.game import commands, progress
from carrom.game.commands import command_of
from carrom.game.events import (
    Appealed,
    Contest,
    Corrected,
    Header,
    Noted,
    Player,
    Protested,
    Ruled,
    SideName,
    Signed,
    Undone,
)
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss
from carrom.game.game import GameHistory
from carrom.game.officials import open_matters, withheld
from carrom.game.player_names import name_of as player_name
from carrom.game.player_names import seat_word, side_name, side_word
from carrom.game.prompt import interval_now, untried
from carrom.game.record import write_record
from carrom.game.score import Stage, queen_credit
from carrom.game.state import BoardRecord
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import (
    SheetAwaits,
    SheetBoard,
    SheetClocks,
    SheetEntry,
    SheetHead,
    SheetKey,
    SheetLog,
    SheetOpen,
    SheetPad,
    SheetPhase,
    SheetPlayer,
    SheetRefusal,
    SheetResult,
    SheetRole,
    SheetSide,
    SheetSignature,
    SheetState,
    Why,
)
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import QueenState
from carrom.rules.ruleset import NAMES, named
from carrom.storage.database import StoredEvent
from carrom.tokens import hashed
from carrom.umpire.record_file import Mark, headed, read, written
from carrom.umpire.score_card import recorded, rows
from carrom.umpire.table import LOOK, Entry, UmpireTable, entries, entry_of, hear
from carrom.umpire.wording import on_card
from carrom.values import Value

# -- the keypad: each key is a line, checked before it is offered ------------------------------------------------------
# The keypad knows how lines are written, but no laws: `carrom.umpire` decides whether a line is allowed, and why not.


MARKS = ("improper", "early", "miss", "slip", "one-line", "still", "jump")
_NOT_NOW = "is not expected now"
Named = tuple[str, str]
"""The name of a key, and the line that it types."""


def pad(game: GameHistory, why: Why | None) -> SheetPad:
    """Return all keys in their current state; `why` is the reason if none can be used now or by this device."""
    strokes = _strokes(game)
    lines = [*strokes, *_others(game)]
    return SheetPad(
        keys=tuple(_key(game, name, line, why) for name, line in lines),
        own=_own(game),
        most=_most(game),
        marks=MARKS,
        away=tuple(SheetKey(name=name, line=line) for name, line in _away(game)),
    )


def _strokes(game: GameHistory) -> Iterable[Named]:
    """Yield the one-tap keys of a stroke."""
    yield from (("nothing", "-"), ("missed", "miss"))
    own = _own(game)
    if own:
        their = "b" if own == "w" else "w"
        yield from (("one", f"{own}1"), ("two", f"{own}2"), ("their", f"{their}1"))
        yield from (("queen", "q"), ("queen-one", f"q {own}1"))
    else:
        white = "brown" if game.rules.parameters.white_is_brown else "white"
        yield from ((white, "w1"), ("black", "b1"), (f"{white}-two", "w2"), ("black-two", "b2"), ("queen", "q"))
    yield "striker", "s"
    yield "pass", "pass"


def _others(game: GameHistory) -> Iterable[Named]:
    """Yield the keys for other expected actions, and those that are always available."""
    for each in game.expected:
        match each:
            case Toss(sides=sides):
                yield from (("toss", f"toss {side_word(game, side)}") for side in sides)
            case ChooseBreakOrSide():
                yield from (("choose-break", "choose break"), ("choose-side", "choose side"))
            case ChooseSeat():
                yield from (("seats-keep", "seats keep"), ("seats-swap", "seats swap"))
            case BeginRound(breakers=breakers):
                yield from _begins(game, tuple(seat_word(game, seat) for seat in breakers), untried(game))
            case PlaceDue(left=left):
                yield "placed", "place all" if left > 1 else "place"
                yield from (("placed-one", "place"),) if left > 1 else ()
                yield from (("waive", "waive"), ("no-room", "no-room"), ("forfeit", "forfeit"))
                yield from (("order-off", "order-off"),) if game.state.put_down else ()
            case Demand(up_to=up_to):
                yield from (("demand", f"demand {points}") for points in range(up_to + 1))
    if game.state.playing is not None:
        word = seat_word(game, game.state.playing.turn)
        yield from (("foul", "foul elbow"), ("appeal", f"appeal {word}"))
    yield from (("time", "time"), ("undo", "undo"))


def _begins(game: GameHistory, breakers: Sequence[str], trials: tuple[SideName, ...]) -> Iterable[Named]:
    yield from [("play", "play")] if len(breakers) == 1 else [("play", f"play {word}") for word in breakers]
    yield from (("trial", f"trial {side_word(game, side)}") for side in trials)


def _key(game: GameHistory, name: str, line: str, why: Why | None) -> SheetKey:
    """Return a key, with the reason if its line is not allowed."""
    if why is not None and not (why is Why.APPEAL and name in ("undo", "appeal")):
        return SheetKey(name=name, line=line, why=why)
    if name == "undo":
        return SheetKey(name=name, line=line, why=None if len(game.line) > 1 else Why.NOT_NOW)
    refusal = refused(game, line)
    if not refusal:
        return SheetKey(name=name, line=line)
    options = options_of(game, line)
    if options:
        return SheetKey(name=name, line=line, options=options)
    reason = Why.FEW if "cannot leave the board" in refusal else Why.NOT_NOW if _NOT_NOW in refusal else Why.SAID
    return SheetKey(name=name, line=line, why=reason, told=refusal)


def refused(game: GameHistory, line: str) -> str:
    """Return why a line is not allowed now; empty if it is."""
    try:
        for event in commands.events_of(game, line):
            game = game.apply(event)
    except CarromError as reason:
        return str(reason)
    return ""


def options_of(game: GameHistory, line: str) -> tuple[str, ...]:
    """Return two complete lines for an ambiguous one, if only the umpire knows which of them happened."""
    found = tuple(f"{line} {mark}" for mark in ("direct", "indirect"))
    return () if any(refused(game, each) for each in found) else found


def why_not(game: GameHistory) -> Why | None:
    """Return the reason why nobody may write: an appeal that waits for a ruling; otherwise None."""
    return Why.APPEAL if any(isinstance(each.remark, Appealed) for each in open_matters(game.state)) else None


def _own(game: GameHistory) -> str:
    """Return the letter of the current player's colour; empty without colours or outside a board."""
    round = game.state.playing
    colour = None if round is None else round.sides[round.mover].colour
    return "" if colour is None else commands.LETTERS[colour]


def _most(game: GameHistory) -> tuple[int, int, int]:
    round = game.state.playing
    lying = () if round is None else round.on_board
    white, black, queen = (sum(disc.kind is kind for disc in lying) for kind in (Kind.WHITE, Kind.BLACK, Kind.QUEEN))
    return white, black, queen


def _away(game: GameHistory) -> Iterable[Named]:
    """Yield the keys of an offline page, which cannot know whose turn it is."""
    yield from (("nothing", "-"), ("striker", "s"), ("queen", "q"))
    yield from ((f"{colour}-{count}", f"{letter}{count}") for letter, colour in (("w", "white"), ("b", "black"))
                for count in (1, 2))  # fmt: skip
    yield from ((f"queen-{colour}", f"q {letter}1") for letter, colour in (("w", "white"), ("b", "black")))
    yield from (("placed", "place all"), ("waive", "waive"), ("play", "play"))


# -- a sheet: its versions, and which device may write -----------------------------------------------------------------
# No files, no sockets, no threads. Its record has the format of `carrom umpire`; a line's nonce is stored as a note
# with the line's events, in one write.


_NONCE, _WRITER, _INK = "nonce", "writer", "ink"
_AFTER_THE_END = (*LOOK, "sign", "note", "protest", "appeal")
"""Commands that an umpire may use after the card is signed; `correct` is not among them."""
_REMEMBERED = 256
"""The number of lines without effect whose answers are cached for repeated requests."""


class RefuseSheet(Exception):
    """A request about a sheet was refused; nothing has changed."""

    def __init__(
        self, code: SheetRefusal, reason: str, version: int | None = None, options: tuple[str, ...] = ()
    ) -> None:
        """Store the code, the reason, the current version if it may be shown, and possible meanings of the line."""
        super().__init__(reason)
        self.code, self.reason, self.version, self.options = code, reason, version, options


class Heard(Value, frozen=True, kw_only=True):
    """The result of a line."""

    version: int
    """The version after the line."""
    words: tuple[str, ...] = ()
    new: bool = False
    """Whether the line added events."""


class ProposedLine(Value, frozen=True, kw_only=True):
    """A line that the laws allow and that is not stored yet."""

    nonce: str
    device: str
    table: UmpireTable
    """The table after the line."""
    notes: tuple[tuple[str, str], ...]
    """Notes to store with its events: keywords and texts."""
    words: tuple[str, ...]


class Sheet:
    """One sheet. `propose` checks a line, its owner stores the new events, and `apply` makes them count."""

    def __init__(self, name: str, table: UmpireTable, marks: tuple[Mark, ...] = ()) -> None:
        """Hold the content of a record: its table and the notes on its events."""
        self.name = name
        self._looked: OrderedDict[str, Heard] = OrderedDict()
        self.open(table, marks)

    def open(self, table: UmpireTable, marks: tuple[Mark, ...]) -> None:
        """Continue from the content of a record."""
        self.table, self._marks = table, marks
        self._done = {mark.text: mark.last + 1 for mark in marks if mark.word == _NONCE}
        writers = [mark.text for mark in marks if mark.word == _WRITER]
        self.writer: str | None = writers[-1] if writers else None
        self._entries: list[Entry] | None = None
        self._hash: tuple[int, str] = (0, "")

    @property
    def game(self) -> GameHistory:
        """The current state of the game."""
        return self.table.game

    @property
    def version(self) -> int:
        """The number of events, including undone ones."""
        return len(self.game.events)

    @property
    def closed(self) -> bool:
        """Whether the contest is decided and the card signed, so that only the referee may correct it."""
        game = self.game
        return game.is_over and any(isinstance(each.remark, Signed) for each in game.state.remarks)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines in force, in order."""
        if self._entries is None:
            self._entries = list(entries(self.game, self.table.spans))
        return tuple(self._entries)

    @property
    def hash(self) -> str:
        """The SHA-256 of the record as it is exported, in hexadecimal digits."""
        if self._hash[0] != self.version:
            self._hash = self.version, hashlib.sha256(write_record(self.game).encode()).hexdigest()
        return self._hash[1]

    def inks(self) -> dict[int, str]:
        """Return the drawings of signatures, by the number of their event."""
        return {mark.last: mark.text for mark in self._marks if mark.word == _INK}

    def take(self, device: str) -> None:
        """Make another device the writer."""
        self.writer = device

    def propose(self, request: TypeLine, role: SheetRole, when: int) -> ProposedLine | Heard:
        """Execute a line without applying it; a line without effect and a repeated nonce return their result.

        Raises `RefuseSheet`.
        """
        if request.nonce in self._done:
            return Heard(version=self._done[request.nonce])
        if request.nonce in self._looked:
            return self._looked[request.nonce]
        self._check(request, role)
        try:
            after, answer = hear(self.table, request.line, when)
        except RefusedRequest as reason:
            options = options_of(self.game, request.line)
            raise RefuseSheet(SheetRefusal.NOT_SO, str(reason), self.version, options) from None
        if answer.stop:
            raise RefuseSheet(SheetRefusal.NOT_SO, "a sheet cannot be closed by a line; close the page", self.version)
        if after.game is self.table.game:
            return self._look(request.nonce, Heard(version=self.version, words=answer.words))
        notes = [(_NONCE, request.nonce)]
        if not self._wrote_last(request.device):
            notes.append((_WRITER, request.device))
        if request.ink is not None and isinstance(after.game.events[-1], Signed):
            notes.append((_INK, request.ink))
        return ProposedLine(
            nonce=request.nonce, device=request.device, table=after, notes=tuple(notes), words=answer.words
        )

    def apply(self, line: ProposedLine) -> Heard:
        """Make a line count, after its events and notes were stored, and return its result."""
        before, self.table = self.table, line.table
        first, last = len(before.game.events), self.version - 1
        self._marks += tuple(Mark(first, last, word, text) for word, text in line.notes)
        self.writer = line.device
        self._done[line.nonce] = self.version
        self._note_entry(before, line.table)
        return Heard(version=self.version, words=line.words, new=True)

    def _check(self, request: TypeLine, role: SheetRole) -> None:
        """Raise `RefuseSheet` for a device or role that may not write, or a line typed at another version."""
        if role is SheetRole.READER:
            raise RefuseSheet(SheetRefusal.CLOSED, "this key can only read the sheet", self.version)
        if self.writer is not None and self.writer != request.device:
            raise RefuseSheet(
                SheetRefusal.TAKEN, "another device is scoring on this sheet; take it over first", self.version
            )
        if request.version != self.version:
            said = f"the sheet has moved on to version {self.version}; the line was typed at version {request.version}"
            raise RefuseSheet(SheetRefusal.STALE, said, self.version)
        if role is not SheetRole.REFEREE:
            self._check_office(request.line)

    def _check_office(self, line: str) -> None:
        """Raise `RefuseSheet` for what only the referee may do: correct a signed card, or rule on a protest."""
        word = line.split()[0] if line.split() else ""
        try:
            command = command_of(self.game, word, LOOK) if word else ""
        except CarromError:
            return
        if self.closed and (command not in _AFTER_THE_END or command == "correct"):
            said = "the card is signed; only the referee can correct it"
            raise RefuseSheet(SheetRefusal.CLOSED, said, self.version)
        waiting = open_matters(self.game.state)
        if command in ("rule", "replay") and waiting and isinstance(waiting[-1].remark, Protested):
            raise RefuseSheet(SheetRefusal.CLOSED, "only the referee can rule on a protest", self.version)

    def _wrote_last(self, device: str) -> bool:
        """Return whether the record already names this device as the writer."""
        writers = [mark.text for mark in self._marks if mark.word == _WRITER]
        return bool(writers) and writers[-1] == device

    def _note_entry(self, before: UmpireTable, after: UmpireTable) -> None:
        """Append a new line to the lines in force; rebuild them later if earlier events were changed."""
        new = after.game.events[len(before.game.events) :]
        rewritten = any(
            isinstance(each, Undone | Corrected) or (isinstance(each, Ruled) and each.back_to is not None)
            for each in new
        )
        if rewritten or self._entries is None:
            self._entries = None
            return
        at = tuple(range(len(before.game.events), len(after.game.events)))
        self._entries.append(entry_of(len(self._entries) + 1, before.game, at, new))

    def _look(self, nonce: str, heard: Heard) -> Heard:
        self._looked[nonce] = heard
        if len(self._looked) > _REMEMBERED:
            self._looked.popitem(last=False)
        return heard


# -- a new sheet: its name, its header, and the keys that open it ------------------------------------------------------


_SEATS = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


class SheetKeyHashes(Value, frozen=True, kw_only=True):
    """The hashes of a sheet's keys."""

    umpire: str
    referee: str
    watch: str

    @classmethod
    def of(cls, request: BeginSheet) -> "SheetKeyHashes":
        """Return the hashes of a new sheet's keys."""
        return cls(umpire=hashed(request.key), referee=hashed(request.referee), watch=hashed(request.watch))

    def role(self, key: str | None) -> SheetRole | None:
        """Return the role of a key's holder; None for a wrong key."""
        word = hashed(key or "")
        found = {
            SheetRole.UMPIRE: hmac.compare_digest(self.umpire, word),
            SheetRole.REFEREE: hmac.compare_digest(self.referee, word),
            SheetRole.READER: hmac.compare_digest(self.watch, word),
        }
        return next((role for role, opens in found.items() if opens), None)


def header_of(request: BeginSheet) -> Header:
    """Return the header of a game on a real board; raises `RefuseSheet` for invalid settings."""
    names = [" ".join(name.split()) for name in request.players]
    if not all(names):
        raise RefuseSheet(SheetRefusal.NOT_SO, "a player has no name; expected one for each")
    if request.ruleset not in NAMES:
        raise RefuseSheet(
            SheetRefusal.NOT_SO, f"no rule set is called {request.ruleset!r}: there are {', '.join(NAMES)}"
        )
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, _SEATS[len(names)], _SIDES[len(names)], strict=True)
    )
    try:
        if request.contest not in get_args(Contest):
            raise RefuseSheet(SheetRefusal.NOT_SO, f"no contest is called {request.contest!r}")
        return Header(
            players=players,
            ruleset=request.ruleset,
            edition=named(request.ruleset).edition,
            contest=request.contest,  # type: ignore[arg-type]
            stage=None if request.stage is None else Stage(request.stage),
            handicap=request.handicap,
            surface=None,
            event=request.event,
            round=request.round,
            match_number=request.match,
            place=request.place,
            umpire=request.umpire,
            date=request.date or time.strftime("%Y-%m-%d"),
        )
    except (ValueError, CarromError) as fault:
        raise RefuseSheet(SheetRefusal.NOT_SO, str(fault)) from None


def name_of(nonce: str) -> str:
    """Return the name of the sheet that a nonce creates; it cannot be guessed without the nonce."""
    return urlsafe_b64encode(hashlib.sha256(f"sheet:{nonce}".encode()).digest()[:15]).decode()


# -- a sheet as stored events: the text that each line adds ------------------------------------------------------------
# The first event starts with the header. Concatenated, the texts are the record.


def first_event(table: UmpireTable) -> StoredEvent:
    """Return the first event of a new sheet."""
    return StoredEvent(version=1, body=headed(table) + written(table, 1)[0])


def event_of(sheet: Sheet, line: ProposedLine, version: int) -> StoredEvent:
    """Return the event of a line that is proposed at a sheet."""
    text, _ = written(line.table, sheet.version, line.notes)
    return StoredEvent(version=version, body=text, nonce=line.nonce)


def read_events(name: str, events: Iterable[StoredEvent]) -> tuple[UmpireTable, tuple[Mark, ...]]:
    """Return the content of a stored sheet. Raises `RecordError`."""
    return read("".join(each.body for each in events).encode(), f"the sheet {name}")


# -- the view of a sheet -----------------------------------------------------------------------------------------------


INTERVAL = 600
"""Seconds before the last game of a match (Law 138)."""


def told(sheet: Sheet, role: SheetRole, device: str | None, language: str, heard: int | None, now: int) -> SheetState:
    """Return the view of a sheet for a device with a role."""
    game, state = sheet.game, sheet.game.state
    writes = role is not SheetRole.READER and sheet.writer in (None, device)
    locked = Why.NO_WRITER if not writes else Why.ENDED if _shut(sheet, role) else why_not(game)
    all_boards = _boards(game)
    last = sheet.entries[-1] if sheet.entries else None
    round = state.playing
    return SheetState(
        sheet=sheet.name,
        version=sheet.version,
        role=role,
        writes=writes,
        written=sheet.writer is not None,
        heard=heard,
        head=_head(game),
        players=_players(game),
        sides=_sides(game),
        game=max(1, len(state.games)),
        board=_board_number(game),
        playing=round is not None,
        breaker="" if round is None else player_name(game, state.player_at(round.breaker)),
        queen="" if round is None else _QUEEN[round.queen],
        queen_by=_queen_by(game),
        awaits=_awaits(game),
        pad=pad(game, locked),
        last=None if last is None else _entry(last, language),
        ended=all_boards[-1] if all_boards and round is None and _played_out(game) else None,
        boards=all_boards,
        open=_open(game),
        remarks=tuple(on_card(game)),
        notes=tuple(each.remark.text for each in state.remarks if isinstance(each.remark, Noted)),
        result=_result(game),
        closed=sheet.closed,
        signed=_signed(sheet),
        clocks=_clocks(game, now),
        hash=sheet.hash if game.is_over else "",
    )


def _played_out(game: GameHistory) -> bool:
    """Return whether the last board completed the contest by play, or the contest is still open."""
    return game.result is None or game.result.how == "played"


def log(sheet: Sheet, language: str) -> SheetLog:
    """Return every line in force."""
    return SheetLog(entries=tuple(_entry(each, language) for each in sheet.entries))


def _shut(sheet: Sheet, role: SheetRole) -> bool:
    return sheet.closed and role is not SheetRole.REFEREE


_QUEEN = {
    QueenState.BOARD: "board",
    QueenState.PENDING: "pending",
    QueenState.ASIDE: "aside",
    QueenState.COVERED: "covered",
}


def _head(game: GameHistory) -> SheetHead:
    header = game.header
    return SheetHead(
        event=header.event,
        round=header.round,
        match=header.match_number,
        place=header.place,
        date=header.date,
        umpire=header.umpire,
        ruleset=header.ruleset,
        rules=game.rules.title,
        contest=header.contest,
        colours=game.rules.colours_are_owned,
        brown=game.rules.parameters.white_is_brown,
    )


def _players(game: GameHistory) -> tuple[SheetPlayer, ...]:
    sides = game.state.sides
    return tuple(
        SheetPlayer(
            name=player_name(game, player),
            seat=seat,
            word=seat_word(game, seat),
            side=sides.index(game.state.side_at(seat)),
        )
        for seat, player in game.state.seating.places
    )


def _sides(game: GameHistory) -> tuple[SheetSide, ...]:
    state, round = game.state, game.state.playing
    found = []
    for index, letter in enumerate(state.sides):
        side = None if round is None else round.sides[index]
        found.append(
            SheetSide(
                letter=letter,
                name=side_name(game, letter),
                word=side_word(game, letter),
                colour=None if side is None or side.colour is None else side.colour.value,
                men=0 if round is None or side is None or side.colour is None else round.men_on_board(index),
                due=0 if side is None else side.due,
                coming=0 if round is None else sum(each.owner == index for each in round.placings),
                score=_entered(game, game.score[index]),
                games=game.games_won[index],
                points=0 if side is None else side.points,
            )
        )
    return tuple(found)


def _board_number(game: GameHistory) -> int:
    begin = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    counted = game.state.game.counted
    return begin.number if begin is not None else counted + (game.state.playing is not None)


def _queen_by(game: GameHistory) -> str:
    """Return the name of who covered the queen, or must cover it now."""
    round = game.state.playing
    if round is None or round.queen in (QueenState.BOARD, QueenState.ASIDE):
        return ""
    if round.queen is QueenState.PENDING:
        return player_name(game, game.state.player_at(round.turn))
    return "" if round.queen_side is None else side_name(game, game.state.sides[round.queen_side])


def _awaits(game: GameHistory) -> SheetAwaits:
    """Return what is expected, and of whom; simultaneous expectations are all of one kind."""
    if not game.expected:
        return SheetAwaits(phase=SheetPhase.OVER)
    return _awaited(game, game.expected[0])


def _awaited(game: GameHistory, each: Expectation) -> SheetAwaits:
    state = game.state
    match each:
        case Toss(break_only=extra):
            return SheetAwaits(phase=SheetPhase.TOSS, extra=extra)
        case ChooseBreakOrSide(side=side):
            return SheetAwaits(phase=SheetPhase.CHOOSE, player=side_name(game, side))
        case ChooseSeat(side=side):
            return SheetAwaits(phase=SheetPhase.SEATS, player=side_name(game, side))
        case BeginRound(breakers=breakers, number=number, extra=extra):
            names = tuple(player_name(game, state.player_at(seat)) for seat in breakers)
            return SheetAwaits(
                phase=SheetPhase.BEGIN,
                player=names[0],
                seat=breakers[0],
                board=number,
                extra=extra,
                interval=interval_now(game),
                breakers=names,
            )
        case Strike(seat=seat, breaking=breaking, attempt=attempt):
            player = player_name(game, state.player_at(seat))
            return SheetAwaits(phase=SheetPhase.STRIKE, player=player, seat=seat, attempt=attempt if breaking else 0)
        case PlaceDue(seat=seat, disc=disc, left=left):
            assert state.round is not None
            owner = state.sides[state.round.placings[0].owner]
            return SheetAwaits(
                phase=SheetPhase.PLACE,
                player=player_name(game, state.player_at(seat)),
                seat=seat,
                man="white" if disc.kind is Kind.WHITE else disc.kind.value,
                of=side_name(game, owner),
                left=left,
            )
        case Demand(seat=seat, up_to=up_to):
            player = player_name(game, state.player_at(seat))
            return SheetAwaits(phase=SheetPhase.DEMAND, player=player, seat=seat, left=up_to)
    return SheetAwaits(phase=SheetPhase.STRIKE)


def _entry(entry: Entry, language: str) -> SheetEntry:
    game, event = entry.before, entry.events[0]
    seat = getattr(event, "seat", None) or getattr(event, "by", None) or getattr(event, "breaker", None)
    side = getattr(event, "side", None) or getattr(event, "won_by", None)
    who = ""
    if seat is not None:
        who = player_name(game, game.state.player_at(seat))
    elif side is not None:
        who = side_name(game, side)
    return SheetEntry(number=entry.number, line=entry.line, player=who, rulings=entry.told_in(language))


def _boards(game: GameHistory) -> tuple[SheetBoard, ...]:
    """Return every finished board as a row of the card."""
    found = []
    points = progress.is_points_game(game.state)
    for number, record in enumerate(game.state.games):
        cards = () if points else rows(game, number)
        for index, board in enumerate(record.boards):
            found.append(_board(game, number + 1, board, None if points else cards[index], record.boards[: index + 1]))
    return tuple(found)


def _board(
    game: GameHistory, number: int, board: BoardRecord, row: object, so_far: tuple[BoardRecord, ...]
) -> SheetBoard:
    state = game.state
    winner = board.winners[0] if len(board.winners) == 1 and not board.replay else None
    loser = next((side for side in state.sides if side != winner), None) if winner and len(state.sides) == 2 else None
    left = board.men[state.sides.index(loser)] if loser and board.men else 0
    scores = _scores(game, number - 1, len(so_far))
    before = _scores(game, number - 1, len(so_far) - 1)
    took = winner is not None and board.queen == winner and not board.taken and not progress.is_points_game(state)
    credit = queen_credit(game.rules, before[state.sides.index(winner)]) if took and winner and before else 0
    men = min(left, board.points) if winner and not board.taken else 0
    return SheetBoard(
        game=number,
        number=board.number,
        breaker=player_name(game, board.breaker),
        winner=None if winner is None else side_name(game, winner),
        loser=None if loser is None else side_name(game, loser),
        points=board.points,
        men=left,
        queen=None if board.queen is None else side_name(game, board.queen),
        queen_points=max(0, min(credit, board.points - men)),
        taken=board.taken,
        replay=board.replay,
        extra=board.extra,
        slam=board.slam,
        scores=scores,
        totals=board.totals,
        remarks=getattr(row, "remarks", ", ".join(board.clauses)),
    )


def _scores(game: GameHistory, number: int, count: int) -> tuple[int, ...]:
    """Return the recorded score of a game after its first `count` boards."""
    state, boards = game.state, game.state.games[number].boards[:count]
    if progress.is_points_game(state):
        totals = [0] * len(state.sides)
        for board in boards:
            totals = totals if board.replay else [a + b for a, b in zip(totals, board.totals, strict=True)]
        return tuple(totals)
    if not boards:
        return (0,) * len(state.sides)
    from carrom.game.score import score_game

    gains = [each.gain for each in boards]
    running = score_game(game.rules, gains, "A", game.header.stage, progress.best_of_boards(state)).running[-1]
    return tuple(recorded(game, total) for total in running)


def _entered(game: GameHistory, total: int) -> int:
    """Return a side's total as it is entered on the score card; totals of points games have no limit."""
    return total if progress.is_points_game(game.state) else recorded(game, total)


def _open(game: GameHistory) -> tuple[SheetOpen, ...]:
    found = []
    for each in open_matters(game.state):
        when = game.events[each.event].when
        match each.remark:
            case Appealed(text=text):
                found.append(SheetOpen(what="appeal", by=player_name(game, each.player), text=text, since=when))
            case Protested(side=side, text=text):
                found.append(SheetOpen(what="protest", by=side_name(game, side), text=text, since=when))
    return tuple(found)


def _result(game: GameHistory) -> SheetResult | None:
    result = game.result
    if result is None:
        return None
    several = progress.best_of_games(game.state) > 1 and not progress.is_points_game(game.state)
    lines = progress.match_score(game.state).games if several else ()
    return SheetResult(
        winners=tuple(side_name(game, side) for side in result.winners),
        how=result.how,
        score=result.score,
        games=tuple(line.score for line in lines if line.winner or any(line.score)),
        withheld=withheld(game.state),
    )


def _signed(sheet: Sheet) -> tuple[SheetSignature, ...]:
    inks = sheet.inks()
    return tuple(
        SheetSignature(name=each.remark.name, role=each.remark.role, ink=inks.get(each.event))
        for each in sheet.game.state.remarks
        if isinstance(each.remark, Signed)
    )


def _clocks(game: GameHistory, now: int) -> SheetClocks:
    figures = game.rules.parameters
    return SheetClocks(
        now=now,
        since=game.events[-1].when,
        stroke=figures.stroke_seconds,
        placing=figures.place_seconds,
        interval=INTERVAL,
    )
