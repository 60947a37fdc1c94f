"""A tie at the umpire's table, in memory and on disk.

Between two rubbers a line-up is typed, and the rubber begins; every other line goes to its table. After a rubber, its
table can still be viewed, corrected and signed until the next one begins."""

from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path
from types import TracebackType

from carrom.errors import CarromError, RecordError, RefusedRequest, SetupError
from carrom.files import AppendOnlyFile, decoded, last_line, plain
from carrom.game.events import Header
from carrom.game.game import GameHistory
from carrom.game.match import Pairing, Rubber
from carrom.game.player_names import listed, meant, words_of
from carrom.game.score import SIDES
from carrom.game.tie import Team, Tie
from carrom.game.tie_record import read_tie, write_pairing, write_taken_back, write_tie
from carrom.rules.ruleset import Ruleset
from carrom.umpire.record_file import RecordFile, unbegun
from carrom.umpire.table import Answer, UmpireTable, hear
from carrom.umpire.wording import dashed, from_side, helped
from carrom.values import Value, changed

TIE_HELP = {
    "lineup asha / bilal": "who plays the next rubber, first team first; doubles: `lineup asha chitra / bilal dev`",
    "begin": "begin the next rubber, which has a line-up",
    "tie": "the state of the tie, rubber by rubber",
}
"""Additional commands for a tie."""


class UmpiredTie(Value, frozen=True):
    """A tie, and the table of each rubber that has begun."""

    tie: Tie
    tables: tuple[UmpireTable, ...] = ()
    language: str = "en"
    """The language of rulings."""

    @property
    def table(self) -> UmpireTable | None:
        """The table of the current or last rubber."""
        return self.tables[-1] if self.tables else None

    @property
    def standing(self) -> tuple[str, ...]:
        """The state of the tie in words; the last line has what is expected and the commands for it."""
        if self.tie.running is not None and self.table is not None:
            return (f"Rubber {self.tie.number}: {_against(self.tie, len(self.tables))}", *self.table.standing)
        return (_score(self.tie), f"  next: {awaited(self.tie)}")


def resumed(tie: Tie, tables: Sequence[UmpireTable]) -> UmpiredTie:
    """Return the table of an existing tie, with the rubbers that had begun."""
    for table in tables:
        tie = tie.opened(table.game)
    return UmpiredTie(tie, tuple(tables))


def hear_tie(
    at: UmpiredTie, line: str, header: Header | None = None, when: int | None = None, zone: tzinfo | None = None
) -> tuple[UmpiredTie, Answer]:
    """Return the tie after a typed line, and the answer. Raises `RefusedRequest` if the line is not valid now.

    `header` has the fields of the rubbers' records other than the players (event, umpire); see `hear` for the others.
    """
    words = tuple(line.split())
    if not words:
        return at, Answer()
    first = words[0].casefold()
    if len(first) > 2 and "lineup".startswith(first):
        return _lined_up(at, " ".join(words[1:]), header, when)
    if len(first) > 2 and "begin".startswith(first):
        return _begun(at, words[1:], header, when)
    if len(words) == 1 and first == "undo" and _last_was_lineup(at):
        return _lineup_taken_back(at)
    if first == "tie":
        return at, Answer(words=(*tie_card(at.tie), f"  next: {awaited(at.tie)}"))
    if first == "help" and len(words) == 1:
        return at, Answer(words=(*helped(()), *(f"{form}  {meaning}" for form, meaning in TIE_HELP.items())))
    if at.table is None:
        if first in ("quit", "exit"):
            return at, Answer(stop=True)
        if first == "state":
            return at, Answer(words=at.standing)
        raise RefusedRequest(f"{words[0]!r} is not understood; expected is {awaited(at.tie)}")
    return _at_the_board(at, at.table, line, when, zone)


