"""Entry lists from spreadsheets and messages, with the problem of each row before anything is stored."""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta

from carrom.errors import RefusedRequest
from carrom.files import RESERVED
from carrom.tournament.csv_tables import as_typed
from carrom.tournament.entrants import Kind
from carrom.tournament.identifiers import LONGEST, are_of_two_clubs, in_plain_letters, plain_name
from carrom.values import Value, changed

# -- columns: header words in many languages, and guesses without them -------------------------------------------------


Column = Literal[
    "name",
    "first",
    "last",
    "club",
    "nation",
    "seed",
    "rating",
    "partner",
    "team",
    "players",
    "id",
    "kind",
    "in",
    "ignore",
]
COLUMNS: tuple[Column, ...] = get_args(Column)
Row = tuple[str, ...]

_WORDS: dict[Column, str] = {
    "name": "name, names, full name, fullname, player, player name, name of player, participant, entrant, competitor,"
    " jugador, joueur, spieler, spielername, teilnehmer, giocatore, teilnehmername, name nachname vorname,"
    " nom prenom, cognome e nome, cognome nome, nombre, nome, nom complet, nombre completo,"
    " nome e cognome, vor- und nachname, naam, speler, imie i nazwisko, zawodnik, नाम, खिलाड़ी, பெயர், வீரர், নাম,"
    " খেলোয়াড়, نام, کھلاڑی, නම, ක්‍රීඩකයා",
    "first": "first, first name, firstname, given name, given names, forename, vorname, prenom, nombre de pila,"
    " voornaam, imie, पहला नाम, முதல் பெயர், প্রথম নাম, پہلا نام, මුල් නම",
    "last": "last, last name, lastname, surname, family name, nachname, familienname, nom, nom de famille, apellido,"
    " apellidos, cognome, sobrenome, apelido, achternaam, nazwisko, उपनाम, குடும்பப் பெயர், পদবি, خاندانی نام, වාසගම",
    "club": "club, club name, club city, city, town, association, verein, verein ort, ort, club ville, ville,"
    " club citta, citta, circolo citta, ciudad, club ciudad, klub, circolo, societa, clube, vereniging, academy,"
    " institution,"
    " college, school, क्लब, கழகம், கிளப், ক্লাব, کلب, සමාජය",
    "nation": "nation, nationality, country, land, naz, fed federation, nationalitat, pays, nationalite, pais,"
    " nacion, nazione, nazionalita,"
    " paese, kraj, fed, federation, state, देश, நாடு, দেশ, ملک, රට",
    "seed": "seed, seeding, seed no, starting rank, starting number, startrang, startnummer, start nr,"
    " numero de depart, numero di partenza, seed number, seeding position, setzplatz, setzliste, tete de serie,"
    " cabeza de serie, testa di serie, वरीयता, தரவரிசை, বাছাই, سیڈ, බීජ අංකය",
    "rating": "rating, ratings, elo, rtg, rtgi, rtgn, rtg int, rtg nat, eloi, elon, elo int, elo nat, fide elo,"
    " elo fide, fide rating, nwz, twz, rate, points rating, wertung, wertungszahl, dwz, classement, puntuacion,"
    " ranking,"
    " punteggio, रेटिंग, மதிப்பீடு, রেটিং, ریٹنگ, ශ්‍රේණිගත කිරීම",
    "partner": "partner, partner name, name of partner, player 2, player two, second player, partenaire, pareja,"
    " companero, compagno, doppelpartner, joueur 2, spieler 2, साथी, இணை, সঙ্গী, ساتھی, සහකරු",
    "team": "team, team name, mannschaft, equipe, equipo, squadra, druzyna, ploeg, टीम, அணி, দল, ٹیم, කණ්ඩායම",
    "players": "players, roster, squad, members, team members, spielerliste, mitglieder, joueurs, jugadores, giocatori,"
    " खिलाड़ियों, வீரர்கள், খেলোয়াড়রা, کھلاڑیوں, ක්‍රීඩකයන්",
    "id": "id",
    "kind": "kind",
    "in": "in, stage, stages",
    "ignore": "no, nr, num, number, s no, sl no, sr no, serial, rank, place, position, pos, platz, rang, phone,"
    " telephone, mobile, email, e mail, age, date of birth, dob, gender, sex, remarks, notes, paid, fee, क्रमांक",
}
_NATION = re.compile(r"[A-Z]{3}")
_PLACE = re.compile(
    r"\b(?:club|cc|association|assn|academy|gymkhana|school|college|university|institute|centre|center|society|bank|"
    r"railways?|police|army|airport|sports|carrom|verein|team|"
    r"agra|bangalore|bengaluru|berlin|bhopal|chennai|colombo|cuttack|delhi|dhaka|galle|goa|guwahati|hyderabad|indore|"
    r"jaffna|kandy|karachi|karnataka|kathmandu|kerala|kochi|kolkata|lahore|london|lucknow|madras|madurai|maharashtra|"
    r"mumbai|mysore|mysuru|nashik|negombo|odisha|paris|patna|pune|punjab|ranchi|salem|surat|telangana|thane|"
    r"trichy|varanasi|vellore|vizag|zurich)\b|"
    r"[a-z]{3}(?:pur|pura|puram|abad|nagar|garh|patnam|palli|pally|ganj|shahr|gaon|kot)\b"
)
"""Words of clubs and institutions, towns of the carrom countries, and endings of place names."""
_USUAL, _RARE = 0.5, 0.2
"""Share of repeated cells above which a column holds clubs, and below which it holds names."""
_INTEGER = re.compile(r"#?(\d{1,6})\.?0?")


