"""Custom rule sets: a TOML file that extends a named set and changes parameters."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, RACKED, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.errors import RulesError
from carrom.rules.casebook import decide
from carrom.rules.catalogue import intro_of
from carrom.rules.chapters import family
from carrom.rules.custom import LARGEST, read_toml, toml_from
from carrom.rules.judge import judge
from carrom.rules.round import Phase, QueenState, Round, RoundResult, in_rack_order
from carrom.rules.ruleset import Ruleset, bases, inherited, ruleset
from carrom.rules.ruling import Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .oracle import Facts


def written(folder: Path, text: str) -> str:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def house(folder: Path, base: str, **switches: Any) -> str:
    lines = [f'extends = "{base}"', *(f"{key} = {toml(value)}" for key, value in switches.items())]
    return written(folder, "\n".join(lines))


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(list(value)) if isinstance(value, tuple) else f'"{value}"' if isinstance(value, str) else str(value)


def decided(path: str, base: str, **facts: Any) -> dict[str, Any]:
    return decide({**Facts(base, **facts).line(), "ruleset": path})


def test_a_file_that_changes_nothing_decides_like_the_set_it_extends(tmp_path: Path) -> None:
    rules = ruleset(house(tmp_path, "icf"))
    assert rules.parameters == ruleset("icf").parameters
    assert rules.clauses == ruleset("icf").clauses
    assert (rules.name, rules.extends) == ("house", "icf")


def test_figures_are_changed(tmp_path: Path) -> None:
    path = house(tmp_path, "icf", queen_points=5, queen_cap=24, board_max=14)
    decision = decided(path, "icf", men=1, theirs=4, own=1, queen="mover", score=23)
    assert decision["result"] == {"winner": "mover", "points": 9}


def test_none_takes_a_limit_away(tmp_path: Path) -> None:
    path = house(tmp_path, "icf", board_limit="none", queen_cap="none")
    assert ruleset(path).parameters.board_limit is None
    assert decided(path, "icf", men=1, theirs=1, own=1, queen="mover", score=24)["result"]["points"] == 4


SWITCHES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("icf", {"queen_plus_others": "return-pass"}, {"opp": 1, "queen_down": True}, {"turn": "pass", "queen": "board"}),
    (
        "icf",
        {"others_pocketed_penalty": "always"},
        {"opp": 1},
        {"turn": "pass", "returned": {"mover": 1, "opponent": 0}},
    ),
    ("icf", {"off_board_foul": True}, {"jumped_own": 1}, {"turn": "pass", "returned": {"mover": 1, "opponent": 0}}),
    (
        "icf",
        {"off_board_foul": True},
        {"own": 1, "jumped_opp": 1, "queen": "pending"},
        {"turn": "pass", "queen": "board"},
    ),
    ("icf", {"striker_with_own_continues": False}, {"own": 1, "striker": True}, {"turn": "pass"}),
    ("icf", {"striker_with_queen_continues": False}, {"queen_down": True, "striker": True}, {"turn": "pass"}),
    ("icf", {"fouls_add_up": False}, {"striker": True, "improper": True}, {"returned": {"mover": 1, "opponent": 0}}),
    ("icf", {"queen_early": "aside"}, {"men": 9, "right": False, "queen_down": True}, {"queen": "off-until-turn-end"}),
    (
        "icf",
        {"last_own_before_queen": "return"},
        {"men": 1, "own": 1},
        {"turn": "pass", "returned": {"mover": 2, "opponent": 0}},
    ),
    (
        "icf",
        {"others_last": "return"},
        {"theirs": 1, "opp": 1},
        {"turn": "pass", "returned": {"mover": 1, "opponent": 1}},
    ),
    (
        "icf",
        {"others_last": "lose"},
        {"theirs": 1, "opp": 1, "queen": "mover"},
        {"result": {"winner": "opponent", "points": 8}},
    ),
    (
        "icf",
        {"last_own_before_queen": "lose-queen-and-men"},
        {"men": 1, "own": 1},
        {"result": {"winner": "opponent", "points": 8}},
    ),
    (
        "icf",
        {"cover_with_others_last": "men"},
        {"men": 3, "own": 1, "theirs": 1, "opp": 1, "queen": "pending"},
        {"result": {"winner": "opponent", "points": 2}},
    ),
    ("icf", {"nine_on_board_cover": "covered"}, {"men": 9, "own": 1, "queen_down": True}, {"queen": "mover"}),
    (
        "icf",
        {"extra_points": False},
        {"men": 1, "own": 1, "striker": True, "demand": 1},
        {"result": {"winner": "opponent", "points": 3}},
    ),
    (
        "icf",
        {"break_fail_penalty": 1},
        {"men": 9, "theirs": 9, "right": False, "breaking": True, "attempt": 3, "touched": False},
        {"turn": "pass", "due": {"mover": 1, "opponent": 0}},
    ),
    (
        "icf",
        {"striker_keeps_cover_open": False},
        {"own": 1, "striker": True, "queen": "pending"},
        {"turn": "continue", "queen": "board"},
    ),
    ("icf", {"stroke_made": "leaves-both-lines"}, {"touched": False, "left": "one"}, {"turn": "retry"}),
    ("club", {"others_last_points": "queen"}, {"theirs": 1, "opp": 1}, {"result": {"winner": "opponent", "points": 3}}),
    (
        "club",
        {"others_last_points": "icf"},
        {"theirs": 1, "opp": 1, "queen": "mover"},
        {"result": {"winner": "opponent", "points": 5}},
    ),
    (
        "club",
        {"last_own_before_queen": "lose-queen"},
        {"men": 1, "own": 1},
        {"result": {"winner": "opponent", "points": 3}},
    ),
    (
        "classic-29",
        {"others_pocketed_penalty": "never"},
        {"opp": 1, "direct": True},
        {"turn": "pass", "returned": {"mover": 0, "opponent": 0}},
    ),
    (
        "classic-29",
        {"striker_with_own_continues": True},
        {"own": 1, "striker": True},
        {"turn": "continue", "returned": {"mover": 2, "opponent": 0}},
    ),
    (
        "classic-29",
        {"striker_with_queen_continues": True},
        {"queen_down": True, "striker": True},
        {"turn": "continue", "queen": "board"},
    ),
    ("eight-rounds", {"off_board_foul": False}, {"own": 1, "jumped_own": 1}, {"turn": "continue"}),
    (
        "eight-rounds",
        {"others_pocketed_penalty": "direct"},
        {"opp": 1},
        {"turn": "pass", "returned": {"mover": 0, "opponent": 0}},
    ),
    (
        "team-event",
        {"queen_early": "return-pass"},
        {"men": 9, "right": False, "by_self": False, "queen_down": True},
        {"turn": "pass", "queen": "board"},
    ),
    ("team-event", {"queen_right": "any"}, {"by_self": False, "queen_down": True}, {"queen": "pending"}),
]


@pytest.mark.parametrize(("base", "switches", "facts", "wanted"), SWITCHES)
def test_a_switch_changes_the_decision(
    tmp_path: Path, base: str, switches: dict[str, Any], facts: dict[str, Any], wanted: dict[str, Any]
) -> None:
    path = house(tmp_path, base, **switches)
    before, after = decide(Facts(base, **facts).line()), decided(path, base, **facts)
    assert {key: after[key] for key in wanted} == wanted, after["why"]
    assert {key: before[key] for key in wanted} != wanted, before["why"]
    assert after["clauses"]


def test_a_forfeited_board_may_credit_a_covered_queen(tmp_path: Path) -> None:
    line = {key: value for key, value in Facts("icf", men=4, queen="opponent").line().items() if key != "stroke"}
    line |= {"kind": "call", "call": {"what": "seat", "by": "mover", "when": "before-stroke"}}
    path = house(tmp_path, "icf", loss_credits_covered_queen=True)
    assert decide(line)["result"]["points"] == 4
    assert decide({**line, "ruleset": path})["result"]["points"] == 7


def test_a_direct_strike_may_bring_back_a_queen_covered_in_the_same_turn(tmp_path: Path) -> None:
    book = ruleset(house(tmp_path, "classic-29", direct_strike_returns_covered_queen=True))
    for rules, state in ((book, QueenState.BOARD), (ruleset("classic-29"), QueenState.COVERED)):
        round = Round.begin(rules)
        round = settle(round, judge(round, Outcome(pocketed=WHITES[:1], touched=WHITES[:1])))
        round = settle(round, judge(round, Outcome(pocketed=(QUEEN, WHITES[1]), touched=(QUEEN,))))
        assert round.queen is QueenState.COVERED
        ruling = judge(round, Outcome(pocketed=BLACKS[:1], touched=BLACKS[:1]))
        assert ruling.queen is state
        assert (QUEEN in ruling.centred) == (state is QueenState.BOARD)


def test_a_queen_covered_in_an_earlier_turn_is_safe_from_a_direct_strike(tmp_path: Path) -> None:
    round = Round.begin(ruleset(house(tmp_path, "classic-29", direct_strike_returns_covered_queen=True)))
    for fallen in (WHITES[:1], (QUEEN, WHITES[1]), (), ()):
        round = settle(round, judge(round, Outcome(pocketed=fallen, touched=(WHITES[8],))))
    ruling = judge(round, Outcome(pocketed=BLACKS[:1], touched=BLACKS[:1]))
    assert (ruling.queen, ruling.centred) == (QueenState.COVERED, ())


def test_a_miss_of_who_needs_only_the_queen_is_a_miss(tmp_path: Path) -> None:
    path = house(tmp_path, "icf", last_own_before_queen="plays-on")
    book = ruleset(path)
    round = Round.begin(book)
    round = settle(round, judge(round, Outcome(pocketed=WHITES, touched=WHITES)))
    assert round.result is None
    missed = judge(round, Outcome(touched=(QUEEN,)))
    assert (missed.turn, missed.clauses) == (Turn.PASS, ("Law 48",))


TAKEN = {"last_own_before_queen": "lose-queen-and-men", "last_own_points": "taken"}


def test_only_what_the_own_last_man_costs_is_taken_from_the_loser(tmp_path: Path) -> None:
    """A board that is won, or lost by pocketing the opponent's last piece, is scored as usual."""
    taken, ever = ruleset(house(tmp_path, "icf", **TAKEN)), ruleset("icf")
    won, theirs, own = (*WHITES[:1], *BLACKS[:1]), (QUEEN, *WHITES[:1], *BLACKS[:1]), (QUEEN, *WHITES[:1], *BLACKS[:2])
    for lying, fallen in ((won, WHITES[:1]), (theirs, BLACKS[:1])):
        assert ended(taken, lying, fallen) == ended(ever, lying, fallen)
    assert ended(taken, own, WHITES[:1]).taken
    assert not ended(ever, own, WHITES[:1]).taken


