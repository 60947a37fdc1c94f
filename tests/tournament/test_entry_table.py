"""Entry lists from spreadsheets: encodings, columns in any order and language, and each row's problem."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournament.halls import hall

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.entry_table import (
    COLUMNS,
    DraftEntry,
    EntryTable,
    column_of,
    decoded,
    entry_id,
    previewed,
    problem_in_english,
    read_table,
    unknown_columns,
)
from carrom.tournament.event_log import load
from carrom.tournament.events import Entered
from carrom.tournament.setup import (
    DraftUmpire,
    SetupDraft,
    by_lot,
    by_rating,
    championship_of,
    draft_entry,
    draft_of,
    lists_of,
    new_draft,
    problems_of,
    with_ids,
)
from carrom.values import changed

TABLE = "name;club\nZoë Müller;Köln\nආශා;Colombo\n"


def problems(text: str, **options: Any) -> list[list[str]]:
    """Return the problems of each row of a table, as sentences."""
    return [list(map(problem_in_english, row.problems)) for row in previewed(read_table(text), **options)]


def entries(text: str, **options: Any) -> list[DraftEntry]:
    return [row.entry for row in previewed(read_table(text), **options) if row.entry is not None and row.is_good]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("," * 1_000_000, "has 1000001 columns; expected at most 40"),
        ("sep=;\n" + ";" * 999_994, "has 999995 columns; expected at most 40"),
        ("x\t" * 500_000, "has 500001 columns; expected at most 40"),
        ("\n" * 1_000_000, "has 1000000 lines; expected at most 2000"),
        ("a\n" * 500_000, "has 500000 lines; expected at most 2000"),
        ("a\n" * 5_000, "has more than 2000 lines; expected at most 2000"),
        ((",".join("a" * 41) + "\n") * 6_000, "has 41 columns; expected at most 40"),
        ('"' * 1_000_000, "has a line of 1000000 characters; expected at most 1000 in a cell"),
        ("name\n" + "a" * 1_001, "has a cell of 1001 characters; expected at most 1000"),
    ],
)
def test_a_text_that_is_far_too_large_is_refused_before_it_costs_time(text: str, said: str) -> None:
    began = time.process_time()
    with pytest.raises(RefusedRequest, match=said):
        read_table(text)
    assert time.process_time() - began < 0.15, "it takes a tenth of that on a machine that does nothing else"


def test_a_team_of_two_thousand_takes_no_longer_than_other_rows() -> None:
    table = read_table("name,team\n" + "".join(f"Player {number},One\n" for number in range(2000)))
    began = time.process_time()
    assert all(row.is_good for row in previewed(table))
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_is_read_in_every_encoding_that_spreadsheets_write(encoding: str) -> None:
    assert [each.name for each in entries(decoded(TABLE.encode(encoding)))] == ["Zoë Müller", "ආශා"]


def test_a_file_of_an_older_windows_is_read() -> None:
    assert [each.name for each in entries(decoded("name\nZoë Müller\nO’Brien\n".encode("cp1252")))] == [
        "Zoë Müller",
        "O’Brien",
    ]


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"])
def test_a_file_that_is_no_text_is_refused_with_a_way_on(start: bytes) -> None:
    with pytest.raises(RefusedRequest, match=r"choose Save as .* and CSV, and use that file, or copy the cells"):
        decoded(start + b"...", "entries.xlsx")
    with pytest.raises(RefusedRequest, match="is not a text file"):
        decoded(b"name\0\0\0" + b"x" * 99)


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Name,Club", ("name", "club")),
        ("Setzplatz;Vorname;Nachname;Verein;Land", ("seed", "first", "last", "club", "nation")),
        ("Nom\tPrénom\tÉquipe", ("last", "first", "team")),
        ("Sl. No.,NAME OF PLAYER,Elo,E-mail", ("ignore", "name", "rating", "ignore")),
        ("खिलाड़ी,क्लब,देश", ("name", "club", "nation")),
        ("பெயர்;கழகம்", ("name", "club")),
        ("নাম;ক্লাব", ("name", "club")),
        ("نام;کلب", ("name", "club")),
        ("නම;සමාජය", ("name", "club")),
        ("Player 1,Player 2", ("name", "partner")),
        ("First name,Name", ("first", "last")),
        ("Name,Name,Club", ("name", "ignore", "club")),
    ],
)
def test_columns_are_named_by_header_words_of_many_languages(header: str, columns: tuple[str, ...]) -> None:
    between = next(each for each in ";\t," if each in header)
    row = between.join("Abcdef"[at] * 3 for at in range(len(columns)))
    if "Player 1" in header:
        header = header.replace("Player 1", "Player")
    assert read_table(f"{header}\n{row}\n{row}x\n").columns == columns


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Asha Rao,Pune\nBilal Khan,Pune", ("name", "club")),
        ("Asha\tRao\t1650\nBilal\tKhan\t1490", ("first", "last", "rating")),
        ("1,Asha Rao,IND\n2,Bilal Khan,PAK", ("ignore", "name", "nation")),
        ("Asha Rao;7\nBilal Khan;3", ("name", "seed")),
        ("Asha Rao", ("name",)),
    ],
)
def test_columns_without_a_header_are_guessed_from_their_content(rows: str, columns: tuple[str, ...]) -> None:
    assert read_table(rows).columns == columns
    assert read_table(rows).header == ()


PASTED = {
    "a first name and a town": ("Asha\tPune\nBilal\tDelhi\nChitra\tNagpur", ["Asha · Pune", "Bilal · Delhi"]),
    "a first name and a club that repeats": (
        "Asha\tNorth\nBilal\tSouth\nChitra\tNorth\nDev\tSouth",
        ["Asha · North", "Bilal · South"],
    ),
    "first and last names": ("Asha\tRao\nBilal\tKhan\nChitra\tSen", ["Asha Rao · ", "Bilal Khan · "]),
    "last names of which some repeat": (
        "Asha\tRao\nBilal\tKhan\nChitra\tSen\nDev\tKhan\nEsha\tDas",
        ["Asha Rao · ", "Bilal Khan · "],
    ),
    "first name, last name, club": (
        "Asha\tKumar\tHilltop\nBilal\tKumar\tLakeside\nDev\tKhan\tHilltop",
        ["Asha Kumar · Hilltop", "Bilal Kumar · Lakeside"],
    ),
    "full names, of which one is short": (
        "Asha Rao\tHilltop\nDev\tLake End\nBilal Khan\tOld Mill",
        ["Asha Rao · Hilltop"],
    ),
    "the club first": ("North\tAsha\nNorth\tBilal\nSouth\tDev\nSouth\tEsha", ["Asha · North", "Bilal · North"]),
    "a town first": ("Pune\tAsha Rao\nGoa\tDev", ["Asha Rao · Pune", "Dev · Goa"]),
    "the sex between": (
        "Asha Rao,F,Pune,9812345678\nBilal Khan,M,Delhi,9812345679",
        ["Asha Rao · Pune", "Bilal Khan · Delhi"],
    ),
    "another script": ("ආශා\tකොළඹ\nනිමල්\tකොළඹ\nසුනිල්\tගාල්ල", ["ආශා · කොළඹ", "නිමල් · කොළඹ"]),
    "a numbered list": ("1. Asha Rao\n2. Bilal Khan\n\n3. Dev", ["Asha Rao · ", "Bilal Khan · ", "Dev · "]),
    "a message with clubs in brackets": (
        "1) Asha Rao (Pune)\n2) Bilal Khan (Delhi CC)\n3)Dev (Pune)",
        ["Asha Rao · Pune", "Bilal Khan · Delhi CC", "Dev · Pune"],
    ),
    "a message with dashes": ("• Asha Rao - Pune\n• Jean-Paul Roy – Goa", ["Asha Rao · Pune", "Jean-Paul Roy · Goa"]),
    "names only": ("Asha\nBilal\nA", ["Asha · ", "Bilal · ", "A · "]),
    "names with a remark in brackets": (
        "Asha Rao (late)\nBilal Khan\nDev Nair",
        ["Asha Rao (late) · ", "Bilal Khan · "],
    ),
}


@pytest.mark.parametrize("what", PASTED)
def test_lists_without_headings_are_understood_as_people_paste_them(what: str) -> None:
    text, first = PASTED[what]
    found = [f"{each.name} · {each.club}" for each in entries(text)]
    assert found[: len(first)] == first
    assert not any(problems(text))


def test_pairs_that_are_pasted_as_lines_stay_in_one_cell() -> None:
    assert [each.players for each in entries("1. Asha Rao / Bilal Khan\n2. Dev Nair / Esha Das", kind="pair")] == [
        ("Asha Rao", "Bilal Khan"),
        ("Dev Nair", "Esha Das"),
    ]


def test_a_title_above_the_header_and_empty_lines_and_columns_are_passed_over() -> None:
    table = read_table("Autumn Open 2026;;;\n;;;\n;Name;;Club\n;Asha;;Pune\n;;;\n")
    assert (table.header, table.columns, table.rows) == (("Name", "Club"), ("name", "club"), (("Asha", "Pune"),))


def test_unused_columns_are_named() -> None:
    assert unknown_columns(read_table("Name,Shoe size,Phone\nAsha,38,1\n")) == ("Shoe size", "Phone")


def test_each_row_has_its_own_problems() -> None:
    found = problems(
        "Name,Seed,Rating\nAsha,1,1650\n,2,\nBilal,1,\nASHA,,\nDev,first,\nEsha,,good\n--,,\n" + "x" * 201 + ",,\n"
    )
    assert found == [
        [],
        ["there is no name"],
        ["seed 1 is also given to Asha"],
        ["ASHA is also in row 1; if this is another person, give the club of each"],
        ["seed is first; expected a whole number from 1"],
        ["rating is good; expected a number"],
        ["the name has no letters: --"],
        ["name has 201 characters; expected at most 200"],
    ]


def test_a_row_repeats_neither_an_entrant_nor_their_seed() -> None:
    known = (DraftEntry(name="Asha Rao", seed=3),)
    assert problems("Name,Seed\nasha rao,\nBilal,3\n", entered=known) == [
        ["asha rao is already entered, as Asha Rao; if this is another person, give the club of each"],
        ["seed 3 is also given to Asha Rao"],
    ]


def test_invisible_characters_and_spaces_do_not_make_another_name() -> None:
    assert [each.name for each in entries("Name\n  Asha\u00a0\u200b Rao\u202e \n")] == ["Asha Rao"]
    assert problems("Name\nAsha Rao\nAsha\u2009 Rao\u200d\n")[1] == [
        "Asha Rao is also in row 1; if this is another person, give the club of each"
    ]


def test_seeds_and_ratings_are_read_as_spreadsheets_write_them() -> None:
    found = entries("Name,Seed,Rating\nA,1.0,1650.5\nB,#2,\nC,03,\nD,-,-\n") + entries('Name;Rating\nE;"1 649,5"\n')
    assert [(each.seed, each.rating) for each in found] == [
        (1, 1650.5),
        (2, None),
        (3, None),
        (None, None),
        (None, 1649.5),
    ]


def test_pairs_come_from_a_partner_column_or_from_one_cell() -> None:
    assert problems("Name,Partner\nAsha,Bilal\nBilal,Asha\nChitra,\nAsha,Dev\n") == [
        [],
        ["Bilal / Asha is also in row 1; if this is another person, give the club of each"],
        ["Chitra has no partner"],
        ["Asha already plays for Asha / Bilal"],
    ]
    found = entries("Name\nAsha / Bilal\nChitra & Dev\nEsha\n", kind="pair")
    assert [(each.name, each.kind, each.players) for each in found] == [
        ("Asha / Bilal", "pair", ("Asha", "Bilal")),
        ("Chitra / Dev", "pair", ("Chitra", "Dev")),
    ]


def test_players_and_pairs_share_a_table_with_the_columns_kind_and_partner() -> None:
    text = "name,kind,partner\nAsha,player,\nBilal,pair,Chitra\nDev,player,\n"
    assert problems(text) == [[], [], []]
    assert [(each.name, each.kind, each.players) for each in entries(text)] == [
        ("Asha", "player", ()),
        ("Bilal / Chitra", "pair", ("Bilal", "Chitra")),
        ("Dev", "player", ()),
    ]
    assert problems("name,kind,partner\nAsha,pair,\n") == [["Asha has no partner"]]


def test_teams_come_from_a_row_for_each_player_or_from_a_list() -> None:
    rows = previewed(
        read_table("Team,Player,Club\nNorth,Asha,Pune\nSouth,Bilal,\nNorth,Chitra,Pune\nSouth,Dev,\nEast,Esha,\n")
    )
    assert [(row.entry.name, row.entry.players) if row.entry else row.joins for row in rows] == [
        ("North", ("Asha", "Chitra")),
        ("South", ("Bilal", "Dev")),
        "North",
        "South",
        ("East", ("Esha",)),
    ]
    assert [problem_in_english(each) for each in rows[4].problems] == ["team East has one player; expected two or more"]
    found = entries("Team,Players\nNorth,Asha/Chitra/Esha\n")
    assert [(each.name, each.kind, each.players) for each in found] == [("North", "team", ("Asha", "Chitra", "Esha"))]


def test_all_rows_of_a_team_wait_for_the_one_with_a_problem() -> None:
    rows = previewed(read_table("Team,Player\nNorth,Asha\nNorth,\nNorth,Asha\n"))
    assert [row.is_good for row in rows] == [False, False, False]


@pytest.mark.parametrize("text", ["", "\n\n", ";;;\n", "Name,Club\n", "Name\n" * 2500, "a," * 50, '"Asha'])
def test_what_is_no_table_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(RefusedRequest) as refused:
        read_table(text)
    assert "\n" not in str(refused.value)


def test_every_column_can_be_chosen_by_hand() -> None:
    table = EntryTable(rows=(("Pune", "Asha"),), columns=("club", "name"))
    assert [row.entry for row in previewed(table)] == [DraftEntry(name="Asha", club="Pune", row=1)]
    assert all(previewed(changed(table, columns=(column, "ignore"))) for column in COLUMNS)


CELLS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    (
        "Asha",
        "asha",
        "Bilal Khan",
        "1",
        "2",
        "1.0",
        "",
        "Name",
        "Club",
        "Team",
        "Partner",
        "Players",
        "a/b",
        "#1",
        "kind",
    )
)


@given(st.lists(st.lists(CELLS, max_size=6), max_size=8), st.sampled_from((",", ";", "\t")), st.booleans())
def test_any_text_is_a_table_or_is_refused_and_good_rows_can_be_entered(
    rows: list[list[str]], between: str, quoted: bool
) -> None:
    wrap = (lambda cell: '"' + cell.replace('"', '""') + '"') if quoted else str
    text = "\n".join(between.join(map(wrap, row)) for row in rows)
    try:
        table = read_table(text)
    except RefusedRequest:
        return
    found = previewed(table)
    assert len(found) == len(table.rows)
    good = tuple(row.entry for row in found if row.is_good and row.entry is not None)
    draft = SetupDraft(id="x", name="X", stages=new_draft("x", "X", "swiss").stages, entries=good)
    plain = changed(draft, entries=tuple(changed(each, id="", stages=()) for each in good))
    assert [each.reason for each in problems_of(plain) if each.where.startswith("entry")] == []


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_are_refused(content: bytes) -> None:
    try:
        read_table(decoded(content))
    except CarromError as reason:
        assert "\n" not in str(reason)


@given(st.text(max_size=40), st.sets(st.sampled_from(("p1", "asha", "asha_1", "p")), max_size=4))
def test_an_id_is_new_and_valid(name: str, taken: set[str]) -> None:
    found = entry_id(name, taken)
    assert found not in taken
    assert found.isascii()
    assert len(found) <= 32


def test_header_words_are_found_without_case_and_accents() -> None:
    assert column_of("  PRÉNOM ") == "first"
    assert column_of("S. No.") == "ignore"
    assert column_of("shoe size") is None


def drafted(count: int = 8, preset: str = "national") -> SetupDraft:
    found = tuple(DraftEntry(name=f"Player {number}", rating=1500.0 + number) for number in range(1, count + 1))
    return changed(new_draft("x", "X", preset), entries=found)


def test_a_tournament_becomes_the_draft_that_it_was_made_of() -> None:
    draft = changed(drafted(), preset="", lots=("1", "2"), umpires=(DraftUmpire(id="uma", name="Uma"),))
    again = draft_of(championship_of(draft), "x")
    assert [each.name for each in again.entries] == [each.name for each in draft.entries]
    assert (again.stages, again.lots, again.umpires) == (draft.stages, draft.lots, draft.umpires)


def test_a_lot_gives_the_same_seeds_and_groups_again() -> None:
    draft = changed(drafted(9), lots=("3 14 27 40",))
    stages = tuple(
        changed(each, settings=(*each.settings, type(each.settings[0])("draw", "lots")))
        if each.system == "groups"
        else each
        for each in draft.stages
    )
    seeded = by_lot(changed(draft, stages=stages))
    assert by_lot(seeded) == seeded
    lists = lists_of(seeded)
    assert [each.stage for each in lists] == ["", "g"]
    assert sorted(step.name for step in lists[1].steps) == sorted(each.name for each in draft.entries)
    assert by_lot(changed(draft, lots=("3 14 27 41",))) != by_lot(draft)


def test_seeds_by_rating_leave_out_the_unrated() -> None:
    draft = changed(drafted(3), entries=(*drafted(3).entries, DraftEntry(name="New")))
    assert [(each.name, each.seed) for each in by_rating(draft).entries] == [
        ("Player 3", 1),
        ("Player 2", 2),
        ("Player 1", 3),
        ("New", None),
    ]
    assert by_rating(draft, {"new": 1.0}).entries[0].name == "New"
    with pytest.raises(RefusedRequest, match="none of the entrants has a rating"):
        by_rating(draft, {})


def test_the_command_names_every_row_with_a_problem_and_enters_nobody(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = tmp_path / "open.carrom-event", tmp_path / "e.csv"
    assert main(["event", "new", str(path), "--name", "Open", "--preset", "swiss"]) == 0
    table.write_bytes("Rank;Name;Club\n1;Asha;Köln\n2;;\n3;ASHA;\n".encode("cp1252"))
    assert main(["event", "enter", str(path), "--csv", str(table)]) == 1
    said = capsys.readouterr().err
    assert (
        "row 2: there is no name; row 3: ASHA is also in row 1; if this is another person, give the club of each"
        in said
    )
    table.write_bytes("Rank;Name;Club\n1;Asha;Köln\n2;Bilal;\n".encode("cp1252"))
    assert main(["event", "enter", str(path), "--csv", str(table)]) == 0
    assert "2 entered, 2 in total. Columns not used: Rank." in capsys.readouterr().out


def test_the_command_repeats_the_draw_of_a_lot(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.carrom-event"
    assert main(["event", "new", str(path), "--name", "Open", "--stage", "g groups groups=2 draw=lots"]) == 0
    for number in range(1, 7):
        main(["event", "enter", str(path), f"p{number}", f"Player {number}"])
    capsys.readouterr()
    assert main(["event", "lots", str(path)]) == 1
    assert "has no lot yet" in capsys.readouterr().err
    assert main(["event", "lots", str(path), "--lot", "3 14 27 40"]) == 0
    said = capsys.readouterr().out
    assert main(["event", "append", str(path), "lot", '"3 14 27 40"']) == 0
    assert main(["event", "draw", str(path)]) == 0
    capsys.readouterr()
    assert main(["event", "lots", str(path)]) == 0
    assert capsys.readouterr().out == said
    seats = load(path).stage("g").seats
    names = [", ".join(f"Player {id[1]}" for id in group) for group in seats]
    assert f"A  {names[0]}\n   B  {names[1]}\n" in said


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("No.,Name,FideID,FED,Rtg,Club/City", ("ignore", "name", "ignore", "nation", "rating", "club")),
        ("Nr.,Name,Land,EloI,Verein/Ort,Startrang", ("ignore", "name", "nation", "rating", "club", "seed")),
        ("Nom,Fide,Elo,Club/Ville", ("name", "ignore", "rating", "club")),
        ("Cognome e Nome,Naz,Elo,Circolo/Città", ("name", "nation", "rating", "club")),
        ("Name,RtgI,RtgN,City", ("name", "rating", "ignore", "club")),
    ],
)
def test_headings_of_lists_of_chess_programs_are_known(header: str, columns: tuple[str, ...]) -> None:
    table = read_table(f"{header}\n" + ",".join(f"x{at}" for at in range(len(columns))))
    assert table.columns == columns
    assert unknown_columns(table) == tuple(
        word for word, column in zip(header.split(","), columns, strict=True) if column == "ignore"
    )


def test_people_of_one_name_are_told_apart_by_their_clubs() -> None:
    text = "name,club\nAsha Rao,Pune\nAsha Rao,Mumbai\nAsha Rao,\nAsha Rao,pune"
    assert [[each.code for each in row.problems] for row in previewed(read_table(text))] == [
        [],
        [],
        ["twice"],
        ["twice"],
    ]
    at = hall(0, {"id": "s", "system": "swiss"})
    for id, club in (("a", "Pune"), ("b", "Mumbai")):
        at = apply(at, Entered(id=id, name="Asha Rao", club=club))
    assert [each.name for each in at.entrants] == ["Asha Rao", "Asha Rao (Mumbai)"]
    with pytest.raises(RefusedRequest, match="if this is another person, give the club of each"):
        apply(at, Entered(id="c", name="Asha Rao"))
    with pytest.raises(RefusedRequest, match="already entered"):
        apply(at, Entered(id="c", name="Asha Rao", club="Mumbai"))
    again = previewed(read_table("name,club\nAsha Rao,Mumbai\nAsha Rao,Goa"), tuple(map(draft_entry, at.entrants)))
    assert [[each.code for each in row.problems] for row in again] == [["entered"], []]


def test_rows_keep_their_numbers_when_others_are_entered() -> None:
    table = read_table("name,seed\nAsha,1\nBela,x\nChitra,3\nDev,y")
    left = changed(table, rows=(table.rows[1], table.rows[3]), numbers=(2, 4))
    assert [row.entry.row for row in previewed(left) if row.entry] == [2, 4]
    twice = changed(left, rows=(("Bela", ""), ("Bela", "")))
    assert [each.words[1] for each in previewed(twice)[1].problems] == ["2"]


def entered_by_csv(
    tmp_path: Any, text: str, capsys: pytest.CaptureFixture[str], stage: str = "s swiss rounds=3"
) -> Any:
    """Enter a table by the command, and return the entrants by name, what was printed, and errors."""
    file, table = tmp_path / "t.carrom-event", tmp_path / "entries.csv"
    assert main(["event", "new", str(file), "--name", "Open", "--stage", stage, "--lot", "3"]) == 0
    table.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(["event", "enter", str(file), "--csv", str(table)]) == 0
    printed = capsys.readouterr()
    return {each.name: each for each in load(file).entrants}, printed.out, printed.err


def test_the_command_seeds_by_the_column_of_ratings_and_names_unused_columns(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "\n".join(f"P{at},{1000 + 10 * at},M" for at in range(1, 9))
    found, out, _ = entered_by_csv(tmp_path, f"Name,Rtg,Sex\n{rows}\nNew,,F", capsys)
    assert [found[name].seed for name in ("P8", "P7", "P1", "New")] == [1, 2, 8, None]
    assert "Seeded by rating, the highest first. Columns not used: Sex." in out


def test_the_command_says_that_ratings_are_not_used_beside_seeds(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "\n".join(f"P{at},{at},{1000 + 10 * at}" for at in range(1, 9))
    found, out, _ = entered_by_csv(tmp_path, f"Name,Seed,Rating\n{rows}", capsys)
    assert found["P1"].seed == 1
    assert "The ratings were not used, because seeds are given." in out


def test_more_rounds_than_a_swiss_of_few_can_have_are_questioned_when_they_are_entered(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, err = entered_by_csv(tmp_path, "name\n" + "\n".join("ABCDEF"), capsys, "s swiss rounds=7")
    assert "S has 7 rounds, but 6 entrants can meet in 5 at most; expected rounds=3 or fewer, or a round robin." in err
    file = str(tmp_path / "t.carrom-event")
    assert main(["event", "append", file, "stage", "t", "swiss", "rounds=5"]) == 0
    assert "round 4 may not be possible without repeated pairs; expected rounds=3 or fewer" in capsys.readouterr().err
    assert main(["event", "draw", file]) == 0
    assert "S has 7 rounds" in capsys.readouterr().err


def test_a_set_up_questions_the_rounds_of_a_swiss_but_can_be_opened() -> None:
    draft = new_draft("t", "Open", "swiss")
    draft = with_ids(changed(draft, entries=tuple(DraftEntry(name=name) for name in "ABCDEF")))
    assert [(each.where, each.reason[:18]) for each in problems_of(draft)] == [("entries", "Swiss has 7 rounds")]
    enough = with_ids(changed(draft, entries=tuple(DraftEntry(name=name) for name in "ABCDEFGHIJ")))
    assert problems_of(enough) == ()


def test_an_id_has_plain_letters_for_accented_ones_and_a_number_for_a_second_one() -> None:
    names = ("Måns Ångström", "Zoë Müller", "Łukasz Żółć", "Søren Þórsson", "Weiß", "मोहन")
    assert [entry_id(name, set()) for name in names] == [
        "mans_angstrom",
        "zoe_muller",
        "lukasz_zolc",
        "soren_thorsson",
        "weiss",
        "p1",
    ]
    assert entry_id("Mans Angstrom", {"mans_angstrom"}) == "mans_angstrom_1"


def test_the_command_says_what_the_public_sees_of_a_contact(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["event", "new", str(tmp_path / "a.carrom-event"), "--name", "Open", "--preset", "swiss", "--contact"]
    assert main([*words, "Lena, +91 98220 11223"]) == 0
    assert "the public sees the contact as: Lena, …" in capsys.readouterr().err
    assert main([*words[:2], str(tmp_path / "b.carrom-event"), *words[3:], "lena@example.org"]) == 0
    assert capsys.readouterr().err == ""