def header_word(cell: str) -> str:
    """Return a header cell without case, accents of Latin letters and punctuation."""
    plain = unicodedata.normalize("NFKD", cell.casefold())
    plain = "".join(letter for letter in plain if not "\u0300" <= letter <= "\u036f" and letter not in "\u200c\u200d")
    return " ".join(re.sub(r"[_.:;,/()#*'\"-]+", " ", plain).split())


_MEANING: dict[str, Column] = {
    header_word(word): column for column, words in _WORDS.items() for word in words.split(",")
}


def column_of(cell: str) -> Column | None:
    """Return the column that a header cell names, or None if the word is not known."""
    return _MEANING.get(header_word(cell))


def has_header(rows: Sequence[Row]) -> bool:
    """Return whether the first row is a header: it names a column that entries can have, and has no digits."""
    if not rows:
        return False
    meant = [column_of(cell) for cell in rows[0]]
    useful = {column for column in meant if column not in (None, "ignore", "id", "kind", "in")}
    return bool(useful & {"name", "first", "last", "team", "players", "partner"}) or len(useful) > 1


def guessed(rows: Sequence[Row], header: Row | None) -> tuple[Column, ...]:
    """Return the column of each cell: named by the header, or guessed from the content. Each is used once."""
    count = max(map(len, rows), default=0) if rows else len(header or ())
    found = list(_named(header, count) if header is not None else _by_content(rows, count))
    taken: set[Column] = set()
    for at, column in enumerate(found):
        if column != "ignore" and column in taken:
            found[at] = "ignore"
        taken.add(column)
    if "name" in taken and {"first", "last"} <= taken:
        found = ["ignore" if column == "name" else column for column in found]
    return tuple(found)


def _named(header: Row, count: int) -> list[Column]:
    """Return the columns that a header names; `Name` beside a first name means the last name."""
    found: list[Column] = [column_of(cell) or "ignore" for cell in header[:count]]
    found += ["ignore"] * (count - len(found))
    if "name" in found and "first" in found and "last" not in found:
        found[found.index("name")] = "last"
    if "last" in found and "first" not in found and "name" not in found:
        found[found.index("last")] = "name"
    if "name" not in found and "first" in found and "last" not in found:
        found[found.index("first")] = "name"
    return found