def ended(book: Ruleset, lying: tuple[Disc, ...], fallen: tuple[Disc, ...]) -> RoundResult:
    """Return a board's result after White pockets these discs; a queen not on the board counts as covered by White."""
    on = QUEEN in lying
    round = changed(
        Round.begin(book),
        phase=Phase.PLAY,
        on_board=in_rack_order(lying),
        pocketed=tuple(disc for disc in RACKED if disc not in lying),
        queen=QueenState.BOARD if on else QueenState.COVERED,
        queen_side=None if on else 0,
    )
    result = judge(round, Outcome(pocketed=fallen, touched=fallen)).result
    assert result is not None
    return result


def test_counters_of_a_voided_turn_may_come_back(tmp_path: Path) -> None:
    book = ruleset(house(tmp_path, "points", void_returns_counters=True))
    round = Round.begin(book)
    for discs in ((WHITES[0],), (QUEEN,)):
        round = settle(round, judge(round, Outcome(pocketed=discs, touched=discs)))
    ruling = judge(round, Outcome(touched=(BLACKS[0],)))
    assert [placing.disc for placing in ruling.placings] == [WHITES[0]]
    assert settle(round, ruling).sides[0].points == 0


def test_house_rules_are_named_in_rulings(tmp_path: Path) -> None:
    path = house(tmp_path, "icf", off_board_foul=True)
    assert "House 1" in decided(path, "icf", jumped_own=1)["clauses"]


