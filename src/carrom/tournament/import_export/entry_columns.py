"""Columns of an entry list: header words in many languages, and a guess at columns without a header."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal, get_args

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
    " jugador, joueur, spieler, spielername, teilnehmer, giocatore, nombre, nome, nom complet, nombre completo,"
    " nome e cognome, vor- und nachname, naam, speler, imie i nazwisko, zawodnik, नाम, खिलाड़ी, பெயர், வீரர், নাম,"
    " খেলোয়াড়, نام, کھلاڑی, නම, ක්‍රීඩකයා",
    "first": "first, first name, firstname, given name, given names, forename, vorname, prenom, nombre de pila,"
    " voornaam, imie, पहला नाम, முதல் பெயர், প্রথম নাম, پہلا نام, මුල් නම",
    "last": "last, last name, lastname, surname, family name, nachname, familienname, nom, nom de famille, apellido,"
    " apellidos, cognome, sobrenome, apelido, achternaam, nazwisko, उपनाम, குடும்பப் பெயர், পদবি, خاندانی نام, වාසගම",
    "club": "club, club name, association, verein, klub, circolo, societa, clube, vereniging, academy, institution,"
    " college, school, क्लब, கழகம், கிளப், ক্লাব, کلب, සමාජය",
    "nation": "nation, nationality, country, land, nationalitat, pays, nationalite, pais, nacion, nazione, nazionalita,"
    " paese, kraj, fed, federation, state, देश, நாடு, দেশ, ملک, රට",
    "seed": "seed, seeding, seed no, seed number, seeding position, setzplatz, setzliste, tete de serie,"
    " cabeza de serie, testa di serie, वरीयता, தரவரிசை, বাছাই, سیڈ, බීජ අංකය",
    "rating": "rating, ratings, elo, rate, points rating, wertung, wertungszahl, dwz, classement, puntuacion, ranking,"
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
    words = [at for at in range(count) if filled[at] and found[at] == "ignore" and _are_words(filled[at])]
    if words:
        found[words[0]] = "name"
    if len(words) > 1:
        single = all(_share(filled[at], lambda cell: " " not in cell) > 0.8 for at in words[:2])
        varied = len(set(filled[words[1]])) > len(filled[words[1]]) / 2
        if single and varied and len(filled[words[1]]) > 1:
            found[words[0]], found[words[1]] = "first", "last"
            words = words[1:]
    if len(words) > 1:
        found[words[1]] = "club"
    return found


def _of_numbers(numbers: Sequence[int]) -> Column:
    """Return whether a column of whole numbers counts the rows, seeds the entrants or rates them."""
    if numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 1:
        return "ignore"
    if all(300 <= number <= 4000 for number in numbers):
        return "rating"
    return "seed" if len(set(numbers)) == len(numbers) and max(numbers) <= 999 else "ignore"


def _are_words(cells: Sequence[str]) -> bool:
    return _share(cells, lambda cell: any(letter.isalpha() for letter in cell) and "@" not in cell) > 0.8


def _share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, cells)) / len(cells)