def _at_the_board(
    at: UmpiredTie, table: UmpireTable, line: str, when: int | None, zone: tzinfo | None
) -> tuple[UmpiredTie, Answer]:
    """Return the tie after a line typed at the table of its rubber."""
    over = table.game.is_over
    table, answer = hear(changed(table, language=at.language), line, when, zone)
    if not answer.events:
        return at, answer
    after = changed(at, tie=at.tie.after(table.game), tables=(*at.tables[:-1], table))
    if not table.game.is_over:
        return after, answer
    said = () if over else (_rubber_won(after.tie, len(after.tables)),)
    ended = tie_card(after.tie) if after.tie.is_over else ()
    board = answer.words[: -len(table.standing)]
    return after, changed(answer, words=(*board, *said, *ended, *after.standing))


def _lined_up(at: UmpiredTie, names: str, header: Header | None, when: int | None) -> tuple[UmpiredTie, Answer]:
    """Return the tie with one more line-up; if its rubber is the next one, it begins."""
    tie = at.tie
    number = len(tie.lineup) + 1
    if number > len(tie.order) or tie.is_over:
        raise RefusedRequest(f"no line-up is expected now; expected is {awaited(tie)}")
    kind = tie.order[number - 1]
    sides = names.split("/")
    if len(sides) != 2:
        raise RefusedRequest(
            f"a line-up names both teams with a `/` between them, got {names or 'nothing'!r}; "
            f"expected {_lineup_words(tie, kind)}"
        )
    a, b = (_named(team, side, kind) for team, side in zip(tie.teams, sides, strict=True))
    tie = tie.named(Pairing(a=a, b=b))
    after = changed(at, tie=tie)
    if tie.running is None and tie.number == number:
        after = _next_rubber(after, header, when)
        return after, Answer(words=after.standing)
    return after, Answer(words=(f"Rubber {number}: {_against(tie, number)}.", *after.standing))


def _last_was_lineup(at: UmpiredTie) -> bool:
    """Return whether the last line was a line-up, so its rubber has not begun, or nothing has been typed in it."""
    waits = len(at.tie.lineup) > len(at.tables) and at.tie.running is None
    return waits or (at.table is not None and at.tie.running is not None and len(at.table.game.events) == 1)


def _lineup_taken_back(at: UmpiredTie) -> tuple[UmpiredTie, Answer]:
    """Return the tie without its last line-up."""
    number = len(at.tie.lineup)
    after = changed(at, tie=at.tie.unnamed(), tables=at.tables[: number - 1])
    return after, Answer(words=(f"Taken back: the line-up of rubber {number}.", *after.standing))


def _begun(
    at: UmpiredTie, words: tuple[str, ...], header: Header | None, when: int | None
) -> tuple[UmpiredTie, Answer]:
    """Return the tie with its next rubber begun; refuse it without a line-up or during another rubber."""
    if words or at.tie.running is not None or at.tie.pairing is None:
        raise RefusedRequest(f"no rubber is to begin now; expected is {awaited(at.tie)}")
    after = _next_rubber(at, header, when)
    return after, Answer(words=after.standing)


def _next_rubber(at: UmpiredTie, header: Header | None, when: int | None) -> UmpiredTie:
    """Return the tie with its next rubber begun."""
    like = at.tables[0].game.header if header is None and at.tables else header
    details = {} if like is None else {field: getattr(like, field) for field in _DETAILS}
    game = GameHistory.begin(at.tie.header(**details), at.tie.rules, when)
    return changed(at, tie=at.tie.opened(game), tables=(*at.tables, UmpireTable(game, language=at.language)))


_DETAILS = ("event", "round", "date", "place", "umpire")
"""Header fields that all rubbers share."""


def _named(team: Team, typed: str, kind: Rubber) -> tuple[str, ...]:
    """Return the players of a team from typed names, which may be abbreviated unambiguously."""
    wanted = 1 if kind == "singles" else 2
    if not team.players:
        given = tuple(" ".join(name.split()) for name in typed.split(","))
    else:
        given = tuple(_one(team, word) for word in _parts(team, typed, wanted))
    if len(given) != wanted or not all(given):
        raise RefusedRequest(
            f"{' '.join(typed.split()) or 'nobody'!r} is not a {kind} of {team.name}; expected {_wanted(team, wanted)}"
        )
    return given


def _parts(team: Team, typed: str, wanted: int) -> list[str]:
    """Split typed names at commas, or otherwise at spaces."""
    if "," in typed or wanted == 1:
        return [" ".join(part.split()) for part in typed.split(",")]
    return typed.split()