def test_a_custom_set_can_stand_wherever_a_rule_set_is_named(tmp_path: Path) -> None:
    from carrom.rules.book import book

    rules = ruleset(house(tmp_path, "points", queen_points=25))
    assert isinstance(rules, Ruleset)
    assert "25 points" in book(rules)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("queen_points = 5", "'extends' is missing: one of icf, classic-29"),
        ('extends = "official"', "'extends' is 'official': one of icf"),
        (
            'extends = "icf"\nqueen_pints = 5',
            "'queen_pints' is no parameter of a rule set; did you mean 'queen_points'?",
        ),
        ('extends = "icf"\nqueen_points = -1', "'queen_points' is -1: a whole number from 0 to 1000 was expected"),
        ('extends = "icf"\nqueen_points = "five"', "'queen_points' is 'five': a whole number"),
        ('extends = "icf"\nqueen_points = 3.5', "'queen_points' is 3.5: a whole number"),
        ('extends = "icf"\noff_board_foul = 1', "'off_board_foul' is 1: true or false was expected"),
        ('extends = "icf"\nqueen_early = "later"', "'queen_early' is 'later': 'aside' or 'return-pass' was expected"),
        ('extends = "icf"\nbreak_attempts = 0', "'break_attempts' is 0: a whole number from 1 to 9"),
        ('extends = "icf"\nforward = []', "'forward' is empty"),
        ('extends = "icf"\nforward = ["toe"]', "'forward' is ['toe']: a list of"),
        ('extends = "icf"\nblack_points = 2', "'black_points' means nothing in a set that extends 'icf'"),
        ('extends = "points"\noff_board_foul = true', "'off_board_foul' means nothing in a set that extends 'points'"),
        ('extends = "icf"\ntarget_points = "none"', "a game would never end"),
        ('extends = "icf"\ncolours_are_owned = false', "'colours_are_owned' is no parameter of a rule set"),
        ('extends = "icf"\nname = 5', "'name' is 5: a short text"),
        ("extends = ", "is no TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_key_value_and_what_is_allowed(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RulesError) as refusal:
        ruleset(written(tmp_path, text))
    assert words in str(refusal.value)


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        ruleset(str(tmp_path / "none.toml"))
    with pytest.raises(RulesError, match="bytes"):
        ruleset(written(tmp_path, "# " + "x" * 70_000))


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RulesError, match="'ifc': there are icf, classic-29"):
        ruleset("ifc")


