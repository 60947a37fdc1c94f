"""Columns of an entry list: header words in many languages, and a guess at columns without a header."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
