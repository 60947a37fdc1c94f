"""The short introduction to a game, generated from clauses and figures."""

import re
from pathlib import Path

import pytest

from carrom.errors import RulesError
from carrom.i18n import LANGUAGES
from carrom.rules.book import book, clause_anchor, plain
from carrom.rules.chapters import (
    LAST,
    LESSONS,
    NOT_TOLD,
    anchor,
    chapters,
    law_table,
    numbers,
    told_in_chapters,
    told_in_clauses,
)
from carrom.rules.custom import custom
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, TEXTS, value_of

OWNED = [name for name in NAMES if ruleset(name).colours_are_owned]
ALONE = [name for name in NAMES if not ruleset(name).colours_are_owned]


def told(name: str) -> str:
    return "\n".join(lesson(ruleset(name)))


def test_the_team_event_tells_its_early_queen() -> None:
    assert "Taken too early, the turn goes on; it is held aside and returns when the turn ends." in told("team-event")
    assert "Taken too early, it goes back and the turn ends." in told("icf")


OF_OTHERS = r"\bown m[ae]n\b|\bown last\b|his colour|\bhis men\b|\ba man of his\b|opponent"


@pytest.mark.parametrize("name", ALONE)
def test_a_points_game_speaks_of_nobodys_own_men_and_of_no_opponent(name: str) -> None:
    """Only lines that explain what is left out may mention them."""
    found = [line for line in book(ruleset(name)).splitlines() if re.search(OF_OTHERS, line)]
    assert all("left out" in line or line.startswith("- Three lines pasted") for line in found), found


@pytest.mark.parametrize("name", OWNED)
def test_a_game_of_own_colours_warns_of_last_men(name: str) -> None:
    assert "**Beware of last men.**" in told(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_names_the_own_last_man_where_men_are_owned(name: str) -> None:
    rows = dict(at_a_glance(ruleset(name)))
    assert ("Your own last man before the queen" in rows) is ruleset(name).colours_are_owned


def test_the_turn_is_told_by_its_strokes() -> None:
    assert "; pocket none and the turn passes" in told("icf")
    two = "\n".join(lesson(custom({"extends": "icf", "strokes_per_turn": 2}, "two")))
    assert "; after two strokes without one the turn passes" in two


@pytest.mark.parametrize("name", NAMES)
def test_no_paragraph_is_left_with_a_hole(name: str) -> None:
    text = told(name)
    assert not re.search(r"[{}]|\.\.|: ?\.| ,|  |None", text), text
    assert all(name and value for name, value in at_a_glance(ruleset(name)))
    assert "1 missed attempts" not in book(ruleset(name))


def without_house_rules(text: str) -> str:
    """Return a custom book without its section of house rules."""
    before, after = text.split("## House rules")
    return before + after.split("## At a glance")[1]


def test_prose_and_table_of_a_custom_book_tell_the_changed_figures() -> None:
    text = without_house_rules(book(custom({"extends": "points", "black_points": 7, "queen_points": 30}, "house")))
    assert "A black counter brings 7, a brown one 10, the covered queen 30, 183 in all" in text
    assert "that is 183 in all" in text
    assert "185" not in text
    answer = {"extends": "icf", "target_points": 29, "board_limit": "none", "queen_points": 5}
    game = without_house_rules(book(custom(answer, "house")))
    assert "29 points" in game
    assert "25 points" not in game


def test_a_house_rule_changes_the_lesson() -> None:
    house = custom({"extends": "icf", "striker_with_own_continues": False}, "house")
    assert "With own men: they and one more come back, the turn ends." in "\n".join(lesson(house))


FIGURES: dict[str, list[object]] = {
    "target_points": [21, "none"],
    "board_limit": [6, "none"],
    "late_board_limit": [6, "none"],
    "boards_won_limit": [5, "none"],
    "queen_points": [7, 1],
    "queen_cap": [20, "none"],
    "board_max": [10, "none"],
    "black_points": [4],
    "white_points": [6],
    "break_attempts": [5, 2],
    "break_fail_penalty": [2],
    "strokes_per_turn": [2],
    "forward": [["thumb"]],
    "backward": [[], ["thumb"]],
    "setup_angle": [30],
    "trial_boards": [0, 1],
    "handicap": [[2, 0]],
    "games_of_match": [5, 1],
    "decider_change_boards": [2, "none"],
    "decider_change_points": [11, "none"],
    "mid_game_change_points": [10, "none"],
    "stroke_seconds": [20],
    "place_seconds": [30],
}


@pytest.mark.slow(first=15)
@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize("key", FIGURES)
def test_a_changed_figure_is_told_and_no_figure_is_missing(base: str, key: str) -> None:
    for value in FIGURES[key]:
        try:
            rules = custom({"extends": base, "name": base, key: value}, base)
        except RulesError:
            continue
        text = book(rules)
        assert not re.search(r"\bNone\b (?!of)(?!:)", text), (key, value)
        if getattr(rules.parameters, key) != getattr(ruleset(base).parameters, key):
            assert f"`{key}` (there " in text
        else:
            assert "None: everything is as in" in text


@pytest.mark.slow(first=10)
@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize("name", NAMES_OF_SWITCHES)
def test_a_switch_that_is_set_is_told_with_what_follows(base: str, name: str) -> None:
    values = (False, True) if name in TEXTS else tuple(SWITCH[name].values)
    for value in values:
        try:
            rules = custom({"extends": base, "name": base, name: value}, base)
        except RulesError:
            continue
        text = book(rules)
        assert not re.search(r"[{}]", text)
        if value_of(rules, name) != value_of(ruleset(base), name):
            section = text.split("## House rules")[1].split("## At a glance")[0]
            assert f"`{name}` (there " in section
            assert re.search(r"^- ", section, re.MULTILINE), section


@pytest.mark.parametrize(
    ("handicap", "said"), [([2, 0], "2 of side A"), ([0, 8], "8 of side B"), ([1, 3], "1 of side A and 3 of side B")]
)
def test_men_taken_off_are_told_at_a_glance(handicap: list[int], said: str) -> None:
    assert ("Men taken off before the break", said) in at_a_glance(
        custom({"extends": "icf", "handicap": handicap}, "x")
    )


# -- Lessons and explanations that the rule books give beside their clauses

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
PAGES = sorted(FOLDER.glob("*.md"))


def test_each_of_the_laws_is_told_or_stands_in_the_table_of_those_left_out() -> None:
    answer = told_in_clauses(ruleset("icf")).keys() | told_in_chapters().keys()
    left_out = {int(re.sub(r"\D", "", law)) for laws, _, _ in NOT_TOLD for law in laws}
    assert answer | left_out == set(range(1, LAST + 1))
    for laws, _, _ in NOT_TOLD:
        assert not {int(law) for law in laws if law.isdigit()} & answer


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("Law 72a", {72}),
        ("Laws 69 to 71", {69, 70, 71}),
        ("Laws 11, 33", {11, 33}),
        ("Law 78b(i)", {78}),
        ("Laws 9, 84 to 86, 89b, 114", {9, 84, 85, 86, 89, 114}),
        ("clause A.1", set()),
    ],
)
def test_the_laws_of_a_source_are_read_from_its_words(source: str, wanted: set[int]) -> None:
    assert numbers(source) == wanted


