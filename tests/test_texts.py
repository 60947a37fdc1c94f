"""Every language has all sentences of page, rulings, laws and headings, with the same placeholders as the English."""

import json
import re
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from carrom.errors import SetupError
from carrom.i18n import LANGUAGES, OWN_NAMES, NamedPerson, TranslatableText, cited, filled, sentences, told
from carrom.translation_check import STATUS, TRANSLATIONS, english, missing, stale, wrong

ROOT = Path(__file__).resolve().parents[1]


def test_six_languages_are_there() -> None:
    assert LANGUAGES == ("en", "hi", "ta", "bn", "ur", "si")
    assert all(sentences(language) for language in LANGUAGES)
    assert len(set(OWN_NAMES.values())) == 6


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_sentence_stands_in_every_language_and_none_is_left_over(language: str) -> None:
    """`python -m carrom.translation_check` lists missing or stale translations with their English text."""
    assert missing(language) == ()
    assert stale(language) == ()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_uses_the_values_that_the_english_gives(language: str) -> None:
    """`python -m carrom.translation_check` lists missing, stale or wrong translations."""
    assert wrong(language) == ()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_says_whether_it_was_checked(language: str) -> None:
    assert sentences(language)[STATUS] in ("checked", "unchecked")


def test_a_wrong_translation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import carrom.translation_check as module

    spoilt = {**sentences("hi"), "said.win.you": "{points} {points_of_whom}", "no.such.key": "?"}
    del spoilt["said.pass"]
    monkeypatch.setattr(module, "sentences", lambda language: spoilt if language == "hi" else sentences(language))
    english()
    assert wrong("hi") == ("said.win.you",)
    assert missing("hi")[0] == "said.pass"
    assert stale("hi")[-1] == "no.such.key"


def test_better_sentences_of_a_file_are_put_in_and_wrong_ones_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import carrom.translation_check as module

    texts = tmp_path / "texts"
    shutil.copytree(module.TEXTS, texts)
    monkeypatch.setattr(module, "TEXTS", texts)
    file = tmp_path / "hi.json"
    file.write_text('{"said.pass": "बारी गई", "glance.players": "लोग"}', encoding="utf-8")
    assert module.put_in(file) == 2
    assert json.loads((texts / "hi.json").read_text(encoding="utf-8"))["said.pass"] == "बारी गई"
    assert json.loads((texts / "books" / "hi.json").read_text(encoding="utf-8"))["glance.players"] == "लोग"
    stored = (texts / "hi.json").read_text(encoding="utf-8")
    for spoilt, why in (
        ('{"no.such": "?"}', "unknown key 'no.such'"),
        ('{"said.score.you": "?"}', "points must appear in braces"),
        ("[]", "expected a JSON object of keys and sentences"),
    ):
        file.write_text(spoilt, encoding="utf-8")
        with pytest.raises(SetupError, match=why):
            module.put_in(file)
    assert (texts / "hi.json").read_text(encoding="utf-8") == stored


def test_a_sentence_speaks_to_the_reader_and_of_others() -> None:
    said = TranslatableText("said.owe", (("who", "mover"), ("men", "man:2")))
    assert told(said, {"mover": NamedPerson("", you=True)}) == "you owe two pieces"
    assert told(said, {"mover": NamedPerson("Asha")}) == "Asha owes two pieces"
    assert told(said, {"mover": NamedPerson("Asha and Bala", several=True)}) == "Asha and Bala owe two pieces"
    assert told(said, {"mover": NamedPerson("आशा")}, "hi") == "आशा पर दो गोटियाँ ड्यू"


def test_a_value_is_a_figure_a_counted_noun_or_a_word() -> None:
    values = {"figure": 22, "men": "man:1", "points": "point:1", "word": "own-man", "other": "as it is"}
    assert (
        filled("{figure} {men} {points} {word} {other} {none}", values)
        == "22 one piece 1 point own man as it is {none}"
    )


def test_clauses_are_cited_as_the_language_does() -> None:
    assert [cited("Law 72c"), cited("§9.1"), cited("House 2")] == ["Law 72c", "§9.1", "House 2"]
    assert [cited("Law 72c", "hi"), cited("§9.1", "hi")] == ["नियम 72c", "§9.1"]


def test_letters_that_a_plain_machine_may_lack_stand_in_every_stack_of_fonts() -> None:
    page = (Path(__file__).parents[1] / "web" / "src" / "ui" / "tokens.css").read_text(encoding="utf-8")
    stacks = re.findall(r"--(?:sans|serif): ([^;]+);", page)
    assert len(stacks) > 1
    assert [stack for stack in stacks if "var(--scripts)" not in stack] == []


def test_no_key_of_a_catalogue_stands_twice() -> None:
    folders = (
        ROOT / "web" / "src" / "i18n",
        ROOT / "web" / "src" / "i18n" / "more",
        ROOT / "src" / "carrom" / "texts",
    )
    for path in (file for folder in folders for file in folder.glob("*.json")):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=partial(_once, path.name))


def _once(name: str, pairs: list[tuple[str, object]]) -> dict[str, object]:
    twice = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    assert twice == [], f"{name}: {', '.join(twice)}"
    return dict(pairs)
