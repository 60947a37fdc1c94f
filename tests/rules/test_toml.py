"""TOML from untrusted users is read within limits of size and depth."""

import time
from pathlib import Path

import pytest

from carrom.errors import RulesError
from carrom.rules.custom import LARGEST, read_toml, toml_from
from carrom.rules.ruleset import ruleset


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