@pytest.mark.parametrize(("queen", "points"), [("board", 3), ("mover", 3), ("opponent", 3)])
def test_both_last_men_cost_the_queen_where_their_last_costs_what_the_official_book_says(
    tmp_path: Path, queen: str, points: int
) -> None:
    path = house(tmp_path, "club", others_last_points="icf")
    facts = {"men": 1, "own": 1, "theirs": 1, "opp": 1, "queen": queen}
    assert decided(path, "club", **facts)["result"] == {"winner": "opponent", "points": points}


def test_a_points_game_of_ones_own_for_three_introduces_itself_so(tmp_path: Path) -> None:
    book = ruleset(house(tmp_path, "points", players=[3]))
    assert intro_of(book, "en").startswith("A relaxed game for three players. ")
    assert "तीन खिलाड़ी" in intro_of(book, "hi")
    assert intro_of(ruleset("points"), "en").startswith("A relaxed game for two players or two teams of two. ")


# -- TOML from untrusted users is read within limits of size and depth


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('extends = "icf"\nname = "a\0b"', "is no TOML"),
        ("a = " + "[" * 1500, "nested too deeply: at most 8 levels"),
        ("a = " + "[" * 9 + "]" * 9, "nested too deeply: at most 8 levels"),
        ("a" + ".a" * 500 + " = 1", "nested too deeply: at most 8 levels"),
        ("queen_points = " + "9" * 1900 + "\n", "a whole number beyond ±9223372036854775807"),
        ("queen_points = 0x" + "f" * 1900 + "\n", "a whole number beyond ±9223372036854775807"),
        ("queen_points = " + "9" * 60_000, "line 1 has 60015 characters, at most 2000"),
        ("#" * (LARGEST + 1), f"more than {LARGEST} bytes"),
        ("a = ", "is no TOML"),
    ],
)
def test_a_hostile_file_is_refused_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refusal:
        ruleset(str(path))
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_bytes_that_are_no_utf_8_and_names_that_no_file_has_are_refused() -> None:
    with pytest.raises(RulesError, match=r"'house.toml' is no TOML"):
        toml_from(b'name = "\xff"', "house.toml")
    with pytest.raises(RulesError, match="a file's name holds no NUL"):
        read_toml("a\0b.toml")


def test_thirty_thousand_dotted_words_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("a" + ".a" * 30_000 + " = 1", encoding="utf-8")
    begun = time.perf_counter()
    with pytest.raises(RulesError, match="line 1 has"):
        read_toml(str(path))
    assert time.perf_counter() - begun < 1.0