def _by_content(rows: Sequence[Row], count: int) -> list[Column]:
    columns = [[row[at].strip() if at < len(row) else "" for row in rows] for at in range(count)]
    filled = [[cell for cell in column if cell] for column in columns]
    found: list[Column] = ["ignore"] * count
    for at, cells in enumerate(filled):
        numbers = [int(match[1]) for cell in cells if (match := _INTEGER.fullmatch(cell))]
        if cells and len(numbers) == len(cells):
            found[at] = _of_numbers(numbers)
        elif cells and _share(cells, lambda cell: bool(_NATION.fullmatch(cell))) > 0.8:
            found[at] = "nation"
    left = [at for at in range(count) if filled[at] and found[at] == "ignore" and _are_words(filled[at])]
    words = [at for at in left if not _are_sexes(filled[at])] or left
    for at, column in _names_and_club(words, filled):
        found[at] = column
    return found


def _names_and_club(words: Sequence[int], filled: Sequence[Sequence[str]]) -> Iterator[tuple[int, Column]]:
    """Yield the columns of names and of the club among the columns of words."""
    places = [at for at in words if _are_places(filled[at])]
    names = [at for at in words if at not in places] or list(words)
    if len(names) > 1 and not places and _repeated(filled[names[0]]) > _USUAL and _repeated(filled[names[1]]) <= _RARE:
        places, names = [names[0]], names[1:]  # the club stands first
    if not names:
        return
    two = names[:2]
    single = len(two) == 2 and all(_share(filled[at], lambda cell: " " not in cell) > 0.8 for at in two)
    varied = single and len(filled[two[1]]) > 1 and (_repeated(filled[two[1]]) <= _USUAL or len(words) > 2)
    if varied:
        yield two[0], "first"
        yield two[1], "last"
    else:
        yield names[0], "name"
    club = next((at for at in (*places, *words) if at not in (two if varied else names[:1])), None)
    if club is not None:
        yield club, "club"


def _repeated(cells: Sequence[str]) -> float:
    """Return the share of cells whose text stands in another cell too."""
    count = Counter(cell.casefold() for cell in cells)
    return _share(cells, lambda cell: count[cell.casefold()] > 1) if cells else 0.0


def _are_places(cells: Sequence[str]) -> bool:
    """Return whether cells look like clubs, towns or states and not like names of people."""
    return _share(cells, lambda cell: bool(_PLACE.search(header_word(cell)))) >= 0.3


def _of_numbers(numbers: Sequence[int]) -> Column:
    """Return whether a column of whole numbers counts the rows, seeds the entrants or rates them."""
    if numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 1:
        return "ignore"
    if all(300 <= number <= 4000 for number in numbers):
        return "rating"
    return "seed" if len(set(numbers)) == len(numbers) and max(numbers) <= 999 else "ignore"


def _are_words(cells: Sequence[str]) -> bool:
    return _share(cells, lambda cell: any(letter.isalpha() for letter in cell) and "@" not in cell) > 0.8


def _are_sexes(cells: Sequence[str]) -> bool:
    """Return whether cells are such as M and F, or male and female."""
    return len({cell.casefold() for cell in cells}) <= 3 and all(
        len(cell) == 1 or cell.casefold() in ("male", "female") for cell in cells
    )


def _share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, cells)) / len(cells)


# -- lists pasted from a message: numbers, names, clubs ----------------------------------------------------------------


_NUMBERED = re.compile(r"\(?\d{1,4}[.):\]]\s*(?=\S)|[-–•*·✓]\s+(?=\S)")
"""`3. `, `3) `, `(3) ` or a bullet before a name."""
_DOUBLES = re.compile(r"[/&+]")
_BEHIND = (
    re.compile(r"(?P<name>[^()\[\]]+?)\s*[(\[](?P<club>[^()\[\]]+)[)\]]\s*"),
    re.compile(r"(?P<name>.+?)\s+[-–—|:]\s+(?P<club>.+)"),
    re.compile(r"(?P<name>[^:]+?):\s+(?P<club>[^:]+)"),
)
"""`Asha Rao (Pune)`, `Asha Rao - Pune`, `Asha Rao: Pune`."""
_MOST = 0.8
"""Share of the lines that must have a form before all lines are read in it."""