def _one(team: Team, word: str) -> str:
    known = [(part, player) for player in team.players for part in words_of(player)]
    return meant(word, known, f"player of {team.name}") if word else ""


def _wanted(team: Team, wanted: int) -> str:
    who = listed(team.players) if team.players else "a name" if wanted == 1 else "names with a comma between them"
    return who if wanted == 1 else f"two of {', '.join(team.players)}" if team.players else who


def awaited(tie: Tie) -> str:
    """Return what the tie expects, and the commands for it."""
    number = tie.number
    if number is None:
        return "nothing more: the tie is decided (type `tie`, `card`, `undo` or `quit`)"
    kind = tie.order[number - 1]
    if tie.running is not None:
        return f"the end of rubber {number}"
    if number <= len(tie.lineup):
        return f"rubber {number}, {_against(tie, number)} (type `begin`)"
    return f"rubber {number}, {kind}: who plays (type {_lineup_words(tie, kind)})"


def _lineup_words(tie: Tie, kind: Rubber) -> str:
    """Return an example of a line-up, with eligible players of the teams."""
    wanted = 1 if kind == "singles" else 2
    shown = []
    for side, team in zip(("a", "b"), tie.teams, strict=True):
        played = [
            name
            for other, pairing in zip(tie.order, tie.lineup, strict=False)
            for name in getattr(pairing, side)
            if other == kind
        ]
        free = [player.split()[0].casefold() for player in team.players if player not in played and player.split()]
        names = [*free, *(f"{side}{number}" for number in (1, 2))][:wanted]
        shown.append((" " if team.players else ", ").join(names))
    return f"`lineup {shown[0]} / {shown[1]}`"


def _against(tie: Tie, number: int) -> str:
    line = tie.rubbers[number - 1]
    assert line.pairing is not None
    return f"{line.kind}, {' and '.join(line.pairing.a)} against {' and '.join(line.pairing.b)}"


def _rubber_won(tie: Tie, number: int) -> str:
    """Return the sentence on a finished rubber."""
    line = tie.rubbers[number - 1]
    assert line.score is not None
    if line.winner is None and _has_no_winner(tie, number):
        return f"Rubber {number} counts for neither team."
    if line.winner is None:
        return f"Rubber {number} is drawn, {dashed(line.score)}."
    side = SIDES.index(line.winner)
    return f"Rubber {number} goes to {tie.teams[side].name}, {dashed(from_side(line.score, side))}."


def _has_no_winner(tie: Tie, number: int) -> bool:
    """Return whether a rubber was awarded to neither side."""
    result = tie.games[number - 1].result
    return result is not None and not result.winners


def _score(tie: Tie) -> str:
    """Return the state of the tie, or its winner."""
    a, b = tie.teams
    won = tie.score.score
    if tie.winner is not None:
        side = tie.teams.index(tie.winner)
        return f"{tie.winner.name} {'wins' if tie.is_over else 'has won'} the tie, {dashed(from_side(won, side))}."
    return f"Tie{' drawn' if tie.is_over else ''}: {a.name} {won[0]} - {b.name} {won[1]}"


def tie_card(tie: Tie) -> tuple[str, ...]:
    """Return the card of a tie: each rubber with its players, its score and its winner."""
    rows = [("Rubber", "", tie.teams[0].name, tie.teams[1].name, "Score", "Won by")]
    for line in tie.rubbers:
        a, b = (" and ".join(names) for names in (line.pairing.a, line.pairing.b)) if line.pairing else (".", ".")
        score = "." if line.score is None else dashed(line.score)
        won = tie.teams[SIDES.index(line.winner)].name if line.winner else ""
        even = "nobody" if line.standing == "played" and _has_no_winner(tie, line.number) else "drawn"
        note = won or {"dead": "not played", "played": even}.get(line.standing, line.standing)
        rows.append((str(line.number), line.kind, a, b, score, note))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    won_by = tie.winner.name if tie.winner is not None else "."
    games = f" {dashed(from_side(tie.score.score, tie.teams.index(tie.winner)))}" if tie.winner is not None else ""
    return (*lines, f"Tie won by: {won_by}{games}")


