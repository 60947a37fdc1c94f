"""Text details: lists of names, and optional words in a casebook line."""

import pytest

from carrom.game import casebook
from carrom.i18n.message import listed
from carrom.values import Value

FORMS = [form for form in vars(casebook).values() if isinstance(form, type) and form.__module__ == casebook.__name__]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Asha"], "Asha"),
        (["Asha", "Bilal"], "Asha and Bilal"),
        (["Asha", "Bilal", "Chitra"], "Asha, Bilal and Chitra"),
        (["Asha", "Bilal", "Chitra", "Dev"], "Asha, Bilal, Chitra and Dev"),
    ],
)
def test_names_are_listed_with_one_and_before_the_last(names: list[str], said: str) -> None:
    assert listed(names) == said


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_line_of_the_casebook_may_say_more_than_its_form_reads(form: type[Value]) -> None:
    assert not form.__struct_config__.forbid_unknown_fields
    assert form.__struct_config__.frozen