def test_what_is_within_the_bounds_is_read_as_it_stands() -> None:
    assert toml_from(b'a.b = 1\nc = [[2, "x.y"], {d = true}]', "x") == {"a": {"b": 1}, "c": [[2, "x.y"], {"d": True}]}


# -- The page on adding a rule set, followed step by step in a copy of the project

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "new-rule-set.md"
TOLD_BY_TITLE = ("README.md", "CONTRIBUTING.md", "pyproject.toml")


def blocks(kind: str) -> list[str]:
    """Return the page's code blocks of one language, without their indentation."""
    found = re.findall(rf"^( *)```{kind}\n(.*?)^ *```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def module() -> str:
    """Return the example's module: every statement of the first two blocks that builds the set or its law."""
    examples = [example for text in blocks("python")[:2] for example in doctest.DocTestParser().get_examples(text)]
    made = [each.source for each in examples if not each.want and not each.source.startswith("clause =")]
    return '"""The example of the page."""\n\n' + "".join(made) + "\nRULES = NEIGHBOURS\n"


def put(path: Path, old: str, new: str) -> None:
    """Replace a text that occurs exactly once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy and return the finished process."""
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy}"}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=500
    )


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project after every step of the page."""
    copy = tmp_path_factory.mktemp("followed")
    for name in TOLD_BY_TITLE:
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("tests/cases", "tests/rules", "docs/rules"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*(ROOT / "tests").glob("*.py"), ROOT / "web" / "tests" / "rulings.json"):
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    rules = copy / "src" / "carrom" / "rules"
    (rules / "rulesets" / "neighbours.py").write_text(module(), encoding="utf-8")
    put(rules / "rulesets" / "__init__.py", '"team-event", "points")', '"team-event", "points", "neighbours")')
    put(
        rules / "questions.py",
        '"dues_are_never_set_off",\n',
        '"dues_are_never_set_off",\n"two_men_cost_the_other_one",\n',
    )
    with (copy / "tests" / "cases" / "more.jsonl").open("a", encoding="utf-8") as cases:
        cases.write("".join(blocks("json")))
    for line in "".join(blocks("bash")).splitlines():
        words = line.split()
        assert words[:2] == ["python3", "dev.py"], line
        done = run(copy, *(words[3:] if words[2] == "python" else ("-m", *words[2:])))
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    return copy


@pytest.mark.slow
def test_the_page_followed_to_the_letter_leaves_no_red_test(followed: Path) -> None:
    files = ("casebook", "books", "taught", "contrast", "told", "source_texts", "sentences")
    paths = [f"tests/rules/test_{name}.py" for name in files]
    chosen = "neighbours or every or no_ or points"
    done = run(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths, "-k", chosen)
    assert done.returncode == 0, done.stdout[-3_000:]
    assert "[100%]" in done.stdout


@pytest.mark.slow
def test_its_book_has_cases_readings_and_chapters_of_the_sets_it_derives_from(followed: Path) -> None:
    book = (followed / "docs" / "rules" / "neighbours.md").read_text(encoding="utf-8")
    assert "## Conduct\n" in book
    assert "Feet and knees stay in your own quarter" in book
    assert "(club-cases.md#" in book
    assert "(icf-cases.md#" in book
    assert "(neighbours-cases.md#x2)" in book
    assert "[C12](readings.md#c12)" in book


@pytest.mark.slow
def test_the_figures_of_the_example_add_up(followed: Path) -> None:
    script = "from carrom import ruleset; p = ruleset('neighbours').parameters; print(p.board_max - p.queen_points)"
    assert run(followed, "-c", script).stdout == "9\n"


def test_a_set_knows_what_it_was_derived_from() -> None:
    assert [book.name for book in bases(ruleset("three-player"))] == ["club", "icf"]
    assert bases(ruleset("icf")) == ()
    again = ruleset("club").but(name="street").but(edition="told anew")
    assert [book.name for book in bases(again)] == ["club", "icf"]
    assert family(again) == "club"
    assert family(ruleset("icf")) == "icf"
    number = next(clause.number for clause in again.clauses if clause.key == "leaving_the_seat")
    assert [name for name, _ in inherited(again)[number]] == ["icf", "club"]