def listed_rows(rows: Sequence[Row]) -> list[Row]:
    """Return rows without the numbers and bullets of a list, and rows of one cell split into name and club.

    Rows are changed only if most of them have the form, and there are at least two.
    """
    found = _without_numbers(rows)
    if any(len(row) != 1 for row in found) or len(found) < 2:
        return found
    for form in _BEHIND:
        split = [_split(form, row[0]) for row in found]
        if sum(len(row) == 2 for row in split) >= _MOST * len(found):
            return split
    return found


def _without_numbers(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without a number or bullet before the first cell, if most have one."""
    marks = [_NUMBERED.match(row[0]) if row else None for row in rows]
    if len(rows) < 2 or sum(mark is not None for mark in marks) < _MOST * len(rows):
        return list(rows)
    return [(row[0][mark.end() :], *row[1:]) if mark else row for row, mark in zip(rows, marks, strict=True)]


def _split(form: re.Pattern[str], cell: str) -> Row:
    """Return a name and what stands behind it, or the cell if it has another form or is a pair."""
    match = form.fullmatch(cell)
    if match is None or _DOUBLES.search(match["club"]):
        return (cell,)
    return match["name"].strip(), match["club"].strip()


# -- spreadsheets: text encodings, columns, problems -------------------------------------------------------------------


MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 2000, 40, 1_000_000
"""Limits of a table."""
MOST_LINES, LONGEST_CELL = 3 * MOST_ROWS, 1000
"""Limits of a text, with empty lines and line breaks inside cells, and of a cell; checked before anything is read."""
_SPREADSHEETS = {
    b"PK\x03\x04": "a spreadsheet (.xlsx or .ods)",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet (.xls)",
    b"%PDF": "a PDF",
}
_SEED = re.compile(r"#?0*([1-9][0-9]{0,5})(?:\.0*)?")
_RATING = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,6})?")
_BETWEEN_PLAYERS = re.compile(r"[,;/\n]")
_BETWEEN_PARTNERS = re.compile(r"\s*[/&+\n]\s*|\s+(?:and|und|et|y|e)\s+", re.IGNORECASE)


Cell = Annotated[str, Meta(max_length=LONGEST_CELL)]


class EntryTable(Value, frozen=True, kw_only=True):
    """A table as it was pasted or read, with the meaning of each column."""

    rows: Annotated[tuple[Annotated[tuple[Cell, ...], Meta(max_length=MOST_COLUMNS)], ...], Meta(max_length=MOST_ROWS)]
    columns: Annotated[tuple[Column, ...], Meta(max_length=MOST_COLUMNS)]
    header: Row = ()
    """The header line; empty if there is none."""
    numbers: Annotated[tuple[int, ...], Meta(max_length=MOST_ROWS)] = ()
    """The number of each row in the list as it was read, which it keeps when others are entered; empty for 1, 2, …"""

    def number(self, at: int) -> int:
        """Return the number of a row by its position from 0."""
        return self.numbers[at] if at < len(self.numbers) else at + 1


class DraftEntry(Value, frozen=True, kw_only=True):
    """An entrant before a tournament is opened."""

    name: str
    kind: Kind = "player"
    club: str = ""
    nation: str = ""
    seed: int | None = None
    rating: float | None = None
    players: tuple[str, ...] = ()
    id: str = ""
    stages: tuple[str, ...] = ()
    row: int = 0
    """Number of the row of the list that it was entered from; 0 if that list is no longer there."""


class RowProblem(Value, frozen=True, kw_only=True):
    """Why a row cannot be entered. `code` selects the sentence, `words` are its placeholders."""

    code: str
    column: str = ""
    words: tuple[str, ...] = ()


class RowPreview(Value, frozen=True, kw_only=True):
    """What a row would enter, or its problems."""

    entry: DraftEntry | None = None
    problems: tuple[RowProblem, ...] = ()
    joins: str = ""
    """The team that the row's player belongs to, if the entrant is that of an earlier row."""

    @property
    def is_good(self) -> bool:
        """Whether the row can be entered."""
        return not self.problems


_SENTENCES = {
    "empty": "there is no name",
    "long": "{} has {} characters; expected at most {}",
    "letters": "the name has no letters: {}",
    "seed": "seed is {}; expected a whole number from 1",
    "seed-twice": "seed {} is also given to {}",
    "rating": "rating is {}; expected a number",
    "entered": "{} is already entered, as {}; if this is another person, give the club of each",
    "twice": "{} is also in row {}; if this is another person, give the club of each",
    "odd": "{} has no partner",
    "alone": "team {} has one player; expected two or more",
    "player-twice": "{} already plays for {}",
    "pair": "{} is a pair with {} players; expected two",
    "kind": "kind is {}; expected player, pair or team",
    "refused": "{}",
    "cells": "the row has {} cells; expected {}",
}


def problem_in_english(problem: RowProblem) -> str:
    """Return a problem as a sentence without its full stop."""
    return _SENTENCES[problem.code].format(*problem.words)


def decoded(content: bytes, name: str = "the table") -> str:
    """Return a file's text: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252.

    Raises `RefusedRequest` for spreadsheets and other files that are not text.
    """
    for start, what in _SPREADSHEETS.items():
        if content.startswith(start):
            raise RefusedRequest(
                f"{name} is {what}; open it, choose Save as (or Download) and CSV, and use that file, "
                "or copy the cells and paste them"
            )
    if len(content) > 2 * MOST_LETTERS:
        raise RefusedRequest(f"{name} has {len(content)} bytes; expected at most {2 * MOST_LETTERS}")
    text = _as_text(content)
    if "\0" in text:
        raise RefusedRequest(f"{name} is not a text file; expected a table saved as CSV")
    return text


def _as_text(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    zeros = content[:2000].count(0)
    if zeros and len(content) % 2 == 0 and zeros >= len(content[:2000]) / 4:
        return content.decode("utf-16-le" if content[1:2] == b"\0" else "utf-16-be", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read_table(text: str, name: str = "the table") -> EntryTable:
    """Return a table with guessed columns. Raises `RefusedRequest` if it is empty, too large or not a table."""
    rows = _rows(text, name)
    if not rows:
        raise RefusedRequest(f"{name} is empty; expected a line for each entrant")
    rows = _below_titles(rows)
    header = rows[0] if has_header(rows) else ()
    below = rows[1:] if header else listed_rows(rows)
    if not below:
        raise RefusedRequest(f"{name} has no entrants; expected a line for each below the header line")
    if len(below) > MOST_ROWS:
        raise RefusedRequest(f"{name} has {len(below)} lines; expected at most {MOST_ROWS}")
    count = max(max(map(len, below)), len(header))
    padded = [(*row, *[""] * (count - len(row))) for row in below]
    head = (*header, *[""] * (count - len(header))) if header else ()
    filled = [at for at in range(count) if any(row[at] for row in padded) or (head and head[at])]
    cells = tuple(tuple(row[at] for at in filled) for row in padded)
    header = tuple(head[at] for at in filled) if head else ()
    return EntryTable(rows=cells, columns=guessed(cells, header or None), header=header)


def _below_titles(rows: list[Row]) -> list[Row]:
    """Return the rows without titles above the header line, such as the name of the tournament."""
    for at, row in enumerate(rows[:8]):
        if has_header([row]):
            return rows[at:] if all(sum(map(bool, above)) <= 2 for above in rows[:at]) else rows
    return rows


def _rows(text: str, name: str) -> list[Row]:
    text = text.lstrip("\ufeff")
    if len(text) > MOST_LETTERS:
        raise RefusedRequest(f"{name} has {len(text)} characters; expected at most {MOST_LETTERS}")
    separator = re.match(r"\s*sep=(.)\s*\n", text)
    if separator:
        text = text[separator.end() :]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (lines := text.count("\n")) > MOST_LINES:
        raise RefusedRequest(f"{name} has {lines} lines; expected at most {MOST_ROWS}")
    delimiter = separator[1] if separator and separator[1] in ",;\t|" else _delimiter(text)
    if (most := max(line.count(delimiter) for line in text.split("\n"))) > LONGEST_CELL:  # a cell may contain it, too
        raise RefusedRequest(f"{name} has {most + 1} columns; expected at most {MOST_COLUMNS}")
    if (longest := max(map(len, text.split("\n")))) > MOST_COLUMNS * LONGEST_CELL:
        raise RefusedRequest(f"{name} has a line of {longest} characters; expected at most {LONGEST_CELL} in a cell")
    rows: list[Row] = []
    try:
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            if len(cells) > MOST_COLUMNS:
                raise RefusedRequest(f"{name} has {len(cells)} columns; expected at most {MOST_COLUMNS}")
            if (longest := max(map(len, cells), default=0)) > LONGEST_CELL:
                raise RefusedRequest(f"{name} has a cell of {longest} characters; expected at most {LONGEST_CELL}")
            if any(row := tuple(clean(as_typed(cell.strip())) for cell in cells)):
                rows.append(row)
            if len(rows) > MOST_ROWS + 1:
                raise RefusedRequest(f"{name} has more than {MOST_ROWS} lines; expected at most {MOST_ROWS}")
    except csv.Error as fault:
        raise RefusedRequest(f"{name} is not a valid CSV table: {fault}") from None
    return rows


def _delimiter(text: str) -> str:
    """Return the delimiter that splits most lines into the same number of cells, more than one."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.splitlines()[:200] if line.strip()]
    best, found = 0, ","
    for each in "\t;,|":
        counts = [line.count(each) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        score = counts.count(usual) if usual else 0
        if not usual and lines and counts[0]:
            score = 1  # only the header line and a few others have several cells
        if score > best:
            best, found = score, each
    return found


def clean(cell: str) -> str:
    """Return a cell in one line, without invisible characters, in Unicode's composed form."""
    plain = "".join(
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", cell.replace("\n", " / ") if "\n" in cell.strip() else cell)
        if letter.isprintable() or letter.isspace()
    )
    return " ".join(plain.split())


def unknown_columns(table: EntryTable) -> tuple[str, ...]:
    """Return the header words of the columns that are not used."""
    pairs = zip(table.header, table.columns, strict=False)
    return tuple(word for word, column in pairs if column == "ignore" and word)


class _Known:
    """The names, players and seeds found so far, with where each was found."""

    def __init__(self, entered: Iterable[DraftEntry]) -> None:
        self.names: dict[tuple[str, str], list[tuple[DraftEntry, int]]] = {}
        self.players: dict[tuple[str, str], str] = {}
        self.seeds: dict[int, str] = {}
        for each in entered:
            self.add(each, 0)

    def add(self, entry: DraftEntry, row: int) -> None:
        """Remember an entrant; `row` is 0 if they are entered already."""
        for name in _same_names(entry):
            self.names.setdefault((entry.kind, name), []).append((entry, row))
        for player in entry.players:
            self.players.setdefault((entry.kind, player.casefold()), entry.name)
        if entry.seed is not None:
            self.seeds.setdefault(entry.seed, entry.name)

    def problems(self, entry: DraftEntry) -> list[RowProblem]:
        """Return what an entrant has in common with earlier ones that must differ."""
        found: list[RowProblem] = []
        same = [each for name in _same_names(entry) for each in self.names.get((entry.kind, name), ())]
        earlier = next((each for each in same if not are_of_two_clubs(entry.club, each[0].club)), None)
        if earlier is not None:
            before, row = earlier
            found.append(
                RowProblem(code="twice", column="name", words=(entry.name, str(row)))
                if row
                else RowProblem(code="entered", column="name", words=(entry.name, before.name))
            )
        for player in entry.players if earlier is None else ():
            other = self.players.get((entry.kind, player.casefold()))
            if other is not None:
                found.append(RowProblem(code="player-twice", column="players", words=(player, other)))
        if entry.seed in self.seeds:
            assert entry.seed is not None
            found.append(RowProblem(code="seed-twice", column="seed", words=(str(entry.seed), self.seeds[entry.seed])))
        return found


def _same_names(entry: DraftEntry) -> tuple[str, ...]:
    """Return the names by which an entrant is recognised: a pair in either order."""
    if entry.kind == "pair" and len(entry.players) == 2:
        one, two = (player.casefold() for player in entry.players)
        return entry.name.casefold(), f"{min(one, two)}\n{max(one, two)}"
    return (plain_name(entry.name, entry.club).casefold(),)


def previewed(table: EntryTable, entered: Sequence[DraftEntry] = (), kind: Kind = "player") -> tuple[RowPreview, ...]:
    """Return what each row would enter, or why not; `kind` is the kind of entrant of rows that do not say."""
    rows = [dict(zip(table.columns, map(clean, row), strict=False)) for row in table.rows]
    for cells in rows:
        cells.pop("ignore", None)
    if "team" in table.columns and not {"players", "partner"} & set(table.columns) and _has_people(table):
        return _teams(rows, entered, table)
    known, found = _Known(entered), []
    for at, cells in enumerate(rows):
        number = table.number(at)
        entry, problems = _entry(cells, kind)
        problems += known.problems(entry) if entry.name else []
        known.add(entry, number)
        entry = changed(entry, row=number)
        found.append(RowPreview(entry=entry, problems=tuple(problems)))
    return tuple(found)


def _has_people(table: EntryTable) -> bool:
    return bool({"name", "first", "last"} & set(table.columns))


def _name(cells: dict[Column, str]) -> str:
    given = " ".join(filter(None, (cells.get("first", ""), cells.get("last", ""))))
    return cells.get("name", "") or given


def _teams(
    rows: Sequence[dict[Column, str]], entered: Sequence[DraftEntry], table: EntryTable
) -> tuple[RowPreview, ...]:
    """Return the previews of a table with a row for each player of a team."""
    known = _Known(entered)
    members: dict[str, list[int]] = {}
    for at, cells in enumerate(rows):
        if cells.get("team"):
            members.setdefault(cells["team"].casefold(), []).append(at)
    found: list[RowPreview] = []
    seen: set[tuple[str, str]] = set()
    for at, cells in enumerate(rows):
        name, team = _name(cells), cells.get("team", "")
        if not team or not name:
            missing = RowProblem(code="empty", column="name" if team else "team")
            found.append(RowPreview(entry=DraftEntry(name=team, kind="team"), problems=(missing,)))
            continue
        first, *others = members[team.casefold()]
        problems = _too_long(cells)
        if (person := (team.casefold(), name.casefold())) in seen:
            problems.append(RowProblem(code="player-twice", column="name", words=(name, team)))
        seen.add(person)
        if at != first:
            found.append(RowPreview(problems=tuple(problems), joins=rows[first]["team"]))
            continue
        players = tuple(dict.fromkeys(filter(None, (_name(rows[each]) for each in (first, *others)))))
        entry, more = _entry({**cells, "name": team, "first": "", "last": "", "players": "/".join(players)}, "team")
        entry = changed(entry, players=players, kind="team")
        more = [each for each in more if each.code != "alone"]
        if len(players) < 2:
            more.append(RowProblem(code="alone", column="team", words=(team,)))
        more += known.problems(entry)
        known.add(entry, table.number(at))
        entry = changed(entry, row=table.number(at))
        found.append(RowPreview(entry=entry, problems=(*problems, *more)))
    return _whole_teams(rows, found)


def _whole_teams(rows: Sequence[dict[Column, str]], found: Sequence[RowPreview]) -> tuple[RowPreview, ...]:
    """Return the previews with every row of a team refused if one of them has a problem."""
    bad: dict[str, RowProblem] = {}
    for cells, each in zip(rows, found, strict=True):
        if each.problems and cells.get("team"):
            bad.setdefault(cells["team"].casefold(), each.problems[0])
    return tuple(
        changed(each, problems=(bad[team],)) if not each.problems and (team := cells.get("team", "").casefold()) in bad
        else each
        for cells, each in zip(rows, found, strict=True)
    )  # fmt: skip


def _too_long(cells: dict[Column, str]) -> list[RowProblem]:
    return [
        RowProblem(code="long", column=column, words=(column, str(len(cell)), str(LONGEST)))
        for column, cell in cells.items()
        if len(cell) > LONGEST and column != "players"
    ]


def _entry(cells: dict[Column, str], kind: Kind) -> tuple[DraftEntry, list[RowProblem]]:
    """Return the entrant of a row, as far as it can be read, and its problems."""
    problems = _too_long(cells)
    name, partner = _name(cells), cells.get("partner", "")
    players = tuple(filter(None, map(str.strip, _BETWEEN_PLAYERS.split(cells.get("players", "")))))
    meant = cells.get("kind", "").casefold()
    if meant and meant not in ("player", "pair", "team"):
        problems.append(RowProblem(code="kind", column="kind", words=(meant,)))
    elif meant:
        kind = meant  # type: ignore[assignment]
    if "team" in cells and not name:
        name, kind = cells["team"], "team"
    if "partner" in cells and not players and kind != "team" and (meant != "player" or partner):
        kind = "pair"
        if name and not partner:
            problems.append(RowProblem(code="odd", column="partner", words=(name,)))
        elif name:
            players = name, partner
            name = f"{name} / {partner}"
    elif kind == "pair" and not players and len(both := _BETWEEN_PARTNERS.split(name)) == 2 and all(both):
        players = both[0], both[1]
        name = " / ".join(players)
    elif kind == "pair" and not players and name:
        problems.append(RowProblem(code="odd", column="name", words=(name,)))
    if not name and len(players) == 2:
        name = " / ".join(players)
    if not name:
        problems.append(RowProblem(code="empty", column="name"))
    elif not any(letter.isalnum() for letter in name):
        problems.append(RowProblem(code="letters", column="name", words=(name,)))
    seed, rating = cells.get("seed", ""), cells.get("rating", "").replace(" ", "")
    right, rated = _SEED.fullmatch(seed), _RATING.fullmatch(rating)
    if seed and seed not in ("-", "–") and not right:
        problems.append(RowProblem(code="seed", column="seed", words=(seed,)))
    if rating and rating not in ("-", "–") and not rated:
        problems.append(RowProblem(code="rating", column="rating", words=(rating,)))
    entry = DraftEntry(
        name=name,
        kind=_kind(meant, kind, players),
        club=cells.get("club", ""),
        nation=cells.get("nation", ""),
        seed=int(right[1]) if right else None,
        rating=float(rating.replace(",", ".")) if rated else None,
        players=players,
        id=cells.get("id", ""),
        stages=tuple(filter(None, cells.get("in", "").replace(" ", "").split(","))),
    )
    return entry, problems + _roster(entry)


def _kind(meant: str, kind: Kind, players: Sequence[str]) -> Kind:
    if meant in ("player", "pair", "team"):
        return meant  # type: ignore[return-value]
    if not players:
        return "player" if kind == "pair" else kind
    return kind if kind != "player" else "pair" if len(players) == 2 else "team"


def _roster(entry: DraftEntry) -> list[RowProblem]:
    """Return the problems of the players of a pair or team."""
    found = []
    if entry.kind == "pair" and entry.players and len(entry.players) != 2:
        found.append(RowProblem(code="pair", column="players", words=(entry.name, str(len(entry.players)))))
    if entry.kind == "team" and len(entry.players) < 2:
        found.append(RowProblem(code="alone", column="players", words=(entry.name,)))
    folded = [player.casefold() for player in entry.players]
    for player in sorted({each for each in folded if folded.count(each) > 1}):
        found.append(RowProblem(code="player-twice", column="players", words=(player, entry.name)))
    return found


def entry_id(name: str, taken: set[str]) -> str:
    """Return an unused id made from a name: `mans_angstrom` from `Måns Ångström`; `p1`, … without Latin letters."""
    word = re.sub("[^a-z0-9]+", "_", in_plain_letters(name)).strip("_")[:28].rstrip("_")
    word = word if word[:1].isalpha() else f"p{word}"
    free = (f"{word}{'_' if word != 'p' else ''}{number}" for number in range(1, len(taken) + 2))
    is_free = word not in taken and word != "p" and word not in RESERVED  # pages and files have these names
    return word if is_free else next(each for each in free if each not in taken)