def test_the_table_of_the_laws_leads_to_chapters_of_the_book() -> None:
    text = (FOLDER / "icf.md").read_text(encoding="utf-8")
    headings = {anchor(line.lstrip("# ")) for line in text.splitlines() if line.startswith("#")}
    links = set(re.findall(r"\(#([\w-]+)\)", "\n".join(law_table(ruleset("icf")))))
    assert len(links) > 10
    assert links <= headings


@pytest.mark.slow(first=4)
@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_link_between_the_books_leads_to_a_heading_or_an_anchor(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name, target in set(re.findall(r"\]\(([\w-]*\.md)?#([\w-]+)\)", text)):
        other = (FOLDER / name).read_text(encoding="utf-8") if name else text
        headings = {anchor(line.lstrip("# ")) for line in other.splitlines() if line.startswith("#")}
        assert target in headings | set(re.findall(r'<a id="([\w-]+)"', other)), f"{page.name} links {name}#{target}"


def test_every_drawing_that_a_book_shows_is_there() -> None:
    shown = {name for page in PAGES for name in re.findall(r"\]\((pictures/[\w-]+\.svg)\)", page.read_text("utf-8"))}
    assert shown == {f"pictures/{path.name}" for path in (FOLDER / "pictures").iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_no_chapter_is_left_with_an_unfilled_name(name: str) -> None:
    text = "\n".join(chapters(ruleset(name)))
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("name", NAMES)
def test_every_book_tells_equipment_technique_and_conduct(name: str) -> None:
    text = book(ruleset(name))
    for title in ("The board and its discs", "How to strike", "Conduct"):
        assert f"## {title}\n" in text


def test_the_texts_own_words_stand_in_their_books() -> None:
    assert "touch the striker with your fingernail" in book(ruleset("club"))
    assert "the umpire alone, after examination" in book(ruleset("team-event"))
    assert "assistant chief referee" in book(ruleset("classic-29"))
    assert "Three lines pasted from another text" in book(ruleset("points"))


def test_the_chapters_are_plain_values_too() -> None:
    taught = {lesson["key"]: lesson["points"] for lesson in plain(ruleset("icf"))["taught"]}
    assert {"says": "15 seconds for each stroke, the break included.", "source": "Laws 46, 50"} in taught["time"]
    assert "left-out" not in taught
    assert {lesson["key"] for lesson in plain(ruleset("points"))["taught"]} == {
        "equipment",
        "technique",
        "conduct",
        "left-out",
    }


def test_the_anchor_of_a_clause_is_its_number_with_dashes() -> None:
    assert clause_anchor("Law 72a") == "law-72a"
    assert clause_anchor("§3.2") == "3-2"
    assert clause_anchor("Law 78b(ii)") == "law-78b-ii"


def test_every_point_is_a_sentence_with_a_source() -> None:
    for each in LESSONS:
        for point in each.points:
            assert point.source
            assert point.says.rstrip()[-1] in ".,"
            assert set(point.books) <= set(NAMES)


KNOWN = """
2b 9 11 13 15 16 17 19 20 25 26a 26b 27 28 29 30 30b 31 32 33 34 35 36 37a 38 39 39d 40 41a 42 43 44 45a 45b 45c 46 47
48 49a 49b 50 51 52a 52b 53a 53b 53c 54 55 56a 56b 57 58 59 60a 60b 60c 61 63a 63b 64a 64b 65a 65b 65c 66 67 68 69 70b
71 72a 72b 72c 73 74 75 76 77a 77b 78a 78b 79 79b 80 81 82a 82b 83 84 84b 85 86 87a 87b 88 88b 89a 89b 90 91 92 93 94
95a 95b 95c 95d 96 97a 97b 98a 98b 99a 99b 100a 100b 101a 101b 102a 102b 103a 103b 104a 104b 105a 105b 106a 106b 107a
107b 108a 108b 109a 109b 110a 110b 111a 111b 112a 112b 113 114 115 116 117 118b 119 120 121b 122 122b 122c 123 124 125a
125b 126a 126b 127a 127b 128 129 130a 130b 131 132 133 134 135 136a 137 138 139 140 141 142 143a 143b 143c 143d 143e
143f 143g 143h 143i
"""
"""The Laws of which it is known what they say."""


def test_every_law_that_is_known_stands_in_the_official_book() -> None:
    cited: set[str] = set()
    for words in re.findall(r"Laws? ((?:\d+[a-i]?(?:\([iv]+\))?(?:, | and | to )?)+)", book(ruleset("icf"))):
        cited |= set(re.findall(r"\d+[a-i]?", words)) | {str(law) for law in numbers(f"Laws {words}")}
    assert [law for law in KNOWN.split() if law not in cited] == []


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("30b", "may not touch the playing surface"),
        ("36", "The hand may touch the playing surface"),
        ("38", "Hands may rest on one's own body, legs on the rim of one's own seat"),
        ("42", "The player who chose to strike first breaks"),
        ("60c", "is made when it is noticed, after that board"),
        ("79b", "only the partner takes out and places"),
        ("81", "placed at once if room appears during the turn of the player who is to place"),
        ("84b", "no other piece and no striker is held"),
        ("88b", "what was placed may be ordered off again, and a foul is called"),
        ("122c", "with the striker only"),
        ("132", "players do not talk to spectators without the umpire's leave"),
        ("143", "The match may be lost for indiscipline, and for each of these"),
        ("143a", "10 square feet"),
        ("143e", "smoking"),
    ],
)
def test_the_official_book_says_what_a_law_says(law: str, words: str) -> None:
    text = book(ruleset("icf"))
    assert words in text
    assert law in text


def test_the_match_is_lost_for_nine_reasons() -> None:
    text = book(ruleset("icf"))
    assert re.findall(r"\(Law 143([a-z])\)", text.partition("## What loses the match")[2]) == list("abcdefghi")


@pytest.mark.slow(first=27)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_no_word_of_a_book_stands_twice_in_a_row(name: str, language: str) -> None:
    """Two words said again anywhere; one word in English only, because other languages double words on purpose."""
    sizes = (1, 2) if language == "en" else (2,)
    for line in book(ruleset(name), language=language).casefold().splitlines():
        words = [word for word in line.split() if word.strip("|-–")]
        said = [(words[at : at + n], words[at + n : at + 2 * n]) for n in sizes for at in range(len(words))]
        twice = [once for once, again in said if once and once == again]
        assert [once for once in twice if not once[0].endswith(",")] == [], line
