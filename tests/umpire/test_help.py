"""`help WORD` matches the beginnings of words."""

from carrom.umpire.wording import helped


def test_help_on_calls_needs_four_letters_and_less_names_the_form() -> None:
    assert helped(("call",))[0].startswith("calls: touched-man, ")
    assert not helped(("cal",))[0].startswith("calls:")


def test_help_on_a_word_is_on_the_forms_that_begin_with_it() -> None:
    assert [line.split()[:2] for line in helped(("sign",))] == [["sign", "asha"]]
    assert helped(("SI",)) == helped(("sign",))
    assert helped(("asha",)) == helped(())
