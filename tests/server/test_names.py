"""Which account names are allowed, which count as equal, and which only look alike."""

import json
import unicodedata
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import RefusedRequest
from carrom.server.people.confusables import lookalikes, read, script, table
from carrom.server.people.usernames import LONGEST, folded, named, skeleton

GOOD = [
    "Asha",
    "José",
    "asha.k",
    "A-1",
    "Nguyễn",
    "asha2",
    "आशा",
    "श्रीनिवास",
    "आशा२",
    "বিলাল",
    "সৌরভ",
    "ஆஷா",
    "ශ්\u200dරී",
    "ක්\u200dරීඩක",
    "آشا",
    "نور\u200cجہاں",
    "ઈશા",
    "ਜਸਪ੍ਰੀਤ",
    "ಅನಿಲ್",
    "അനിൽ",
    "ଆଶା",
    "అనిల్",
]


@pytest.mark.parametrize("name", GOOD)
def test_names_in_the_scripts_of_the_players_may_be_had(name: str) -> None:
    found = named(f"  {name} ")
    assert found.shown == unicodedata.normalize("NFKC", name)
    assert named(found.shown) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "it has 0 letters"),
        ("a", "it has 1 letters and digits; expected 2 to 20"),
        ("a" * (LONGEST + 1), "it has 21 letters"),
        ("Аsha", "cyrillic capital letter a is in no supported script; expected one of Latin, Devanagari"),
        ("आsha", "it has Devanagari and Latin; expected letters of one script"),
        ("asha१", "it has Devanagari and Latin"),
        ("12345", "it has no letters; expected letters of one script"),
        ("asha k", "space is not allowed"),
        ("asha\u202ek", "right-to-left override is not allowed"),
        ("as\u200dha", "it contains an invisible joiner where none is needed"),
        ("asha\u0000", "u\\+0000 is not allowed"),
        ("asha😀", "grinning face is not allowed"),
        ("-asha", "are allowed only one at a time and between letters"),
        ("asha-", "are allowed only one at a time and between letters"),
        ("as-_ha", "are allowed only one at a time and between letters"),
        ("क" + "्" * 6 + "ख", "too many marks"),
        ("a" + "\u0301" * 8 + "b", "is not allowed"),
        ("ाआशा", "are allowed only one at a time and between letters"),
        ("Admin", "mistaken for the server"),
        ("m0derat0r", "mistaken for the server"),
        ("adrnin", "mistaken for the server"),
        ("the.admin", "mistaken for the server"),
        ("carrom-team", "mistaken for the server"),
        ("a.d.m.i.n", "mistaken for the server"),
        ("\ud800ab", "u\\+d800 is not allowed"),
    ],
)
def test_what_cannot_be_had_is_said_with_what_is_allowed(name: str, said: str) -> None:
    with pytest.raises(RefusedRequest, match=said):
        named(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Asha", "ASHA"),
        ("asha", "ａｓｈａ"),
        ("José", "Jose\u0301"),
        ("ශ්‍රී", "ශ්රී"),
        ("ß".join("ab"), "assb"),
        ("ﬁnn", "finn"),
    ],
)
def test_a_name_is_the_same_in_capitals_in_width_and_with_joiners(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Iqbal", "lqbal"),
        ("lqbal", "1qbal"),
        ("bob0", "bobO"),
        ("mina", "rnina"),
        ("asha.k", "ashak"),
        ("आशा", "अाशा"),
        ("paul", "pau1"),
        ("வஔ", "வஒள"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("asha", "aisha"), ("jose", "josé"), ("आशा", "आश"), ("anil", "anu")])
def test_names_that_do_not_look_alike_have_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=60) | st.text(st.characters(codec="utf-8", categories=("L", "M", "N", "Cf")), max_size=30))
def test_whatever_is_said_is_a_name_or_one_sentence(said: str) -> None:
    try:
        found = named(said)
    except RefusedRequest as fault:
        assert "\n" not in str(fault)
        return
    assert named(found.shown) == found
    assert (folded(found.shown), skeleton(found.shown)) == (found.folded, found.skeleton)
    assert skeleton(found.skeleton) == skeleton(skeleton(found.skeleton))
    assert len({script(each) for each in found.shown} - {None, "ANY"}) == 1
    assert len(found.shown) <= 48


LATIN = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=10)


@given(LATIN, st.randoms(use_true_random=False))
def test_whoever_writes_a_name_with_letters_that_look_alike_gets_no_other_name(name: str, chance: Random) -> None:
    alike: dict[str, list[str]] = {}
    for letter, first in lookalikes().items():
        if len(first) == 1 and unicodedata.normalize("NFKC", letter) == letter:  # names are displayed in this form
            alike.setdefault(first, [first]).append(letter)
    written = "".join(chance.choice(alike.get(lookalikes().get(each, each), [each])) for each in name)
    parted = chance.choice(["", "-", "_", "."]).join(written)
    assert skeleton(written) == skeleton(name)
    assert skeleton(parted) == skeleton(name)
    assert folded(name.upper()) == folded(f"  {name} ")


def test_the_table_is_made_of_unicodes_own_lines() -> None:
    text = "\ufeff# heading\n0049 ;\t006C ;\tMA # I\n0031 ; 006C ; MA\n006D ; 0072 006E ; MA\n0430 ; 0061 ; MA\n"
    assert table(read(text)) == {"same": {"1": "Il"}, "parts": {"m": "rn"}}
    kept = json.loads(files("carrom.server.people").joinpath("lookalikes.json").read_text(encoding="utf-8"))
    assert sum(map(len, kept["same"].values())) + len(kept["parts"]) > 400