# -- on disk: the tie's file and a record for each rubber --------------------------------------------------------------


NAME = "tie.carrom-tie"


def is_tie(folder: Path) -> bool:
    """Return whether a folder holds a tie whose file has a complete header."""
    file = folder / NAME
    return file.is_file() and "\n\n" in plain(file.read_bytes().decode("utf-8", "replace"))


class TieFiles:
    """The open files of a tie. Added data is on disk before `add` returns."""

    @property
    def torn(self) -> tuple[str, ...]:
        """Sentences about lines that were cut off when the files were opened, and where they are now."""
        return tuple(filter(None, (self._file.torn, *(each.torn for each in self._journals))))

    def __init__(self, folder: Path, file: AppendOnlyFile, lined_up: int, journals: list[RecordFile]) -> None:
        self.folder = folder
        self._file = file
        self._lined_up = lined_up
        self._journals = journals

    @classmethod
    def create(cls, folder: Path, tie: Tie) -> "TieFiles":
        """Create a tie in a new or empty folder. Raises `SetupError`."""
        try:
            folder.mkdir(exist_ok=True)
            held = sorted(each.name for each in folder.iterdir() if each.name != NAME)
        except OSError as reason:
            raise SetupError(f"{folder} cannot be a tie's folder: {reason.strerror}") from None
        if held or is_tie(folder):
            raise SetupError(f"{folder} holds {held[0] if held else NAME} already; expected a new or empty folder")
        file = AppendOnlyFile.begun(folder / NAME, write_tie(tie), anew=(folder / NAME).exists())
        return cls(folder, file, len(tie.lineup), [])

    @classmethod
    def resume(cls, folder: Path, rules: Ruleset | None = None) -> tuple["TieFiles", UmpiredTie]:
        """Open an existing tie, with all rubbers that had begun. Raises `RecordError` or `SetupError`."""
        file, raw = AppendOnlyFile.opened(folder / NAME)
        journals: list[RecordFile] = []
        try:
            torn = last_line(raw)
            try:
                tie = _tie(raw, folder / NAME, rules)
                torn = b""
            except RecordError:
                if not torn:
                    raise
                tie = _tie(raw.removesuffix(torn), folder / NAME, rules)
            file.goes_on_after(raw.removesuffix(torn), torn)
            tables: list[UmpireTable] = []
            while (path := _record(folder, len(tables) + 1)).exists() and not unbegun(path):
                journal, table = RecordFile.resume(path)
                journals.append(journal)
                tables.append(table)
            return cls(folder, file, len(tie.lineup), journals), resumed(tie, tables)
        except CarromError:
            file.close()
            for journal in journals:
                journal.close()
            raise

    def add(self, at: UmpiredTie) -> None:
        """Write what is new in a tie: line-ups, a rubber that has begun, lines of the last rubber."""
        if len(at.tie.lineup) < self._lined_up:
            self._lined_up = len(at.tie.lineup)
            self._file.write(write_taken_back(self._lined_up + 1) + "\n")
        while len(self._journals) > len(at.tables):
            self._journals.pop().close()
            _record(self.folder, len(self._journals) + 1).unlink()
        for number, pairing in enumerate(at.tie.lineup[self._lined_up :], self._lined_up + 1):
            self._file.write(write_pairing(number, pairing) + "\n")
            self._lined_up = number
        for number, table in enumerate(at.tables[len(self._journals) :], len(self._journals) + 1):
            self._journals.append(RecordFile.create(_record(self.folder, number), table))
        if at.table is not None:
            self._journals[-1].add(at.table)

    def end(self, at: UmpiredTie) -> None:
        """Write the end line of every rubber's record."""
        for journal, table in zip(self._journals, at.tables, strict=True):
            journal.end(table)

    def __enter__(self) -> "TieFiles":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        for journal in self._journals:
            journal.close()


def _record(folder: Path, number: int) -> Path:
    return folder / f"rubber-{number}.carrom"


def _tie(whole: bytes, path: Path, rules: Ruleset | None) -> Tie:
    text = decoded(whole, str(path))
    try:
        return read_tie(text, (), rules)
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None
